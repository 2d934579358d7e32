"""Which variants are equal, when, and the smallest case that tells two apart.

Start at `witness`; `conversion` gets one variant's number from another's.
"""
