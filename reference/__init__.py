"""The oracle: a readable definition of every variant of every metric.

A folder for each type of case. Start at `rankings/precision.py` for the shape of a
family, at `axes.py` and `variants.py` for the words. Nothing here imports numpy or
anything else of ours.
"""
