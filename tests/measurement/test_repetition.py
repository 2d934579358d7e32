"""The core asked about again: counts, order, and the time it may take."""

from __future__ import annotations

import pytest
from fakes.scripted import Answer, Scripted, raises, right

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.measurement.calls import OTHER_HASH_SEED, Calls
from homonym.measurement.repetition import ask_again
from homonym.records.schema_entry import Repeated
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case

CORE: tuple[Case, ...] = core()[:10]


def asked_twice(library: Scripted) -> tuple[dict[str, Repeated], Calls]:
    """What comes of the core, asked about once and again."""
    with Calls(library) as calls:
        measured = {
            name: {case: calls.ask(name, case) for case in CORE}
            for name in library.answers
        }
        return ask_again(calls, measured), calls


def moving(to: Measurement, count: int = 1) -> Answer:
    """Recall, but of so many cases something else in the other process."""

    def answer(case: Case, seed: int) -> Measurement:
        again = seed == OTHER_HASH_SEED and case in CORE[:count]
        return to if again else right(case, seed)

    return answer


@pytest.mark.parametrize(
    ("answer", "cases", "differed"),
    [
        (right, 10, 0),
        (moving(Value(7.0)), 10, 1),
        (moving(Value(7.0), count=4), 10, 4),
        (moving(Failed("KeyError: 1")), 10, 1),
        (moving(Failed("no answer in 30 s")), 10, 0),
        (moving(Refused("not run: it hung")), 10, 0),
    ],
)
def test_what_differs_is_counted(answer: Answer, cases: int, differed: int) -> None:
    """Raising once is another answer; none in time, and none at all, say nothing."""
    repeated, calls = asked_twice(Scripted({"recall": answer}))
    assert repeated == {"recall": Repeated(cases=cases, differed=differed)}
    assert bool(calls.moved) == bool(differed)


def test_what_gave_no_number_is_not_asked_again() -> None:
    """A metric that always raises is not in it; of another the cases with a number."""

    def some(case: Case, seed: int) -> Measurement:
        return right(case, seed) if case in CORE[3:] else Refused("cut")

    repeated, _ = asked_twice(Scripted({"recall": some, "hit_rate": raises}))
    assert repeated == {"recall": Repeated(cases=7, differed=0)}


def test_the_order_is_another_one() -> None:
    """The last case first, and of each case the last metric."""
    library = Scripted({"recall": right, "hit_rate": right})
    asked_twice(library)
    again = [(name, line) for seed, name, line in library.log if seed > 1]
    assert again == [
        (name, case.id) for case in reversed(CORE) for name in ("hit_rate", "recall")
    ]


@pytest.mark.parametrize(
    ("takes", "asked"), [(0.0, 10), (3, 10), (7, 4), (10, 3), (15.25, 1), (100, 1)]
)
def test_a_slow_metric_is_asked_about_fewer(takes: float, asked: int) -> None:
    """The last of them, for half a minute at most, but of one at least."""
    library = Scripted({"recall": right}, takes)
    repeated, _ = asked_twice(library)
    assert repeated["recall"].cases == asked
    again = [line for seed, _, line in library.log if seed > 1]
    assert again == [case.id for case in reversed(CORE[-asked:])]
