"""Who computes the same number, always or under conditions that the data fulfil.

Start at `find_same`. Within a family the rules of equality decide (`canonical`); what
holds across families stands in `homonym.equivalence.across_families`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from homonym.equivalence.across_families import name_of_class
from homonym.records.outcomes import Outcome
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.variants import Variant, every_family


@dataclass(frozen=True)
class RecordedMetric:
    """One library's metric at one version, with its record."""

    library: str
    version: str
    name: str
    entry: MetricEntry

    def __str__(self) -> str:
        return f"{self.library} {self.version} {self.name}"


@dataclass(frozen=True)
class Same:
    """A metric that computes the same number.

    when: conditions beyond those asked for, which its own inputs fulfil; edges: for
    each convention on which the two differ, (probe, the one asked about, this one).
    """

    metric: RecordedMetric
    when: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...]


def list_identified_metrics(records: Iterable[Record]) -> list[RecordedMetric]:
    """All metrics of all records that were identified."""
    return [
        RecordedMetric(record.library, record.version, name, entry)
        for record in records
        for name, entry in record.metrics.items()
        if entry.status == "identified"
    ]


def find_same(
    one: RecordedMetric, others: Iterable[RecordedMetric], when: Sequence[str]
) -> list[Same]:
    """The others that compute what the one does, wherever the conditions hold.

    A verdict that holds on part of the inputs only (full rankings) is compared there.
    """
    found = []
    for other in others:
        own = {metric.entry.when for metric in (one, other) if metric.entry.when}
        held = sorted({*when, *own})
        if other != one and name_metric_meaning(one, held) == name_metric_meaning(
            other, held
        ):
            found.append(
                Same(
                    other,
                    tuple(sorted(own - set(when))),
                    find_differing_conventions(one, other),
                )
            )
    return found


def name_metric_meaning(metric: RecordedMetric, when: Sequence[str]) -> str:
    """The name of what a metric computes under conditions, one for equal ones."""
    return name_of_class(Variant.parse(metric.entry.variants[0]), when)


def find_differing_conventions(
    one: RecordedMetric, other: RecordedMetric
) -> tuple[tuple[str, str, str], ...]:
    """The conventions on which two metrics differ, of those that both show.

    What an adapter refuses is no convention of the library's, and "skipped or counts as
    0" may be "skipped". An edge of rankings is another input than one of the same name
    of ratings.
    """
    takes = [every_family()[m.entry.claims].takes for m in (one, other)]
    if takes[0] is not takes[1]:
        return ()
    a, b = (m.entry.conventions for m in (one, other))
    both = (
        probe
        for probe in a
        if probe in b and not has_refused_outcome(a[probe], b[probe])
    )
    return tuple(
        (probe, a[probe], b[probe])
        for probe in both
        if not Outcome.parse(a[probe]).may_be(Outcome.parse(b[probe]))
    )


def has_refused_outcome(*outcomes: str) -> bool:
    """Whether the adapter refused one of the outcomes."""
    return any(Outcome.parse(outcome).refused for outcome in outcomes)
