"""Large cases, asked of metrics that have a verdict: counts, time, what refutes."""

from __future__ import annotations

import pytest
from fakes.scripted import Scripted, right

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.measurement.calls import Calls
from homonym.measurement.large_cases import (
    LargeAnswers,
    ask_large,
    find_contradicting_case,
)
from homonym.records.schema_entry import Core
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

CASES: tuple[Case, ...] = large_cases(Case)
RECALL = Variant.with_defaults("recall")


def asked(library: Scripted) -> dict[str, LargeAnswers]:
    """What the metrics of a library make of the large cases."""
    return ask_large(Calls(library), CASES, list(library.answers))


def test_every_large_case_is_asked_and_kept() -> None:
    """One after another, of each metric; the rows stand beside the record."""
    library = Scripted({"recall": right, "hit_rate": right})
    calls = Calls(library)
    found = ask_large(calls, CASES, ["recall", "hit_rate"])
    assert found["recall"].entry() == Core(ran=len(CASES), of=len(CASES))
    order = [(name, case.id) for case in CASES for name in library.answers]
    assert [(name, line) for _, name, line in library.log] == order
    assert [row[:2] for row in calls.rows] == order


def test_refusals_and_errors_are_counted_with_their_words() -> None:
    """They are no numbers, and contradict nothing."""

    def answer(case: Case, seed: int) -> Measurement:
        if case.k == 15:
            return Refused("cut at 15")
        return Failed("MemoryError") if len(case.users) == 300 else right(case, seed)

    (found,) = asked(Scripted({"recall": answer})).values()
    at_15 = sum(case.k == 15 for case in CASES)
    told = found.entry()
    assert told == Core(
        ran=len(CASES) - at_15 - 1,
        of=len(CASES),
        refused={"cut at 15": at_15},
        failed={"MemoryError": 1},
    )
    assert find_contradicting_case(found, [RECALL], 1e-9) == {}


@pytest.mark.parametrize(
    ("takes", "count"), [(0.0, len(CASES)), (10, 3), (20, 2), (21, 1)]
)
def test_a_slow_metric_is_asked_about_the_first(takes: float, count: int) -> None:
    """Until its calls took more than twenty seconds; the record says how many."""
    (found,) = asked(Scripted({"recall": right}, takes)).values()
    assert list(found.answers) == list(CASES[:count])
    told = found.entry()
    assert told and (told.ran, told.of) == (count, count)


def test_a_call_that_takes_too_long_is_the_last() -> None:
    """It is no answer: it is not counted, and no failure; others are asked on."""

    def slow(case: Case, seed: int) -> Measurement:
        return Failed("no answer in 30 s") if case == CASES[2] else right(case, seed)

    library = Scripted({"recall": slow, "hit_rate": right})
    found = asked(library)
    assert found["recall"].entry() == Core(ran=2, of=2)
    assert found["hit_rate"].entry() == Core(ran=len(CASES), of=len(CASES))
    assert [name for _, name, _ in library.log].count("recall") == 3


def test_a_metric_that_refuses_them_all_is_recorded_as_such() -> None:
    """None of so many gave a number."""
    (found,) = asked(Scripted({"recall": lambda case, seed: Refused("big")})).values()
    of = len(CASES)
    assert found.entry() == Core(ran=0, of=of, refused={"big": of})


def test_what_was_not_asked_is_not_recorded() -> None:
    """A corpus without large cases."""
    (found,) = ask_large(Calls(Scripted({"recall": right})), [], ["recall"]).values()
    assert found.entry() is None
    assert find_contradicting_case(found, [RECALL], 1e-9) == {}


def test_the_first_case_that_contradicts_is_taken() -> None:
    """With what it gave, and whichever of the variants it contradicts."""

    def halved(case: Case, seed: int) -> Measurement:
        measured = right(case, seed)
        assert isinstance(measured, Value) and measured.value is not None
        return Value(measured.value / (1 + (case.k > 100)))

    (found,) = asked(Scripted({"recall": halved})).values()
    first = next(case for case in CASES if case.k > 100)
    refuting = find_contradicting_case(found, [RECALL], 1e-9)
    assert refuting == {first: halved(first, 1)}
    two = [RECALL, Variant.with_defaults("recall(divisor=min_k_r)")]
    assert list(find_contradicting_case(found, two, 1e-9)) == [CASES[0]]
    assert find_contradicting_case(found, [], 1e-9) == {}
