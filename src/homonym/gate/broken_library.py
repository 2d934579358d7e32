"""Whether a library or its adapter is broken, which is no drift: start at
`describe_breakage`.

A call that ends its process is a measurement as any other, and a record may hold it.
What no record holds is told, and is not taken for another definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from homonym.adapters.contract import Failed, Measurement
from homonym.failures import classify_failure
from homonym.gate.check import Result
from homonym.measurement.child_process import append_last_words
from homonym.records.outcomes import RAISES, Outcome
from homonym.records.schema_entry import MetricEntry


def describe_breakage(result: Result) -> Iterator[str]:
    """What is broken, a sentence each: metrics whose calls are at fault in a way that
    their record does not hold, and what answered twice. Where there is no record yet, a
    metric that ended its process now and then is recorded so."""
    old = result.expected.metrics if result.expected else {}
    for name, now in result.record.metrics.items():
        new = collect_death_causes(now) - collect_death_causes(old.get(name))
        held = bool(result.expected or now.no_verdict)
        for cause in sorted(new):
            if held or classify_failure(cause).at_fault:
                yield append_last_words(
                    f"{name}: {cause}", find_last_words(result, name)
                )
    yield from (told for told in result.lost if classify_failure(told).at_fault)


def collect_death_causes(entry: MetricEntry | None) -> set[str]:
    """The ways in which calls of a metric ended its process or were to, but those at an
    edge, which are its conventions."""
    if entry is None:
        return set()
    counts = [core.failed for core in (entry.core, entry.large) if core]
    found = {cause for count in counts for cause in count}
    found |= {*entry.refuted.raised} if entry.refuted else set()
    found |= {entry.no_verdict.reason} if entry.no_verdict else set()
    gave = (Outcome.parse(str(told)) for call in entry.unstable for told in call.gave)
    found |= {(o.detail or "") if o.kind == RAISES else str(o) for o in gave}
    return {cause for cause in found if classify_failure(cause).broke}


def describe_process_deaths(measured: Mapping[str, Measurement]) -> Iterator[str]:
    """Of one call a metric: which of them ended their process or were to."""
    for name, one in measured.items():
        if isinstance(one, Failed) and one.kind.broke:
            yield append_last_words(f"{name}: {one.error}", one.said)


def find_last_words(result: Result, metric: str) -> str:
    """The last lines that the library printed before a call of the metric ended its
    process."""
    failed = (m for m in result.measured(metric).values() if isinstance(m, Failed))
    return next((one.said for one in failed if one.said), "")
