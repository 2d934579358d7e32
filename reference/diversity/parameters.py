"""The least and the greatest value that parameters of these families may have."""

from __future__ import annotations

from math import inf

SHARE = (0.0, 1.0)
"""Of a chance, or of a share of the interest in an aspect."""
SCALE = (1.0, inf)
"""Of the highest rating."""
