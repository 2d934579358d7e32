"""The smallest measured case on which a recorded definition is wrong, in rows: start at
`list_evidence_rows`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from homonym.adapters.contract import Measurement, Value
from homonym.cases.kinds import find_case_kind
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import summarise_measurement
from homonym.reference.variants import Variant
from homonym.trace.plain_text import render_plain_formula
from homonym.trace.rankings import Line
from homonym.verdicts.formula import agrees_with_measured

EvidenceRow = tuple[str, str, str]
"""What it is, its value, and why."""


def list_evidence_rows(
    old: MetricEntry, now: MetricEntry, measured: dict[str, Measurement]
) -> Iterator[EvidenceRow]:
    """The smallest measured case on which the recorded variant is wrong."""
    if not old.variants:
        return
    before = Variant.parse(old.variants[0])
    found = find_smallest_difference(before, measured, now.precision or old.precision)
    if not found:
        return
    case, value = found
    after = now.variants[0] if now.variants else ""
    yield "case", case.id, find_case_kind(type(case)).in_brief(case)
    yield (
        "recorded",
        number_in_words(before.value(case)),
        describe_other_choices(before, after, case),
    )
    yield (
        "now",
        number_in_words(extract_measured_number(value)),
        f"as {after or 'no variant'} gives",
    )


def extract_measured_number(measured: Measurement) -> object:
    """The number that was measured, the users' numbers, or why there is none."""
    if isinstance(measured, Value):
        return measured.per_user if measured.value is None else measured.value
    return summarise_measurement(measured)


def describe_other_choices(variant: Variant, other: str, case: Any) -> str:
    """The choices that the variant makes otherwise, each with its formula and what it
    is on the case; for another family the variant's id."""
    against = Variant.parse(other) if other else None
    if against is None or against.family != variant.family:
        return f"as {variant} gives"
    axes, known = variant.home.axes, collect_ranking_parts(variant, case)
    return ", ".join(
        f"{axis} "
        f"{render_plain_formula(axes[axis].choices[name].formula)}{known.get(axis, '')}"
        for axis, name in variant.choices
        if against.names[axis] != name
    )


def collect_ranking_parts(variant: Variant, case: Any) -> dict[str, str]:
    """The numbers that one user's value is made of, by the axis they are of, where the
    case is told in brief."""
    kind = find_case_kind(type(case))
    if not kind.in_brief(case) or len(case.users) > 1:
        return {}
    (user,) = kind.steps(variant, case).users
    lines = [part for part in user.parts if isinstance(part, Line)]
    return {line.name: f" = {number_in_words(line.value)}" for line in lines}


def find_smallest_difference(
    variant: Variant, measured: dict[str, Measurement], precision: float
) -> tuple[Any, Measurement] | None:
    """The smallest case on which the variant does not give what was measured."""
    takes: Any = variant.home.takes
    cases = {
        line: takes.parse(line)
        for line in measured
        if not line.startswith(("edge ", "example ", "movielens ", "varied "))
    }
    wrong = [
        (case, measured[line])
        for line, case in cases.items()
        if not gives_measured_value(variant, case, measured[line], precision)
    ]
    return min(
        wrong,
        key=lambda pair: pair[0].weight,
        default=None,
    )


def gives_measured_value(
    variant: Variant, case: Any, measured: Measurement, precision: float
) -> bool:
    """Whether the variant gives what was measured."""
    if not isinstance(measured, Value):
        return False
    return agrees_with_measured(variant.value(case), measured, precision)


def number_in_words(value: object) -> str:
    """A number, or every user's, to six digits."""
    if isinstance(value, tuple) and len(value) == 1:
        return number_in_words(*value)
    if isinstance(value, tuple):
        return f"({', '.join(map(number_in_words, value))})"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
