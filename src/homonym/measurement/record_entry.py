"""What was found out, and the same in the shape of a record: start at `Findings`, which
`make_metric_entry` makes a metric's part of."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict, replace

from homonym.adapters.contract import Failed, Measurement, Metric
from homonym.measurement.refutation import Attempt
from homonym.records.schema import Corpus, Inventory, Provenance
from homonym.records.schema_entry import (
    Core,
    DocumentedVariant,
    MetricEntry,
    NearestVariant,
    Recorded,
    Refuted,
    Repeated,
    RepeatedCall,
    RunnerUp,
)
from homonym.records.values import make_recorded_values, round_value
from homonym.reference.corpus import Edition
from homonym.reference.variants import Variant
from homonym.verdicts import formula
from homonym.verdicts.formula import Verdict


@dataclass
class Findings:
    """What was found out of a metric so far.

    measured: what it gave on the core cases, on the counterexamples of its record and
    on those found since; stored: the lines of these counterexamples; large, attempt and
    repeated: how it fared on large cases, on drawn ones and when it was asked again.
    """

    metric: Metric
    measured: dict[Any, Measurement]
    verdict: Verdict
    stored: list[str]
    large: Core | None = None
    attempt: Attempt | None = None
    repeated: Repeated | None = None


def make_metric_entry(found: Findings) -> MetricEntry:
    """A metric's part of the record, but for its conventions."""
    metric, verdict, measured = found.metric, found.verdict, found.measured
    if why := verdict.no_verdict:
        why = replace(why, at=find_error_location(why.reason, measured))
        return MetricEntry(claims=metric.claims, status=verdict.status, no_verdict=why)
    held = found.attempt if verdict.variants else None
    return MetricEntry(
        claims=metric.claims,
        entry=metric.entry,
        formula=metric.formula if verdict.status == "unexplained" else "",
        variants=verdict.variants,
        status=verdict.status,
        precision=metric.precision,
        when=verdict.when,
        searched=verdict.searched,
        cases=tuple(dict.fromkeys(found.stored)),
        core=make_core_entry(verdict),
        large=found.large if verdict.variants else None,
        repeated=found.repeated,
        refuted=summarise_attempt(held) if held else None,
        runner_up=make_runner_up(verdict.runner_up) if verdict.runner_up else None,
        nearest=make_nearest_entry(verdict.nearest) if verdict.nearest else None,
        values=collect_unexplained_values(measured) if verdict.nearest else {},
    )


def make_unstable_entry(found: Findings, moved: Sequence[RepeatedCall]) -> MetricEntry:
    """The part of a metric of which a call gave two numbers: there is nothing more to
    hold it to."""
    return MetricEntry(
        claims=found.metric.claims,
        entry=found.metric.entry,
        status="unstable",
        precision=found.metric.precision,
        repeated=found.repeated,
        unstable=tuple(moved),
    )


def summarise_attempt(attempt: Attempt) -> Refuted:
    """How an attempt to refute the verdict went."""
    return Refuted(
        tried=attempt.tried, failed=attempt.failed, raised=dict(attempt.raised)
    )


def find_error_location(error: str, measured: dict[Any, Measurement]) -> str:
    """The library's file and line where the error was first raised; nothing where it
    was not raised there."""
    raised = (m for m in measured.values() if isinstance(m, Failed))
    return next((m.where for m in raised if m.error == error), "")


def make_core_entry(verdict: Verdict) -> Core:
    """What became of the core cases."""
    return Core(
        ran=verdict.ran, of=verdict.of, refused=verdict.refused, failed=verdict.failed
    )


def make_runner_up(found: formula.Nearest) -> RunnerUp:
    """A variant that does not explain the metric, and how near it comes."""
    return RunnerUp(
        variant=found.variant,
        agrees_on=found.agrees_on,
        of=found.of,
        distance=round_value(found.distance),
        witness=found.witness,
    )


def make_nearest_entry(found: formula.Nearest) -> NearestVariant:
    """The same of the variant nearest to an unexplained metric."""
    return NearestVariant(**asdict(make_runner_up(found)), differs_on=found.differs_on)


def collect_unexplained_values(measured: dict[Any, Measurement]) -> dict[str, Recorded]:
    """What an unexplained metric gives on each case."""
    return {case.id: make_recorded_values(found) for case, found in measured.items()}


def make_documented_variant(metric: Metric, where: str) -> DocumentedVariant | None:
    """What the library's documentation promises, if its words were found."""
    if not metric.documented or not where:
        return None
    promised = metric.documented
    variant, *also = resolve_promised_ids((promised.variant, *promised.also))
    return DocumentedVariant(
        variant=variant,
        also=tuple(also),
        quote=promised.quote,
        more=tuple(promised.more),
        where=where,
    )


def resolve_promised_ids(ids: Sequence[str]) -> list[str]:
    """The id of each variant that is promised, not that of its class: those that are
    one on well-formed cases may differ at an edge. Raises UnknownName, and Ambiguous
    for a name of several."""
    return [str(Variant.parse(id)) for id in ids]


def make_inventory(about: dict[str, Any], out_of_scope: dict[str, str]) -> Inventory:
    """Every public name of this version: wrapped, out of scope, or unlisted."""
    aside = {
        name: out_of_scope[name] for name in about["names"] if name in out_of_scope
    }
    unlisted = tuple(about["unlisted"])
    wrapped = (name for name in about["names"] if name not in {*aside, *unlisted})
    return Inventory(wrapped=tuple(wrapped), unlisted=unlisted, out_of_scope=aside)


def make_corpus_entry(edition: Edition) -> Corpus:
    """The edition of the corpus that was measured by."""
    return Corpus(
        edition=edition.edition,
        core=edition.core,
        edge=edition.edge,
        sha256=edition.sha256,
        others=dict(edition.others),
        large=dict(edition.large),
    )


def make_provenance(
    about: dict[str, Any], asked_in: str = "", loaded: str = ""
) -> Provenance:
    """Where, when and in what the record was measured."""
    return Provenance(
        measured=datetime.date.today(),
        origin=f"commit {about['commit']}" if about["commit"] else "registry",
        python=about["python"],
        packages=about["packages"],
        asked_in=asked_in,
        loaded=loaded,
    )
