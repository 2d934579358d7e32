"""How the evaluation code of papers is asked, without a clone of any."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

from homonym.adapters._shared.batch_means import mean_of_batches
from homonym.adapters._shared.evaluation_lines import of_lines
from homonym.adapters._shared.lightgcn_functions import of_a_batch
from homonym.adapters._shared.score_matrix import truth_pairs, whole_matrix
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters._shared.values_by_rank import at_last_rank
from homonym.adapters.contract import Refuse, Value
from homonym.adapters.papers import kgcn, lr_gccf, mmgcn
from homonym.conformance_tests.test_snippets import lay_clone
from homonym.records import store
from homonym.reference.case import TableCase

ROOT = Path(__file__).parents[2]
PAPERS = ROOT / "adapters" / "papers"
COMMITTED = ROOT / "reports" / "records"

TWO = TableCase.of(
    "two users",
    [[1, 1, 0.9], [1, 2, 0.5], [2, 2, 0.8], [2, 1, 0.1]],
    [[1, 2, 1], [2, 2, 1], [2, 3, 1]],
    k=1,
)
"""Users 1 and 2; the first's one relevant item is second, one of the second's first."""


def test_lists_go_as_far_as_the_largest_cut_off_of_the_call() -> None:
    """And the truth is everything that stands in it, in its order."""
    assert truth_and_lists(TWO) == ([[2], [2, 3]], [[1], [2]])
    more = replace(TWO, also=(2,))
    assert truth_and_lists(more) == ([[2], [2, 3]], [[1, 2], [2, 1]])


def test_a_user_of_the_truth_without_a_list_is_refused() -> None:
    """The code of papers ranks for everybody."""
    case = TableCase.of("none", [[1, 1, 0.9]], [[1, 1, 1], [2, 1, 1]], k=1)
    with pytest.raises(Refuse, match="none is without"):
        truth_and_lists(case)


def test_a_sum_over_the_batch_is_divided_by_the_number_of_users() -> None:
    """As LightGCN-PyTorch's evaluation does: one hit of two users is a half."""
    functions = SimpleNamespace(
        getLabel=lambda truth, lists: [
            [float(item in known) for item in listed]
            for known, listed in zip(truth, lists, strict=True)
        ],
        hits=lambda truth, rows, k: sum(sum(row[:k]) for row in rows),
    )
    call = of_a_batch(lambda: functions, lambda held, *given: held.hits(*given))
    assert call(TWO) == 1 / 2


def test_a_short_last_batch_counts_as_much_as_a_full_one() -> None:
    """Users of value 1, 1 and 0, two a batch: (1 + 0) / 2, where their mean is 2/3."""
    values = [1.0, 1.0, 0.0]
    found = mean_of_batches(3, 2, lambda some: sum(values[some]) / len(values[some]))
    assert found == 0.5
    assert mean_of_batches(0, 2, lambda some: 1.0) is None


def test_the_lines_of_the_cases_cut_off_are_read() -> None:
    """Of several cut-offs, each with a line that names it."""
    asked = []

    def ask(truth: object, lists: object, cut_offs: list[int]) -> list[str]:
        asked.append((truth, lists, cut_offs))
        return [line for k in cut_offs for line in (f"Top {k}\n", f"Recall:0.{k}\n")]

    case = replace(TableCase.of("more", [[1, 1, 0.9]], [[1, 2, 1]], k=2), also=(3,))
    assert of_lines(ask, "Recall")(case) == 0.2
    assert asked == [({1: {2: 1.0}}, {1: [(1, 0.9)]}, [3, 2])]


def test_every_candidate_has_a_score_where_the_whole_ranking_is_asked() -> None:
    """Item 3 is a candidate of both users, and in neither list."""
    with pytest.raises(Refuse, match="every candidate"):
        whole_matrix(TWO)
    case = TableCase.of("whole", [[1, 1, 0.9], [1, 2, 0.5]], [[1, 2, 1]], k=1)
    assert whole_matrix(case).tolist() == [[0.9, 0.5]]
    assert truth_pairs(TWO) == ([0, 1, 1], [1, 1, 2])


def test_the_relevant_candidates_have_the_first_numbers() -> None:
    """LR-GCCF tells a hit by its number."""
    assert lr_gccf.numbered([7, 8], [5, 8, 6]) == [2, 1, 3]


def test_kgcn_asks_for_the_scores_of_one_user() -> None:
    """What the list leaves out scores minus infinity."""
    model = kgcn.model(TWO)
    given = {"users": [2, 2, 2], "items": [0, 1, 2]}
    assert model.get_scores(None, given) == ([0, 1, 2], [0.1, 0.8, -inf])


def test_mmgcn_numbers_users_by_their_place() -> None:
    """Those without an item have none."""
    assert mmgcn.by_place(TWO, {2: [4]}) == {0: [], 1: [4]}


def test_a_function_of_ranks_is_asked_for_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list is cut before: one item of two; the second user has two in the truth."""
    module = SimpleNamespace(seen=lambda ranked, truth: [len(ranked), len(truth)])
    monkeypatch.setitem(sys.modules, "ranks_of_a_paper", module)
    assert at_last_rank("ranks_of_a_paper", "seen")(TWO) == Value(None, (1.0, 2.0))


def test_what_no_variant_is_stands_written_out_beside_it() -> None:
    """On record, of every metric of a paper's code that is unexplained."""
    folders = {file.stem.replace("_", "-") for file in PAPERS.glob("[a-z]*.py")}
    found = [
        (library, name, entry.formula)
        for library in folders
        for file in store.list_record_files(library, COMMITTED)
        for name, entry in store.read_record_file(file).metrics.items()
        if entry.status == "unexplained"
    ]
    assert all(formula for *_, formula in found), found
    assert any(name == "MRRatK_r" for _, name, _ in found)


def test_the_code_shown_finds_the_clone_by_its_repositorys_name(tmp_path: Path) -> None:
    """Whatever the clone's folder is called."""
    clone = tmp_path / "somewhere"
    clone.mkdir()
    (clone / "utils.py").touch()
    lay_clone("lightgcn-pytorch", clone, tmp_path)
    assert (tmp_path / "LightGCN-PyTorch" / "utils.py").exists()
