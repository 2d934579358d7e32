"""People's own lists are a case as they stand, or are refused in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from homonym.datasets.lists import build_case_from_lists
from homonym.errors import UserError

LISTS, TRUTH = {"a": ["x", "y"]}, {"a": ["y"]}


class Three:
    """A number as numpy's types are one."""

    def __index__(self) -> int:
        return 3


def test_lists_of_items_have_scores_that_fall_with_the_rank() -> None:
    """Items of the truth have the grade 1; users stand in the order of the lists."""
    lists = {"b": ["x", "y"], "a": ("z", "x", "y", "w")}
    case = build_case_from_lists(lists, {"a": {"z"}, "b": iter(["y"])}, Three())  # type: ignore[arg-type]
    assert case.recommendations == {
        "b": (("x", 1.0), ("y", 0.5)),
        "a": (("z", 1.0), ("x", 0.75), ("y", 0.5), ("w", 0.25)),
    }
    assert list(case.truth.items()) == [("b", (("y", 1),)), ("a", (("z", 1),))]
    assert (case.k, case.train, case.catalogue) == (3, {}, ())
    assert type(case.k) is int


def test_scores_and_grades_are_taken_as_they_are() -> None:
    """Best first, ties in their order."""
    lists = {"a": {"x": 1, "y": Decimal("2.5"), "z": 2.5, "w": -1}}
    case = build_case_from_lists(lists, {"a": {"x": 2, "z": 0, "q": 0.5}}, 1)
    assert case.recommendations["a"] == (
        ("y", 2.5),
        ("z", 2.5),
        ("x", 1.0),
        ("w", -1.0),
    )
    assert case.truth["a"] == (("x", 2.0), ("z", 0.0), ("q", 0.5))


def test_training_items_and_a_catalogue_stand_beside() -> None:
    """Of users without a list too."""
    train = {"a": ["t"], "b": iter(["u", "v"])}
    case = build_case_from_lists(LISTS, TRUTH, 1, train, ["x", "y", "t"])
    assert case.train == {"a": ("t",), "b": ("u", "v")}
    assert case.catalogue == ("x", "y", "t")


@pytest.mark.parametrize("k", [0, -1, True, 1.0, "1", None])
def test_a_cut_off_is_a_whole_number_of_1_or_more(k: Any) -> None:
    """Before anything else is looked at."""
    told = f"the cut-off k is {k!r}; it must be a whole number of 1 or more"
    with pytest.raises(UserError, match=f"^{re.escape(told)}$"):
        build_case_from_lists(5, 5, k)  # type: ignore[arg-type]


def generate() -> Iterator[str]:
    """A list without a name."""
    yield "x"


@pytest.mark.parametrize(
    ("lists", "truth", "told"),
    [
        ([], TRUTH, "recommendations is []: give lists by user, as in {'ann': […]}"),
        (LISTS, 5, "truth is 5: give lists by user"),
        ({None: ["x"]}, TRUTH, "None in recommendations can be no user: give a text"),
        (LISTS, {float("nan"): ["x"]}, "nan in truth can be no user: "),
        ({"a": {"x"}}, TRUTH, "the list of user 'a' is a set, which has no order: "),
        ({"a": frozenset("x")}, TRUTH, "the list of user 'a' is a set, which has no"),
        ({"a": "xy"}, TRUTH, "the list of user 'a' is 'xy': give a list of items"),
        ({"a": b"xy"}, TRUTH, "the list of user 'a' is b'xy': give a list of items"),
        (LISTS, {"a": 5}, "the truth of user 'a' is 5: give a list of items"),
        (
            {"a": ["x", "y", "x"]},
            TRUTH,
            "item 'x' stands twice in the list of user 'a': an item may stand there o",
        ),
        (
            {"a": [("x", 0.5)]},
            TRUTH,
            "('x', 0.5) in the list of user 'a' can be no item: give a text or a num",
        ),
        ({"a": [["x"]]}, TRUTH, "['x'] in the list of user 'a' can be no item: "),
        ({"a": [None]}, TRUTH, "None in the list of user 'a' can be no item: "),
        ({"a": {("x", 1): 1}}, TRUTH, "('x', 1) in the scores of user 'a' can be no i"),
        (
            {"a": {"x": "1"}},
            TRUTH,
            "the score of item 'x' of user 'a' is '1': it must be a finite number",
        ),
        ({"a": {"x": 10**400}}, TRUTH, "the score of item 'x' of user 'a' is 1000"),
        ({"a": {"x": float("inf")}}, TRUTH, "the score of item 'x' of user 'a' is inf"),
        (
            LISTS,
            {"a": {"x": -0.5}},
            "the grade of item 'x' of user 'a' is -0.5: it must be 0 or more",
        ),
        (LISTS, {"a": {"x": None}}, "the grade of item 'x' of user 'a' is None: it m"),
        ({}, {}, "there are no users: give recommendations and truth by user"),
        ({}, TRUTH, "there are no users: "),
        ({"a": []}, TRUTH, "user 'a' has no list: no definition says what such a user"),
        (LISTS, {**TRUTH, "b": ["x"]}, "user 'b' has no list: no definition says"),
        (LISTS, {"b": ["x"]}, "user 'a' has no relevant item in the truth: no defini"),
        (LISTS, {"a": {"x": 0.5}}, "user 'a' has no relevant item in the truth: no d"),
        (
            {"a": ["1", "2"]},
            {"a": [1, 2.5]},
            "items are str in the lists and float and int in the truth, and none is in "
            "both: write them alike",
        ),
    ],
)
def test_what_no_definition_says_is_refused(lists: Any, truth: Any, told: str) -> None:
    """With the user and the item."""
    with pytest.raises(UserError, match=f"^{re.escape(told)}"):
        build_case_from_lists(lists, truth, 1)


def test_items_that_are_never_found_are_no_fault_of_their_own() -> None:
    """Where ids are written alike, in part, or one of them is in both."""
    for listed, judged in ((["x"], ["y"]), (["x", 1], ["2"]), ([1, "x"], [1.0])):
        case = build_case_from_lists({"a": listed}, {"a": judged}, 1)
        assert len(case.truth["a"]) == 1
    assert build_case_from_lists({"a": [1]}, {"a": [1.0]}, 1).k == 1
    assert build_case_from_lists({1.5: generate()}, {1.5: ("x",)}, 1).k == 1


@pytest.mark.parametrize(
    ("train", "catalogue", "told"),
    [
        (5, None, "train is 5: give lists by user"),
        ({"a": "xy"}, None, "the list of training items of user 'a' is 'xy': give a"),
        (
            {"a": ["x"]},
            None,
            "item 'x' is in the list of user 'a' and among the training items, which ",
        ),
        (
            {"a": ["t", "z"]},
            None,
            "item 'z' is in the truth of user 'a' and among the ",
        ),
        (None, "xyz", "the catalogue is 'xyz': give a list of items"),
        (None, ["x", "x"], "item 'x' stands twice in the catalogue: "),
        (None, ["x", "z"], "item 'y' is not in the catalogue, which must hold every "),
        (None, ["x", "y"], "item 'z' is not in the catalogue, which must hold every "),
        (None, [], "item 'x' is not in the catalogue, which must hold every item"),
        (
            {"b": ["u"], "a": ["x", "t"]},
            ["x", "y", "z"],
            "the training item 't' of user 'a' is not in the catalogue, which must ho",
        ),
    ],
)
def test_what_was_trained_on_is_no_candidate_and_in_the_catalogue(
    train: Any, catalogue: Any, told: str
) -> None:
    """As all items are."""
    with pytest.raises(UserError, match=f"^{re.escape(told)}"):
        build_case_from_lists(LISTS, {"a": ["y", "z"]}, 1, train, catalogue)
