"""Constant scores: the numbers of each order worked by hand, and the page."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest

from homonym.records.outcomes import Outcome
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages import ties

BY_ID = (10 / 101, sum(1 / log2(rank + 1) for rank in range(1, 11)) / 101)
"""Ten of 101 ranks are hits."""


@pytest.mark.parametrize(
    ("order", "first", "last"),
    [
        ("input order", [(1, 1)], [(0, 0)]),
        ("input order reversed", [(0, 0)], [(1, 1)]),
        ("optimistic", [(1, 1)], [(1, 1)]),
        ("pessimistic", [(0, 0)], [(0, 0)]),
        ("larger item first", [BY_ID], [BY_ID]),
        ("input order or larger item first", [(1, 1), BY_ID], [(0, 0), BY_ID]),
    ],
)
def test_an_order_makes_the_number(
    order: str, first: list[ties.HrAndNdcg], last: list[ties.HrAndNdcg]
) -> None:
    """Rank 1 gives 1, rank 101 gives 0; where ids decide, the mean over all ranks."""
    for place, expected in enumerate((first, last)):
        found = ties.compute_outcome_numbers(order, place)
        assert found
        assert found == tuple(pytest.approx(one) for one in expected)


def test_what_names_no_order_tells_no_number() -> None:
    """Nor does one of several."""
    for words in (
        "another order",
        "raises ValueError",
        "NaN",
        "optimistic or averaged",
    ):
        assert ties.compute_outcome_numbers(words, 0) is None


def test_the_page_has_every_metric_that_was_asked(site: Path) -> None:
    """Each outcome of hit rates and NDCGs once; the probe is one of the corpus."""
    page = (site / ties.PAGE).read_text("utf-8")
    assert ties.PROBE in {probe.id for probe in edge(Case)}
    rows = list(ties.group_tied_metrics(read_survey()))
    assert len({row.words for row in rows}) == len(rows)
    for row in rows:
        assert row.words in page
        assert not Outcome.parse(row.words).refused
    assert ">0.09901</span> on average" in page
