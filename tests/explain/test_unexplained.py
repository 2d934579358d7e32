"""What is said of a metric that no variant explains: worked by hand where it can be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym.explain.unexplained import changes, clues, nearest, numbers_given
from homonym.records import store
from homonym.records.schema_entry import MetricEntry, Recorded
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

COMMITTED = Path(__file__).parents[2] / "reports" / "records"


def unexplained(claims: str, gives: Callable[[Case], Any], many: int = 60) -> Any:
    """The entry of an unexplained metric that gives this on the core cases."""
    values: dict[str, Recorded] = {case.id: gives(case) for case in core(Case)[:many]}
    return MetricEntry(
        claims=claims, status="unexplained", precision=1e-9, values=values
    )


def of(variant: str, factor: float = 1.0) -> Callable[[Case], float]:
    """What a variant gives, times a factor."""
    found = Variant.parse(variant)

    def gives(case: Case) -> float:
        value = found.value(case)
        assert isinstance(value, float)
        return float(f"{value * factor:.9g}")

    return gives


def test_a_formula_that_is_right_but_for_a_factor_is_named() -> None:
    """In the claimed family first, with the factor, on every case."""
    told = clues(unexplained("recall", of("recall(divisor=r)", 0.3)))
    assert told[0] == "it is 0.3 × recall(divisor=r) on all 60 cases"


def test_a_factor_of_a_formula_of_another_family_is_named_too() -> None:
    """A fifth of a DCG with geometric discount that was called RBP; here of the
    binary one, whose discount is rbp's own persistence."""
    dcg = "ndcg(gain=grade, discount=flat, ideal=none)"
    told = clues(unexplained("rbp", of(dcg, 0.2)))
    assert told[0] == f"it is 0.2 × {dcg} on all 60 cases"


def test_the_nearest_agrees_on_most_cases_and_then_changes_the_fewest_choices() -> None:
    """Recall, but one more on the first case."""
    first = core(Case)[0].id
    right = of("recall(divisor=r)")
    entry = unexplained("recall", lambda case: right(case) + (case.id == first))
    told = clues(entry)
    assert told[0] == "nearest is recall(divisor=r): 59 of 60 cases agree"
    assert told[1].startswith(f"smallest case apart: {first}: ")
    near = nearest(every_family()["recall"], numbers_given(entry), 1e-8)
    assert near is not None and changes(near.variant) == 0


def test_a_constant_is_no_formula_times_a_factor() -> None:
    """It is a factor of whatever is always 1."""
    told = clues(unexplained("recall", lambda case: 0.25))
    assert not any("×" in line for line in told)


def test_none_is_offered_where_none_agrees() -> None:
    """A metric that is above anything a recall can be."""
    told = clues(unexplained("recall", lambda case: 7.0 + len(case.id) / 100))
    assert told[0] == "no variant of recall agrees at all"
    assert "docs/add-a-variant.md" in told[1]


def test_nothing_is_said_of_what_is_explained_or_has_no_number() -> None:
    """Neither of a verdict, nor of failures."""
    entry = MetricEntry(
        claims="recall", status="identified", variants=("recall(divisor=r)",)
    )
    assert clues(entry) == []
    assert clues(unexplained("recall", lambda case: "raises KeyError")) == []


@pytest.mark.parametrize("library", ["daisyRec", "scikit-surprise", "recbole"])
def test_every_unexplained_metric_on_record_gets_its_clues(library: str) -> None:
    """The smallest case among them is one of its record, and the two numbers differ."""
    for file in store.record_files(library, COMMITTED):
        for name, entry in store.read(file).metrics.items():
            if entry.status == "unexplained":
                told = clues(entry)
                (line,) = (x for x in told if x.startswith("smallest case apart: "))
                case, numbers = line.removeprefix("smallest case apart: ").split(": ")
                assert case in entry.values, name
                got, ours = numbers.split(", not ")
                assert got != ours
