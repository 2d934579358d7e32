"""What two metric cards have otherwise, told in words; no table is read."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from homonym.evaluation.card_differences import describe_card_differences
from homonym.evaluation.card_schema import (
    Card,
    CardFault,
    CardMean,
    CardNumber,
    CardUsers,
    Evaluated,
)

NUMBER = CardNumber(
    metric="recall", k=5, value=0.5, lower=0.25, upper=0.75, left_out=2, computed_by=()
)
BY = Evaluated(
    conventions={"user_without_list": "skipped"},
    ties="item",
    users=CardUsers(evaluated=10, left_out=1),
    rows={"predictions": 1000, "truth": 40},
    faults=(CardFault(fault="ties", count=3, done="put in order by item"),),
    numbers=(NUMBER,),
)
MEAN = CardMean(
    metric="recall",
    k=5,
    conventions=BY.conventions,
    ties="item",
    runs=3,
    mean=0.5,
    standard_deviation=0.125,
    lower=0.25,
    upper=0.75,
)
HASH, OTHER = "a" * 64, "b" * 64
CARD = Card(
    schema=1,
    homonym="1.0",
    files={"predictions": "../p.csv", "truth": "t.csv"},
    sha256={"predictions": HASH, "truth": HASH},
    columns={},
    order="score",
    evaluated=(BY,),
    means=(MEAN,),
)


def told(now: Card, card: Card = CARD) -> list[str]:
    """What is otherwise now."""
    return list(describe_card_differences(card, now))


def with_number(**its: Any) -> Card:
    """The card with another number."""
    return replace(CARD, evaluated=(replace(BY, numbers=(replace(NUMBER, **its),)),))


def with_mean(**its: Any) -> Card:
    """The card with another mean."""
    return replace(CARD, means=(replace(MEAN, **its),))


def with_facts(**its: Any) -> Card:
    """The card with other facts."""
    return replace(CARD, evaluated=(replace(BY, **its),))


@pytest.mark.parametrize("was", [float("nan"), float("inf")])
def test_what_is_no_number_is_said_to_be_none(was: float) -> None:
    """Also where the number is undefined now."""
    for now in (0.5, None):
        (said,) = told(with_number(value=now), with_number(value=was))
        assert said.startswith("recall at k = 5 is ")
        assert said.endswith(f", and {was} on the card, which is no number")


def test_the_same_is_not_told() -> None:
    """Nor what a processor makes of the last digits."""
    assert told(CARD) == []
    assert told(with_number(value=0.5 + 9e-10, lower=0.25 - 9e-10)) == []


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (
            with_number(value=0.625, lower=0.0),
            "recall at k = 5 is 0.625, 0.125 more than on the card",
        ),
        (
            with_number(value=0.5 - 2e-9),
            "recall at k = 5 is 0.499999998, 2e-09 less than on the card",
        ),
        (
            with_number(value=None, left_out=3),
            "recall at k = 5 is undefined, and 0.5 on the card",
        ),
        (
            with_number(lower=0.125),
            "the lower end of recall at k = 5 is 0.125, 0.125 less than on the card",
        ),
        (
            with_number(upper=None),
            "the upper end of recall at k = 5 is undefined, and 0.75 on the card",
        ),
        (
            with_number(left_out=3),
            "recall at k = 5 leaves out 3 users, and 2 on the card",
        ),
        (
            with_mean(mean=1.5, runs=2),
            "the mean of recall at k = 5 is 1.5, 1 more than on the card",
        ),
        (
            with_mean(standard_deviation=0.25),
            "the standard deviation of the mean of recall at k = 5 is 0.25, 0.125 more "
            "than on the card",
        ),
        (
            with_mean(upper=0.5),
            "the upper end of the mean of recall at k = 5 is 0.5, 0.25 less than on "
            "the card",
        ),
        (
            with_mean(runs=2),
            "the mean of recall at k = 5 is over 2 runs, and over 3 on the card",
        ),
        (
            replace(CARD, means=()),
            "the mean of recall at k = 5 is not computed any more",
        ),
        (
            replace(CARD, evaluated=()),
            "the numbers by its conventions are not computed any more",
        ),
        (
            with_facts(ties="input"),
            "the numbers by its conventions are not computed any more",
        ),
        (
            with_facts(users=CardUsers(evaluated=1000, left_out=1)),
            "users evaluated: 1,000, and 10 on the card",
        ),
        (
            with_facts(users=CardUsers(evaluated=10, left_out=0)),
            "users left out: 0, and 1 on the card",
        ),
        (
            with_facts(rows={"predictions": 1000, "truth": 40, "items": 7}),
            "rows of items: 7, and 0 on the card",
        ),
        (
            with_facts(rows={"predictions": 1000}),
            "rows of truth: 0, and 40 on the card",
        ),
        (with_facts(faults=()), "the fault ties: 0, and 3 on the card"),
        (
            with_facts(faults=(*BY.faults, CardFault(fault="x", count=1, done=""))),
            "the fault x: 1, and 0 on the card",
        ),
        (
            replace(CARD, sha256={"predictions": OTHER, "truth": HASH}),
            "../p.csv is another file: its SHA-256 begins with bbbbbbbbbbbb, and with "
            "aaaaaaaaaaaa on the card",
        ),
        (
            replace(CARD, sha256={"predictions": HASH}),
            "t.csv is on the card, and is not there",
        ),
        (
            replace(CARD, sha256={**CARD.sha256, "items": HASH}),
            "items is there, and is not on the card",
        ),
        (
            replace(CARD, sha256={**CARD.sha256, "predictions/b.csv": HASH}),
            "../p.csv/b.csv is there, and is not on the card",
        ),
    ],
)
def test_what_is_otherwise_is_one_line(now: Card, line: str) -> None:
    """One fact, one line: of a number that differs neither ends nor users are told."""
    assert told(now) == [line]


def test_files_come_first_then_numbers_then_means() -> None:
    """Of every run."""
    runs = replace(CARD, evaluated=(BY, replace(BY, run="b.csv")))
    now = replace(
        with_number(value=0.75), means=(), sha256={"predictions": HASH, "truth": OTHER}
    )
    lines = told(now, runs)
    assert [line.split(" is ")[0] for line in lines[:2]] == ["t.csv", "recall at k = 5"]
    assert lines[2:] == [
        "the numbers of b.csv by its conventions are not computed any more",
        "the mean of recall at k = 5 is not computed any more",
    ]


def test_numbers_are_held_to_those_of_their_own_cut_off() -> None:
    """In whatever order they stand."""
    ten = replace(NUMBER, k=10, value=0.875)
    card = replace(CARD, evaluated=(replace(BY, numbers=(NUMBER, ten)),))
    now = replace(CARD, evaluated=(replace(BY, numbers=(ten, NUMBER)),))
    assert told(now, card) == []
    both = replace(
        CARD, evaluated=(replace(BY, numbers=(with_value(0.75), with_value(0.25, 10))),)
    )
    assert [line.split(" is ")[0] for line in told(both, card)] == [
        "recall at k = 5",
        "recall at k = 10",
    ]


def with_value(value: float, k: int = 5) -> CardNumber:
    """The number with another value."""
    return replace(NUMBER, value=value, k=k)
