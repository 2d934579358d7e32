"""What data holds that conventions decide."""

from __future__ import annotations

from homonym.cli.measured_output import list_situation_outcomes
from homonym.datasets.edges_in_data import find_edges_in_data
from homonym.records.schema_entry import MetricEntry
from homonym.reference.case import TableCase
from homonym.reference.corpus import edge

CLEAN = (
    [(1, 1, 0.9), (1, 2, 0.5), (2, 2, 0.7), (2, 1, 0.6)],
    [(1, 1, 1.0), (2, 1, 2.0)],
)


def test_data_without_edges_rests_on_no_convention() -> None:
    """Both sides for every user, lists as long as k, plain scores and grades."""
    assert find_edges_in_data(TableCase.of("data", *CLEAN, 2)) == {}


def test_each_edge_is_found_and_counted() -> None:
    """User 3 has no list and two grades below 1, 4 no truth, 5 a short tied list and
    grades 0 and -1 only."""
    lists = [*CLEAN[0], (4, 1, 0.4), (4, 2, 0.3), (4, 3, 0.2), (5, 1, 0.5), (5, 2, 0.5)]
    truth = [*CLEAN[1], (3, 1, 1.0), (5, 1, 0.0), (5, 2, -1.0)]
    truth += [(3, 2, 0.5), (3, 3, 0.99)]
    assert find_edges_in_data(TableCase.of("data", lists, truth, 3)) == {
        "user_without_list": "users of the truth without a list: 1",
        "user_absent_from_truth": "lists of users without a truth: 1",
        "user_without_relevant": "users without a relevant item: 1",
        "short_list": "lists shorter than k: 3",
        "ties": "lists with tied scores: 1",
        "zero_grade": "judged pairs of grade 0: 1",
        "grade_below_one": "judged pairs of a grade between 0 and 1: 2",
        "negative_grade": "judged pairs of a grade below 0: 1",
    }


def test_lists_out_of_order_are_counted() -> None:
    """Scores that fall or stay are in order."""
    lists = [(1, 1, 0.5), (1, 2, 0.9), (2, 1, 0.5), (2, 2, 0.5), (2, 3, 0.1)]
    case = TableCase.of("data", lists, [(1, 1, 1.0), (2, 1, 1.0)], 2)
    assert find_edges_in_data(case) == {
        "ties": "lists with tied scores: 1",
        "unsorted": "lists whose scores do not fall: 1",
    }


def test_every_probe_that_data_shows_can_be_counted() -> None:
    """And nothing is counted that no probe has words for; ids may be of any type."""
    for one in edge():
        assert bool(one.in_data) == bool(one.counted), one.id
    rows = [("ann", (1, 2), 0.5), (2.5, "b", 0.5)]
    case = TableCase.of("data", rows, [("ann", (1, 2), 1.0), (7, "b", 1.0)], 1)
    assert [*find_edges_in_data(case)] == [
        "user_without_list",
        "user_absent_from_truth",
    ]


def test_a_probe_shows_the_edge_of_one_that_is_there() -> None:
    """Else no data would ever lead to it."""
    counted = {one.id for one in edge() if one.in_data}
    assert {one.shows for one in edge() if one.shows} <= counted


def test_a_situation_is_told_by_the_first_probe_that_shows_it() -> None:
    """Recall's word on grade 0 is not that of `zero_grade`, which hides it."""
    told_at = {
        "precision": {"zero_grade": "relevant"},
        "recall": {"zero_grade_missed": "not relevant"},
        "hit_rate": {},
    }
    entries = {
        name: MetricEntry(claims=name, status="unexplained", conventions=at)
        for name, at in told_at.items()
    }
    (told,) = list_situation_outcomes(
        {"zero_grade": "judged pairs of grade 0: 1"}, entries
    )
    assert told["outcomes"] == {
        "precision": "relevant",
        "recall": "not relevant",
        "hit_rate": "not recorded",
    }
