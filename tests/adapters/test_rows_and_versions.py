"""What adapters of rows of labels and of models refuse, and what versions they know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from homonym.adapters import implicit, irspack, lightfm_next, rankereval
from homonym.adapters._shared.dictionaries import lists, truth, whole
from homonym.adapters._shared.full_rankings import full_rankings
from homonym.adapters._shared.label_rows import rows
from homonym.adapters.contract import Refuse
from homonym.reference.case import TableCase
from homonym.reference.rankings.case import Case
from tests.adapters.test_adapters import metrics_at, told_at


def test_a_row_of_all_candidates_is_made_of_full_rankings_alone() -> None:
    """Of a cut list only where the listed items are asked for: there the relevant item
    outside it is unknown."""
    cut = Case.parse("2.5 . | 1 @1")
    with pytest.raises(Refuse, match="one score for every candidate"):
        rows(cut, float)
    ((worth, scores),) = rows(cut, float, listed=True)
    assert worth == [2.5, 0.0] and scores == sorted(scores, reverse=True)
    assert rows(Case.parse("2.5 . @1"), float)[0][0] == [2.5, 0.0]


def test_a_pair_that_is_judged_twice_has_no_one_label_and_no_one_key() -> None:
    """In a row, and in a dictionary."""
    twice = TableCase.of("twice", [[1, 1, 0.9]], [[1, 1, 1], [1, 1, 1]], 1)
    with pytest.raises(Refuse, match="one label"):
        rows(twice, float)
    with pytest.raises(Refuse, match="dictionaries"):
        truth(twice, whole)
    assert lists(twice) == {"1": {"1": 0.9}}


def test_a_model_recommends_nothing_that_no_model_would() -> None:
    """Of implicit: nothing that was trained on, and no fewer items than none; short
    lists are filled as those of its own models are, those of nobody too."""
    rows = [[1, 1, 0.9], [1, 2, 0.5]], [[1, 1, 1], [2, 2, 1]]
    trained = replace(TableCase.of("trained", *rows, 2), train={1: (2,)})
    with pytest.raises(Refuse, match="had in training"):
        implicit.arguments(trained)
    with pytest.raises(Refuse, match="fewer than 0"):
        implicit.arguments(TableCase.of("negative", *rows, -1))
    pytest.importorskip("scipy")
    model, _, _ = implicit.arguments(TableCase.of("short", *rows, 3))
    assert model.recommend([0, 1], None, 3)[0].tolist() == [[0, 1, -1], [-1, -1, -1]]


def test_a_model_that_scores_all_items_does_so_for_whoever_has_no_truth() -> None:
    """And for everybody, so that no user is without a list, and no candidate without a
    score."""
    both = [[1, 1, 0.9], [1, 2, 0.5], [2, 1, 0.8], [2, 2, 0.4]]
    assert full_rankings(TableCase.of("no truth", both, [[1, 1, 1]], 1)) == [1, 2]
    with pytest.raises(Refuse, match="no user is without a list"):
        full_rankings(TableCase.of("no list", both, [[3, 1, 1]], 1))
    with pytest.raises(Refuse, match="one score for every candidate"):
        full_rankings(TableCase.of("cut", both, [[1, 3, 1]], 1))


def test_whoever_is_not_in_the_truth_has_an_empty_row_in_the_test_matrix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of irspack, lightfm-next and rankerEval: what becomes of that user is their
    doing."""
    pytest.importorskip("scipy")
    both = [[1, 1, 0.9], [1, 2, 0.5], [2, 1, 0.8], [2, 2, 0.4]]
    case = TableCase.of("no truth", both, [[1, 1, 1]], 1)
    assert irspack.arguments(case)[0].toarray().tolist() == [[1, 0], [0, 0]]
    monkeypatch.setattr(lightfm_next, "model", lambda scores: scores)
    scores, truth, _ = lightfm_next.arguments(case)
    assert scores.shape == (2, 2)
    assert truth.toarray().tolist() == [[1, 0], [0, 0]]
    assert rankereval.matrix(case, float).tolist() == [[1, 0], [0, 0]]


def test_irspack_scores_nothing_for_whoever_has_no_list() -> None:
    """A row of what it gives the cells that it leaves out."""
    pytest.importorskip("scipy")
    case = TableCase.of("no list", [[1, 1, 0.9]], [[1, 1, 1], [2, 1, 1]], 1)
    truth, _, scores = irspack.arguments(case)
    assert truth.toarray().tolist() == [[1], [1]]
    assert scores.tolist() == [[0.9], [float("-inf")]]


def test_torchmetrics_cut_neither_map_nor_mrr_before_1_0(tmp_path: Path) -> None:
    """A plain name read the whole list; now a cut-off and none are two metrics."""
    older = metrics_at(tmp_path, "torchmetrics", "0.11.4")
    assert "RetrievalMAP" in older and "RetrievalMAP(top_k=None)" not in older
    newer = metrics_at(tmp_path / "..", "torchmetrics", "1.9.0")
    assert {"RetrievalMAP", "RetrievalMAP(top_k=None)"} <= set(newer)


@pytest.mark.parametrize(
    ("version", "known"), [("0.14.4", "bulk_impl"), ("2025.8.1", "RunAnalysis")]
)
def test_lenskit_leaves_out_what_its_generation_has(
    version: str, known: str, tmp_path: Path
) -> None:
    """What either names beside its metrics, and not what the other does."""
    asked = "[one for one in ('bulk_impl', 'RunAnalysis') if one in found.out_of_scope]"
    assert told_at(tmp_path, "lenskit", version, asked) == [known]
