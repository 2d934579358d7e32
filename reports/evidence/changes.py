"""What changed inside a library from one recorded version to the next.

Start at `list_library_drifts`: for every two neighbouring records of a library a `Step`
with its `VersionChange`s. A change lies between two versions, so the release that made
it is known when they are neighbours in the library's own history; the words say no more
than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from homonym.reference.corpus import edge
from homonym.reference.large import is_large
from homonym.reports.evidence.contrast import find_contrast_case
from homonym.reports.evidence.renames import find_renamed_metrics
from homonym.reports.evidence.snippets import render_change_snippet
from homonym.reports.evidence.version_change import (
    VersionChange,
    add_change_effect,
    describe_computed_formula,
)
from homonym.reports.findings.effects import explain_environment_cause
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.survey import RecordedLibrary, Release, Survey
from homonym.versions import split_mark


@dataclass(frozen=True)
class Step:
    """Two neighbouring recorded versions of a library, and what lies between them."""

    library: RecordedLibrary
    before: Release
    after: Release
    changes: tuple[VersionChange, ...]

    def of(self, *kinds: str) -> list[VersionChange]:
        """The changes of these kinds."""
        return [change for change in self.changes if change.kind in kinds]

    def changed(self, effect: str) -> list[str]:
        """The names of the newer version's metrics that have this effect, each once."""
        told = (one for one in self.of("definition") if one.effect == effect)
        return list(dict.fromkeys(name for one in told for name in one.called))


def list_library_drifts(survey: Survey) -> list[Step]:
    """Every step of every library, libraries from A to Z, the newest step first."""
    return [
        step for library in survey.libraries for step in list_version_steps(library)
    ]


@lru_cache(maxsize=128)
def list_version_steps(library: RecordedLibrary) -> list[Step]:
    """A library's neighbouring recorded versions, the newest two first."""
    recorded = library.recorded
    pairs = (
        (new, find_version_before(recorded, at)) for at, new in enumerate(recorded)
    )
    return [
        Step(library, old, new, tuple(yield_release_changes(old, new)))
        for new, old in pairs
        if old
    ]


def find_version_before(recorded: Sequence[Release], at: int) -> Release | None:
    """The version before, the newest standing first: of another version what was
    measured in its second environment is none."""
    older = recorded[at + 1 :]
    return next((one for one in older if not split_mark(one.version)[1]), None)


def yield_release_changes(old: Release, new: Release) -> Iterator[VersionChange]:
    """What changed: definitions first, then what came and went, then conventions."""
    before, after = index_release_findings(old), index_release_findings(new)
    pairs = [(before[name], after[name]) for name in after if name in before]
    moved = (find_definition_change(one, other, old, new) for one, other in pairs)
    yield from join_changes(filter(None, moved))
    yield from find_renamed_metrics(before, after)
    why = describe_package_change(old, new)
    found = (
        replace(change, cause=why)
        for one, other in pairs
        for change in yield_convention_changes(one, other)
    )
    yield from join_changes(found)


def describe_package_change(old: Release, new: Release) -> str:
    """What was measured beside each, where these are one version in two environments;
    nothing of two versions."""
    alone, package, _ = split_mark(new.version)
    if not package or alone != old.version:
        return ""
    its = (release.packages.get(package, "another") for release in (old, new))
    return f"measured with {package} {', then '.join(its)}"


def find_environment_changes(library: RecordedLibrary) -> frozenset[str]:
    """The metrics that only the packages beside the library made differ."""
    kinds = {
        kind: {
            name
            for s in list_version_steps(library)
            for c in s.of(kind)
            for name in c.metrics
        }
        for kind in ("environment", "definition")
    }
    return frozenset(kinds["environment"] - kinds["definition"])


def index_release_findings(release: Release) -> dict[str, Finding]:
    """A release's metrics by their names."""
    return {finding.metric: finding for finding in release.findings}


def join_changes(found: Iterable[VersionChange]) -> list[VersionChange]:
    """Metrics that changed in the same way, as one change."""
    groups: dict[tuple[str, ...], VersionChange] = {}
    for one in found:
        key = one.probe, one.before, one.after, one.cause
        mine = groups.get(key, replace(one, metrics=(), called=()))
        names, called = (*mine.metrics, *one.metrics), (*mine.called, *one.called)
        groups[key] = replace(mine, metrics=names, called=called)
    return list(groups.values())


def find_definition_change(
    old: Finding, new: Finding, before: Release, after: Release
) -> VersionChange | None:
    """How the definition of a metric changed; nothing where it did not."""
    one, other = describe_computed_formula(old), describe_computed_formula(new)
    if (
        one == other
        or is_difference_unasked(old, new)
        or is_difference_unasked(new, old)
    ):
        return None
    found = find_contrast_case([old], [new])
    told = old.variants and new.variants
    code = render_change_snippet(old, new, found.case) if found and told else ""
    why = explain_environment_cause(
        *(new.library, new.public_name),
        (old.version, new.version),
        (before.packages, after.packages),
    ) or describe_package_change(before, after)
    made = VersionChange((new.metric,), one, other, witness=found, code=code, cause=why)
    return add_change_effect(made, [old], [new])


def is_difference_unasked(known: Finding, unexplained: Finding) -> bool:
    """Whether nothing but large cases tells a metric from what it is known to compute
    at the other version, of which no large case was asked."""
    near = unexplained.entry.nearest
    if near is None or known.entry.large or near.variant not in known.variants:
        return False
    return all(map(is_large, near.differs_on))


def yield_convention_changes(old: Finding, new: Finding) -> Iterator[VersionChange]:
    """How the metric's conventions changed; a probe that told nothing tells nothing."""
    known = {probe.id: probe.convention for probe in edge(new.takes)}
    one, other = (f.entry.conventions for f in (old, new))
    for probe, before in one.items():
        after = other.get(probe)
        if after and after != before:
            yield VersionChange((new.metric,), before, after, known.get(probe, probe))
