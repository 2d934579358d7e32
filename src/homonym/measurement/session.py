"""One library's measurements in the making.

Start at `Session.record`. It asks the library about the corpus, gives each metric its
verdict, tries to refute it on large cases and on drawn ones, asks about the core again,
names its conventions, tries what must not change a value, runs the datasets that are
wanted, asks about some of the core once more, and makes a record of it all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from homonym.adapters.contract import Measurement, Metric, Value
from homonym.equivalence.witness import find_witness
from homonym.measurement import datasets
from homonym.measurement.calls import Calls
from homonym.measurement.invariance_checks import vary_metric
from homonym.measurement.large_cases import (
    LargeAnswers,
    ask_large,
    find_contradicting_case,
)
from homonym.measurement.probes import probe_edge_cases
from homonym.measurement.record_entry import (
    Findings,
    make_corpus_entry,
    make_documented_variant,
    make_inventory,
    make_metric_entry,
    make_provenance,
    make_unstable_entry,
)
from homonym.measurement.refutation import (
    SEED,
    Attempt,
    is_unexpected_value,
    refute_verdicts,
    shrink_refuting_case,
)
from homonym.measurement.repetition import ask_again
from homonym.measurement.smallest_case import SmallestCases
from homonym.records.schema import SCHEMA, OnData, Record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import Edition, core
from homonym.reference.variants import Variant
from homonym.verdicts.formula import (
    classify_metric,
    find_metric_case_type,
    set_witness_case,
)

SMALLEST_SINCE = 3
"""The edition whose records name the smallest case on which what is near a metric is
wrong; earlier ones the smallest of the corpus."""
REPEATED_SINCE = 6
"""The edition since which the core is asked about again."""
LATE_SINCE = 10
"""The edition since which a metric is asked about some core cases when all is done,
and what is varied is a large case too."""
LATE = 3
"""About so many."""

Progress = Callable[[str, int, int], None]


@dataclass
class Session:
    """One library's measurements in the making."""

    calls: Calls
    edition: Edition
    expected: Record | None
    progress: Progress
    tries: int
    with_example: bool
    seed: int = SEED
    ratings: Path | None = None
    found: dict[str, Findings] = field(default_factory=dict)
    large: dict[str, LargeAnswers] = field(default_factory=dict)

    def record(self, about: dict[str, Any]) -> Record:
        """Everything a record holds, in its order."""
        metrics = self.asked(about)
        for name, metric in metrics.items():
            self.found[name] = self.on_core(metric)
        self.refuted(self.found.values())
        self.on_large()
        self.repeated()
        self.show_changes()
        self.show_smallest()
        told = {n: self.with_conventions(found) for n, found in self.found.items()}
        adapter, given = self.calls.library.adapter, self.ratings
        example = self.on_example(metrics) if self.with_example else None
        movielens = (
            datasets.measure_movielens(self.calls, metrics, given) if given else None
        )
        self.asked_late()
        entries = {n: self.entry(self.found[n], one, about) for n, one in told.items()}
        return Record(
            schema=SCHEMA,
            library=adapter.library,
            version=about["version"],
            corpus=make_corpus_entry(self.edition),
            inventory=make_inventory(about, adapter.out_of_scope),
            metrics=entries,
            example=example,
            movielens=movielens,
            provenance=make_provenance(about, adapter.asked_in, adapter.loaded),
        )

    def entry(
        self, found: Findings, entry: MetricEntry, about: dict[str, Any]
    ) -> MetricEntry:
        """All that is known of a metric, of which the entry tells what it gave."""
        name = found.metric.name
        if moved := self.calls.moved.get(name):
            entry = make_unstable_entry(found, moved)
        promised = make_documented_variant(
            found.metric, about["documented"].get(name, "")
        )
        return replace(entry, documented=promised)

    def with_conventions(self, found: Findings) -> MetricEntry:
        """What is known of a metric by itself."""
        metric, verdict, entry = found.metric, found.verdict, make_metric_entry(found)
        if verdict.no_verdict or metric.name in self.calls.moved:
            return entry
        variant = Variant.parse(verdict.variants[0]) if verdict.variants else None
        ask, elsewhere = self.calls.ask, self.calls.ask_elsewhere
        self.say(f"{metric.name}: edges")
        conventions = probe_edge_cases(
            metric, variant, self.edition, ask, elsewhere, self.calls.rows
        )
        self.say(f"{metric.name}: variations")
        asked = self.large.get(metric.name)
        large = asked.answers if asked and self.edition.edition >= LATE_SINCE else None
        invariances = vary_metric(metric, variant, found.measured, self.calls, large)
        return replace(entry, conventions=conventions, invariances=invariances)

    def on_example(self, metrics: dict[str, Metric]) -> OnData:
        """The metrics on the example data."""
        self.say("example")
        return datasets.measure_example_data(self.calls, metrics)

    def say(self, stage: str, done: int = 0, of: int = 1) -> None:
        """Tell who waits what is done now."""
        self.progress(stage, done, of)

    def asked(self, about: dict[str, Any]) -> dict[str, Metric]:
        """The metrics of a version that are here, and that the corpus edition has cases
        for."""
        offered = self.calls.library.adapter.offered(about["names"])
        here = {n: m for n, m in offered.items() if n not in about["absent"]}
        return {
            n: m
            for n, m in here.items()
            if self.edition.size(find_metric_case_type(m))[0]
        }

    def held_to(self, metric: str) -> MetricEntry | None:
        """What the record says of a metric, if there is one."""
        return self.expected.metrics.get(metric) if self.expected else None

    def on_core(self, metric: Metric) -> Findings:
        """The metric on the core cases, and on those that refuted it before."""
        takes, known = find_metric_case_type(metric), self.held_to(metric.name)
        stored = known.cases if known else ()
        size, _ = self.edition.size(takes)
        self.say(f"{metric.name}: core", 0, size)
        cases = (*core(takes)[:size], *map(takes.parse, stored))
        measured = {case: self.calls.keep(metric.name, case) for case in cases}
        return Findings(metric, measured, classify_metric(metric, measured), [*stored])

    def on_large(self) -> None:
        """Every verdict, tried on the large cases."""
        held = [one for one in self.found.values() if one.verdict.variants]
        for takes, mine in group_by_case_type(held).items():
            cases = self.edition.large_cases(takes)
            self.say("large cases", 0, len(cases))
            self.large |= ask_large(self.calls, cases, [o.metric.name for o in mine])
        self.hold_on_large(held)

    def hold_on_large(self, found: list[Findings]) -> None:
        """Hold verdicts to what was measured on large cases; what then survives is
        tried on drawn ones again, until it holds on both."""
        while found := [one for one in found if self.changed_by_large(one)]:
            self.refuted(found)

    def changed_by_large(self, found: Findings) -> bool:
        """Whether large cases refute a verdict, which is given anew until none does:
        the first that refutes it counts as the core does."""
        asked, before = self.large[found.metric.name], found.verdict.variants
        found.large = asked.entry()
        while variants := [*map(Variant.parse, found.verdict.variants)]:
            refuting = find_contradicting_case(asked, variants, found.metric.precision)
            if not refuting:
                break
            self.count(found, refuting)
        return found.verdict.variants != before

    def count(self, found: Findings, refuting: dict[Any, Measurement]) -> None:
        """Take what refutes a verdict with the core, and give the verdict anew."""
        if refuting:
            found.stored += [case.id for case in refuting]
            found.measured |= refuting
            found.verdict = classify_metric(found.metric, found.measured)

    def refuted(self, found: Iterable[Findings]) -> None:
        """Every verdict, tried on drawn cases. The smallest counterexample, made
        smaller, is measured with the others, and what then survives is tried again,
        until it holds."""
        left = [one for one in found if one.verdict.variants]
        while left:
            tried = self.drawn(left)
            for one in list(left):
                before, one.attempt = one.verdict.variants, tried[one.metric.name]
                self.count(one, self.counterexample(one, one.attempt))
                if one.verdict.variants in ((), before):
                    left.remove(one)

    def counterexample(
        self, found: Findings, attempt: Attempt
    ) -> dict[Any, Measurement]:
        """The smallest counterexample of an attempt, made smaller, and what it gives;
        nothing where there was none, or where it gives another number now."""
        name, case = found.metric.name, attempt.smallest
        if case is None or not self.calls.again(name, case):
            return {}
        small = shrink_refuting_case(
            found.metric,
            found.verdict,
            case,
            self.calls.ask,
            self.tries,
            self.seed,
        )
        return {small: self.calls.keep(name, small)}

    def drawn(self, found: list[Findings]) -> dict[str, Attempt]:
        """The verdicts, tried on drawn cases once."""
        self.say("drawn cases", 0, self.tries)
        done = itertools.count(1)
        tried: dict[str, Attempt] = {}
        for takes, mine in group_by_case_type(found).items():
            tried |= refute_verdicts(
                [one.metric for one in mine],
                {
                    one.metric.name: [*map(Variant.parse, one.verdict.variants)]
                    for one in mine
                },
                self.calls.ask,
                lambda _: self.say("drawn cases", next(done), self.tries),
                self.tries,
                self.seed,
                takes,
            )
        return tried

    def repeated(self) -> None:
        """The core, asked about again in another process."""
        if self.edition.edition < REPEATED_SINCE:
            return
        self.say("the core again")
        again = ask_again(
            self.calls, {n: one.measured for n, one in self.found.items()}
        )
        for name, repeated in again.items():
            self.found[name].repeated = repeated

    def asked_late(self) -> None:
        """The first core cases that gave a number, once more, in the process that has
        answered all else: there shows what goes wrong after many calls."""
        if self.edition.edition < LATE_SINCE:
            return
        self.say("some of the core, late")
        for name, one in self.settled().items():
            numbers = [c for c, m in one.measured.items() if isinstance(m, Value)]
            for case in numbers[:LATE]:
                self.calls.ask(name, case)

    def show_changes(self) -> None:
        """Measure the smallest case on which a recorded definition no longer holds."""
        self.say("smallest cases")
        smallest = SmallestCases(self.calls)
        for name, one in self.settled().items():
            before = known.variants if (known := self.held_to(name)) else ()
            now = one.verdict.variants
            if not before or one.verdict.no_verdict or before == now:
                continue
            old = Variant.parse(before[0])
            case = (
                find_witness(old, Variant.parse(now[0]))
                if now
                else smallest.against(name, old)
            )
            if case:
                self.hold_on_shown(one, case, self.calls.keep(name, case))

    def show_smallest(self) -> None:
        """Measure the smallest case on which the nearest variant, or the runner-up of a
        search, is wrong; where none of the smallest is, that of the corpus stays."""
        if self.edition.edition < SMALLEST_SINCE:
            return
        smallest = SmallestCases(self.calls)
        for name, one in self.settled().items():
            known = self.shown_by(name)
            while case := smallest.against_nearest(name, one.verdict, known):
                measured = self.calls.keep(name, case)
                if not self.hold_on_shown(one, case, measured):
                    one.measured[case] = measured
                    one.verdict = set_witness_case(one.verdict, case.id)
                    break

    def hold_on_shown(self, found: Findings, case: Any, measured: Measurement) -> bool:
        """Hold a verdict to a case that was measured to show something, as to every
        other: whether it refutes the verdict, which is given and tried anew then."""
        before = found.verdict.variants
        expected = [Variant.parse(text).value(case) for text in before]
        if not isinstance(measured, Value) or not is_unexpected_value(
            found.metric, expected, measured
        ):
            return False
        self.count(found, {case: measured})
        self.refuted([found])
        self.hold_on_large([found])
        return found.verdict.variants != before

    def shown_by(self, metric: str) -> str:
        """The smallest case that a metric's record has; nothing where it has none."""
        known = self.held_to(metric)
        near = known and (known.nearest or known.runner_up)
        return near.witness if near else ""

    def settled(self) -> dict[str, Findings]:
        """The metrics none of whose calls gave two numbers."""
        moved = self.calls.moved
        return {name: one for name, one in self.found.items() if name not in moved}


def group_by_case_type(found: Iterable[Findings]) -> dict[Any, list[Findings]]:
    """The metrics by the type of case that they take."""
    types: dict[Any, list[Findings]] = {}
    for one in found:
        types.setdefault(find_metric_case_type(one.metric), []).append(one)
    return types
