"""The page of a library: its versions side by side, every metric with its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from homonym.reference.axes import Choice
from homonym.reference.case import Case, CaseError
from homonym.reference.corpus import Edge, edge
from homonym.reports.drift import steps
from homonym.reports.effects import of_library
from homonym.reports.finding import Finding, parsed
from homonym.reports.meaning import Meaning, Meanings
from homonym.reports.survey import Library, Release
from homonym.reports.witness import Witness, apart


@dataclass(frozen=True)
class State:
    """A metric as it is at one or several versions, newest first."""

    finding: Finding
    versions: tuple[str, ...]
    meaning: Meaning | None

    @property
    def choices(self) -> list[tuple[str, Choice]]:
        """The choices that make the variant: the first, and those not the default."""
        variant = parsed(self.finding.meaning) if self.finding.meaning else None
        if not variant:
            return []
        axes = variant.home.axes
        return [
            (axis, axes[axis].choices[choice])
            for place, (axis, choice) in enumerate(variant.choices)
            if not place or choice != axes[axis].default
        ]

    @property
    def against_words(self) -> Witness | None:
        """Where what is documented and what is computed differ."""
        finding = self.finding
        promised = parsed(finding.documented.get("variant", ""))
        computed = parsed(finding.meaning) if finding.meaning else None
        return apart(promised, computed) if promised and computed else None

    @property
    def nearest(self) -> dict[str, Any]:
        """For an unexplained metric: the nearest variant, and where it is wrong."""
        near = self.finding.entry.get("nearest")
        if not near:
            return {}
        case, variant = parsed_case(near["witness"]), parsed(near["variant"])
        returned = self.finding.entry.get("values", {}).get(near["witness"], "")
        gives = variant.value(case) if case and variant else ""
        return {**near, "case": case, "returned": returned, "gives": gives}


@dataclass(frozen=True)
class Story:
    """Metrics through the versions: one state where nothing changed.

    names: the metrics that have this story: ways to call one public name.
    """

    names: tuple[str, ...]
    states: tuple[State, ...]
    missing: tuple[str, ...]
    """The versions that do not have it."""

    @property
    def changed(self) -> bool:
        """Whether it means another thing at another version."""
        return len({(s.finding.label, s.finding.variants) for s in self.states}) > 1


@dataclass(frozen=True)
class Probed:
    """One edge probe, and what the metrics of each column do.

    agreed: the outcome of all metrics that the probe can tell of, where it is one.
    """

    probe: Edge
    outcomes: tuple[str, ...]

    @property
    def agreed(self) -> str:
        shown = {outcome for outcome in self.outcomes if outcome}
        return shown.pop() if len(shown) == 1 else ""


@dataclass(frozen=True)
class Conventions:
    """Probes by metrics, at some versions; metrics that never differ share a column."""

    versions: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    rows: tuple[Probed, ...]


def context(library: Library, known: dict[str, Meanings]) -> dict[str, Any]:
    """What the template of a library's page shows."""
    recorded = [release for release in library.releases if release.record]
    return {
        "library": library,
        "recorded": recorded,
        "stories": stories(recorded, known),
        "metrics": len({f.public_name for r in recorded for f in r.findings}),
        "conventions": conventions(recorded),
        "steps": steps(library),
        "effects": of_library(library.name),
        "inventories": [(r, inventory(r)) for r in recorded],
    }


def stories(recorded: Sequence[Release], known: dict[str, Meanings]) -> list[Story]:
    """All metrics in the order of the newest record; those told alike share a story."""
    found: dict[str, Story] = {}
    for finding in (f for release in recorded for f in release.findings):
        if any(finding.metric in one.names for one in found.values()):
            continue
        new = story(finding.metric, recorded, known)
        key = f"{finding.public_name} {[verdict(s.finding) for s in new.states]}"
        alike = found.get(key)
        names = (*(alike.names if alike else ()), finding.metric)
        found[key] = Story(names, new.states, new.missing)
    return list(found.values())


def story(name: str, recorded: Sequence[Release], known: dict[str, Meanings]) -> Story:
    """A metric at all versions; neighbours that agree are one state."""
    states: list[State] = []
    missing = []
    for release in recorded:
        finding = next((f for f in release.findings if f.metric == name), None)
        if finding is None:
            missing.append(release.version)
        elif states and verdict(states[-1].finding) == verdict(finding):
            last = states[-1]
            versions = (*last.versions, release.version)
            states[-1] = State(last.finding, versions, last.meaning)
        else:
            meaning = known[finding.claims].get(finding.meaning)
            states.append(State(finding, (release.version,), meaning))
    return Story((name,), tuple(states), tuple(missing))


def verdict(finding: Finding) -> dict[str, Any]:
    """What makes two versions of a metric one state: all but where its words stand."""
    kept = {
        k: v for k, v in finding.entry.items() if k not in ("conventions", "values")
    }
    if words := kept.get("documented"):
        kept["documented"] = {k: v for k, v in words.items() if k != "where"}
    return kept


def conventions(recorded: Sequence[Release]) -> list[Conventions]:
    """The tables of conventions, one where all versions agree."""
    found: list[Conventions] = []
    for release in recorded:
        columns = grouped(release.findings)
        rows = tuple(probed(list(columns)))
        metrics = tuple(tuple(names) for names in columns.values())
        if found and (found[-1].columns, found[-1].rows) == (metrics, rows):
            versions = (*found[-1].versions, release.version)
            found[-1] = Conventions(versions, metrics, rows)
        elif rows:
            found.append(Conventions((release.version,), metrics, rows))
    return found


def grouped(findings: Sequence[Finding]) -> dict[tuple[str, ...], list[str]]:
    """Metrics by what they do on all probes, in the order of the record."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for finding in findings:
        if told := finding.entry.get("conventions"):
            outcomes = tuple(told.get(probe.id, "") for probe in edge())
            groups.setdefault(outcomes, []).append(finding.metric)
    return groups


def probed(columns: Sequence[tuple[str, ...]]) -> list[Probed]:
    """A row for each probe that some metric shows something on."""
    rows = [
        Probed(probe, tuple(column[place] for column in columns))
        for place, probe in enumerate(edge())
    ]
    return [row for row in rows if any(row.outcomes)]


def inventory(release: Release) -> dict[str, Any]:
    """Wrapped names, unlisted names, and those out of scope by reason."""
    given: Mapping[str, Any] = (release.record or {}).get("inventory", {})
    reasons: dict[str, list[str]] = {}
    for name, reason in given.get("out_of_scope", {}).items():
        reasons.setdefault(reason, []).append(name)
    return {
        "wrapped": given.get("wrapped", []),
        "unlisted": given.get("unlisted", []),
        "out_of_scope": reasons,
    }


def parsed_case(line: str) -> Case | None:
    try:
        return Case.parse(line)
    except CaseError:
        return None
