"""Counterexamples made smaller: what is left out, what is kept, and how often asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from homonym.adapters.contract import Measurement, Metric, Refused, Value
from homonym.cases.kinds import kind_of, type_of
from homonym.cases.rankings import fair
from homonym.cases.shrink import glued, smaller, unglued
from homonym.measurement.refute import made_smaller
from homonym.reference.rankings.case import Case
from homonym.verdicts.formula import Verdict


def shrunk(line: str, refutes: Callable[[Any], bool], folder: str = "rankings") -> str:
    """The line of what comes of a case."""
    takes = type_of(folder)
    return str(smaller(takes.parse(line), refutes, kind_of(takes).fair, 200))


@pytest.mark.parametrize(
    ("folder", "line", "smallest"),
    [
        # one relevant item of grade 1, and a list of one; a full ranking holds an item
        # that is not relevant
        ("rankings", "2 . 4.5 | 1 ; . 1 . 2.5 . @3", ". | 1 @1"),
        ("rankings", ". 2 . 1 ~ 0.9 0.8 0.7 0.6 @3", ". 1 @1"),
        # two ratings that differ, both predicted
        ("rating_error", "3=4.7 5=. 4.5=4 ; 1=2 2.5=3 ~ 1 5", "3=5 1=4 ~ 1 5"),
        ("chances", "1=0.25 0=. ; 0=0.5 1=0.125 1=1", "0=0 1=0"),
        # one impression that was shown; the position bias stays
        ("off_policy", "2.5/3 0/1 -/2 ; 1:0.5:0.25 ^ 1 0.6 0.3", "0/1 ^ 1 0.6 0.3"),
        # two users with lists of two, and five items in training
        (
            "beyond",
            "abg > cd = d ; cde > ab = bf ; 2: a > bcd = c | abc,defg @2",
            "ab > cd = d ; cde > ab = b | abc,de @2",
        ),
        # one liked item in training, one listed, one that is not; all judged are ideal
        (
            "diversity",
            "3a 4b > 5ab .c 4c | 4.5a .a = 4c 5ab 4.5a ; 1a > 2a 2b | 3a = 2b 2a 3a @2",
            "1a > .c | 1a = 1a @1",
        ),
    ],
)
def test_of_what_any_case_refutes_the_least_that_is_well_formed_is_left(
    folder: str, line: str, smallest: str
) -> None:
    """Users, words, cut-off, grades, scores: all that is not needed goes."""
    assert shrunk(line, lambda case: True, folder) == smallest


def test_what_the_counterexample_turns_on_stays() -> None:
    """Fifteen relevant items; a cut-off; two users; a grade; a score."""
    long = f"{'2 . ' * 10}| 1 1 1 1 1 1 ; . 1 . 2.5 @4"
    fifteen = "1 1 1 1 1 1 1 1 1 1 | 1 1 1 1 1 @1"
    assert shrunk(long, lambda case: case.users[0].r > 14) == fifteen
    assert shrunk(long, lambda case: case.k == 4) == ". . . . | 1 @4"
    assert shrunk(long, lambda case: len(case.users) > 1) == ". | 1 ; . 1 @1"
    assert shrunk(long, lambda case: 2.5 in case.users[-1].judged) == ". 2.5 @1"
    near = ". 1 . ~ 0.5 0.49 0.1 @2"
    assert (
        shrunk(near, lambda case: 0.49 in case.users[0].scores) == "1 . ~ 0.49 0.1 @1"
    )


def test_a_case_that_cannot_be_smaller_is_what_it_was() -> None:
    """Nothing smaller is well formed, or refutes."""
    assert shrunk("1 | @1", lambda case: True) == "1 | @1"
    assert shrunk("2 . 1 ; 1 . . @3", lambda case: False) == "2 . 1 ; 1 . . @3"


def test_no_case_is_asked_about_that_is_not_well_formed_and_few_are() -> None:
    """Nor one twice as large; after so many calls the smallest so far is it."""
    asked: list[Case] = []

    def refutes(case: Case) -> bool:
        asked.append(case)
        return len(case.users[0].grades) > 15

    large = Case.parse(f"{'2 . ' * 12}| 1 1 ; . 1 . 2.5 @4")
    found = smaller(large, refutes, fair, 9)
    assert len(asked) == 9
    assert all(map(fair, asked))
    assert found in asked
    assert found == smaller(large, refutes, fair, 9), "the same every time"
    assert len(smaller(large, refutes, fair, 200).users[0].grades) == 16


def test_a_score_is_left_out_with_its_item() -> None:
    """In the line that is edited it stands beside its grade."""
    line = "1 . | 2 ; . 1 ~ 0.9 0.1 @1"
    assert glued(line) == "1 . | 2 ; .~0.9 1~0.1 @1"
    assert unglued(glued(line)) == line
    assert shrunk(line, lambda c: 0.1 in c.users[-1].scores) == ". 1 ~ 0.9 0.1 @1"


PRECISION = Metric("m", "precision", lambda case: 0.0)


def halved(name: str, case: Case) -> Measurement:
    """Half of the precision for a user with two relevant items; at k = 3 refused."""
    if case.k == 3:
        return Refused("three are too many")
    hits = sum(user.found(case.k) / case.k for user in case.users) / len(case.users)
    return Value(hits / 2 if case.users[0].r > 1 else hits)


def test_a_verdict_is_refuted_by_a_small_case_within_its_condition() -> None:
    """The cut-off stays at 2 where the verdict is that no user has more relevant items;
    what is refused is no counterexample."""
    large = Case.parse("2 . 4.5 1 . ; . 1 . 2.5 . @4")
    verdict = Verdict(("precision(divisor=k)",), 1, 1, {}, {})
    assert str(made_smaller(PRECISION, verdict, large, halved)) == "1 . 1 @1"
    within = replace(verdict, when="r_at_most_k")
    assert str(made_smaller(PRECISION, within, large, halved)) == "1 . 1 @2"
    assert made_smaller(PRECISION, verdict, None, halved) is None
