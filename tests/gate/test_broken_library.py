"""Whether a library or its adapter is broken: what no record holds, in sentences."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.recorded import record_of
from msgspec.structs import replace

from homonym.adapters.contract import Failed, Refused, Value
from homonym.gate.broken_library import (
    collect_death_causes,
    describe_breakage,
    describe_process_deaths,
)
from homonym.gate.check import Result
from homonym.records.schema_entry import (
    Core,
    MetricEntry,
    NoVerdict,
    Refuted,
    RepeatedCall,
)

KILLED = "killed by SIGSEGV"
"""A way in which a call ended its process."""
TWICE = "answered twice"
ALWAYS = NoVerdict(kind="killed", reason=KILLED)
RIGHT = MetricEntry(claims="recall", status="unexplained", core=Core(ran=4, of=4))


def failing(**causes: int) -> MetricEntry:
    """A metric that failed so on some of the core."""
    told = {cause.replace("_", " "): count for cause, count in causes.items()}
    return replace(RIGHT, core=Core(ran=1, of=4, failed=told))


def told(now: MetricEntry, old: MetricEntry | None = RIGHT, **more: Any) -> list[str]:
    """What is broken of a metric, by the record that it is held to."""
    held = record_of({"m": old} if old else {})
    return list(describe_breakage(Result(record_of({"m": now}), [], held, **more)))


@pytest.mark.parametrize(
    "part",
    [
        {"core": Core(ran=1, of=4, failed={KILLED: 3})},
        {"large": Core(ran=1, of=4, failed={KILLED: 3})},
        {"refuted": Refuted(tried=9, failed=0, raised={KILLED: 3})},
        {"no_verdict": ALWAYS, "status": "unavailable"},
        {
            "status": "unstable",
            "unstable": (RepeatedCall(case="1 . @1", gave=(0.5, KILLED)),),
        },
        {
            "status": "unstable",
            "unstable": (RepeatedCall(case="1 . @1", gave=(f"raises {KILLED}", 1.0)),),
        },
    ],
)
def test_a_death_is_found_wherever_the_record_tells_of_it(part: Any) -> None:
    """On the core, a large or a drawn case, as the reason of all, or on another day."""
    now = replace(RIGHT, **part)
    assert collect_death_causes(now) == {KILLED}
    assert told(now) == [f"m: {KILLED}"]


@pytest.mark.parametrize("error", ["KeyError: 1", "no answer in 30 s", "too long"])
def test_what_is_raised_or_takes_long_is_a_measurement(error: str) -> None:
    """The record holds it, or it is drift."""
    assert (
        collect_death_causes(replace(RIGHT, core=Core(ran=1, of=4, failed={error: 3})))
        == set()
    )
    assert collect_death_causes(None) == collect_death_causes(RIGHT) == set()


def test_what_the_record_holds_is_not_broken() -> None:
    """Nor what it held and no longer happens; another way to die is."""
    killed = failing(killed_by_SIGSEGV=3)
    assert told(killed, killed) == told(RIGHT, killed) == []
    aborted = failing(killed_by_SIGABRT=1, killed_by_SIGSEGV=1)
    assert told(aborted, killed) == ["m: killed by SIGABRT"]
    assert told(aborted) == ["m: killed by SIGABRT", "m: killed by SIGSEGV"]


def test_a_new_metric_of_a_library_with_a_record_is_held_to_nothing_that_dies() -> None:
    """The record does not name it."""
    assert told(failing(killed_by_SIGSEGV=3), None) == [f"m: {KILLED}"]


def test_a_first_record_holds_who_dies_now_and_then() -> None:
    """But not who always does, nor who was to end the process or answered twice."""

    def first(now: MetricEntry) -> list[str]:
        return list(describe_breakage(Result(record_of({"m": now}), [])))

    assert first(failing(killed_by_SIGSEGV=3)) == []
    always = replace(RIGHT, no_verdict=ALWAYS, status="unavailable")
    assert first(always) == [f"m: {KILLED}"]
    assert first(failing(answered_twice=1)) == [f"m: {TWICE}"]
    exits = replace(RIGHT, core=Core(ran=1, of=4, failed={"SystemExit: 3": 1}))
    assert first(exits) == ["m: SystemExit: 3"]


def test_a_process_that_answered_twice_is_broken_whoever_was_asked() -> None:
    """One that was lost before it was asked is not: the call was made again."""
    lost = [f"{TWICE} before m was asked", "killed by SIGKILL before m was asked"]
    assert told(RIGHT, lost=lost) == lost[:1]


def test_the_last_words_stand_below() -> None:
    """Of the first call that had any."""
    said = Failed(KILLED, said="one\ntwo")
    rows = [
        ("m", "a", Failed(KILLED)),
        ("m", "b", Value(1.0)),
        ("m", "c", said),
        ("m", "d", Failed(KILLED, said="later")),
    ]
    now, old = (record_of({"m": m}) for m in (failing(killed_by_SIGSEGV=3), RIGHT))
    result = Result(now, rows, old)
    words = f"m: {KILLED}; it had printed:\n    one\n    two"
    assert list(describe_breakage(result)) == [words]
    once = {
        "m": said,
        "n": Value(1.0),
        "o": Refused(KILLED),
        "p": Failed("KeyError: 1", said="one"),
    }
    assert list(describe_process_deaths(once)) == [words]
