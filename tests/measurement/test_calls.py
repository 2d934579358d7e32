"""Calls that are made again: what moved, and what says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any

import pytest
from fakes.scripted import Scripted, right

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.measurement.calls import OTHER_HASH_SEED, SHOWN, Calls, are_answers_equal
from homonym.measurement.environment import HASH_SEED
from homonym.measurement.library_process import make_case_request
from homonym.records.schema_entry import RepeatedCall
from homonym.reference.rankings.case import Case

CASE, OTHER = map(Case.parse, ("1 . | 1 @1", ". 1 . @2"))


def in_turn(answers: Sequence[Measurement], takes: float = 0.0) -> Scripted:
    """A library whose recall answers so, one call after another."""
    left = iter(answers)
    return Scripted({"recall": lambda case, seed: next(left)}, takes)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Value(0.5), Value(0.5), True),
        (Value(0.5), Value(0.5 + 1e-12), True),
        (Value(0.5), Value(0.25), False),
        (Value(nan), Value(nan), True),
        (Value(nan), Value(0.0), False),
        (Value(None, (1.0, 0.5)), Value(None, (1.0, 0.5)), True),
        (Value(None, (1.0, 0.5)), Value(None, (0.5, 1.0)), False),
        (Value(0.5), Failed("KeyError: 1"), False),
        (Failed("KeyError: 1"), Value(0.5), False),
        (Failed("KeyError: 1"), Failed("KeyError: 2"), True),
        (Value(0.5), Failed("killed by SIGABRT"), False),
        (Value(0.5), Failed("no answer in 30 s"), True),
        (Failed("no answer in 30 s"), Value(0.5), True),
        (Value(0.5), Refused("not run: it hung"), True),
        (Refused("needs scores"), Value(0.5), True),
    ],
)
def test_two_answers_are_one_or_two_numbers(
    one: Measurement, other: Measurement, same: bool
) -> None:
    """A call that raises once has moved; what was not answered in time has not."""
    assert are_answers_equal(one, other, 1e-9) is same


def test_a_call_that_gives_another_number_is_noted_with_both() -> None:
    """In the session, with the first answer before the one that differs."""
    calls = Calls(in_turn([Value(0.5), Value(0.5), Value(1.0), Failed("KeyError: 1")]))
    given = [calls.ask("recall", CASE) for _ in range(4)]
    assert given[2] == Value(1.0)
    assert calls.moved == {"recall": [RepeatedCall(case=CASE.id, gave=(0.5, 1.0))]}


def test_each_case_is_held_to_its_own_first_answer() -> None:
    """Two cases, two metrics: four numbers that have not moved."""
    other = {"recall": right, "hit_rate": lambda case, seed: Value(7.0)}
    calls = Calls(Scripted(other))
    for _ in range(2):
        for case in (CASE, OTHER):
            for name in other:
                calls.ask(name, case)
    assert calls.moved == {}


def test_few_moved_calls_are_kept() -> None:
    """Each case once, and not all of them."""
    cases = [Case.parse(f"1 {'. ' * n}@1") for n in range(1, 9)]
    calls = Calls(Scripted({"recall": lambda case, seed: Value(float(seed))}))
    for case in cases:
        calls.ask("recall", case)
        assert not calls.again("recall", case)
        assert not calls.again("recall", case)
    kept = [one.case for one in calls.moved["recall"]]
    assert kept == [case.id for case in cases[:SHOWN]]
    assert len(kept) == 3


def test_calls_are_made_again_in_one_other_process() -> None:
    """With another hash seed, and it ends with the session."""
    library = Scripted({"recall": right}, takes=2.0)
    with Calls(library) as calls:
        calls.ask("recall", CASE)
        assert calls.again("recall", CASE)
        assert calls.again("recall", CASE)
        other = calls._other
        assert isinstance(other, Scripted) and not other.closed
        assert (calls.asked, calls.seconds) == (3, 6.0)
    assert other.closed
    assert [seed for seed, _, _ in library.log] == [HASH_SEED, *[OTHER_HASH_SEED] * 2]
    assert OTHER_HASH_SEED != HASH_SEED


def test_without_another_process_its_own_calls_are_all() -> None:
    """None is started to be counted."""
    library = Scripted({"recall": right}, takes=2.0)
    with Calls(library) as calls:
        calls.ask("recall", CASE)
        assert (calls.asked, calls.seconds) == (1, 2.0)
    assert calls._other is None


def test_what_was_lost_is_told_of_both_processes() -> None:
    """Of the session's own where there is no other."""
    library = Scripted({"recall": right})
    with Calls(library) as calls:
        library.lost.append("one")
        assert calls.lost == ["one"]
        calls.ask("recall", CASE)
        calls.again("recall", CASE)
        assert calls._other is not None
        calls._other.lost.append("other")
        assert calls.lost == ["one", "other"]


def test_what_a_request_names_is_not_compared() -> None:
    """A varied case is another input than the one whose line it has."""
    calls = Calls(in_turn([Value(0.5), Value(1.0)]))
    calls.ask("recall", CASE)
    varied: Any = {**make_case_request(CASE), "varied": "ids_relabelled"}
    calls.ask("recall", varied)
    assert calls.moved == {}


def test_time_is_counted_for_each_metric() -> None:
    """On average, of those calls that were made here."""
    calls = Calls(Scripted({"recall": right, "hit_rate": right}, takes=3.0))
    assert calls.seconds_a_call("recall") == 0
    for case in (CASE, OTHER):
        calls.ask("recall", case)
    calls.again("recall", CASE)
    assert calls.seconds_a_call("recall") == 3.0
    quick = Calls(Scripted({"recall": right}, takes=3.0))
    quick.ask("recall", CASE)
    assert quick.seconds_a_call("recall") == 3.0
    assert calls.spent == {"recall": 6.0}
    assert calls.rows == []
    calls.keep("hit_rate", CASE)
    assert calls.rows == [("hit_rate", CASE.id, right(CASE, 1))]
