"""Trying to refute verdicts: Hypothesis draws well-formed cases, libraries answer.

Start at `refute_verdicts`. The cases are the same in every run (one seed), drawn once
for all metrics of a type, and none is a core case. A metric that takes only part of
them is asked again with cases it can take, until `TRIES` were tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from homonym.adapters.contract import Failed, Metric, Refused, Value
from homonym.cases.kinds import find_case_kind
from homonym.measurement.calls import Ask
from homonym.measurement.drawing import draw_cases
from homonym.measurement.shrinking import Search, shrink_counterexample
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Problem, Variant
from homonym.verdicts.formula import Verdict, agrees_with_measured

TRIES = 200
SEED = 1
"""Of the cases that every run draws, unless another is asked for."""


@dataclass
class Attempt:
    """How many cases a metric was tried on, and those on which its verdict failed: on
    which one of its variants is wrong.

    raised: messages with how often, on cases that gave no number to hold it to.
    """

    tried: int = 0
    failed: int = 0
    raised: Counter[str] = field(default_factory=Counter)
    counterexamples: list[Any] = field(default_factory=list)

    @property
    def smallest(self) -> Any:
        """The smallest counterexample; None where there was none."""
        return min(self.counterexamples, key=lambda case: case.weight, default=None)


def refute_verdicts(
    metrics: Sequence[Metric],
    survivors: Mapping[str, Sequence[Variant]],
    ask: Ask,
    progress: Callable[[int], None] = lambda done: None,
    tries: int = TRIES,
    of: int = SEED,
    takes: type[Problem] = Case,
) -> dict[str, Attempt]:
    """Compare each metric with its surviving variants on cases of the type that they
    take, drawn for it: any case, then others for those that take too few."""
    attempts = {m.name: Attempt() for m in metrics if survivors.get(m.name)}
    seen = {case.id for case in core(takes)}
    for drawn in find_case_kind(takes).drawn():
        short = [
            m for m in metrics if m.name in attempts and attempts[m.name].tried < tries
        ]

        def each(case: Any, short: Sequence[Metric] = short) -> None:
            seen.add(case.id)
            for metric in short:
                so_far = attempts[metric.name]
                if so_far.tried < tries:
                    attempt_refutation(
                        metric, survivors[metric.name], case, ask, so_far
                    )
            progress(1)

        if short:
            draw_cases(drawn, tries, of, each, seen)
    return attempts


def attempt_refutation(
    metric: Metric, variants: Sequence[Variant], case: Any, ask: Ask, so_far: Attempt
) -> None:
    """Try one case, and note whether all of the variants agree."""
    measured = ask(metric.name, case)
    expected = [variant.value(case) for variant in variants]
    if isinstance(measured, Refused) or all(e is None for e in expected):
        return
    so_far.tried += 1
    if isinstance(measured, Failed):
        so_far.raised[measured.error] += 1
    elif is_unexpected_value(metric, expected, measured):
        so_far.failed += 1
        so_far.counterexamples.append(case)


def shrink_refuting_case(
    metric: Metric,
    verdict: Verdict,
    case: Any,
    ask: Ask,
    calls: int = TRIES,
    of: int = SEED,
) -> Any:
    """A counterexample to a verdict (None where there is none) made smaller: of the
    cases that are well formed and fulfil the condition, if any, of the verdict. The
    library is asked as often as cases were drawn at most, and no more than `TRIES`
    times; of: the seed by which the case was drawn."""
    if case is None:
        return None
    kind = find_case_kind(type(case))
    holds = kind.conditions.get(verdict.when, lambda case: True)
    variants = [Variant.parse(text) for text in verdict.variants]

    def refutes(case: Any) -> bool:
        expected = [variant.value(case) for variant in variants]
        measured = ask(metric.name, case)
        return isinstance(measured, Value) and is_unexpected_value(
            metric, expected, measured
        )

    def fits(case: Any) -> bool:
        return kind.fair(case) and holds(case)

    return shrink_counterexample(
        Search(case, refutes, fits, min(calls, TRIES)), of, calls
    )


def is_unexpected_value(
    metric: Metric, expected: Sequence[Number], measured: Value
) -> bool:
    """Whether what was measured is not every one of the numbers expected: a variant
    that is wrong survives no longer, whatever the others give."""
    return not all(
        agrees_with_measured(number, measured, metric.precision) for number in expected
    )
