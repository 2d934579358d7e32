r"""A choice's formula as a line of text, for where no LaTeX is set:
`render_plain_formula`."""

from __future__ import annotations

import re

SIGNS = {
    r"\sum": "Σ",
    r"\prod": "Π",
    r"\le": "≤",
    r"\ge": "≥",
    r"\ne": "≠",
    r"\in": "∈",
    r"\notin": "∉",
    r"\cap": "∩",
    r"\bigcup": "∪",
    r"\setminus": "∖",
    r"\lfloor": "⌊",
    r"\rfloor": "⌋",
    r"\sqrt": "√",
    r"\ldots": "…",
    r"\cdot": "·",
    r"\alpha": "α",
    r"\beta": "β",
    r"\rho": "ρ",
    r"\tau": "τ",
    r"\Phi": "Φ",
    r"\Big": "",
    r"\left": "",
    r"\right": "",
}
"""Commands that have a sign, or show nothing; others are shown by their name."""
GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
"""What stands in braces, with braces in it."""
FRACTION = re.compile(rf"\\frac{GROUP}{GROUP}")


def render_plain_formula(formula: str) -> str:
    r"""The formula without commands; what a fraction has of several terms in brackets.

    >>> render_plain_formula(r"\min(k, r)")
    'min(k, r)'
    >>> render_plain_formula(r"\frac{1}{|U|} \sum_u \frac{a_u}{b_u}")
    '1/|U| Σ_u a_u/b_u'
    >>> render_plain_formula(r"\sum_{n \le k} \min(n, r)")
    'Σ_(n ≤ k) min(n, r)'
    >>> render_plain_formula(r"\frac{|L| (|L| - 1)}{2}")
    '(|L| (|L| - 1))/2'
    """
    while found := FRACTION.search(formula):
        over = "/".join(map(bracket_formula_part, found.groups()))
        formula = formula[: found.start()] + over + formula[found.end() :]
    formula = re.sub(rf"\\text{GROUP}|\\[,;! ]", lambda m: m[1] or " ", formula)
    formula = re.sub(r"\\[A-Za-z]+", lambda m: SIGNS.get(m[0], m[0][1:]), formula)
    while re.search(GROUP, formula):
        formula = re.sub(GROUP, lambda m: bracket_formula_part(m[1]), formula)
    return re.sub(r"(?<=\() | (?=\))", "", " ".join(formula.split()))


def bracket_formula_part(part: str) -> str:
    """A part in brackets where it would be misread without."""
    return f"({part})" if re.search(r"\S[ +-]", part) else part
