"""The large cases, asked of every metric that has a verdict: start at `ask_large`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.measurement.calls import Calls, has_timed_out
from homonym.records.schema_entry import Core
from homonym.reference.variants import Variant
from homonym.verdicts.formula import agrees_with_measured

SECONDS = 20.0
"""A metric that has taken so long on large cases is asked about no more of them."""


@dataclass
class LargeAnswers:
    """What became of a metric's large cases; answers: those that gave a number."""

    asked: int = 0
    spent: float = 0.0
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    answers: dict[Any, Value] = field(default_factory=dict)

    def count(self, case: Any, measured: Measurement) -> None:
        """Count an answer."""
        self.asked += 1
        if isinstance(measured, Value):
            self.answers[case] = measured
        if isinstance(measured, Refused):
            self.refused[measured.reason] += 1
        if isinstance(measured, Failed):
            self.failed[measured.error] += 1

    def entry(self) -> Core | None:
        """The same in the shape of a record."""
        if not self.asked:
            return None
        return Core(
            ran=len(self.answers),
            of=self.asked,
            refused=dict(self.refused),
            failed=dict(self.failed),
        )


def ask_large(
    calls: Calls, cases: Sequence[Any], metrics: Sequence[str]
) -> dict[str, LargeAnswers]:
    """Ask each metric about the cases, one case after another."""
    found = {name: LargeAnswers() for name in metrics}
    for case in cases:
        for name, asked in found.items():
            if asked.spent > SECONDS:
                continue
            before = calls.spent[name]
            measured = calls.keep(name, case)
            asked.spent += calls.spent[name] - before
            if has_timed_out(measured):
                asked.spent = inf
            else:
                asked.count(case, measured)
    return found


def find_contradicting_case(
    asked: LargeAnswers, variants: Sequence[Variant], precision: float
) -> dict[Any, Measurement]:
    """The first case on which one of the variants gives another number than was
    measured, and that; nothing where there is none."""
    for case, measured in asked.answers.items():
        if not all(
            agrees_with_measured(one.value(case), measured, precision)
            for one in variants
        ):
            return {case: measured}
    return {}
