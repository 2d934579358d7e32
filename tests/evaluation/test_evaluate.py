"""Which definitions are evaluated on tables, and by which conventions: the numbers are
left out, and the libraries made up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from homonym.errors import UserError
from homonym.evaluation import evaluate, wanted_variants
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import check_cut_offs, evaluate_inputs
from homonym.evaluation.evaluated_number import Basis
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.left_open import OpenConvention
from homonym.evaluation.numbers import Further
from homonym.evaluation.recorded_metrics import Computes
from homonym.evaluation.result import Evaluation
from homonym.reference.variants import Variant

RECALL, MIN = map(Variant.parse, ("recall(divisor=r)", "recall(divisor=min_k_r)"))
NOVELTY, RMSE = map(Variant.with_defaults, ("novelty", "rmse"))
LIST = "user_without_list"
SKIPPED = Conventions.of([f"{LIST}=skipped"])
GIVEN = Inputs({"a": ["x"]}, {"a": ["x"]})
NO_TRAIN = "looks at the training data, and there is none"
UNNAMED = "is of predicted ratings or chances, and evaluated where it is named"
Groups = Mapping[Conventions, Sequence[Variant]]


def computes(
    library: str, metric: str, variant: Variant, told: str = "", among: int = 0
) -> Computes:
    """A metric on record, and what it does with a user without a list."""
    outcomes = ((LIST, told),) if told else ()
    return Computes(library, "1.0", metric, variant, True, outcomes, among)


KNOWN = {
    "one": [
        computes("one", "recall", RECALL),
        computes("one", "novelty", NOVELTY),
        computes("one", "rmse", RMSE),
    ],
    "other": [
        computes("other", "recall", RECALL, "skipped"),
        computes("other", "capped", MIN, "skipped or counts as 0"),
    ],
    "open": [computes("open", "m", RECALL, "", 2), computes("open", "m", MIN, "", 2)],
    "far": [computes("far", "novelty", NOVELTY)],
}


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[Groups]:
    """The definitions that are evaluated, by their conventions."""
    asked: list[Groups] = []

    def evaluate_runs(
        inputs: Inputs, cut_offs: Sequence[int], found: Groups, wanted: Further
    ) -> Evaluation:
        asked.append(found)
        faults = [Fault("without_list", "users without a list", 1, "count as 0")]
        return Evaluation([], [Basis(mine, {"users": 1}, faults) for mine in found])

    monkeypatch.setattr(evaluate, "evaluate_runs", evaluate_runs)
    monkeypatch.setattr(wanted_variants, "find_library_metrics", KNOWN.__getitem__)
    return asked


def test_definitions_that_are_named_are_evaluated_by_the_conventions_given(
    groups: list[Groups],
) -> None:
    """The usual ones where none are; what may be left open of them is asked."""
    found = evaluate_inputs(GIVEN, [5], ["recall(divisor=r)"])
    assert groups == [{Conventions(): [RECALL]}]
    assert (found.left, found.open_definitions) == ({}, {})
    evaluate_inputs(GIVEN, [5], ["recall(divisor=r)"], conventions=SKIPPED)
    assert groups[1:] == [{SKIPPED: [RECALL]}]


def test_what_a_name_leaves_out_is_told(groups: list[Groups]) -> None:
    """Of several definitions those that need more than there is."""
    found = evaluate_inputs(GIVEN, [5], ["coverage"])
    left = {one for its in found.left.values() for one in its}
    assert left and not left & {*groups[0][Conventions()]}


def test_a_log_is_evaluated_alone(
    monkeypatch: pytest.MonkeyPatch, groups: list[Groups]
) -> None:
    """With all that was asked; no lists are needed, and a bias is one of its ranks."""
    monkeypatch.setattr(evaluate, "evaluate_log", lambda *given: given)
    inputs = Inputs(logged={"reward": [1]}, bias=(1.0,))
    found: Any = evaluate_inputs(inputs, [5], ("m",), iter(["l"]))
    assert found == (inputs, [5], ["m"], ["l"], Conventions(), Further())
    assert not groups


def test_libraries_are_evaluated_by_their_conventions(groups: list[Groups]) -> None:
    """Those without a record of one by the usual; what needs more than there is, and
    what is evaluated only where it is named, is left, by the reason."""
    found = evaluate_inputs(GIVEN, [5], like=["one", "other"])
    assert groups == [{Conventions(): [RECALL, MIN], SKIPPED: [RECALL]}]
    assert found.left == {NO_TRAIN: (NOVELTY,), UNNAMED: (RMSE,)}
    assert [(one.conventions, one.like) for one in found.bases] == [
        (Conventions(), ("one", "other")),
        (SKIPPED, ("other",)),
    ]
    told = OpenConvention("other.capped", LIST, "skipped or counts as 0", "counts as 0")
    assert [one.open_conventions for one in found.bases] == [(told,), ()]
    assert found.open_definitions == {}


def test_of_libraries_what_is_named_is_evaluated(groups: list[Groups]) -> None:
    """What needs no more than there is, of ratings too; what none of them computes is
    told."""
    named = ["rmse", "novelty", str(MIN)]
    found = evaluate_inputs(GIVEN, [5], named, like=["one"])
    assert groups == [{Conventions(): [RMSE]}]
    assert found.left == {
        NO_TRAIN: (NOVELTY,),
        "is none that the libraries compute": (MIN,),
    }
    found = evaluate_inputs(GIVEN, [5], [str(RECALL)], like=["one"])
    assert found.left == {}


def test_what_records_of_libraries_leave_open_is_told(groups: list[Groups]) -> None:
    """All definitions that a metric may compute."""
    found = evaluate_inputs(GIVEN, [5], like=["open"])
    assert found.open_definitions == {"open.m": (RECALL, MIN)}


@pytest.mark.parametrize(
    ("inputs", "given", "told"),
    [
        (replace(GIVEN, bias=(1.0,)), {}, "a position bias is of a log, and none is "),
        (Inputs(), {}, "nothing to evaluate: lists need predictions and truth, rewa"),
        (Inputs({"a": ["x"]}), {}, "nothing to evaluate: "),
        (Inputs(None, {"a": ["x"]}), {}, "nothing to evaluate: "),
        (
            GIVEN,
            {"like": ["far", "far"]},
            "far, far computes none of what is asked from what is given",
        ),
        (
            GIVEN,
            {"metrics": [str(RMSE)], "further": Further(per_user=True)},
            f"no user has rows of {RMSE}: rows are of rankings",
        ),
        (
            GIVEN,
            {"like": ["one", "other"], "further": Further(per_user=True)},
            f"{RECALL} is evaluated by 2 sets of conventions, and rows of users do",
        ),
    ],
)
def test_what_cannot_be_evaluated_is_refused(
    inputs: Inputs, given: dict[str, Any], told: str, groups: list[Groups]
) -> None:
    """Before a table is read."""
    with pytest.raises(UserError, match=f"^{re.escape(told)}"):
        evaluate_inputs(inputs, [5], **given)
    assert not groups


def test_users_have_rows_where_one_definition_has_them(groups: list[Groups]) -> None:
    """By one set of conventions each; unasked it does not matter."""
    rows = Further(per_user=True)
    evaluate_inputs(GIVEN, [5], ["rmse", str(RECALL)], further=rows)
    evaluate_inputs(GIVEN, [5], like=["other"], further=rows)
    evaluate_inputs(GIVEN, [5], like=["one", "other"])
    evaluate_inputs(GIVEN, [5], ["rmse"])
    assert len(groups) == 4


@pytest.mark.parametrize("k", [0, -1, True, 1.5, "1"])
def test_a_cut_off_is_a_whole_number_from_1(k: Any, groups: list[Groups]) -> None:
    """The first that is none is named, of definitions without one too."""
    told = f"the cut-off k is {k!r}, and must be a whole number from 1"
    for cut_offs in ([k], [1, k, 0]):
        with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
            check_cut_offs(cut_offs)
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        evaluate_inputs(GIVEN, [k], ["rmse"])
    check_cut_offs([1, 2])


def test_without_a_cut_off_what_has_none_is_evaluated(groups: list[Groups]) -> None:
    """Anything else is refused, with how one is given."""
    evaluate_inputs(GIVEN, [], [str(RMSE)])
    assert groups == [{Conventions(): [RMSE]}]
    with pytest.raises(UserError, match=r"^no cut-off is given: write "):
        evaluate_inputs(GIVEN, [], [str(RMSE), str(RECALL)])
