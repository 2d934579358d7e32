"""Variations of cases, as they are asked of a library."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fakes.scripted import Scripted, right

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.measurement.calls import Calls
from homonym.measurement.invariance_checks import (
    find_long_list_cases,
    find_many_users_case,
    vary_metric,
)
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.verdicts.invariances import CASES, LATER, list_metric_variations

RECALL = Variant.with_defaults("recall")
SOME: tuple[Case, ...] = core()[:8]


def varied(answer: Any) -> tuple[dict[str, str], Calls]:
    """What a metric makes of each variation, after it was asked about some cases."""
    calls = Calls(Scripted({"recall": answer}))
    measured = {case: calls.ask("recall", case) for case in SOME}
    metric = calls.library.adapter.metrics["recall"]
    return vary_metric(metric, RECALL, measured, calls), calls


def reads_ids(case: Any, seed: int) -> Measurement:
    """Recall, but not where ids are others; a request names the case by its line."""
    if not isinstance(case, dict):
        return right(case, seed)
    number = right(Case.parse(case["line"]), seed)
    assert isinstance(number, Value) and number.value is not None
    return Value(number.value + (case["varied"] == "ids_relabelled"))


def test_each_variation_is_asked_about_few_cases() -> None:
    """The call after all others first; what changes a value is named with a case."""
    found, calls = varied(reads_ids)
    metric = calls.library.adapter.metrics["recall"]
    assert list(found) == [LATER, *list_metric_variations(metric)]
    broken = {name for name, told in found.items() if told != "holds"}
    assert broken == {"ids_relabelled"}
    assert found["ids_relabelled"].startswith("violated: ")
    kept = [line for _, line, _ in calls.rows]
    assert len(kept) == CASES * len(list_metric_variations(metric))
    assert all(line.startswith("varied ") for line in kept)
    assert f"varied second_call {SOME[0].id}" in kept


def test_cases_without_a_number_are_not_varied() -> None:
    """A refusal has no value to keep."""

    def some(case: Any, seed: int) -> Measurement:
        return Refused("cut") if case in SOME[:6] else reads_ids(case, seed)

    _, calls = varied(some)
    lines = {line.split(" ", 2)[2] for _, line, _ in calls.rows}
    assert lines == {case.id for case in SOME[6:]}


@pytest.mark.parametrize("later", [Value(7.0), Failed("KeyError: 1")])
def test_the_call_after_all_others_is_compared_too(later: Measurement) -> None:
    """What it gives then makes the metric unstable, beside the invariance."""
    asked: list[str] = []

    def forgets(case: Any, seed: int) -> Measurement:
        if isinstance(case, dict):
            return reads_ids(case, seed)
        asked.append(case.id)
        return later if asked.count(case.id) > 1 else right(case, seed)

    found, calls = varied(forgets)
    assert found[LATER].startswith("violated: ")
    assert [one.case for one in calls.moved["recall"]] == [c.id for c in SOME[:CASES]]


def test_what_else_is_asked_for_is_varied_on_long_lists_too() -> None:
    """A library that sorts as many items as the largest cut-off asked for has sorted
    whole short lists."""

    def sorts_the_best(case: Any, seed: int) -> Measurement:
        if not isinstance(case, dict):
            return right(case, seed)
        given = Case.parse(case["line"])
        long = max(len(user.grades) for user in given.users) > 256
        return (
            Value(0.0)
            if long and case["varied"] == "other_metrics"
            else right(given, seed)
        )

    calls = Calls(Scripted({"recall": sorts_the_best}))
    metric = replace(calls.library.adapter.metrics["recall"], together=True)
    measured, large = (
        {case: calls.ask("recall", case) for case in cases}
        for cases in (SOME, large_cases(Case))
    )
    assert vary_metric(metric, RECALL, measured, calls)["other_metrics"] == "holds"
    found = vary_metric(metric, RECALL, measured, calls, large)
    broken = {name for name, told in found.items() if told != "holds"}
    assert broken == {"other_metrics"}
    assert found["other_metrics"].endswith("on large full_rankings_300")


def test_many_users_are_more_than_64_and_the_smallest_such_case_is_taken() -> None:
    users = Case.parse("1 . @1").users
    of = {n: Case(users * n, 1) for n in (64, 65, 66)}
    gave = Value(0.5)
    found = find_many_users_case({of[66]: gave, of[64]: gave, of[65]: gave})
    assert found == [(of[65], gave)]
    assert find_many_users_case({of[64]: gave}) == []


def test_a_long_list_has_more_than_256_items() -> None:
    cases = [Case.parse(f"1{' .' * more} @1") for more in (255, 256)]
    found = find_long_list_cases({case: Value(1.0) for case in cases})
    assert [case for case, _ in found] == cases[1:]
