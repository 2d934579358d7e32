"""A value worked out step by step, and formulas as LaTeX and text: start at `rankings`."""
