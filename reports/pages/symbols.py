"""What the letters of formulas stand for: start at `symbols`."""

from __future__ import annotations

import re
from collections.abc import Iterable

SYMBOLS = (
    ("h_n", "1 where the item at rank n is relevant, else 0"),
    ("H", "the number of relevant items in the first k"),
    ("r", "the number of the user's relevant items"),
    ("x", "what the axis divisor gives"),
    ("g_n", "the grade of the item at rank n"),
    ("a_u", "of user u's number, a fraction, what stands above the line"),
    ("b_u", "what stands below it"),
    ("r_u", "the number of user u's relevant items"),
    ("L_u", "user u's list"),
    ("U", "the users"),
    ("k", "the cut-off"),
)
"""In the order in which they are told."""


def symbols(formulas: Iterable[str]) -> list[tuple[str, str]]:
    r"""The symbols of rankings that stand in formulas (LaTeX), each with what it means.

    >>> [sign for sign, _ in symbols([r"\frac{1}{x} \sum_{n \le k} h_n", "a_u / b_u"])]
    ['h_n', 'x', 'a_u', 'b_u', 'k']
    """
    text = re.sub(r"\\[A-Za-z]+", " ", " ".join(formulas))
    found = set(re.findall(r"[A-Za-z]+(?:_[A-Za-z])?", text))
    return [(sign, words) for sign, words in SYMBOLS if sign in found]
