r"""A variant's formula in LaTeX: `latex`, start there.

Every per-user family is a ratio a_u / b_u that the `users` axis combines. `RATIOS` says
what a and b are in the words of the family's axes; a choice's own formula is put in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from homonym.reference.axes import Family, Variant

RATIOS: dict[str, tuple[str, str]] = {
    "precision": (r"H = \sum_{<rank>} h_n", "<divisor>"),
    "recall": (r"H = \sum_{<rank>} h_n", "<divisor>"),
    "hit_rate": (r"<counts>, \; H = \sum_{n \le k} h_n", "1"),
    "r_precision": (r"\sum_{n \le <cut>} h_n", "<cut>"),
    "reciprocal_rank": (r"<counts>, \; <depth>", "1"),
    "average_precision": (
        r"<terms>, \; <depth>, \; P(n) = \frac{1}{n} \sum_{m \le n} h_m",
        "<divisor>",
    ),
    "mean_average_recall": (
        r"\sum_{n \le k} h_n R(n), \; R(n) = \frac{1}{r} \sum_{m \le n} h_m",
        "<divisor>",
    ),
    "ndcg": (r"\mathrm{DCG} = \sum_{<depth>} gain(g_n) \, discount(n)", "<ideal>"),
    "auc": (r"\sum_{<positives>} \left( 1 - \frac{a_p}{N} \right)", "<divisor>"),
}
WHERE = {
    "ndcg": ("gain", "grades", "discount", "rank", "reported"),
    "auc": ("above", "unranked", "negatives", "depth"),
    "recall": ("cut",),
}
"""The axes whose formulas stand beside a and b."""
LEFT = {"negatives": "N = ", "grades": "g_n = ", "gain": "gain(g) = "} | {
    "discount": "discount(n) = "
}
WORDS = re.compile(r"(\\[A-Za-z]+(?:\{[A-Za-z@]+\})?)|([A-Za-z]{2,}(?:,? [A-Za-z]+)*)")
"""In LaTeX: commands with a word, and words of several letters."""
PROSE = re.compile(r"[A-Za-z]{2,}")


def latex(variant: Variant) -> str:
    """The formula of a variant, aligned; of a family without a template the
    family's own beside the choices.

    >>> from homonym.reference.axes import Variant
    >>> print(latex(Variant.parse("precision(divisor=k)")))
    \\begin{aligned}
    & \\frac{1}{|U|} \\sum_u \\frac{a_u}{b_u} \\\\
    & a_u = H = \\sum_{n \\le k} h_n \\\\
    & b_u = k
    \\end{aligned}
    """
    rows = [row for row in lines(variant) if row]
    body = " \\\\\n".join(f"& {row}" for row in rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def lines(variant: Variant) -> list[str]:
    """How the users are combined, a, b, and what stands beside them."""
    axes = variant.home.axes
    formulas = {
        axis: upright(axes[axis].choices[name].formula)
        for axis, name in variant.choices
    }
    combined = formulas.pop("users", "")
    if variant.family not in RATIOS:
        chosen = (named(axis, formula) for axis, formula in formulas.items())
        return [*own(variant.home), combined, *chosen]
    above, below = (filled(part, formulas) for part in RATIOS[variant.family])
    beside = [
        named(axis, formulas[axis])
        for axis in WHERE.get(variant.family, ())
        if axis in LEFT or variant.names[axis] != axes[axis].default
    ]
    if variant.names.get("grades") == "as_given":
        beside = [row for row in beside if not row.startswith(LEFT["grades"])]
    return [combined, f"a_u = {upright(above)}", f"b_u = {below}", *beside]


def own(home: Family) -> list[str]:
    """The formulas that the family's file begins with, without their range."""
    blocks = re.split(r"\n\s*\n", home.doc)
    block = next((one for one in blocks if one.startswith("    ")), "")
    rows = (row.partition("range ")[0].strip() for row in block.splitlines())
    return [upright(row) for row in rows]


def filled(part: str, formulas: dict[str, str]) -> str:
    """A template with the choices' own formulas in it."""
    return re.sub(r"<(\w+)>", lambda found: formulas[found[1]], part)


def named(axis: str, formula: str) -> str:
    """A formula with what it is of: on its left, or the axis in words."""
    return upright(LEFT.get(axis, f"{axis}: ".replace("_", " "))) + formula


def upright(formula: str) -> str:
    """A formula with its words as LaTeX sets words; all of it where it is prose."""
    if not re.search(r"[\\^_]", formula) and len(PROSE.findall(formula)) > 2:
        return rf"\text{{{formula}}}"
    plain = formula.replace("…", r"\ldots ")
    return WORDS.sub(lambda found: found[1] or word(found[2]), plain)


def word(words: str) -> str:
    """Words upright; several with their spaces."""
    return rf"\text{{{words}}}" if " " in words else rf"\mathrm{{{words}}}"
