"""What changed inside a library from one recorded version to the next.

Start at `drifts`: for every two neighbouring records of a library a `Step` with its
`VersionChange`s. A change lies between two versions, so the release that made it is
known when they are neighbours in the library's own history; the words say no more than
that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from homonym.reference.corpus import edge
from homonym.reference.large import is_large
from homonym.reports.evidence.contrast import case_between
from homonym.reports.evidence.snippets import turned
from homonym.reports.evidence.witness import Witness
from homonym.reports.findings.effects import cause_of
from homonym.reports.findings.finding import Finding, doors
from homonym.reports.findings.ids import label
from homonym.reports.findings.survey import RecordedLibrary, Release, Survey

NOT_OFFERED = "not offered"
EFFECTS = {
    "meaning": "another formula",
    "broke": "no number any more",
    "repaired": "a number where there was none",
}
"""What a changed definition comes to: whether both versions give numbers."""
Names = dict[str, list[Finding]]


@dataclass(frozen=True)
class VersionChange:
    """One way in which metrics of a library changed.

    metrics: those that changed alike; before, after: what they compute or do; probe:
    the edge case, for a convention; witness: the smallest case on which the two
    definitions differ; code: lines to paste that show it with the first metric; cause:
    what in the environment, not in the library, makes the difference; renamed: whether
    the metrics are the old name and the new one; effect: of a definition, one of
    `EFFECTS`; called: the names of the newer version's metrics, however one calls them.
    """

    metrics: tuple[str, ...]
    before: str
    after: str
    probe: str = ""
    witness: Witness | None = None
    code: str = ""
    cause: str = ""
    renamed: bool = False
    effect: str = ""
    called: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`definition`, `convention`, `offer` for a metric that came or went, or
        `environment` where only the packages beside the library made the change."""
        if self.cause:
            return "environment"
        if self.probe:
            return "convention"
        return "offer" if NOT_OFFERED in (self.before, self.after) else "definition"

    def __str__(self) -> str:
        what = f"{self.probe}: " if self.probe else ""
        return f"{self.names}: {what}{self.before} → {self.after}"

    @property
    def names(self) -> str:
        """The metrics, as a line has them."""
        return (" → " if self.renamed else ", ").join(self.metrics)


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


def drifts(survey: Survey) -> list[Step]:
    """Every step of every library, libraries from A to Z, the newest step first."""
    return [step for library in survey.libraries for step in version_steps(library)]


@lru_cache(maxsize=128)
def version_steps(library: RecordedLibrary) -> list[Step]:
    """A library's neighbouring recorded versions, the newest two first."""
    recorded = library.recorded
    return [
        Step(library, old, new, tuple(changes_between(old, new)))
        for new, old in pairwise(recorded)
    ]


def changes_between(old: Release, new: Release) -> Iterator[VersionChange]:
    """What changed: definitions first, then what came and went, then conventions."""
    before, after = by_name(old), by_name(new)
    pairs = [(before[name], after[name]) for name in after if name in before]
    moved = (changed_definition(one, other, old, new) for one, other in pairs)
    yield from join_changes(filter(None, moved))
    yield from renamed(before, after)
    found = (
        change for one, other in pairs for change in changed_conventions(one, other)
    )
    yield from join_changes(found)


def by_environment(library: RecordedLibrary) -> frozenset[str]:
    """The metrics that only the packages beside the library made differ."""
    kinds = {
        kind: {
            name
            for s in version_steps(library)
            for c in s.of(kind)
            for name in c.metrics
        }
        for kind in ("environment", "definition")
    }
    return frozenset(kinds["environment"] - kinds["definition"])


def by_name(release: Release) -> dict[str, Finding]:
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


def changed_definition(
    old: Finding, new: Finding, before: Release, after: Release
) -> VersionChange | None:
    """How the definition of a metric changed; nothing where it did not."""
    one, other = computed_words(old), computed_words(new)
    if one == other or unasked(old, new) or unasked(new, old):
        return None
    found = case_between([old], [new])
    told = old.variants and new.variants
    code = turned(old, new, found.case) if found and told else ""
    why = cause_of(
        *(new.library, new.public_name),
        (old.version, new.version),
        (before.packages, after.packages),
    )
    made = VersionChange((new.metric,), one, other, witness=found, code=code, cause=why)
    return redefined(made, [old], [new])


def unasked(known: Finding, unexplained: Finding) -> bool:
    """Whether nothing but large cases tells a metric from what it is known to compute
    at the other version, of which no large case was asked."""
    near = unexplained.entry.nearest
    if near is None or known.entry.large or near.variant not in known.variants:
        return False
    return all(map(is_large, near.differs_on))


def redefined(
    change: VersionChange, old: Sequence[Finding], new: Sequence[Finding]
) -> VersionChange:
    """A change of definition, with what it comes to and whom it concerns."""
    called = tuple(dict.fromkeys(f.name for f in new))
    return replace(change, effect=effect_of(old, new), called=called)


def effect_of(old: Iterable[Finding], new: Iterable[Finding]) -> str:
    """What a change of definition comes to, one of `EFFECTS`."""
    if all(f.reason for f in new):
        return "broke"
    return "repaired" if all(f.reason for f in old) else "meaning"


def computed_words(finding: Finding) -> str:
    """What a metric computes, in words that stay the same as long as it does."""
    if finding.reason:
        return f"unavailable: {finding.reason}"
    ids = [label(variant, finding.claims) for variant in finding.variants]
    on = f" where {finding.when}" if finding.when else ""
    return " or ".join(ids) + on if ids else finding.status


def renamed(
    before: Mapping[str, Finding], after: Mapping[str, Finding]
) -> Iterator[VersionChange]:
    """Metrics that came or went, by their public names.

    Where only the way to call it is another (a backend, an option) the public name
    stays, and what its metrics compute is compared instead. Where the names are others
    (the whole interface was replaced) see `renaming`.
    """
    went = [f for name, f in before.items() if name not in after]
    came = [f for name, f in after.items() if name not in before]
    yield from called_otherwise(went, came)
    names = [{f.public_name for f in found.values()} for found in (before, after)]
    gone = [f for f in went if f.public_name not in names[1]]
    new = [f for f in came if f.public_name not in names[0]]
    for family in dict.fromkeys(f.claims for f in (*gone, *new)):
        old, now = ([f for f in found if f.claims == family] for found in (gone, new))
        yield from renaming(by_stem(old), by_stem(now))


def renaming(old: Names, new: Names) -> Iterator[VersionChange]:
    """Names of one family that only one of two versions has.

    Names of one stem are one metric renamed (`map_at_k`, `MAP`), and so are the last
    two without such a partner; others went or came.
    """
    pairs = {stem: stem for stem in old if stem in new}
    left, right = ([s for s in some if s not in pairs] for some in (old, new))
    if len(left) == len(right) == 1:
        pairs[left.pop()] = right.pop()
    for one, other in pairs.items():
        yield from turned_into(old[one], new[other])
    for name, mine in by_way(f for stem in left for f in old[stem]).items():
        yield VersionChange((name,), tell_meanings(mine), NOT_OFFERED)
    for name, mine in by_way(f for stem in right for f in new[stem]).items():
        yield VersionChange((name,), NOT_OFFERED, tell_meanings(mine))


def turned_into(
    old: Sequence[Finding], new: Sequence[Finding]
) -> Iterator[VersionChange]:
    """What a metric became under its new name, for each way to call that.

    The old name without options stands for it. A way through a door that gives nothing
    has nothing to compare: it came.
    """
    plain = [f for f in old if f.metric == f.public_name] or old
    for way, mine in by_way(new).items():
        if way != mine[0].public_name and all(f.reason for f in mine):
            yield VersionChange((way,), NOT_OFFERED, tell_meanings(mine))
        elif not same_meanings(plain, mine):
            names, found = (plain[0].public_name, way), case_between(plain, mine)
            words = tell_meanings(plain), tell_meanings(mine)
            made = VersionChange(names, *words, witness=found, renamed=True)
            yield redefined(made, plain, mine)


def by_stem(found: Iterable[Finding]) -> Names:
    """Metrics by their names without what only says how they are called.

    >>> stem("map_at_k"), stem("MAP"), stem("map_")
    ('map', 'map', 'map')
    """
    groups: Names = {}
    for finding in found:
        groups.setdefault(stem(finding.name), []).append(finding)
    return groups


def stem(name: str) -> str:
    """A metric's name without what versions write differently."""
    return name.lower().removesuffix("_at_k").replace("_", "")


def by_way(found: Iterable[Finding]) -> Names:
    """Metrics by their public names; one that others share keeps its argument."""
    groups: Names = {}
    for f in found:
        way = f.metric if f.public_name in doors(f.library) else f.public_name
        groups.setdefault(way, []).append(f)
    return groups


def called_otherwise(
    went: Sequence[Finding], came: Sequence[Finding]
) -> Iterator[VersionChange]:
    """Public names of which both versions have metrics that the other has not."""
    for name in dict.fromkeys(f.public_name for f in went):
        old, new = ([f for f in some if f.public_name == name] for some in (went, came))
        one, other = tell_meanings(old), tell_meanings(new)
        if new and not same_meanings(old, new):
            witness = case_between(old, new)
            made = VersionChange((name,), one, other, witness=witness)
            yield redefined(made, old, new)


def same_meanings(old: Iterable[Finding], new: Iterable[Finding]) -> bool:
    """Whether they have the same meanings; without any, whether they tell the same."""
    one, other = ({f.meaning for f in found if f.meaning} for found in (old, new))
    return one == other if one or other else tell_meanings(old) == tell_meanings(new)


def tell_meanings(found: Iterable[Finding]) -> str:
    """What these metrics compute, each meaning once; per-user numbers as their mean."""
    labels = (
        label(f.meaning, f.claims) if f.meaning else computed_words(f) for f in found
    )
    return "; ".join(dict.fromkeys(labels)) or NOT_OFFERED


def changed_conventions(old: Finding, new: Finding) -> Iterator[VersionChange]:
    """How the metric's conventions changed; a probe that told nothing tells nothing."""
    known = {probe.id: probe.convention for probe in edge(new.takes)}
    one, other = (f.entry.conventions for f in (old, new))
    for probe, before in one.items():
        after = other.get(probe)
        if after and after != before:
            yield VersionChange((new.metric,), before, after, known.get(probe, probe))
