"""What people hand to the public functions is taken, or refused in one sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import homonym
from homonym.arguments import require_cut_offs, require_metrics, require_printed_numbers
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
    truth = {"ann": {"a": 2}, "bob": {"b": grade}}
    says = f"item 'b' of user 'bob' is {grade:g}, with .* grades up to 1000 are accep"
    with pytest.raises(UserError, match=re.escape(says).replace(r"\.\*", ".*")):
        homonym.value(variant, LISTS, truth, k=3)
    several = {"ann": {"a": 1023.9, "b": 1023.9, "c": 1023.9}, "bob": {"b": 1}}
    with pytest.raises(UserError, match=r"is 1023\.9, with which"):
        homonym.value("ndcg(gain=exponential)", LISTS, several, k=3)
    allowed = {"ann": dict.fromkeys("abc", 1000), "bob": {"b": 2}}
    assert homonym.value(variant, LISTS, allowed, k=3) > 0.5  # type: ignore[operator]


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
