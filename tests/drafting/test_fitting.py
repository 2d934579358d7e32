"""Which of several shapes is taken: by what each gives on the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, nan
from typing import Any

import pytest
from fakes.scripted import Scripted

from homonym.adapters.contract import (
    FLOAT64,
    Failed,
    Measurement,
    Metric,
    Refused,
    Value,
)
from homonym.drafting.fitting import (
    FIRST,
    HUNG,
    Fit,
    describe_failed_shapes,
    describe_missing_number,
    find_best_fit,
    has_distinct_numbers,
    measure_finite_values,
)
from homonym.drafting.shapes import Reading, read_shape_table
from homonym.drafting.signature import Argument, Function
from homonym.measurement.calls import Calls
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

Answer = Callable[[Any], Measurement]
CORE: tuple[Case, ...] = core(Case)
BY_R, BY_K = "recall(divisor=r)", "recall(divisor=min_k_r)"
SLOW = Failed("no answer in 5 s")


def reading(shape: str) -> Reading:
    """A function `f` of lists and truth, asked in that shape."""
    function = Function("f", (Argument("a"), Argument("b")))
    return Reading(function, read_shape_table()[shape], {"a": "lists", "b": "truth"})


def of(variant: str, factor: float = 1.0, digits: int = 17) -> Answer:
    """What a variant gives, times a factor, in so many digits."""
    found = Variant.parse(variant)

    def answer(case: Any) -> Measurement:
        value: Any = found.value(case)
        return Value(float(f"{value * factor:.{digits}g}"))

    return answer


def odd(case: Any) -> Measurement:
    """A number that no definition gives."""
    return Value(CORE.index(case) / 7 + 3)


def only(cases: range, answer: Answer) -> Answer:
    """The same on some of the core, an error on the others."""
    return lambda case: (
        answer(case) if CORE.index(case) in cases else Failed("KeyError: 1")
    )


def asking(answers: Mapping[str, Answer]) -> tuple[Calls, list[Reading], Scripted]:
    """Readings of one function in these shapes, each of which answers so."""
    tried = [reading(shape) for shape in answers]
    told = zip(tried, answers.values(), strict=True)
    library = Scripted({one.name: lambda case, seed, a=a: a(case) for one, a in told})
    library.adapter.metrics |= {
        one.name: Metric(one.name, "recall", lambda case: 0.0) for one in tried
    }
    return Calls(library), tried, library


def fit(answers: Mapping[str, Answer]) -> tuple[Fit, list[str]] | None:
    """What is taken, and the shapes of the others."""
    calls, tried, _ = asking(answers)
    found = find_best_fit(calls, tried, lambda words, done, of: None)
    return found and (found[0], [one.reading.shape.name for one in found[1]])


def taken(answers: Mapping[str, Answer]) -> tuple[str, ...]:
    """The shape that is taken, and the definitions that explain it."""
    found = fit(answers)
    assert found
    return found[0].reading.shape.name, *map(str, found[0].variants)


def test_what_a_definition_explains_is_taken_wherever_it_stands() -> None:
    """Before what gives numbers that none has, be it on more cases."""
    some = only(range(58), of(BY_R))
    assert taken({"lists": odd, "sets": some}) == ("sets", BY_R)
    assert taken({"sets": some, "lists": odd}) == ("sets", BY_R)
    assert taken({"lists": of(BY_R), "sets": of(BY_K)}) == ("lists", BY_R)


def test_of_two_that_are_explained_that_on_more_cases_is_taken() -> None:
    """The first of two on as many."""
    some = only(range(59), of(BY_K))
    assert taken({"lists": some, "sets": of(BY_R)}) == ("sets", BY_R)
    assert taken({"sets": of(BY_K), "lists": of(BY_R)}) == ("sets", BY_K)


def test_a_shape_of_less_information_that_gives_the_same_is_told() -> None:
    """Not where it gives something else, or on fewer cases."""
    assert taken({"grades": of(BY_R), "sets": of(BY_R)}) == ("sets", BY_R)
    assert taken({"grades": of(BY_R), "sets": of(BY_K)}) == ("grades", BY_R)
    fewer = only(range(59), of(BY_R))
    assert taken({"grades": of(BY_R), "sets": fewer}) == ("grades", BY_R)
    assert taken({"arrays": of(BY_R), "sets": of(BY_R)}) == ("arrays", BY_R)


def test_what_is_refused_or_fails_once_does_not_hang() -> None:
    """However many readings do."""

    def once(case: Any) -> Measurement:
        return Failed("KeyError: 1") if case == CORE[0] else Refused("no scores")

    none: Answer = lambda case: Refused("no scores")  # noqa: E731
    for answer in (once, none):
        answers = {"lists": answer, "arrays": answer, "nested": answer}
        assert taken({**answers, "sets": of(BY_R)}) == ("sets", BY_R)


def test_another_family_explains_where_the_claimed_one_does_not() -> None:
    """Of no reading, that is."""
    other = "precision(divisor=k)"
    found = fit({"lists": odd, "sets": of(other)})
    assert found and not found[0].claimed
    assert other in map(str, found[0].variants)
    claimed = fit({"sets": of(other), "lists": of(BY_R)})
    assert claimed and claimed[0].claimed
    assert [*map(str, claimed[0].variants)] == [BY_R]


def test_single_precision_is_tried_where_double_explains_none() -> None:
    """And the metric keeps what it was found with; else it is held to double."""
    calls, tried, library = asking({"lists": of(BY_R, digits=7)})
    found = find_best_fit(calls, tried, lambda words, done, of: None)
    assert found and [*map(str, found[0].variants)] == [BY_R]
    assert library.adapter.metrics[tried[0].name].precision == 1e-5
    calls, tried, library = asking({"lists": odd})
    found = find_best_fit(calls, tried, lambda words, done, of: None)
    assert found and not found[0].variants
    assert library.adapter.metrics[tried[0].name].precision == FLOAT64


def test_what_mostly_fails_and_is_unexplained_is_no_fit() -> None:
    """A number on four in five of those that did not give one otherwise is enough."""
    assert fit({"lists": only(range(49), odd)}) is None
    found = fit({"lists": only(range(50), odd)})
    assert found and len(found[0].values) == 50 and found[0].failed == 12
    assert taken({"lists": only(range(30), of(BY_R))})[0] == "lists"
    assert fit({"lists": lambda case: Failed("KeyError: 1")}) is None


def test_the_others_stand_beside_what_is_taken() -> None:
    """A number that never changes is no fit, unless there is none that does."""
    constant: Answer = lambda case: Value(1.0)  # noqa: E731
    found = fit({"lists": odd, "sets": of(BY_R), "arrays": constant})
    assert found and found[1] == ["lists"]
    alone = fit({"arrays": constant, "lists": lambda case: Failed("KeyError: 1")})
    assert alone and alone[0].reading.shape.name == "arrays" and alone[1] == []
    assert has_distinct_numbers({CORE[0]: Value(1.0), CORE[1]: Value(0.5)})
    assert has_distinct_numbers({CORE[0]: Value(None, (1.0, 0.5))})
    assert not has_distinct_numbers({CORE[0]: Value(1.0), CORE[1]: Value(1.0)})


def test_two_that_hang_are_enough() -> None:
    """Each is asked once; what came before is taken; one alone stops nothing."""
    hangs: Answer = lambda case: SLOW  # noqa: E731
    calls, tried, library = asking(
        {"lists": hangs, "sets": of(BY_R), "arrays": hangs, "nested": of(BY_K)}
    )
    shown = list[tuple[str, int, int]]()
    found = find_best_fit(calls, tried, lambda *told: shown.append(told))
    assert found and found[0].reading.shape.name == "sets"
    asked = [name for _, name, _ in library.log]
    assert [asked.count(one.name) for one in tried] == [1, len(CORE), 1, 0]
    assert shown == [(tried[n].shape.words, n, 4) for n in range(3)]


def test_what_gives_nothing_at_first_nor_at_last_is_asked_no_more() -> None:
    """One number among those is enough to go on; none is NaN or infinite."""
    assert FIRST == 12

    def counted(answer: Answer) -> tuple[int, int, int]:
        calls, (one,), library = asking({"lists": answer})
        values, failed = measure_finite_values(calls, one.name)
        return len(values), failed, len(library.log)

    assert counted(only(range(12, 48), odd)) == (0, 24, 24)
    assert counted(only(range(11, 12), odd)) == (1, len(CORE) - 1, len(CORE))
    assert counted(only(range(59, 60), odd)) == (1, len(CORE) - 1, len(CORE))
    assert counted(lambda case: Refused("no scores")) == (0, 0, 24)
    assert counted(lambda case: Value(nan)) == (0, 0, 24)
    assert counted(lambda case: Value(inf)) == (0, 0, 24)
    assert counted(lambda case: Value(None, (1.0, None))) == (0, 0, 24)
    assert counted(lambda case: Value(None, (1.0, nan))) == (0, 0, 24)
    late: Answer = lambda case: SLOW if case == CORE[30] else odd(case)  # noqa: E731
    assert counted(late)[:2] == (0, HUNG)


def test_why_there_is_none_is_told_by_shape() -> None:
    """On the first case; after two that hang no other is asked."""
    hangs: Answer = lambda case: SLOW  # noqa: E731
    calls, tried, library = asking(
        {
            "lists": lambda case: Failed("KeyError: 1"),
            "sets": hangs,
            "arrays": lambda case: Value(None, (0.5, nan)),
            "nested": hangs,
            "dicts": odd,
        }
    )
    words = {one.shape.name: one.shape.words for one in tried}
    assert describe_failed_shapes(calls, tried).splitlines() == [
        f"  lists            {words['lists']}: KeyError: 1",
        f"  sets             {words['sets']}: no answer in 5 s",
        f"  arrays           {words['arrays']}: it gave 0.5, nan",
        f"  nested           {words['nested']}: no answer in 5 s",
    ]
    assert {line for _, _, line in library.log} == {CORE[0].id}


@pytest.mark.parametrize(
    ("measured", "told"),
    [
        (Failed("KeyError: 1"), "KeyError: 1"),
        (Refused("no scores"), "not asked, no scores"),
        (Value(nan), "it gave nan"),
    ],
)
def test_what_came_in_the_place_of_a_number(measured: Measurement, told: str) -> None:
    assert describe_missing_number(measured) == told
