"""Counterexamples made smaller: what is left out, what is kept, and how often asked."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from homonym.adapters.contract import Measurement, Metric, Refused, Value
from homonym.cases.kinds import find_case_kind, find_case_type
from homonym.measurement import shrinking
from homonym.measurement.drawing import draw_cases
from homonym.measurement.refutation import SEED, refute_verdicts, shrink_refuting_case
from homonym.measurement.shrinking import (
    Search,
    compute_case_size,
    shrink_counterexample,
)
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.verdicts.formula import Verdict

HERE = Path(__file__).parent
BEFORE = tomllib.loads((HERE / "counterexamples.toml").read_text(encoding="utf-8"))
HELD = {
    "right_unless_r_exceeds_fourteen": "recall",
    "wrong_at_twenty_only": "precision",
    "merges_close_scores": "MRR",
}
"""What each of them is but for the cases that refute it."""

Test = Callable[[Any], bool]


def search(refutes: Test, folder: str = "rankings", calls: int = 200) -> Search:
    """A middling one of sixty drawn cases that refute, to be made smaller."""
    takes, found = find_case_type(folder), list[Any]()
    draw_cases(find_case_kind(takes).drawn()[0], 60, SEED, found.append)
    several = sorted(filter(refutes, found), key=compute_case_size)
    first = several[len(several) // 2]
    return Search(first, refutes, find_case_kind(takes).fair, calls)


def shrunk(refutes: Test, folder: str = "rankings") -> str:
    """The line of what comes of it."""
    return str(shrink_counterexample(search(refutes, folder), SEED))


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The adapter of the lies."""
    monkeypatch.syspath_prepend(str(HERE.parent))
    sys.modules.pop("fakes.lying", None)
    return importlib.import_module("fakes.lying").adapter


@pytest.mark.parametrize("lie", BEFORE)
def test_a_lie_comes_down_to_a_case_as_small_as_before(lie: str, lying: Any) -> None:
    """Of 200 drawn cases, with 200 calls at most."""
    metric, variant = lying.metrics[lie], Variant.with_defaults(HELD[lie])
    asked: list[Case] = []

    def ask(_: str, case: Any) -> Measurement:
        asked.append(case)
        return Value(metric.call(case))

    first = refute_verdicts([metric], {lie: [variant]}, ask)[lie].smallest
    asked.clear()
    found = shrink_refuting_case(
        metric, Verdict((str(variant),), 1, 1, {}, {}), first, ask
    )
    assert compute_case_size(found) <= compute_case_size(Case.parse(BEFORE[lie]))
    assert len(asked) <= 200


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("folder", "most", "smallest"),
    [
        # two users, three items at least: ranked, and one that is not relevant
        ("rankings", 2, "1 . ; 1 . @1"),
        ("rating_error", 2, "1=1 2=1 ; 1=1 ~ 1 5"),
        ("chances", 2, "1=0 0=0 ; 0=0"),
        ("off_policy", 2, "1/1 ; 1/1 ^ 0.05 0.05 0.05 0.05"),
        ("diversity", 2, "1a > 1a | 1a = 1a 1a ; 1a > 1a | 1a = 1a 1a @1"),
        # three users, and five items in training
        (
            "beyond",
            3,
            "abcd > ef = e ; defa > bc = b ; abcd > ef = e | a,bcdef @2",
        ),
    ],
)
def test_of_what_many_users_refute_the_least_that_is_well_formed_is_left(
    folder: str, most: int, smallest: str
) -> None:
    """Users, items, cut-off, grades: all that is not needed goes."""
    assert shrunk(lambda case: len(case.users) >= most, folder) == smallest


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("refutes", "smallest"),
    [
        (lambda case: case.users[0].r > 14, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 . @1"),
        (lambda case: case.k > 6, ". . . . . . 1 @7"),
        (lambda case: 2.5 in case.users[-1].judged, "2.5 . @1"),
        (lambda case: case.users[0].found(case.k) > 1, "1 1 . @2"),
        (lambda case: bool(case.users[-1].missed), ". | 1 @1"),
    ],
)
def test_what_the_counterexample_turns_on_stays(refutes: Test, smallest: str) -> None:
    """Fifteen relevant items; a cut-off; a grade; hits; an item that is missed."""
    found = shrink_counterexample(search(refutes), SEED)
    assert found.weight <= Case.parse(smallest).weight


@pytest.mark.exhaustive
def test_a_case_that_was_drawn_elsewhere_stays_what_it_was() -> None:
    """By another seed, or by hand: Hypothesis cannot begin there."""
    case = Case.parse(". 2.5 . 4.5 1 . @4")
    found = Search(case, lambda case: True, lambda case: True, 99)
    assert shrink_counterexample(found, SEED) is case
    assert found.asked == 0


def test_no_case_is_asked_about_that_does_not_fit_and_none_twice() -> None:
    """After so many calls the smallest so far is it, the same every time."""
    asked: list[Case] = []

    def refutes(case: Case) -> bool:
        asked.append(case)
        return len(case.users) > 1

    one, two = search(refutes), search(refutes)
    asked.clear()
    for found in (one, two):
        found.calls, found.fits = 9, lambda case: case.k > 1
    case = shrink_counterexample(one, SEED)
    assert len(asked) == len({case.id for case in asked}) == one.asked == 9
    assert all(case.k > 1 for case in asked) and case in asked
    assert shrink_counterexample(two, SEED) == case


@pytest.mark.parametrize(("takes", "calls"), [(5.0, 7), (3.8125, 8)])
def test_where_a_call_takes_long_no_more_are_made_than_fit(
    takes: float, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty seconds: seven calls of five, the last of which began in time; eight where
    each takes a bit less than four."""
    now = count(0.0, takes)
    found = search(lambda case: len(case.users) > 1)
    monkeypatch.setattr(shrinking, "monotonic", lambda: next(now))
    shrink_counterexample(found, SEED)
    assert (found.asked, found.spent) == (calls, calls * takes)


PRECISION = Metric("m", "precision", lambda case: 0.0)


def halved(name: str, case: Case) -> Measurement:
    """Half of the precision for a user with two relevant items; at k = 3 refused."""
    if case.k == 3:
        return Refused("three are too many")
    hits = sum(user.found(case.k) / case.k for user in case.users) / len(case.users)
    return Value(hits / 2 if case.users[0].r > 1 else hits)


@pytest.mark.exhaustive
def test_a_verdict_is_refuted_by_a_small_case_within_its_condition() -> None:
    """The cut-off stays at 2 where the verdict is that no user has more relevant items;
    what is refused is no counterexample."""
    verdict = Verdict(("precision(divisor=k)",), 1, 1, {}, {})
    within = replace(verdict, when="r_at_most_k")
    both = search(
        lambda case: (
            1 < case.users[0].r <= case.k != 3
            and case.users[0].found(case.k) > 0
            and all(user.r <= case.k for user in case.users)
        )
    ).first
    assert shrink_refuting_case(PRECISION, verdict, both, halved).weight == (
        1,
        3,
        1,
        2,
        2,
    )
    assert shrink_refuting_case(PRECISION, within, both, halved).weight == (
        1,
        3,
        2,
        2,
        2,
    )
    assert shrink_refuting_case(PRECISION, verdict, None, halved) is None
