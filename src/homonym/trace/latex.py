r"""A variant's formula in LaTeX: `latex`, start there.

A family's template (`templates`) has a place for each of its axes, and a choice's own
formula is put in. A family without a template, which no library computes, shows the
formula of its file beside the choices.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from homonym.trace.formula_templates import ROWS, SPELLED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from homonym.reference.variants import Family, Variant

PLACE = re.compile(r"<([a-z_]+)(?:\.([a-z]+))?>")
WORDS = re.compile(
    r"(\\text\{[^{}]*\}|\\[A-Za-z]+(?:\{[A-Za-z@]+\})?)"
    r"|([A-Za-z]{2,}(?:,? [A-Za-z]+)*)"
)
"""In LaTeX: text, commands with a word, and words of several letters."""
PROSE = re.compile(r"[A-Za-z]{2,}")
SIGNS = {"alpha": r"\alpha", "beta": r"\beta", "r_max": "r_{max}"}
"""How formulas write parameters whose name they do not use."""


def latex(variant: Variant) -> str:
    """The formula of a variant, aligned.

    >>> from homonym.reference.variants import Variant
    >>> print(latex(Variant.parse("precision(divisor=k)")))
    \\begin{aligned}
    & \\frac{1}{|U|} \\sum_u \\frac{a_u}{b_u} \\\\
    & a_u = H = \\sum_{n \\le k} h_n \\\\
    & b_u = k
    \\end{aligned}
    """
    body = " \\\\\n".join(f"& {row}" for row in lines(variant) if row)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def lines(variant: Variant) -> list[str]:
    """The rows of the formula, then the parameters that stand in them."""
    if variant.family not in ROWS:
        return [*own(variant.home), *beside(variant)]
    rows = [filled(row, variant) for row in ROWS[variant.family]]
    known = {**variant.home.parameters, **dict(variant.parameters)}
    told = [
        f"{sign} = {value:g}"
        for name, value in known.items()
        if any((sign := SIGNS.get(name, name)) in row for row in rows)
    ]
    return [upright(row) for row in (*rows, *told)]


def filled(row: str, variant: Variant) -> str:
    """A template with the variant's choices in its places, and in theirs."""
    while PLACE.search(row):
        row = PLACE.sub(lambda place: put(variant, place[1], place[2] or ""), row)
    return " ".join(row.split())


def put(variant: Variant, axis: str, part: str) -> str:
    """What stands in the place of an axis, or of a part of one."""
    choice = variant.home.axes[axis].choices[variant.names[axis]]
    place = f"{axis}.{part}" if part else axis
    spelled = SPELLED.get(variant.family, {}).get(place, {})
    return spelled.get(choice.name, "" if part else prose(choice.formula))


def prose(formula: str) -> str:
    """A formula that is a sentence as text."""
    words = not re.search(r"[\\^_]", formula) and len(PROSE.findall(formula)) > 2
    return rf"\text{{{formula}}}" if words else formula


def own(home: Family) -> list[str]:
    """The formulas that the family's file begins with, without their range."""
    blocks = re.split(r"\n\s*\n", home.doc)
    block = next((one for one in blocks if one.startswith("    ")), "")
    rows = (row.partition("range ")[0].strip() for row in block.splitlines())
    return [upright(prose(row)) for row in rows]


def beside(variant: Variant) -> Iterator[str]:
    """Each choice's own formula, with the axis in words; of the users, without."""
    for axis, name in variant.choices:
        formula = prose(variant.home.axes[axis].choices[name].formula)
        label = "" if axis == "users" else f"{axis}: ".replace("_", " ")
        yield upright(label + formula)


def upright(formula: str) -> str:
    """A formula with its words as LaTeX sets words."""
    plain = formula.replace("…", r"\ldots ")
    return WORDS.sub(lambda found: found[1] or word(found[2]), plain)


def word(words: str) -> str:
    """Words upright; several with their spaces."""
    return rf"\text{{{words}}}" if " " in words else rf"\mathrm{{{words}}}"
