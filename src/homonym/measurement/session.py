"""One library's measurements in the making.

Start at `Session.record`. It asks the library about the corpus, gives each metric its
verdict, tries to refute it, names its conventions, tries what must not change a value,
runs the datasets that are wanted, and makes a record of it all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from homonym.adapters.contract import Measurement, Metric, Value
from homonym.cases.kinds import kind_of
from homonym.equivalence.witness import differ, witness
from homonym.measurement.entry import (
    corpus_of,
    documented,
    inventory_of,
    metric_entry,
    provenance,
)
from homonym.measurement.probes import probe_outcomes
from homonym.measurement.process import LibraryProcess, request
from homonym.measurement.refute import SEED, Attempt, made_smaller, refute
from homonym.records.measurements import Row
from homonym.records.schema import SCHEMA, OnData, Record
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import PER_USER, round_value, shown_measurement
from homonym.reference.corpus import Edition, core
from homonym.reference.variants import Problem, Variant, every_family
from homonym.verdicts.formula import Verdict, agrees, classify, shown_on_case
from homonym.verdicts.invariances import CASES, LATER, outcome_of_variation, tried_on

EXAMPLE = "homonym example, seed 1"
"""The data on which every library is run at k = 20."""
HOUR = 3600.0
"""The time a call on a whole dataset may take: it is no hang that is looked for."""
SMALLEST = 300
"""So many of the smallest cases are tried to show that a variant is wrong."""
SMALLEST_SINCE = 3
"""The edition whose records name those; earlier ones the smallest of the corpus."""

Progress = Callable[[str, int, int], None]


@dataclass
class Session:
    """One library's measurements in the making."""

    library: LibraryProcess
    edition: Edition
    expected: Record | None
    progress: Progress
    tries: int
    with_example: bool
    seed: int = SEED
    ratings: Path | None = None
    rows: list[Row] = field(default_factory=list)

    def record(self, about: dict[str, Any]) -> Record:
        """Everything a record holds, in its order."""
        metrics = self.asked(about)
        measured = {name: self.on_core(m) for name, m in metrics.items()}
        verdicts = {name: classify(m, measured[name]) for name, m in metrics.items()}
        attempts = self.refuted(metrics, measured, verdicts)
        self.show_changes(verdicts)
        self.show_smallest(verdicts, measured)
        entries = {
            name: self.entry(
                metric, verdicts[name], attempts.get(name), measured[name], about
            )
            for name, metric in metrics.items()
        }
        return Record(
            schema=SCHEMA,
            library=self.library.adapter.library,
            version=about["version"],
            corpus=corpus_of(self.edition),
            inventory=inventory_of(about, self.library.adapter.out_of_scope),
            metrics=entries,
            example=self.example(metrics) if self.with_example else None,
            movielens=self.movielens(metrics) if self.ratings else None,
            provenance=provenance(about),
        )

    def entry(
        self,
        metric: Metric,
        verdict: Verdict,
        attempt: Attempt | None,
        measured: dict[Any, Measurement],
        about: dict[str, Any],
    ) -> MetricEntry:
        """All that is known of a metric."""
        found = metric_entry(metric, verdict, attempt, measured, self.stored(metric))
        promised = documented(metric, about["documented"].get(metric.name, ""))
        if verdict.no_verdict:
            return replace(found, documented=promised)
        return replace(
            found,
            conventions=self.edges(metric, verdict),
            invariances=self.invariances(metric, verdict, measured),
            documented=promised,
        )

    def asked(self, about: dict[str, Any]) -> dict[str, Metric]:
        """The metrics of a version that are here, and that the corpus edition has cases
        for."""
        offered = self.library.adapter.offered(about["names"])
        here = {n: m for n, m in offered.items() if n not in about["absent"]}
        return {n: m for n, m in here.items() if self.edition.size(type_taken_by(m))[0]}

    def ask(self, metric: str, case: Problem) -> Measurement:
        """Ask the library, and keep the row."""
        measured = self.library.measure(metric, case)
        self.rows.append((metric, case.id, measured))
        return measured

    def stored(self, metric: Metric) -> list[str]:
        """The counterexamples of the record that the metric is held to."""
        known = self.held_to(metric.name)
        return list(known.cases) if known else []

    def held_to(self, metric: str) -> MetricEntry | None:
        """What the record says of a metric, if there is one."""
        return self.expected.metrics.get(metric) if self.expected else None

    def on_core(self, metric: Metric) -> dict[Any, Measurement]:
        """The metric on the core cases, and on those that refuted it before."""
        takes = type_taken_by(metric)
        stored = [takes.parse(line) for line in self.stored(metric)]
        size, _ = self.edition.size(takes)
        self.progress(f"{metric.name}: core", 0, size)
        return {c: self.ask(metric.name, c) for c in (*core(takes)[:size], *stored)}

    def refuted(
        self,
        metrics: dict[str, Metric],
        measured: dict[str, dict[Any, Measurement]],
        verdicts: dict[str, Verdict],
    ) -> dict[str, Attempt]:
        """Every verdict, tried on drawn cases. The smallest counterexample, made
        smaller, is measured with the others, and what then survives is tried again,
        until it holds."""
        attempts: dict[str, Attempt] = {}
        left = {name: verdict for name, verdict in verdicts.items() if verdict.variants}
        while left:
            tried = self.drawn([metrics[name] for name in left], verdicts)
            for name in list(left):
                now, before = tried[name], verdicts[name]
                drawn = metrics[name], before, now.smallest
                case = made_smaller(*drawn, self.library.measure, self.tries, self.seed)
                attempts[name] = now.after(attempts.get(name), case)
                if case:
                    measured[name][case] = self.ask(name, case)
                    verdicts[name] = classify(metrics[name], measured[name])
                if verdicts[name].variants in ((), before.variants):
                    del left[name]
        return attempts

    def drawn(
        self, metrics: list[Metric], verdicts: dict[str, Verdict]
    ) -> dict[str, Attempt]:
        """The verdicts, tried on drawn cases once."""
        survivors = {
            metric.name: [
                Variant.parse(text) for text in verdicts[metric.name].variants
            ]
            for metric in metrics
        }
        done = itertools.count(1)
        found: dict[str, Attempt] = {}
        for takes, mine in by_type(metrics).items():
            found |= refute(
                mine,
                survivors,
                self.library.measure,
                lambda _: self.progress("drawn cases", next(done), self.tries),
                self.tries,
                self.seed,
                takes,
            )
        return found

    def show_changes(self, verdicts: dict[str, Verdict]) -> None:
        """Measure the smallest case on which a recorded definition no longer holds."""
        for name, verdict in verdicts.items():
            before = known.variants if (known := self.held_to(name)) else ()
            if not before or verdict.no_verdict or before == verdict.variants:
                continue
            old = Variant.parse(before[0])
            new = Variant.parse(verdict.variants[0]) if verdict.variants else None
            case = witness(old, new) if new else self.smallest_against(name, old)
            if case:
                self.ask(name, case)

    def show_smallest(
        self,
        verdicts: dict[str, Verdict],
        measured: dict[str, dict[Any, Measurement]],
    ) -> None:
        """Measure the smallest case on which the nearest variant, or the runner-up of a
        search, is wrong; where none of the smallest is, that of the corpus stays."""
        if self.edition.edition < SMALLEST_SINCE:
            return
        for name, verdict in verdicts.items():
            near = verdict.nearest or verdict.runner_up
            if not near:
                continue
            computed = Variant.parse(verdict.variants[0]) if verdict.variants else None
            wrong = Variant.parse(near.variant)
            case = self.smallest_against(name, wrong, computed)
            takes: Any = wrong.home.takes
            if case and case.weight <= takes.parse(near.witness).weight:
                measured[name][case] = self.ask(name, case)
                verdicts[name] = shown_on_case(verdict, case.id)

    def smallest_against(
        self, metric: str, variant: Variant, computed: Variant | None = None
    ) -> Any:
        """The smallest case on which a metric does not give what the variant does; of
        those alone on which what it computes differs, where that is known, else with
        some of several users behind."""
        precision = self.library.adapter.metrics[metric].precision
        kind = kind_of(variant.home.takes)
        small = kind.smallest_first()
        if computed:
            small = (c for c in small if differ(computed.value(c), variant.value(c)))
        few = itertools.islice(small, SMALLEST)
        for case in few if computed else itertools.chain(few, kind.several_users()):
            measured = self.library.measure(metric, case)
            if isinstance(measured, Value) and not agrees(
                variant.value(case), measured, precision
            ):
                return case
        return None

    def edges(self, metric: Metric, verdict: Verdict) -> dict[str, str]:
        """The metric's conventions by edge case."""
        variant = Variant.parse(verdict.variants[0]) if verdict.variants else None
        self.progress(
            f"{metric.name}: edge", 0, self.edition.size(type_taken_by(metric))[1]
        )
        ask = self.library.measure
        return probe_outcomes(metric, variant, self.edition, ask, self.rows)

    def invariances(
        self, metric: Metric, verdict: Verdict, measured: dict[Any, Measurement]
    ) -> dict[str, str]:
        """What the metric makes of each variation of the first cases that it takes."""
        variant = Variant.parse(verdict.variants[0]) if verdict.variants else None
        base = [(c, m) for c, m in measured.items() if isinstance(m, Value)][:CASES]
        names = tried_on(metric)
        self.progress(f"{metric.name}: invariances", 0, len(names))
        found = {}
        for name in (LATER, *names):
            tried = [
                (case, before, self.varied(metric, name, case)) for case, before in base
            ]
            found[name] = str(outcome_of_variation(name, metric, variant, tried))
        return found

    def varied(self, metric: Metric, name: str, case: Problem) -> Measurement:
        """What the metric gives on a variation of a case."""
        if name == LATER:
            return self.library.measure(metric.name, case)
        varied = self.library.measure(metric.name, {**request(case), "varied": name})
        self.rows.append((metric.name, f"varied {name} {case.id}", varied))
        return varied

    def example(self, metrics: dict[str, Metric]) -> OnData:
        """The metrics on the example data."""
        parts = {part: {"example": part} for part in ("top", "full")}
        return self.on_data("example", EXAMPLE, parts, metrics)

    def movielens(self, metrics: dict[str, Metric]) -> OnData:
        """The metrics on the ratings given."""
        from homonym.datasets.given import movielens

        assert self.ratings
        with movielens(self.ratings) as given:
            return self.on_data("movielens", given.name, given.parts, metrics)

    def on_data(
        self,
        name: str,
        data: str,
        parts: dict[str, dict[str, str]],
        metrics: dict[str, Metric],
    ) -> OnData:
        """Every metric on a dataset: its value, and the mean of per-user numbers."""
        self.library.seconds = HOUR
        values: dict[str, float | str] = {}
        means: dict[str, float | str] = {}
        measured_on = (
            m for m in metrics.values() if kind_of(type_taken_by(m)).of_tables
        )
        for metric in measured_on:
            self.progress(f"{metric.name}: {name}", 0, 1)
            part = "full" if metric.full else "top"
            measured = self.library.measure(metric.name, parts[part])
            self.rows.append((metric.name, f"{name} {part}", measured))
            values[metric.name] = shown_measurement(measured)
            if values[metric.name] == PER_USER:
                means[metric.name] = callers_mean(measured)
        return OnData(data=data, values=values, means=means)


def type_taken_by(metric: Metric) -> Any:
    """The type of case that the family takes which the metric claims to be."""
    return every_family()[metric.claims].takes


def by_type(metrics: Iterable[Metric]) -> dict[Any, list[Metric]]:
    """The metrics by the type of case that they take."""
    found: dict[Any, list[Metric]] = {}
    for metric in metrics:
        found.setdefault(type_taken_by(metric), []).append(metric)
    return found


def callers_mean(measured: Measurement) -> float:
    """The mean of the users' numbers, as a caller takes it; NaN where one is none."""
    assert isinstance(measured, Value) and measured.per_user
    known = [n for n in measured.per_user if n is not None]
    return round_value(fmean(known)) if len(known) == len(measured.per_user) else nan
