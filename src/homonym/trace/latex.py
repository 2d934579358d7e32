r"""A variant's formula in LaTeX: `render_variant_latex`, start there.

A family's rows have a place for each of its axes, and what the variant's choice
declares is put in (`homonym.reference.declarations`). A family without rows, which no
library computes, shows the formula of its file beside the choices.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING

from homonym.reference.declarations import filled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from homonym.reference.variants import Family, Variant

WORDS = re.compile(
    r"(\\text\{[^{}]*\}|\\[A-Za-z]+(?:\{[A-Za-z@]+\})?)"
    r"|([A-Za-z]{2,}(?:,? [A-Za-z]+)*)"
)
"""In LaTeX: text, commands with a word, and words of several letters."""
PROSE = re.compile(r"[A-Za-z]{2,}")
SIGNS = {"alpha": r"\alpha", "beta": r"\beta", "r_max": "r_{max}"}
"""How formulas write parameters whose name they do not use."""


def render_variant_latex(variant: Variant) -> str:
    """The formula of a variant, aligned.

    >>> from homonym.reference.variants import Variant
    >>> print(render_variant_latex(Variant.parse("precision(divisor=k)")))
    \\begin{aligned}
    & \\frac{1}{|U|} \\sum_u \\frac{a_u}{b_u} \\\\
    & a_u = H = \\sum_{n \\le k} h_n \\\\
    & b_u = k
    \\end{aligned}
    """
    body = " \\\\\n".join(f"& {row}" for row in list_formula_rows(variant) if row)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


@cache
def list_formula_rows(variant: Variant) -> tuple[str, ...]:
    """The rows of the formula, then the parameters that stand in them."""
    if not variant.home.rows:
        return (*read_doc_formulas(variant.home), *yield_choice_formulas(variant))
    rows = [fill_formula_row(row, variant) for row in variant.home.rows]
    known = {**variant.home.parameters, **dict(variant.parameters)}
    told = [
        f"{sign} = {value:g}"
        for name, value in known.items()
        if any((sign := SIGNS.get(name, name)) in row for row in rows)
    ]
    return tuple(format_formula_words(row) for row in (*rows, *told))


def fill_formula_row(row: str, variant: Variant) -> str:
    """A row with what the variant's choices declare in its places."""
    return " ".join(filled(row, partial(fill_axis_place, variant)).split())


def fill_axis_place(variant: Variant, axis: str, part: str) -> str:
    """What stands in the place of an axis, or of a part of one."""
    choice = variant.choice(axis)
    if part:
        return choice.part(part) or ""
    return set_prose_as_text(choice.formula) if choice.row is None else choice.row


def set_prose_as_text(formula: str) -> str:
    """A formula that is a sentence as text."""
    words = not re.search(r"[\\^_]", formula) and len(PROSE.findall(formula)) > 2
    return rf"\text{{{formula}}}" if words else formula


def read_doc_formulas(home: Family) -> list[str]:
    """The formulas that the family's file begins with, without their range."""
    blocks = re.split(r"\n\s*\n", home.doc)
    block = next((one for one in blocks if one.startswith("    ")), "")
    rows = (row.partition("range ")[0].strip() for row in block.splitlines())
    return [format_formula_words(set_prose_as_text(row)) for row in rows]


def yield_choice_formulas(variant: Variant) -> Iterator[str]:
    """Each choice's own formula, with the axis in words; of the users, without."""
    for axis in variant.names:
        formula = set_prose_as_text(variant.choice(axis).formula)
        label = "" if axis == "users" else f"{axis}: ".replace("_", " ")
        yield format_formula_words(label + formula)


def format_formula_words(formula: str) -> str:
    """A formula with its words as LaTeX sets words."""
    plain = formula.replace("…", r"\ldots ")
    return WORDS.sub(lambda found: found[1] or wrap_upright_words(found[2]), plain)


def wrap_upright_words(words: str) -> str:
    """Words upright; several with their spaces."""
    return rf"\text{{{words}}}" if " " in words else rf"\mathrm{{{words}}}"
