"""How a case is arranged for the sequential models' code, without any clone."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from homonym.adapters._shared.candidates import candidates
from homonym.adapters._shared.hgn_functions import ranks
from homonym.adapters.contract import Refuse
from homonym.adapters.papers import _interactions, comirec, rechorus, tensorrec
from homonym.reference.case import TableCase
from homonym.reference.rankings.case import Case

FULL = Case.parse(". 1 . ; 1 . . @2")
MISSED = Case.parse(". 1 . | ; . . | 1 @2")
SEVERAL = Case.parse("1 . 2.5 ; . 1 . @2")


def test_a_target_that_is_not_listed_has_minus_infinity() -> None:
    """The others keep their scores; nobody has two targets."""
    (one, score, others), (other, missing, rest) = candidates(MISSED)
    lists = {u: dict(pairs) for u, pairs in MISSED.recommendations.items()}
    assert (score, missing) == (lists[1][one], -inf)
    assert dict(others) == {i: s for i, s in lists[1].items() if i != one}
    assert other not in lists[2]
    assert dict(rest) == lists[2]
    with pytest.raises(Refuse, match="leave-one-out"):
        candidates(SEVERAL)


def test_the_rank_of_what_is_not_listed_is_the_next_unless_every_rank_counts() -> None:
    """From 0: the second of three, and beyond a list of two."""
    assert ranks(FULL, uncut=True) == [1, 0]
    assert ranks(MISSED, uncut=False) == [1, 2]
    with pytest.raises(Refuse, match="every rank counts"):
        ranks(MISSED, uncut=True)


def test_comirecs_index_answers_any_search_with_the_first_items() -> None:
    """The vectors are not looked at."""
    index = comirec.Index([[3, 1, 2], [2, 1, 3]])
    assert index.GpuIndexFlatIP(None, 1, None) is index
    assert index.search(None, 2) == (None, [[3, 1], [2, 1]])


def test_rechorus_gets_the_relevant_items_first_and_as_many_places_for_others() -> None:
    """A list with all of them; each half in the order of the list."""
    (relevant, others), _ = rechorus.halves(SEVERAL)
    scores = [score for _, score in SEVERAL.recommendations[1]]
    assert (relevant, others) == ([scores[0], scores[2]], [scores[1]])
    assert rechorus.padded([0.5], 3) == [0.5, -inf, -inf]
    with pytest.raises(Refuse, match="a test item is in the list"):
        rechorus.halves(MISSED)


def test_tensorrec_ranks_what_is_not_listed_after_the_list() -> None:
    """Ranks count from 1, and interactions are grades."""
    found, interactions = tensorrec.given(SEVERAL)
    column = {item: place for place, item in enumerate(SEVERAL.catalogue)}
    listed = [column[item] for item, _ in SEVERAL.recommendations[1]]
    assert found[0, listed].tolist() == [1, 2, 3]
    assert sorted(found[0]) == [*range(1, len(column) + 1)]
    assert interactions.toarray()[0, listed].tolist() == [1, 0, 2.5]


def test_spotlight_and_caser_get_scores_of_all_items_and_two_matrices() -> None:
    """Which a function may change: each time they are made anew."""
    model, test, train = _interactions.arguments(FULL, whole=True)
    first = model.predict(0)
    first[:] = 0
    assert model.predict(0).max() > 0
    assert test.tocsr().toarray().sum(axis=1).tolist() == [1, 1]
    assert train.tocsr().shape == (2, len(FULL.catalogue))
    assert np.isneginf(model.predict(0)[train.tocsr().toarray()[0] == 1]).all()
    with pytest.raises(Refuse, match="one score for every candidate"):
        _interactions.arguments(MISSED, whole=True)


def test_no_candidate_comes_twice() -> None:
    """A row of scores has one an item."""
    twice = TableCase.of("twice", [[1, 1, 0.9], [1, 1, 0.8]], [[1, 1, 1]], 1)
    with pytest.raises(Refuse, match="none comes twice"):
        candidates(twice)
