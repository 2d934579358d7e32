"""Which variants have a page is known before any page is drawn."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from homonym.explain.variant import describe_relations
from homonym.records.schema_entry import MetricEntry, NearestVariant
from homonym.reference.variants import Variant, every_family
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.papers import read_papers
from homonym.reports.findings.survey import Survey
from homonym.reports.pages.render import render_mathml
from homonym.reports.pages.variant import list_linked_variants

Surveyed = Callable[..., Survey]
NEAR = {"agrees_on": 50, "of": 60, "witness": "1 . @1"}
RARE = "recall(divisor=r, cut=mean_1_to_k, users=by_r)"


@pytest.mark.parametrize(
    "entry",
    [
        {"variants": [RARE]},
        {"documented": {"variant": RARE, "quote": "so it says", "where": "m.py:1"}},
        {"variants": [], "nearest": {"variant": RARE, **NEAR}},
        {"runner_up": {"variant": RARE, **NEAR}},
    ],
    ids=["computed", "promised", "nearest", "runner-up"],
)
def test_what_a_record_names_has_a_page(surveyed: Surveyed, entry: dict) -> None:  # type: ignore[type-arg]
    """However it names it; without the record there is none."""
    usual = {"claims": "recall", "variants": ["recall(divisor=r)"]}
    one = surveyed(("fake", "1.0.0", {"recall": usual}))
    assert RARE not in list_linked_variants(one)
    other = surveyed(("fake", "1.0.0", {"recall": {**usual, **entry}}))
    assert set(list_linked_variants(other)) == {*list_linked_variants(one), RARE}


def test_what_a_paper_or_a_family_names_has_a_page(surveyed: Surveyed) -> None:
    """Whatever the records say."""
    usual = {"claims": "recall", "variants": ["recall(divisor=r)"]}
    found = list_linked_variants(surveyed(("fake", "1.0.0", {"recall": usual})))
    assert found == sorted(set(found))
    named = [
        told.variant for one in read_papers() for told in one.metrics if told.variant
    ]
    assert named and {str(Variant.parse(id).canonical()) for id in named} <= {*found}
    assert {str(f.default.canonical()) for f in every_family().values()} <= {*found}


def test_an_id_that_is_not_known_here_has_none() -> None:
    """What the documentation promises may be the choice of a later homonym."""
    near = NearestVariant(
        variant="recall(divisor=moon)", agrees_on=1, of=2, witness="1 . @1"
    )
    odd = MetricEntry(claims="recall", status="unexplained", nearest=near)
    one = Finding("fake", "1.0.0", "recall", odd)
    found = list_linked_variants(cast(Survey, SimpleNamespace(findings=(one,))))
    assert found and "recall(divisor=moon)" not in found


def test_a_page_says_what_is_never_above_and_never_below(site: Path) -> None:
    """Each sentence is what `homonym explain` says."""
    ndcg = Variant.with_defaults("ndcg")
    said = list(describe_relations(ndcg))
    assert said
    pages = (file.read_text(encoding="utf-8") for file in site.glob("**/*.html"))
    assert any(all(one in unescape(page) for one in said) for page in pages)


def test_no_sentence_runs_into_the_next(site: Path) -> None:
    """A line of a template that ends in a tag ends without a space."""
    for file in site.glob("variant-*.html"):
        page = file.read_text(encoding="utf-8")
        assert ".On the command line" not in page, file.name
        assert '.<a href="#papers">' not in page, file.name


def test_the_formula_of_a_page_is_that_of_its_variant(site: Path) -> None:
    """The family's, which divides by r, is called recall in general."""
    text = (site / "variant-recall-divisor-min_k_r.html").read_text(encoding="utf-8")
    own, general, choices = (
        text.index(told)
        for told in (
            'id="formula"',
            "<p>Recall in general:</p>",
            'aria-label="Choices"',
        )
    )
    assert own < general < choices
    assert str(render_mathml(r"b_u = \min(k, r)")) in text[own:general]
    assert str(render_mathml(r"\min(k, r)")) not in text[general:choices]
