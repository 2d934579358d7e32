"""Cases as functions take them: small tables, arranged by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from homonym.adapters.contract import Refuse, Value
from homonym.drafting import arranged
from homonym.reference.case import TableCase

LISTS = [("u", 1, 0.9), ("u", 2, 0.8), ("u", 3, 0.1), ("v", 3, 0.7), ("v", 1, 0.6)]
TRUTH = [("u", 1, 1.0), ("u", 3, 2.0), ("v", 1, 1.0)]


def of(lists: list[Any] = LISTS, truth: list[Any] = TRUTH) -> TableCase:
    """A case of these tables."""
    return TableCase.of("tables", lists, truth, 2)


CASE = of()
REPEATED = of([*LISTS, ("v", 1, 0.5)])
TWICE = of(truth=[*TRUTH, ("v", 1, 1.0)])
TIED = of([("u", 1, 0.9), ("u", 2, 0.9), ("v", 3, 0.7)])
BELOW = of(truth=[("u", 1, 0.5), ("v", 1, 1.0)])
ALONE = of([one for one in LISTS if one[0] == "u"])
FULL = of([*LISTS, ("v", 2, 0.2)])


def plain(found: Any) -> Any:
    """An array as lists."""
    return found.tolist() if isinstance(found, np.ndarray) else found


@pytest.mark.parametrize(
    ("arrange", "gives"),
    [
        (arranged.lists, {"u": [1, 2, 3], "v": [3, 1]}),
        (arranged.truth, {"u": [1, 3], "v": [1]}),
        (arranged.graded_truth, {"u": {1: 1.0, 3: 2.0}, "v": {1: 1.0}}),
        (arranged.hits_of_all, [[1, 0, 1], [0, 1]]),
        (arranged.qrels, {"u": {"1": 1, "3": 2}, "v": {"1": 1}}),
        (
            arranged.run,
            {"u": {"1": 0.9, "2": 0.8, "3": 0.1}, "v": {"3": 0.7, "1": 0.6}},
        ),
        (arranged.true_values, [1.0, 2.0, 1.0]),
        (arranged.grade_matrix, [[1.0, 0.0, 2.0], [1.0, 0.0, 0.0]]),
        (arranged.label_matrix, [[1, 0, 1], [1, 0, 0]]),
    ],
)
def test_a_case_is_arranged(arrange: Callable[[Any], Any], gives: object) -> None:
    assert plain(arrange(CASE)) == gives


def test_scores_of_every_candidate_stand_in_the_order_of_the_catalogue() -> None:
    """A training item is no candidate: it has minus infinity in a matrix."""
    assert arranged.scores_of(FULL, "v") == {1: 0.6, 2: 0.2, 3: 0.7}
    assert list(arranged.scores_of(FULL, "v")) == [*FULL.catalogue]
    assert arranged.scores_of_all(FULL) == [0.9, 0.8, 0.1, 0.6, 0.2, 0.7]
    assert arranged.labels_of_all(FULL) == [1, 0, 1, 1, 0, 0]
    trained = replace(CASE, train={"v": (2,)})
    assert plain(arranged.score_matrix(trained)) == [
        [0.9, 0.8, 0.1],
        [0.6, float("-inf"), 0.7],
    ]


def test_a_function_of_one_user_is_asked_for_each() -> None:
    """With the ranked items and the grades; or the scores, and the grades of all
    candidates in the same order."""
    asked: list[tuple[list[Any], dict[Any, float]]] = []

    def metric(items: list[Any], judged: dict[Any, float]) -> float:
        asked.append((items, judged))
        return len(asked) / 4

    assert arranged.each(CASE, metric) == Value(None, (0.25, 0.5))
    assert asked == [([1, 2, 3], {1: 1.0, 3: 2.0}), ([3, 1], {1: 1.0})]
    asked.clear()
    assert arranged.each_scored(FULL, metric) == Value(None, (0.25, 0.5))
    assert asked == [
        ([0.9, 0.8, 0.1], {1: 1.0, 2: 0.0, 3: 2.0}),
        ([0.6, 0.2, 0.7], {1: 1.0, 2: 0.0, 3: 0.0}),
    ]


def test_one_users_items_become_hits_and_grades() -> None:
    """0 for what nobody judged."""
    judged = {1: 1.0, 3: 2.0}
    assert arranged.hits([3, 2, 1], judged) == [1, 0, 1]
    assert arranged.grades([3, 2, 1], judged) == [2.0, 0.0, 1.0]
    assert arranged.best_first(judged) == [2.0, 1.0]
    assert arranged.target({7: 1.0}) == 7
    assert arranged.labels({1: 0.0, 2: 1.0, 3: 2.0}) == [0, 1, 1]
    assert arranged.firsts({"u": [1, 2, 3], "v": [1]}, 2) == {"u": [1, 2], "v": [1]}
    one = of(truth=[("v", 3, 1.0), ("u", 1, 1.0)])
    assert arranged.targets(one) == {"v": 3, "u": 1}
    assert arranged.in_order({"u": "a", "v": "b"}, one) == ["b", "a"]
    assert plain(arranged.array(n for n in (1, 2))) == [1, 2]


def test_predictions_stand_in_the_order_of_the_true_values() -> None:
    """One for each of them."""
    rated = of(
        truth=[("v", 1, 4.0), ("v", 3, 2.0), *[("u", i, 3.0) for i in (3, 1, 2)]]
    )
    assert arranged.true_values(rated) == [4.0, 2.0, 3.0, 3.0, 3.0]
    assert arranged.predictions(rated) == [0.6, 0.7, 0.1, 0.9, 0.8]
    assert arranged.predicted(CASE)["v"] == {3: 0.7, 1: 0.6}


def test_pairs_become_a_table() -> None:
    found = arranged.frame(CASE.truth, "user", "item", "grade")
    assert [*found.columns] == ["user", "item", "grade"]
    assert found.to_numpy().tolist() == [list(row) for row in TRUTH]


@pytest.mark.parametrize(
    ("arrange", "case", "why"),
    [
        (arranged.users, ALONE, "a user has both"),
        (arranged.truth, TWICE, "a pair cannot stand in it twice"),
        (arranged.lists, TIED, "it takes no scores"),
        (arranged.truth, BELOW, "it takes relevant items"),
        (arranged.targets, CASE, "one relevant item a user"),
        (arranged.hits_of_all, REPEATED, "what an item twice counts"),
        (arranged.score_matrix, REPEATED, "an item cannot stand in it twice"),
        (arranged.score_matrix, CASE, "a score for every candidate"),
        (arranged.label_matrix, BELOW, "it takes 0 and 1"),
        (arranged.predicted, REPEATED, "a prediction an item"),
        (arranged.predictions, CASE, "for every true value, and no other"),
        (arranged.qrels, BELOW, "whole numbers"),
        (arranged.run, REPEATED, "its run is a dictionary"),
    ],
)
def test_what_would_have_to_be_invented_is_refused(
    arrange: Callable[[Any], Any], case: TableCase, why: str
) -> None:
    with pytest.raises(Refuse, match=why):
        arrange(case)


def test_what_is_twice_or_below_0_is_refused_of_one_user_too() -> None:
    with pytest.raises(Refuse, match="what an item twice counts"):
        arranged.grades([1, 1], {})
    with pytest.raises(Refuse, match="it takes 0 and 1"):
        arranged.labels({1: -1.0})
    with pytest.raises(Refuse, match="one relevant item a user"):
        arranged.target({})


class Scalar:
    """A number of another library."""

    shape = ()

    def __float__(self) -> float:
        return 0.75


@pytest.mark.parametrize(
    ("returned", "number"),
    [
        (0.5, 0.5),
        (np.float32(0.5), 0.5),
        (np.array(0.5), 0.5),
        (np.array([[0.5]]), 0.5),
        ([0.5], 0.5),
        ({"ndcg": [0.5]}, 0.5),
        ("0.5", 0.5),
        (Scalar(), 0.75),
        ([Scalar()], 0.75),
    ],
)
def test_the_one_number_is_found_in_what_was_returned(
    returned: Any, number: float
) -> None:
    assert arranged.number(returned) == number


def test_several_numbers_are_none() -> None:
    with pytest.raises(TypeError, match="returned 2 numbers where one is asked for"):
        arranged.number([0.5, 0.25])


@pytest.mark.parametrize(
    ("returned", "given"),
    [
        (0.5, 0.5),
        ([0.5], 0.5),
        ([0.5, 0.25], Value(None, (0.5, 0.25))),
        (np.array([0.5, 0.25]), Value(None, (0.5, 0.25))),
        ({"u": 0.5, "v": [0.25]}, Value(None, (0.5, 0.25))),
        ({"map": 0.5}, 0.5),
    ],
)
def test_as_many_numbers_as_users_are_every_users(returned: Any, given: object) -> None:
    """A dictionary's, where its keys are the users."""
    assert arranged.whole(returned, CASE) == given
    with pytest.raises(TypeError, match="returned 3 numbers"):
        arranged.whole([1, 2, 3], CASE)
    with pytest.raises(TypeError, match="returned 2 numbers"):
        arranged.whole({"map": 1, "ndcg": 2}, CASE)
