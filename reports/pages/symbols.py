"""What the letters of formulas stand for: start at `symbols`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Known = Sequence[tuple[str, str]]
"""Symbols, each with what it means."""


def symbols(formulas: Iterable[str], known: Known) -> list[tuple[str, str]]:
    r"""The known symbols that stand in formulas (LaTeX), each with what it means.

    >>> known = [("h_n", "whether it is a hit"), ("k", "the cut-off"), ("u", "a user")]
    >>> symbols([r"\frac{1}{x} \sum_{n \le k} h_n", "a_u / b_u"], known)
    [('h_n', 'whether it is a hit'), ('k', 'the cut-off')]
    """
    text = re.sub(r"\\[A-Za-z]+", " ", " ".join(formulas))
    found = set(re.findall(r"[A-Za-z]+(?:_[A-Za-z])?", text))
    return [(sign, words) for sign, words in known if sign in found]
