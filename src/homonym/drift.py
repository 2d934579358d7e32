"""Drift, said with its evidence: what was recorded, what is so now, on which case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from homonym.adapters.contract import Measurement, Value
from homonym.check import Result, statuses
from homonym.classify import agrees
from homonym.conventions import shown
from homonym.reference.axes import Variant
from homonym.reference.case import Case


def explain(result: Result) -> Iterator[str]:
    """A block for each metric that changed its class, a line for every other change."""
    record, told = result.record, set()
    named = f"{record['library']} {record['version']}"
    old = (result.expected or {}).get("metrics", {})
    for name, status, differences in statuses(result):
        if status in ("changed to another class", "unexplained now") and differences:
            told.update(differences)
            now = record["metrics"][name]
            yield from changed(named, name, old[name], now, result.measured(name))
    rest = [line for line in result.drift if line not in told]
    if rest:
        yield f"\n{named}: what else is not as recorded"
        yield from (f"  {line}" for line in rest)


def changed(
    library: str,
    metric: str,
    old: dict[str, Any],
    now: dict[str, Any],
    measured: dict[str, Measurement],
) -> Iterator[str]:
    """The smallest measured case on which the recorded variant is wrong."""
    before = Variant.parse(old["variants"][0])
    yield f"\n{library}: {metric} is no longer {before}\n"
    precision = now.get("precision", old["precision"])
    found = witness(before, measured, precision)
    if found:
        case, value = found
        yield f"  case      {case.id}"
        yield f"  recorded  {_number(before.value(case))}   as {before} gives"
        after = (now.get("variants") or ["no variant"])[0]
        now_value = value.value if isinstance(value, Value) else shown(value)
        yield f"  now       {_number(now_value)}   as {after} gives"


def witness(
    variant: Variant, measured: dict[str, Measurement], precision: float
) -> tuple[Case, Measurement] | None:
    """The smallest case on which the variant does not give what was measured."""
    wrong = [
        (Case.parse(line), value)
        for line, value in measured.items()
        if "@" in line
        and not line.startswith(("edge ", "example ", "varied "))
        and not (
            isinstance(value, Value)
            and agrees(variant.value(Case.parse(line)), value, precision)
        )
    ]
    return min(
        wrong,
        key=lambda pair: pair[0].weight,
        default=None,
    )


def _number(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
