"""The large cases, asked of every metric that has a verdict: start at `ask_large`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.measurement.calls import Calls
from homonym.records.schema_entry import Core
from homonym.reference.variants import Variant
from homonym.verdicts.formula import agrees

SECONDS = 20.0
"""A metric that has taken so long on large cases is asked about no more of them."""


@dataclass
class Asked:
    """What became of a metric's large cases; refuted: the cases, with what was
    measured, on which one of its variants gives another number."""

    asked: int = 0
    ran: int = 0
    spent: float = 0.0
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    refuted: dict[Any, Measurement] = field(default_factory=dict)

    def count(self, measured: Measurement) -> None:
        """Count an answer."""
        self.asked += 1
        self.ran += isinstance(measured, Value)
        if isinstance(measured, Refused):
            self.refused[measured.reason] += 1
        if isinstance(measured, Failed):
            self.failed[measured.error] += 1

    def entry(self) -> Core | None:
        """The same in the shape of a record."""
        if not self.asked:
            return None
        return Core(
            ran=self.ran,
            of=self.asked,
            refused=dict(self.refused),
            failed=dict(self.failed),
        )


def ask_large(
    calls: Calls,
    cases: Sequence[Any],
    metrics: Mapping[str, Metric],
    survivors: Mapping[str, Sequence[str]],
) -> dict[str, Asked]:
    """Ask each metric about the cases, one case after another, and compare what it
    gives with the variants that survived."""
    found = {name: Asked() for name in metrics if survivors[name]}
    variants = {name: [Variant.parse(v) for v in survivors[name]] for name in found}
    for case in cases:
        for name, asked in found.items():
            if asked.spent > SECONDS:
                continue
            before = calls.spent[name]
            measured = calls.keep(name, case)
            asked.spent += calls.spent[name] - before
            asked.count(measured)
            if contradicts(variants[name], case, measured, metrics[name].precision):
                asked.refuted[case] = measured
    return found


def contradicts(
    variants: Sequence[Variant], case: Any, measured: Measurement, precision: float
) -> bool:
    """Whether one of the variants gives another number than was measured."""
    if not isinstance(measured, Value):
        return False
    return not all(agrees(one.value(case), measured, precision) for one in variants)
