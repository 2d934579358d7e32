"""How adapters rearrange a case, without the library that reads it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from homonym.adapters._shared import frames, label_rows
from homonym.adapters._shared.hit_rows import hit_rows
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters.contract import Refuse, Value
from homonym.adapters.daisyrec import functions as daisyrec
from homonym.adapters.dl_rs_evaluation import beyond as dl_rs_evaluation_beyond
from homonym.adapters.elliot import beyond as elliot_beyond
from homonym.adapters.recbole import functions as recbole_functions
from homonym.adapters.recbole import pipeline as recbole_pipeline
from homonym.adapters.recbole import ranking as recbole
from homonym.adapters.recommenders import deeprec
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.rankings.case import Case

CASE = Case.parse(". 1 . ; 2.5 . 1 . @2")
CUT = Case.parse("1 . | 3 ; . 1 . | @2")


def table(*rows: tuple[int, int, float], k: int = 2) -> TableCase:
    """One user's list, of whom item 1 is relevant."""
    return TableCase.of("rows", rows, [[1, 1, 1]], k)


def test_recboles_test_file_has_the_truth_and_its_train_file_the_train_items() -> None:
    """Every pair of the truth is a positive, whatever its grade."""
    _, train, test = recbole_pipeline.ranked(CASE)
    assert test == [
        (user, item) for user, judged in CASE.truth.items() for item, _ in judged
    ]
    assert train == [(u, i) for u, items in CASE.train.items() for i in items] != []


def test_the_only_user_of_a_batch_keeps_the_whole_id() -> None:
    """An array that is asked with a tensor of one gives a text, not an array of it."""

    class One:
        """As a tensor of one number."""

        def __index__(self) -> int:
            return 1

        def tolist(self) -> list[int]:
            return [1]

    class Dataset:
        """RecBole's, as far as it is asked."""

        tokens = np.array(["[PAD]", "254"], dtype=object)

        def id2token(self, field: str, ids: object) -> object:
            assert field == "user_id"
            return self.tokens[ids]

    assert [*Dataset().id2token("user_id", One())] == ["2", "5", "4"]
    assert [*recbole_pipeline.named(Dataset(), "user_id", One())] == ["254"]


def test_recboles_labelled_pairs_are_the_lists() -> None:
    """1 for a relevant item, 0 for the others, in the order of the lists."""
    columns, train, test = recbole_pipeline.labelled(CASE)
    assert columns.split("\t")[-1] == "label:float"
    assert train == []
    assert [row[2] for row in test] == [0, 1, 0, 1, 0, 1, 0]


def test_recbole_wants_the_rank_of_every_item_for_gauc_alone() -> None:
    """A cut list is enough for the first k."""
    assert recbole_pipeline.ranked(CUT)
    with pytest.raises(Refuse, match="an unscored item has no rank"):
        recbole_pipeline.whole(CUT)


def test_recbole_takes_no_item_twice_and_no_list_shorter_than_k() -> None:
    """Both would have to be repaired."""
    twice, short = table((1, 1, 0.9), (1, 1, 0.8)), table((1, 1, 0.9), (1, 2, 0.8), k=3)
    for arrange in (recbole_pipeline.ranked, recbole_pipeline.labelled):
        with pytest.raises(Refuse, match="none comes twice"):
            arrange(twice)
    with pytest.raises(Refuse, match="no list is shorter"):
        recbole.first_k(short)


def test_recboles_functions_get_k_flags_and_the_number_of_positives() -> None:
    """And for GAUC the sum of the ranks, the length and the number."""
    assert recbole.first_k(CASE) == [[0, 1, 1], [1, 0, 2]]
    assert recbole.ranks(CASE) == [[2, 3, 1], [4, 4, 2]]
    assert "gauc_" in recbole_functions.adapter.metrics


def test_daisyrec_1_gets_ones_and_zeros_of_every_user_with_a_list() -> None:
    """A user who is not in the truth has zeros, one without a list is not there."""
    rows = [[1, 1, 0.9], [1, 2, 0.5], [2, 1, 0.9]]
    case = TableCase.of("rows", rows, [[1, 2, 1], [3, 1, 1]], k=2)
    first = replace(case, k=1)
    assert daisyrec.first_hits(first) == {1: [0], 2: [0]}
    assert daisyrec.hits(first) == {1: [0, 1], 2: [0]}
    assert daisyrec.truth(case) == {1: {2}, 3: {1}}


@pytest.mark.parametrize("k", [0, -1])
def test_lists_are_cut_at_no_cut_off_below_1(k: int) -> None:
    """The function is not told k: what came of it would be the slice's doing."""
    case = TableCase.of("rows", [[1, 1, 0.9], [1, 2, 0.5]], [[1, 2, 1]], k=k)
    for asked in (daisyrec.first_hits, truth_and_lists, hit_rows):
        with pytest.raises(Refuse, match="none at a cut-off below 1"):
            asked(case)


def test_lists_are_cut_at_the_largest_cut_off_of_the_call() -> None:
    """Of three items the first two, where k = 1 is asked for with 2 beside it."""
    rows = [[1, 1, 0.9], [1, 2, 0.5], [1, 3, 0.1]]
    case = TableCase.of("rows", rows, [[1, 2, 1]], k=1)
    assert truth_and_lists(case) == ([[2]], [[1]])
    assert truth_and_lists(replace(case, also=(2,))) == ([[2]], [[1, 2]])


def test_a_user_without_a_truth_has_no_row_of_labels() -> None:
    """One of the truth without a judged item has: of zeros."""
    rows, truth = [[1, 1, 0.9], [2, 1, 0.8]], [[1, 1, 1]]
    with pytest.raises(Refuse, match="without a truth"):
        label_rows.rows(TableCase.of("rows", rows, truth, k=1), float)
    case = TableCase.of("rows", rows, truth, k=1)
    both = replace(case, truth={**case.truth, 2: ()})
    assert label_rows.rows(both, float) == [([1.0], [0.9]), ([0.0], [0.8])]


def test_daisyrec_refuses_a_pair_that_stands_twice_in_the_truth() -> None:
    """A set cannot hold it."""
    case = TableCase.of("rows", [[1, 1, 0.9]], [[1, 1, 1], [1, 1, 1]], k=1)
    with pytest.raises(Refuse, match="cannot stand in it twice"):
        daisyrec.truth(case)


def test_elliot_reads_groups_numbered_from_0_and_aspects_as_numbers() -> None:
    """From files, which are gone after the call."""
    run = RunCase.parse("3: a > c ; b > a | ac,b @1")
    needs = {"user_": "groups of users", "item_": "groups of items"}
    with elliot_beyond.files(run, needs) as read:
        users, items = (
            Path(read[f"{who}_clustering_file"]) for who in ("user", "item")
        )
        assert read["item_clustering_name"] == "groups of items"
        assert users.read_text() == "1\t1\n2\t0\n"
        assert items.read_text() == "1\t0\n3\t0\n2\t1\n"
    assert not users.exists()
    about = AspectCase.parse("1d > 5ab | .a @1")
    with elliot_beyond.files(about, {"": "aspects"}) as read:
        assert Path(read["feature_data"]).read_text() == "1\t2\n2\t0\t1\n3\t0\n"


def test_elliot_is_given_no_groups_that_a_case_does_not_have() -> None:
    """They would have to be invented; so would distances for DL RS Evaluation."""
    with (
        pytest.raises(Refuse, match="groups of users from a file: the case has none"),
        elliot_beyond.files(CASE, {"": "groups of users"}),
    ):
        pass
    with pytest.raises(Refuse, match="there are no groups"):
        dl_rs_evaluation_beyond.distances(CASE)


def test_elliots_numbers_by_group_are_told_from_the_one_of_all() -> None:
    """One answer has all, after what other metrics gave; the one of all is the last."""
    found = [("nDCG", 0.5), ("RSP-Prob_items:x-0", 0.1), ("RSP-Prob_items:x-1", 0.2)]
    found.append(("RSP_items:x", 0.3))
    assert elliot_beyond.told("RSP-Prob", found, by_group=True) == Value(
        None, (0.1, 0.2)
    )
    assert elliot_beyond.told("RSP", found, by_group=False) == 0.3


def test_dl_rs_evaluation_is_shown_k_items_of_every_user_of_the_truth() -> None:
    """As columns of the catalogue, with the hits among them."""
    run = RunCase.parse("b > ca = ad ; c > b | dabc @1")
    rows = [
        (row, listed, hits.tolist())
        for row, listed, hits in dl_rs_evaluation_beyond.shown(run)
    ]
    assert rows == [(0, [3], [False]), (1, [2], [False])]
    far, *_ = dl_rs_evaluation_beyond.distances(RunCase.parse("b > ca | ab,c @1"))
    assert far.tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]


def judged(*grades: tuple[int, float]) -> TableCase:
    """One user's items 1 to 3, listed in that order, and what is judged of them."""
    lists = [(1, 1, 0.9), (1, 2, 0.6), (1, 3, 0.3)]
    return TableCase.of("rows", lists, [(1, *grade) for grade in grades], 2)


def test_a_pair_that_is_judged_twice_has_two_labels() -> None:
    """Whoever joins such rows has two of the pair: the library's doing, to be seen."""
    labels = frames.labels(judged((2, 1), (2, 1), (4, 1)))
    assert labels == {1: ((1, 0.0), (2, 1.0), (2, 1.0), (3, 0.0))}


def test_grades_of_1_or_more_are_labels_of_1() -> None:
    """Those of 0, and what nobody judged, are labels of 0."""
    case = judged((1, 5), (2, 0))
    assert frames.labels(case) == {1: ((1, 1.0), (2, 0.0), (3, 0.0))}
    assert deeprec.labels(case) == [[1.0, 0.0, 0.0]]


@pytest.mark.parametrize("grade", [0.5, -1])
def test_a_grade_below_1_is_no_label(grade: float) -> None:
    """As 0 it would be called irrelevant by the adapter, where the library raises or
    weighs it; one of an item in no list is told to nobody."""
    for labels in (frames.labels, deeprec.labels):
        with pytest.raises(Refuse, match="labels are 0 or 1"):
            labels(judged((1, grade), (2, 1)))
        labels(judged((4, grade), (2, 1)))
    assert deeprec.ones(judged((1, grade), (2, 1))) == [[0.0, 1.0, 0.0]]


def test_a_user_who_is_not_in_the_truth_has_no_labels() -> None:
    """Rows of such are in nobody's data; who is evaluated without a row has
    labels of 0."""
    lists = [(1, 1, 0.9), (1, 2, 0.6), (2, 1, 0.8)]
    case = TableCase.of("rows", lists, [(1, 2, 1)], 2)
    assert frames.labels(case) == {1: ((1, 0.0), (2, 1.0))}
    evaluated = replace(case, truth={**case.truth, 2: ()})
    assert frames.labels(evaluated)[2] == ((1, 0.0),)
