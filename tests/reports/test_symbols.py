"""Every symbol of every formula that pages show is in its legend."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from homonym.reference.variants import Family, every_family
from homonym.reports.findings.data import read_data
from homonym.reports.pages import family as family_page
from homonym.reports.pages.render import (
    convert_latex_to_mathml,
    select_latex_formulas,
    split_docstring,
)
from homonym.reports.pages.symbols import (
    build_symbol_legend,
    find_formula_symbols,
    parse_leading_symbol,
    read_symbol_meanings,
)
from homonym.trace.latex import list_formula_rows


def formulas(family: Family) -> list[str]:
    """Those of its file, of its choices, and of whole formulas with each choice."""
    axes = family.axes.values()
    choices = [one.formula for axis in axes for one in axis.choices.values()]
    whole = [
        row
        for axis in family.axes
        for v in family.along(axis)
        for row in list_formula_rows(v)
    ]
    return select_latex_formulas(
        [*family_page.list_family_formulas(family), *choices, *filter(None, whole)]
    )


@pytest.mark.parametrize("family", every_family().values(), ids=lambda one: one.name)
def test_every_symbol_has_a_meaning(family: Family) -> None:
    """In the legend of the family, of a variant, and of what is cited."""
    for formula in formulas(family):
        told = {
            parse_leading_symbol(sign)
            for sign, _ in build_symbol_legend(family, [formula])
        }
        assert told == find_formula_symbols(formula), formula


def test_no_meaning_is_told_of_a_symbol_that_no_formula_has() -> None:
    """The list is not longer than needed."""
    told = read_data("published/symbols.toml", "list of symbols")
    found = {
        name: set().union(*map(find_formula_symbols, formulas(f)))
        for name, f in every_family().items()
    }
    for name, signs in told["family"].items():
        assert not {parse_leading_symbol(sign) for sign in signs} - found[name], name
    for folder, signs in told["type"].items():
        mine = (n for n, f in every_family().items() if f.takes.folder == folder)
        assert {parse_leading_symbol(sign) for sign in signs} <= set().union(
            *(found[n] for n in mine)
        ), folder


def test_a_family_may_mean_something_else_by_a_letter() -> None:
    """p is a relevant item in AUC, and the reader's persistence in RBP."""
    assert dict(read_symbol_meanings(every_family()["auc"]))["p"] == "a relevant item"
    assert "goes on" in dict(read_symbol_meanings(every_family()["rbp"]))["p"]


def test_no_meaning_repeats_its_sign() -> None:
    """P(n) stands in the legend once, as the sign."""
    told = read_data("published/symbols.toml", "list of symbols")
    for signs in (*told["type"].values(), *told["family"].values()):
        for sign, words in signs.items():
            assert not words.startswith(
                (f"{parse_leading_symbol(sign)}(", f"{parse_leading_symbol(sign)}[")
            ), sign


def test_the_legends_stand_on_the_pages(site: Path) -> None:
    """AUC's N, D, n_p and i_p, which it lacked."""
    for name in (
        "family-auc.html",
        "cite-recbole.html",
        "variant-auc-positives-all.html",
    ):
        text = (site / name).read_text(encoding="utf-8")
        plain = " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
        assert "the number of negatives, as its axis says" in plain, name
        assert "a relevant item" in plain, name
    assert "the rank of p among the relevant items of the list" in plain


@pytest.mark.parametrize("family", every_family().values(), ids=lambda one: one.name)
def test_no_formula_shows_a_command(family: Family) -> None:
    """Words in a formula are words on the page, without the LaTeX around them."""
    for formula in formulas(family):
        shown = unescape(re.sub(r"<[^>]+>", "", convert_latex_to_mathml(formula)))
        assert "\\" not in shown and shown.count("{") == shown.count("}"), formula


@pytest.mark.parametrize("family", every_family().values(), ids=lambda one: one.name)
def test_what_is_said_of_a_family_is_prose(family: Family) -> None:
    """Greek letters and roots as signs: only its formulas are LaTeX."""
    blocks = split_docstring(family.doc)
    prose = [line for kind, lines in blocks if kind == "text" for line in lines]
    ranges = [
        line.partition("range ")[2]
        for kind, lines in blocks
        for line in lines
        if kind == "formula"
    ]
    for text in (*prose, *ranges):
        assert not re.search(r"\\[a-zA-Z]|[_^]\{", text), text


def test_a_difference_of_sets_is_no_box() -> None:
    """The sign that fonts have, as an operator."""
    assert "<mo>&#x2216;</mo>" in convert_latex_to_mathml(r"|L \setminus rel|")
    assert "29F5" not in convert_latex_to_mathml(r"|L \setminus rel|")
