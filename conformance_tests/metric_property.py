"""A metric held to its verdict by a property of Hypothesis: start at `Held.on`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from homonym.adapters.contract import Metric, Value
from homonym.cases.kinds import find_case_kind
from homonym.measurement.calls import Ask
from homonym.measurement.refutation import TRIES, is_unexpected_value
from homonym.records.schema_entry import MetricEntry
from homonym.reference.variants import Variant
from homonym.verdicts.formula import find_metric_case_type


@dataclass
class Held:
    """A metric, and what its record says of it.

    answers: on each case what was wrong, nothing where it agreed; tried: how many cases
    gave a number; left: so often the library is asked after the first failure.
    """

    metric: Metric
    entry: MetricEntry
    ask: Ask
    answers: dict[str, str] = field(default_factory=dict)
    tried: int = 0
    left: int = TRIES

    @property
    def takes(self) -> Any:
        """The type of case that the metric's family takes."""
        return find_metric_case_type(self.metric)

    def on(self, drawn: st.SearchStrategy[Any], tries: int, chosen: bool) -> None:
        """Hold it on so many cases; AssertionError with the smallest that was found to
        refute. chosen: whether a seed was given, which counts in CI too."""

        @settings(
            max_examples=tries,
            deadline=None,
            database=None,
            derandomize=settings().derandomize and not chosen,
            phases=[Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(drawn)
        def the_metric_agrees(case: Any) -> None:
            told = self.told(case)
            assert not told, told

        the_metric_agrees()

    def told(self, case: Any) -> str:
        """What is wrong on a case, asked once."""
        if case.id not in self.answers and self.left:
            self.left -= any(self.answers.values())
            self.answers[case.id] = self.asked(case)
        return self.answers.get(case.id, "")

    def asked(self, case: Any) -> str:
        """The same, of the library itself."""
        fulfilled = find_case_kind(self.takes).conditions.get(self.entry.when)
        variants = [Variant.parse(text) for text in self.entry.variants]
        expected = [variant.value(case) for variant in variants]
        if (fulfilled and not fulfilled(case)) or all(
            number is None for number in expected
        ):
            return ""
        measured = self.ask(self.metric.name, case)
        if not isinstance(measured, Value):
            return ""
        self.tried += 1
        if not is_unexpected_value(self.metric, expected, measured):
            return ""
        told = zip(self.entry.variants, expected, strict=True)
        refuted = {
            v: n for v, n in told if is_unexpected_value(self.metric, [n], measured)
        }
        named, first = " and ".join(refuted), next(iter(refuted.values()))
        return f"{case} refutes {named}: it gave {measured}, not {first}"
