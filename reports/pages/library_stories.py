"""The metrics of a library, version by version, as its page tells them:
`collect_metric_stories`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

import msgspec.structs

from homonym.records.schema_entry import MetricEntry
from homonym.reference.axes import Choice
from homonym.reference.case import AnyCase
from homonym.reference.variants import Number, Variant
from homonym.reports.evidence.nearest import NearestRecorded, read_recorded_nearest
from homonym.reports.evidence.proof import (
    Proof,
    Raw,
    find_returned_number,
    find_verdict_proof,
)
from homonym.reports.evidence.snippets import render_metric_snippet
from homonym.reports.evidence.witness import Witness, find_telling_witness
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.sections import FOLDERS, find_section_title
from homonym.reports.findings.survey import Release

Computed = Mapping[str, Sequence[Variant]]
"""Variants by family."""


@dataclass(frozen=True)
class State:
    """A metric as it is at one or several versions, newest first.

    raw: what was measured of it at the newest; computed: what libraries compute of its
    family, first what most metrics do; quoted_at: the metric that is another way of
    calling the same, and whose documentation is quoted.
    """

    finding: Finding
    versions: tuple[str, ...]
    meaning: Meaning | None
    raw: Raw = field(default_factory=dict)
    computed: Sequence[Variant] = ()
    quoted_at: str = ""

    @property
    def choices(self) -> list[tuple[str, Choice]]:
        """The choices that make the variant: the first, and those not the default."""
        variant = parse_variant(self.finding.meaning) if self.finding.meaning else None
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
        """Where what is documented, or one thing that it fits, is not computed."""
        finding = self.finding
        other = next((id for id in finding.promises if id not in finding.kept), "")
        promised = parse_variant(other)
        computed = parse_variant(finding.meaning) if finding.meaning else None
        if not promised or not computed:
            return None
        return find_telling_witness(promised, computed, *finding.conditions)

    @property
    def nearest(self) -> NearestRecorded | None:
        """For an unexplained metric: the nearest variant, and where it is wrong."""
        return read_recorded_nearest(self.finding)

    @cached_property
    def proof(self) -> Proof | None:
        """The recorded case on which its verdict rests."""
        return find_verdict_proof(self.finding, self.raw, self.computed)

    @property
    def told(self) -> bool:
        """Whether its recorded case is that of what its documentation promises."""
        against = self.finding.differs and self.against_words
        return bool(against and self.proof and against.case == self.proof.worked.case)

    @property
    def anchor(self) -> str:
        """The name of its recorded case."""
        return make_slug("case", self.finding.metric, self.versions[0])

    def returned(self, case: AnyCase) -> Number:
        """What the library returned on a case, where that is recorded."""
        return find_returned_number(self.raw, case.id)

    def code(self, case: AnyCase) -> str:
        """Lines to paste that show what the library gives on the case."""
        return render_metric_snippet(self.finding, case)


@dataclass(frozen=True)
class Span:
    """What a metric computed at neighbouring versions, oldest first; state: None where
    the library did not offer it."""

    label: str
    versions: tuple[str, ...]
    state: State | None


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
        """Whether it changed its meaning between versions."""
        return len({(s.finding.label, s.finding.variants) for s in self.states}) > 1

    def timeline(self, recorded: Sequence[Release]) -> list[Span]:
        """What it computed, oldest version first: one span as long as that stays."""
        spans: list[Span] = []
        for version in (release.version for release in reversed(recorded)):
            state = next((s for s in self.states if version in s.versions), None)
            told = state.finding.label if state else "not offered"
            if spans and spans[-1].label == told:
                versions = (*spans[-1].versions, version)
                spans[-1] = replace(spans[-1], versions=versions)
            else:
                spans.append(Span(told, (version,), state))
        return spans

    @property
    def section(self) -> str:
        """The title of the section that its family is in."""
        return find_section_title(self.states[0].finding.takes.folder)


def collect_metric_stories(
    recorded: Sequence[Release], known: dict[str, Meanings], computed: Computed
) -> list[Story]:
    """All metrics in the order of the newest record; those told alike share a story."""
    found: dict[str, Story] = {}
    for finding in (f for release in recorded for f in release.findings):
        if any(finding.metric in one.names for one in found.values()):
            continue
        new = build_metric_story(finding.metric, recorded, known, computed)
        key = f"{finding.public_name} {[make_state_key(s.finding) for s in new.states]}"
        alike = found.get(key)
        names = (*(alike.names if alike else ()), finding.metric)
        found[key] = Story(names, new.states, new.missing)
    return list(found.values())


def group_alike_versions(
    recorded: Sequence[Release], told: Sequence[Story]
) -> list[tuple[Release, ...]]:
    """Neighbouring versions at which every metric is in the same state, newest first:
    they share a column."""

    def states(release: Release) -> tuple[object, ...]:
        version = release.version
        return release.live, *(
            next((n for n, s in enumerate(one.states) if version in s.versions), None)
            for one in told
        )

    return [tuple(mine) for _, mine in groupby(recorded, states)]


def group_stories_by_section(told: Sequence[Story]) -> list[tuple[str, list[Story]]]:
    """The stories by the sections of the report, those without any left out."""
    by_title = {title: [s for s in told if s.section == title] for title in FOLDERS}
    return [(title, mine) for title, mine in by_title.items() if mine]


def build_metric_story(
    name: str,
    recorded: Sequence[Release],
    known: dict[str, Meanings],
    computed: Computed,
) -> Story:
    """A metric at all versions; neighbours that agree are one state."""
    states: list[State] = []
    missing = []
    for release in recorded:
        finding = next((f for f in release.findings if f.metric == name), None)
        if finding is None:
            missing.append(release.version)
        elif states and make_state_key(states[-1].finding) == make_state_key(finding):
            last = states[-1]
            versions = (*last.versions, release.version)
            states[-1] = replace(last, versions=versions)
        else:
            meaning = known[finding.claims].get(finding.meaning)
            raw = release.raw.get(name, {})
            family = (finding.variants or ("",))[0].partition("(")[0]
            rivals = computed.get(family, ())
            versions = (release.version,)
            quoted = find_quoted_call(finding, release)
            states.append(State(finding, versions, meaning, raw, rivals, quoted))
    return Story((name,), tuple(states), tuple(missing))


def find_quoted_call(finding: Finding, release: Release) -> str:
    """Another way of calling the same metric, whose documentation is quoted."""
    if finding.documented:
        return ""
    own = finding.public_name, finding.name, finding.claims
    among = (f for f in release.findings if f.documented)
    same = (f for f in among if (f.public_name, f.name, f.claims) == own)
    return next((f.metric for f in same), "")


def make_state_key(finding: Finding) -> MetricEntry:
    """What makes two versions of a metric one state: all but what is told elsewhere,
    and where its words stand."""
    words = finding.documented
    return msgspec.structs.replace(
        finding.entry,
        conventions={},
        invariances={},
        values={},
        documented=words and msgspec.structs.replace(words, where=""),
    )
