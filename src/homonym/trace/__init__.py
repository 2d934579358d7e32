"""A value worked out step by step, and formulas as LaTeX and text.

Start at `rankings`, where a ranking's value is worked out, and at `latex`.
"""
