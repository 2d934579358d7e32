"""A variant's formula in LaTeX: whole, and what its choices say."""

from __future__ import annotations

import re

from latex2mathml.converter import convert

from homonym.records import store
from homonym.reference.declarations import PLACE
from homonym.reference.variants import Variant, every_family
from homonym.trace.latex import render_variant_latex


def test_every_variants_formula_is_whole_latex() -> None:
    """Balanced brackets, no place left empty, no word in italics."""
    for family in every_family().values():
        for variant in family.variants[:: max(1, len(family.variants) // 60)]:
            text = render_variant_latex(variant)
            assert text.count("{") == text.count("}"), text
            assert not PLACE.search(text), text
            told = re.sub(r"\\text\{[^{}]*\}", " ", text)
            bare = re.sub(r"\\[A-Za-z]+(\{[^{}]*\})?", " ", told)
            assert not re.search(r"[A-Za-z]{3,}", bare), (str(variant), bare)


def computed() -> set[Variant]:
    """Every variant that a library on record computes."""
    metrics = (e for r in store.read_every() for e in r.metrics.values())
    return {Variant.parse(one) for e in metrics for one in e.variants}


def test_what_libraries_compute_has_one_formula_that_pages_can_show() -> None:
    """No axis stands beside it with a piece of its own; every choice shows in it."""
    found: dict[tuple[str, str], Variant] = {}
    for variant in computed():
        text = render_variant_latex(variant)
        assert not re.search(r"^& \\(text|mathrm)\{[a-z ]+\}: ", text, re.M), text
        other = found.setdefault((variant.family, text), variant)
        assert other == variant, (str(other), str(variant))
        convert(text)


def test_two_definitions_have_two_formulas() -> None:
    """Of a family with rows; those that are declared equal may share one."""
    for family in every_family().values():
        if not family.rows:
            continue
        found: dict[str, Variant] = {}
        for variant in family.variants[:: max(1, len(family.variants) // 200)]:
            other = found.setdefault(render_variant_latex(variant), variant.canonical())
            assert other == variant.canonical(), (str(other), str(variant))


def test_a_formula_says_what_is_computed() -> None:
    """Elliot's Gini is the complement of the index over n - 1; RecBole counts an item
    more than there are, and divides its entropy by the number of items shown."""
    gini = render_variant_latex(
        Variant.parse("gini(reported=equality, divisor=others)")
    )
    assert r"& 1 - \frac{\sum_j (2 j - n - 1) c_{(j)}}{(n - 1) \sum_j" in gini
    coverage = render_variant_latex(
        Variant.with_defaults("coverage(catalogue=all_and_padding)")
    )
    assert r"& \frac{|\bigcup_u L_u|}{|I| + 1}" in coverage
    entropy = render_variant_latex(
        Variant.parse("shannon_entropy(base=natural, divisor=items_shown)")
    )
    assert r"& -\frac{1}{|\bigcup_u L_u|} \sum_i p_i \, \ln p_i" in entropy


def test_a_formula_follows_the_choices() -> None:
    """The divisor of MAP, and the gain of WNDCG."""
    assert r"b_u = \min(k, r)" in render_variant_latex(Variant.with_defaults("MAP"))
    assert "b_u = r" in render_variant_latex(Variant.parse("MAP(divisor=r)"))
    assert r"\mathrm{gain}(g) = 2^g - 1" in render_variant_latex(Variant.parse("WNDCG"))
    assert r"\mathrm{gain}(g) = [g \ge 1]" in render_variant_latex(
        Variant.with_defaults("BNDCG")
    )
