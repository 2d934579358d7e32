"""Whether a library or its adapter is broken, which is no drift: start at `broken`.

A call that ends its process is a measurement as any other, and a record may hold it.
What no record holds is told, and is not taken for another definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from homonym.adapters.contract import Failed
from homonym.gate.check import Result
from homonym.measurement.child import TWICE, UNREADABLE
from homonym.measurement.process import with_last_words
from homonym.records.schema_entry import MetricEntry

DEATH = re.compile(
    rf"killed by |the process ended with |SystemExit\b|{TWICE}|{UNREADABLE}"
)
"""How a call that ended its process, or meant to, is recorded."""


def broken(result: Result) -> Iterator[str]:
    """What is broken, a sentence each: metrics that ended their process, as their
    record does not say (where there is none, those that gave no number), and what
    answered twice."""
    old = result.expected.metrics if result.expected else None
    for name, now in result.record.metrics.items():
        known = deaths(old.get(name)) if old is not None else set()
        if old is not None or now.no_verdict:
            for cause in sorted(deaths(now) - known):
                yield with_last_words(f"{name}: {cause}", last_words(result, name))
    yield from (told for told in result.lost if told.startswith(TWICE))


def deaths(entry: MetricEntry | None) -> set[str]:
    """The ways in which calls of a metric ended its process, but those at an edge,
    which are its conventions."""
    if entry is None:
        return set()
    counts = [core.failed for core in (entry.core, entry.large) if core]
    found = {cause for count in counts for cause in count}
    found |= {*entry.refuted.raised} if entry.refuted else set()
    found |= {entry.no_verdict.reason} if entry.no_verdict else set()
    return {cause for cause in found if DEATH.match(cause)}


def last_words(result: Result, metric: str) -> str:
    """The last lines that the library printed before a call of the metric ended its
    process."""
    failed = (m for m in result.measured(metric).values() if isinstance(m, Failed))
    return next((one.said for one in failed if one.said), "")
