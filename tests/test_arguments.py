"""What people hand to the public functions is taken, or refused in one sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import homonym
from homonym.arguments import (
    as_path,
    check_held,
    check_measure_arguments,
    list_chosen_conventions,
    read_bias,
    read_catalogue,
    read_scale,
    read_threshold,
    require_bool,
    require_column_names,
    require_cut_offs,
    require_metrics,
    require_printed_numbers,
    require_texts,
    resolve_table_paths,
)
from homonym.errors import UserError

LISTS = {"ann": ["a", "b", "c"], "bob": ["d", "b", "a"]}
TRUTH = {"ann": ["a", "x"], "bob": ["b"]}
CASE = homonym.Case.parse("1 . @2")


@pytest.mark.parametrize(
    ("variant", "grade"),
    [("ndcg(gain=exponential)", 5000), ("ndcg(gain=squared_minus_one)", 1e200)],
)
def test_a_grade_that_no_number_holds_is_refused(variant: str, grade: float) -> None:
    """Two to the 5,000 ended in OverflowError, a sum of several in NaN."""
    truth = {"ann": {"c": 2}, "bob": {"b": grade}}
    says = f"item 'b' of user 'bob' is {grade:g}, with .* grades up to 1000 are accep"
    with pytest.raises(UserError, match=re.escape(says).replace(r"\.\*", ".*")):
        homonym.value(variant, LISTS, truth, k=3)
    several = {"ann": {"a": 1023.9, "b": 1023.9, "c": 1023.9}, "bob": {"b": 1}}
    with pytest.raises(UserError, match=r"is 1023\.9, with which"):
        homonym.value("ndcg(gain=exponential)", LISTS, several, k=3)
    allowed = {"ann": dict.fromkeys("abc", 1000), "bob": {"b": 2}}
    assert homonym.value(variant, LISTS, allowed, k=3) > 0.5  # type: ignore[operator]


def test_a_grade_that_a_formula_can_hold_is_taken() -> None:
    found = homonym.value("ndcg(gain=grade)", {"ann": ["a"]}, {"ann": {"a": 5000}}, k=1)
    assert found == 1


def test_a_case_whose_value_no_number_holds_is_named() -> None:
    """It was OverflowError, of Python's own words."""
    of_graded = homonym.Variant.parse("ndcg(gain=exponential)")
    with pytest.raises(
        homonym.CaseError, match=r"'5000 \. @2' is larger than any numb"
    ):
        of_graded.value(homonym.Case.parse("5000 . @2"))


def test_what_a_formula_divides_by_nothing_stays_nan() -> None:
    """Without a hit precision and recall are 0: it is no large grade's fault."""
    variant = "f_score(combines=per_user, without_hit=undefined)"
    value = homonym.value(variant, {"ann": ["a"]}, {"ann": {"b": 5000}}, k=1)
    assert isinstance(value, float) and math.isnan(value)


def test_a_cut_off_that_is_given_twice_is_one() -> None:
    """In the order in which they are first given."""
    assert require_cut_offs([5, 2, 5, 2]) == [5, 2]
    assert require_cut_offs(5) == [5]


def test_a_variant_is_a_metrics_name() -> None:
    """Alone or in a list; one that was made by hand of what makes none is refused."""
    recall = homonym.Variant.parse("recall(divisor=r)")
    assert require_metrics(recall) == ["recall(divisor=r)"]
    assert require_metrics([recall, "map"]) == ["recall(divisor=r)", "map"]
    assert require_metrics("map") == ["map"]
    with pytest.raises(homonym.UnknownName):
        require_metrics([homonym.Variant("recall", (("divisor", "nothing"),))])
    for wrong, says in ((3, "metrics are names"), ([3], "one of metrics is 3")):
        with pytest.raises(UserError, match=says):
            require_metrics(wrong)


@pytest.mark.parametrize("user", [math.nan, None])
def test_what_equals_nothing_can_be_no_user(user: Any) -> None:
    """In the lists or in the truth, though both have the same object."""
    lists, truth = {**LISTS, user: ["a"]}, {**TRUTH, user: ["a"]}
    for given, name in (((lists, truth), "recommendations"), ((LISTS, truth), "truth")):
        with pytest.raises(UserError, match=f"{user} in {name} can be no user"):
            homonym.value("recall(divisor=r)", *given, k=1)


@pytest.mark.parametrize(
    ("catalogue", "says"),
    [
        ([*"abcd"], "'x' is not in the catalogue"),
        (5, "the catalogue is 5: give a list of items"),
        ("abcdx", "the catalogue is 'abcdx': give a list of items"),
        ([["a"]], r"\['a'\] in the catalogue can be no item"),
        ([("a", 0.5)], r"\('a', 0.5\) in the catalogue can be no item"),
        ([*"abcdxx"], "item 'x' stands twice in the catalogue"),
    ],
)
def test_a_catalogue_holds_every_item_once(catalogue: Any, says: str) -> None:
    """Or is refused."""
    with pytest.raises(UserError, match=says):
        homonym.value("recall(divisor=r)", LISTS, TRUTH, k=1, catalogue=catalogue)


@pytest.mark.parametrize(
    ("train", "says"),
    [
        ({"ann": ["b"]}, "'b' is in the list of user 'ann' and among the training"),
        ({"ann": ["x"]}, "'x' is in the truth of user 'ann' and among the training"),
        ({"ann": ["e", "z"]}, "training item 'z' of user 'ann' is not in the catalog"),
    ],
)
@pytest.mark.parametrize(
    "variant", ["recall(divisor=r)", "auc(positives=all, negatives=catalogue)"]
)
def test_training_items_are_no_candidates_and_in_the_catalogue(
    variant: str, train: Any, says: str
) -> None:
    """What contradicts the lists is refused: a number was made of it."""
    every = [*"abcdexy"]
    with pytest.raises(UserError, match=says) as told:
        homonym.value(variant, LISTS, TRUTH, k=2, train=train, catalogue=every)
    assert "\n" not in str(told.value)
    if "catalog" not in says:
        with pytest.raises(UserError, match=says):
            homonym.value("recall(divisor=r)", LISTS, TRUTH, k=2, train=train)


def test_training_items_of_others_change_nothing() -> None:
    """A split has users in training who are not evaluated."""
    auc, every = "auc(positives=all, negatives=catalogue)", [*"abcdexy"]
    own = {"ann": ["e"]}
    found = [
        homonym.value(auc, LISTS, TRUTH, k=2, train=train, catalogue=every)
        for train in (own, {**own, "carl": ["a", "z"]})
    ]
    assert found[0] == found[1]
    alone = {"ann": ["q"], "carl": ["a"]}
    assert homonym.value("recall(divisor=r)", LISTS, TRUTH, k=2, train=alone) == 0.75


ASKED: list[tuple[str, Callable[[], object]]] = [
    (r"a definition is a Variant or .* not 3", lambda: homonym.value(3, {}, {}, k=1)),
    (r"a definition is a Variant or .* not b'", lambda: homonym.witness(b"MAP", 3)),
    (r"a definition is a Variant or .* not None", lambda: homonym.compare(None, 3)),
    ("a library is its name, .* not 3", lambda: homonym.measure(3, CASE)),
    ("a case is a Case, .* not '1 @1'", lambda: homonym.measure("fakes", "1 @1")),
    ("metrics are names .* not 3", lambda: homonym.measure("fakes", CASE, 3)),
    (
        "seconds are 'x': give a number above 0",
        lambda: homonym.measure("fakes", CASE, seconds="x"),
    ),
    ("checkout is 3: give a path", lambda: homonym.measure("fakes", CASE, checkout=3)),
    ("check asks a library .* not 3", lambda: homonym.check(3)),
    ("record is 3: give a path", lambda: homonym.check("fakes", 3)),
    ("tries is '9': give a whole", lambda: homonym.check("fakes", tries="9")),
    ("seed is 0.5: give a whole", lambda: homonym.check("fakes", seed=0.5)),
    ("file is 3: give a path", lambda: homonym.read_record(3)),
    ("file is '': give a path", lambda: homonym.read_record("")),
    ("None is no record", lambda: homonym.read_record(None)),
    (
        r"train is \[\]: give lists by user",
        lambda: homonym.value("MAP(divisor=r)", LISTS, TRUTH, k=1, train=[]),
    ),
    (
        "list of training items of user 'ann' is 3: give",
        lambda: homonym.value("MAP(divisor=r)", LISTS, TRUTH, k=1, train={"ann": 3}),
    ),
]
"""Calls with an argument of another type, and the sentence."""


@pytest.mark.parametrize(("says", "call"), ASKED, ids=range(len(ASKED)))
def test_what_has_another_type_is_refused(
    says: str, call: Callable[[], object]
) -> None:
    """In a sentence that names it and what is accepted, not by AttributeError."""
    with pytest.raises(UserError, match=says) as told:
        call()
    assert "\n" not in str(told.value)


def test_numbers_of_other_types_are_numbers() -> None:
    """Truth values, decimals and fractions; sets of relevant items."""
    for one in (True, Decimal(1), Fraction(3, 2)):
        found = homonym.value("recall(divisor=r)", {"a": [1]}, {"a": {1: one}}, k=1)
        assert found == 1.0
    assert homonym.value("recall(divisor=r)", {"a": [1]}, {"a": {1, 2}}, k=1) == 0.5


def test_printed_numbers_have_names_or_variants() -> None:
    """A definition stands once, as a text or as a Variant."""
    recall = homonym.Variant.parse("recall(divisor=r)")
    both = {"map": "0.5", recall: "0.25"}
    assert require_printed_numbers(both) == {"map": "0.5", str(recall): "0.25"}
    with pytest.raises(UserError, match="have a definition twice"):
        require_printed_numbers({str(recall): "0.5", recall: "0.25"})
    with pytest.raises(UserError, match="a name in the printed numbers is 3"):
        require_printed_numbers({3: "0.5"})


@pytest.mark.parametrize(
    ("path", "why"),
    [("a\0b", "embedded null byte"), ("a" * 300, "File name too long")],
)
def test_what_can_be_no_path_is_refused_with_the_systems_reason(
    path: str, why: str
) -> None:
    with pytest.raises(UserError, match=f"can be no path here: {why}$"):
        as_path(path, "file")


def test_a_path_need_not_be_there(tmp_path: Path) -> None:
    assert as_path(None, "file") is None
    assert as_path(str(tmp_path / "none"), "file") == tmp_path / "none"


class LazyFrame:
    """A table that is computed when it is asked for, as polars has it."""

    def collect(self) -> str:
        """The table."""
        return "computed"


def test_tables_are_taken_as_they_are_and_lazy_ones_computed() -> None:
    """One, several in a list, or several by their names."""
    frame, path = object(), Path("lists.csv")
    assert resolve_table_paths(frame) is frame
    assert resolve_table_paths(LazyFrame()) == "computed"
    assert resolve_table_paths(["lists.csv", LazyFrame()]) == [path, "computed"]
    assert resolve_table_paths(("lists.csv", frame)) == [path, frame]
    named = {"a": "lists.csv", "b": LazyFrame(), "c": None}
    assert resolve_table_paths(named) == {"a": path, "b": "computed", "c": None}


def test_the_scores_of_all_users_are_asked_for() -> None:
    auc = "auc(positives=recommended, users=stacked)"
    with pytest.raises(UserError, match="compares the scores of all users: give item"):
        homonym.value(auc, LISTS, TRUTH, k=3)
    scored = {"ann": {"a": 0.9, "b": 0.8}, "bob": {"d": 0.7, "b": 0.6}}
    # a and b, of 0.9 and 0.6, against 0.8 and 0.7: two pairs of four
    assert homonym.value(auc, scored, TRUTH, k=3) == 0.5


@pytest.mark.parametrize("wrong", [-1, 0.5, "1"])
def test_a_held_record_takes_whole_numbers_from_0(wrong: object) -> None:
    check_held("fakes", seed=0, tries=None)
    with pytest.raises(UserError, match=f"seed is {wrong!r}: give a whole number"):
        check_held("fakes", seed=wrong)


@pytest.mark.parametrize("wrong", [0, -1, "1"])
def test_seconds_are_a_number_above_0(wrong: object) -> None:
    check_measure_arguments("fakes", CASE, 0.5)
    with pytest.raises(UserError, match=f"seconds are {wrong!r}: give a number"):
        check_measure_arguments("fakes", CASE, wrong)


def test_a_cut_off_is_a_whole_number() -> None:
    """Of Python's types or numpy's, no truth value."""
    for wrong in (True, 1.5, "1", None, {1: 2}, [1.5]):
        with pytest.raises(UserError, match="give a whole number"):
            require_cut_offs(wrong)  # type: ignore[arg-type]


def test_a_scale_is_two_numbers_the_lower_first() -> None:
    assert read_scale(None) is None
    assert read_scale(["1", 5]) == (1.0, 5.0)
    for wrong in ("ab", 3, (1, 1), (5, 1), (0, math.inf), (-math.inf, 0), (1, 2, 3)):
        with pytest.raises(UserError, match="give the lowest rating and the highest"):
            read_scale(wrong)  # type: ignore[arg-type]


def test_a_position_bias_is_a_chance_for_each_rank() -> None:
    assert read_bias(["1", 0.5, 0]) == (1.0, 0.5, 0.0)
    for wrong in ("ab", 3, [1, -0.5], [1, 1.5], [math.nan], [10**400]):
        with pytest.raises(UserError, match="give a number from 0 to 1 for each rank"):
            read_bias(wrong)  # type: ignore[arg-type]


def test_texts_are_taken_alone_or_in_a_list() -> None:
    assert require_texts("map", "metrics") == ["map"]
    assert require_texts(("map", "ndcg"), "metrics") == ["map", "ndcg"]
    for wrong in (b"map", {"map": 1}, 3):
        with pytest.raises(UserError, match="metrics are names in a list, not"):
            require_texts(wrong, "metrics")
    with pytest.raises(UserError, match="one of metrics is 3: give a text"):
        require_texts(["map", 3], "metrics")


def test_true_and_false_are_no_numbers() -> None:
    assert require_bool(True, "strict") is True
    with pytest.raises(UserError, match="strict is 1: give True or False"):
        require_bool(1, "strict")


def test_texts_by_name_are_none_where_nothing_is_given() -> None:
    assert require_column_names(None) == {}
    assert require_column_names({"user": "uid"}) == {"user": "uid"}
    chosen = {"user_without_list": "skipped"}
    assert list_chosen_conventions(chosen) == ["user_without_list=skipped"]
    for wrong in (["user"], {"user": 3}, {3: "uid"}):
        with pytest.raises(UserError, match=r"columns (are|is) "):
            require_column_names(wrong)


def test_a_threshold_is_a_finite_number() -> None:
    assert read_threshold(None) is None
    assert read_threshold(Fraction(7, 2)) == 3.5
    for wrong in (True, "4", math.nan, math.inf, 10**400):
        with pytest.raises(UserError, match="give a finite number"):
            read_threshold(wrong)


def test_a_catalogue_is_a_file_or_how_many_items_there_are() -> None:
    assert read_catalogue(None) is None
    assert read_catalogue(1) == 1
    assert read_catalogue("items.csv") == Path("items.csv")
    for wrong in (0, -1):
        with pytest.raises(UserError, match=f"the catalogue is {wrong}: give how many"):
            read_catalogue(wrong)
    for other in (True, 1.5, ["a"]):
        with pytest.raises(UserError, match="give a file, or how many items"):
            read_catalogue(other)
    frame = SimpleNamespace(columns=["item"])
    with pytest.raises(UserError, match="catalogue is a SimpleNamespace: give a file"):
        read_catalogue(frame)
