"""A file for each family of rankings: its structural choices as expressions.

Start at `families.PARTS`.
"""
