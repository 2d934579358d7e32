"""Measure a library, classify what it computes, and hold it to its record.

Start at `check`. It asks the library about the corpus, gives each metric its verdict,
names its conventions, tries to refute the verdict, runs the example data, and makes a
record of it all.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from homonym import records
from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.classify import Verdict, agrees, classify
from homonym.conventions import convention, rounded
from homonym.errors import Broken, UserError
from homonym.library import Library
from homonym.records import Record, Row
from homonym.reference.axes import Variant
from homonym.reference.case import Case
from homonym.reference.corpus import Edition, core, edge, editions
from homonym.refute import TRIES, Attempt, refute
from homonym.witness import smallest_first, witness

EXAMPLE = "homonym example, seed 1"
"""The data on which every library is run at k = 20."""
SMALLEST = 300
"""So many of the smallest cases are tried on a metric that nothing explains now."""

Progress = Callable[[str, int, int], None]


@dataclass
class Result:
    """What a check found: the record, its raw rows, and how it compares.

    expected: the committed record, if there is one; drift: the differences from it;
    spent: seconds inside the library's own functions.
    """

    record: Record
    rows: list[Row]
    expected: Record | None = None
    drift: list[str] = field(default_factory=list)
    spent: float = 0.0

    @property
    def cases_run(self) -> int:
        return sum(isinstance(measured, Value) for _, _, measured in self.rows)

    def measured(self, metric: str) -> dict[str, Measurement]:
        """A metric's measurements by case id."""
        return {case: m for name, case, m in self.rows if name == metric}


def check(
    library: str,
    checkout: Path | None = None,
    progress: Progress = lambda stage, done, of: None,
    folder: Path | None = None,
    tries: int = TRIES,
    example: bool = False,
    file: Path | None = None,
) -> Result:
    """Measure the library that is installed here and compare it with its record: the
    file given, whatever version it is of, or that of its version in the folder of
    records given, or homonym's own. With `example` it is run on the example data too,
    which only the report needs.

    Raises UserError for wrong use and for a library that is not installed, Broken when
    it cannot be imported for another reason.
    """
    if folder and not folder.is_dir():
        raise UserError(f"{folder} is no folder of records")
    with Library(library, checkout) as asked:
        about = asked.about
        if "error" in about:
            raise absent(library, asked, about["error"])
        file = file or records.path(asked.adapter.library, about["version"], folder)
        expected = records.expectation(file) if file.exists() else None
        edition = edition_of(expected)
        session = Session(asked, edition, expected or {}, progress, tries, example)
        record = session.record(about)
        rows, spent = session.rows, asked.spent
    drift = list(records.compare(expected, record)) if expected else []
    return Result(record, rows, expected, drift, spent)


def absent(library: str, asked: Library, error: str) -> UserError | Broken:
    """What to raise for a library that does not import: not there, or broken."""
    if error != f"ModuleNotFoundError: No module named {asked.adapter.module!r}":
        return Broken(f"{library} cannot be measured: {error}")
    if asked.adapter.checkout:
        return UserError(
            f"the folder given for {library} holds no {asked.adapter.module}"
        )
    return UserError(f"{library} is not installed here", f"pip install {library}")


def edition_of(record: Record | None) -> Edition:
    """The edition a record was made with; the newest where there is none."""
    wanted = record["corpus"]["edition"] if record else editions()[-1].edition
    for edition in editions():
        if edition.edition == wanted:
            return edition
    raise UserError(f"the corpus has no edition {wanted}: this homonym is too old")


@dataclass
class Session:
    """One library's measurements in the making."""

    library: Library
    edition: Edition
    expected: Record
    progress: Progress
    tries: int
    with_example: bool
    rows: list[Row] = field(default_factory=list)

    def record(self, about: dict[str, Any]) -> Record:
        """Everything a record holds, in its order."""
        metrics = {m.name: m for m in self.library.adapter.metrics.values()}
        measured = {name: self.on_core(m) for name, m in metrics.items()}
        verdicts = {name: classify(m, measured[name]) for name, m in metrics.items()}
        attempts = self.refuted(metrics, verdicts)
        for name, attempt in attempts.items():
            if attempt.smallest:
                again = self.ask(name, attempt.smallest)
                measured[name][attempt.smallest] = again
                verdicts[name] = classify(metrics[name], measured[name])
        self.show_changes(verdicts)
        entries = {
            name: {
                **entry(metric, verdicts[name], attempts.get(name), measured[name]),
                **self.edges(metric, verdicts[name]),
                **documented(metric, about["documented"].get(name, "")),
            }
            for name, metric in metrics.items()
        }
        example = {"example": self.example(metrics)} if self.with_example else {}
        return {
            "schema": records.SCHEMA,
            "library": self.library.adapter.library,
            "version": about["version"],
            "corpus": {
                "edition": self.edition.edition,
                "core": self.edition.core,
                "edge": self.edition.edge,
                "sha256": self.edition.sha256,
            },
            "inventory": inventory(about, self.library.adapter.out_of_scope),
            "metrics": entries,
            **example,
            "provenance": provenance(about),
        }

    def ask(self, metric: str, case: Case) -> Measurement:
        """Ask the library, and keep the row."""
        measured = self.library.measure(metric, case)
        self.rows.append((metric, case.id, measured))
        return measured

    def on_core(self, metric: Metric) -> dict[Case, Measurement]:
        """The metric on the core cases, and on those that refuted it before."""
        known = self.expected.get("metrics", {}).get(metric.name, {})
        stored = [Case.parse(line) for line in known.get("cases", [])]
        self.progress(f"{metric.name}: core", 0, self.edition.core)
        return {
            c: self.ask(metric.name, c) for c in (*core()[: self.edition.core], *stored)
        }

    def refuted(
        self, metrics: dict[str, Metric], verdicts: dict[str, Verdict]
    ) -> dict[str, Attempt]:
        """Every verdict, tried on drawn cases."""
        survivors = {
            name: [Variant.parse(text) for text in verdict.variants]
            for name, verdict in verdicts.items()
        }
        done = iter(range(1, 10 * self.tries))
        return refute(
            list(metrics.values()),
            survivors,
            self.library.measure,
            lambda _: self.progress("drawn cases", next(done), self.tries),
            self.tries,
        )

    def show_changes(self, verdicts: dict[str, Verdict]) -> None:
        """Measure the smallest case on which a recorded definition no longer holds."""
        for name, verdict in verdicts.items():
            before = self.expected.get("metrics", {}).get(name, {}).get("variants")
            if not before or verdict.unavailable or tuple(before) == verdict.variants:
                continue
            old = Variant.parse(before[0])
            if verdict.variants:
                case = witness(old, Variant.parse(verdict.variants[0]))
            else:
                case = self.smallest_against(name, old)
            if case:
                self.ask(name, case)

    def smallest_against(self, metric: str, variant: Variant) -> Case | None:
        """The smallest case on which a metric does not give what the variant does."""
        precision = self.library.adapter.metrics[metric].precision
        for case in islice(smallest_first(), SMALLEST):
            measured = self.library.measure(metric, case)
            if isinstance(measured, Value) and not agrees(
                variant.value(case), measured, precision
            ):
                return case
        return None

    def edges(self, metric: Metric, verdict: Verdict) -> dict[str, dict[str, str]]:
        """The metric's conventions by edge case."""
        if verdict.unavailable:
            return {}
        variant = Variant.parse(verdict.variants[0]) if verdict.variants else None
        self.progress(f"{metric.name}: edge", 0, self.edition.edge)
        found = {}
        for probe in edge()[: self.edition.edge]:
            measured = self.library.measure(metric.name, {"edge": probe.id})
            self.rows.append((metric.name, f"edge {probe.id}", measured))
            if name := convention(metric, variant, probe, measured):
                found[probe.id] = name
        return {"conventions": {**found, "second_call": self.second_call(metric)}}

    def second_call(self, metric: Metric) -> str:
        """Whether the metric still gives on the first core case what it gave first."""
        case = core()[0]
        first = next(m for n, c, m in self.rows if (n, c) == (metric.name, case.id))
        again = self.library.measure(metric.name, case)
        same = str(shown(again)) == str(shown(first))
        return "as the first" if same else f"changed: {shown(again)}"

    def example(self, metrics: dict[str, Metric]) -> dict[str, Any]:
        """The metrics on the example data."""
        values: dict[str, float | str] = {}
        for name, metric in metrics.items():
            self.progress(f"{name}: example", 0, 1)
            part = "full" if metric.full else "top"
            measured = self.library.measure(name, {"example": part})
            self.rows.append((name, f"example {part}", measured))
            values[name] = shown(measured)
        return {"data": EXAMPLE, "values": values}


def entry(
    metric: Metric,
    verdict: Verdict,
    attempt: Attempt | None,
    measured: dict[Case, Measurement],
) -> dict[str, Any]:
    """A metric's part of the record, but for its conventions."""
    if verdict.unavailable:
        return {"claims": metric.claims, "unavailable": verdict.unavailable}
    found: dict[str, Any] = {
        "claims": metric.claims,
        "entry": metric.entry,
        "variants": list(verdict.variants),
        "status": verdict.status,
        "precision": metric.precision,
        "core": {"ran": verdict.ran, "of": verdict.of},
    }
    found["core"] |= {"refused": verdict.refused} if verdict.refused else {}
    found["core"] |= {"failed": verdict.failed} if verdict.failed else {}
    if verdict.when:
        found["when"] = verdict.when
    if verdict.searched:
        found["searched"] = verdict.searched
    if attempt:
        found["refuted"] = {"tried": attempt.tried, "failed": attempt.failed}
        if attempt.smallest:
            found["cases"] = [attempt.smallest.id]
    if verdict.nearest:
        best = verdict.nearest
        found["nearest"] = {
            "variant": best.variant,
            "agrees_on": best.agrees_on,
            "of": best.of,
            "witness": best.witness,
        }
        found["values"] = {c.id: shown(m) for c, m in measured.items()}
    return found


def documented(metric: Metric, where: str) -> dict[str, Any]:
    """What the library's documentation promises, if its words were found."""
    if not metric.documented or not where:
        return {}
    promised = metric.documented
    canonical = str(Variant.parse(promised.variant).canonical())
    return {
        "documented": {"variant": canonical, "quote": promised.quote, "where": where}
    }


def inventory(about: dict[str, Any], out_of_scope: dict[str, str]) -> dict[str, Any]:
    """Every public name of this version: wrapped, out of scope, or unlisted."""
    aside = {
        name: out_of_scope[name] for name in about["names"] if name in out_of_scope
    }
    unlisted = about["unlisted"]
    wrapped = [name for name in about["names"] if name not in {*aside, *unlisted}]
    return {"wrapped": wrapped, "unlisted": unlisted, "out_of_scope": aside}


def provenance(about: dict[str, Any]) -> dict[str, Any]:
    """Where and when the record was measured."""
    found: dict[str, Any] = {
        "measured": datetime.date.today(),
        "from": f"commit {about['commit']}" if about["commit"] else "registry",
        "python": about["python"],
        "packages": about["packages"],
    }
    return found


def shown(measured: Measurement) -> float | str:
    """A measurement as one plain value."""
    if isinstance(measured, Failed):
        return f"raises {measured.error}" if ":" in measured.error else measured.error
    if isinstance(measured, Refused):
        return f"refused: {measured.reason}"
    return "per user" if measured.value is None else rounded(measured.value)


def statuses(result: Result) -> Iterator[tuple[str, str, list[str]]]:
    """(metric, status, its differences) for every metric of record and result."""
    old = (result.expected or {}).get("metrics", {})
    for name in {**old, **result.record["metrics"]}:
        now = result.record["metrics"].get(name, {})
        at = f"metrics.{name}"
        mine = [
            d for d in result.drift if d == at or d.startswith((f"{at}.", f"{at}:"))
        ]
        yield name, status(old.get(name), now, bool(mine)), mine


def status(old: dict[str, Any] | None, now: dict[str, Any], differs: bool) -> str:
    """The status of one metric, in the words of the design."""
    if not now:
        return "no longer offered"
    if "unavailable" in now and now != old:
        return "refused everything" if "refused" in str(now) else "errored"
    if old is None:
        return "new"
    if not differs:
        return "holds"
    if not now.get("variants") and old.get("variants"):
        return "unexplained now"
    changed = now.get("variants") != old.get("variants")
    return "changed to another class" if changed else "changed"
