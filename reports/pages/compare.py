"""The page that says whether two libraries' numbers can be compared, and its data.

Start at `scripts`. Metrics of one family, and of families that share a name
(`Novelty`), are a group. A group has a file: its classes, what is known of every two
of them, and what each metric does at the edges. Pages opened from a disk may load
scripts, and no data. The page's own script only looks things up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from homonym.cases.conditions import WORDS
from homonym.equivalence.conversion import Conversion, convert
from homonym.explain.compare import equalities
from homonym.records.outcomes import Outcome
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.evidence.witness import Witness, told_apart
from homonym.reports.findings.finding import Finding, parse_variant, slug
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.names import Name
from homonym.reports.findings.survey import Survey

PLACE = "window.homonymCompare"


@dataclass(frozen=True)
class ComparedPair:
    """Two classes of a group.

    conditions: those under which the two are one, by name; witness: the smallest case
    that tells them apart; there, back: how to get the other's number from the one's,
    and the one's from the other's, where it follows.
    """

    one: Meaning
    other: Meaning
    conditions: tuple[str, ...]
    witness: Witness | None
    there: Conversion | None
    back: Conversion | None

    @property
    def verdict(self) -> str:
        """Whether their numbers can be compared, in a sentence."""
        shown = (
            "here is the smallest case" if self.witness else "no small case is known"
        )
        if not self.conditions:
            return f"No: they are different formulas; {shown} on which they differ."
        told = (WORDS.get(one, one.replace("_", " ")) for one in self.conditions)
        return f"Equal if {', or if '.join(told)}. Otherwise not: {shown}."


@dataclass(frozen=True)
class Group:
    """The metrics that one file tells of, with the classes that they compute."""

    name: str
    findings: tuple[Finding, ...]
    meanings: tuple[Meaning, ...]

    def place(self, finding: Finding) -> int:
        """Which of the classes the metric computes; -1 where it is not one."""
        ids = [meaning.variant for meaning in self.meanings]
        return ids.index(finding.meaning) if finding.meaning in ids else -1


def scripts(
    survey: Survey, known: dict[str, Meanings], called: Sequence[Name], drawn: Any
) -> Iterator[tuple[str, str]]:
    """Every file of data with its text; drawn: the template of what is shown of a
    pair."""
    found = groups(survey, known, called)
    edges = {group.name: edges_of(group.findings) for group in found}
    index = index_of(survey, found, edges)
    yield "compare-index.js", f"{PLACE} = {packed(index)};\n"
    for group in found:
        data = {**data_of(group, drawn), **edges[group.name].words}
        text = f"{PLACE}.loaded({packed(group.name)}, {packed(data)});\n"
        yield f"compare-{slug(group.name)}.js", text


def packed(data: Any) -> str:
    """JSON that is safe inside a script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/")


def groups(
    survey: Survey, known: dict[str, Meanings], called: Iterable[Name]
) -> list[Group]:
    """The families that metrics are named after, those that share a name together."""
    first = {family: family for family in known}
    for name in called:
        families = [family.name for family in name.families]
        joined = {first[family] for family in families}
        first = {f: min(joined) if g in joined else g for f, g in first.items()}
    return [
        Group(
            name,
            tuple(f for f in survey.findings if first[f.claims] == name),
            tuple(m for f in known if first[f] == name for m in known[f].values()),
        )
        for name in dict.fromkeys(first.values())
    ]


@dataclass(frozen=True)
class Edges:
    """What the metrics of a group do at the edges, each thing that they do once.

    rows: by metric and version, which of `done` it does; words: the probes, outcomes
    and rows for the script.
    """

    rows: Mapping[Finding, int]
    words: Mapping[str, Any]


def edges_of(findings: Iterable[Finding]) -> Edges:
    """What they do; what an adapter refuses is none of it."""
    outcomes: dict[str, int] = {}
    done: dict[tuple[tuple[str, int], ...], int] = {}
    rows: dict[Finding, int] = {}
    probes: dict[str, str] = {}
    for finding in findings:
        known = {one.id: one.convention for one in edge(finding.takes)}
        told = []
        for id, outcome in finding.entry.conventions.items():
            if not Outcome.parse(outcome).refused:
                probes[id] = known.get(id, id)
                told.append((id, outcomes.setdefault(outcome, len(outcomes))))
        rows[finding] = done.setdefault(tuple(told), len(done))
    return Edges(
        rows,
        {
            "probes": probes,
            "outcomes": [*outcomes],
            "edges": [dict(one) for one in done],
        },
    )


def index_of(
    survey: Survey, found: Sequence[Group], edges: Mapping[str, Edges]
) -> dict[str, Any]:
    """Every library, version and metric, with where its data stand."""
    where = {finding: group for group in found for finding in group.findings}
    return {
        library.name: {
            "title": library.title,
            "versions": {
                release.version: {
                    f.metric: metric_data(f, where[f], edges[where[f].name])
                    for f in release.findings
                }
                for release in library.releases
                if release.record
            },
        }
        for library in survey.libraries
    }


def metric_data(finding: Finding, group: Group, edges: Edges) -> list[Any]:
    """A metric for the script: group, class, what it does at the edges, the condition
    that all its inputs fulfil, whether it leaves the mean to its caller, and where it
    has no class, why."""
    place = group.place(finding)
    why = "" if place >= 0 else why_no_class(finding)
    told = [group.name, place, edges.rows[finding], finding.entry.when]
    return [*told, int(finding.per_user), why, finding.page]


def why_no_class(finding: Finding) -> str:
    """Why a metric has not one class, as the end of a sentence."""
    if finding.reason:
        return f"gives no number here: {finding.reason}"
    if finding.status == "ambiguous":
        count = len(finding.variants)
        return f"may be any of {count} formulas, which its inputs cannot tell apart"
    if finding.status == "unstable":
        return "is unstable: one input gives two numbers"
    return "computes no known formula"


def data_of(group: Group, drawn: Any) -> dict[str, Any]:
    """The classes of a group, and every two of them."""
    pairs = {
        f"{group.meanings.index(a)}-{group.meanings.index(b)}": pair_data(a, b, drawn)
        for a, b in combinations(group.meanings, 2)
    }
    return {"classes": [class_data(m) for m in group.meanings], "pairs": pairs}


def class_data(meaning: Meaning) -> dict[str, str]:
    """A class for the script; code: how its number is had from one's own lists."""
    found = parse_variant(meaning.variant)
    return {"id": meaning.variant, "code": code_of(found) if found else ""}


def code_of(variant: Variant) -> str:
    """Lines of Python that compute it from the lists, of rankings."""
    if variant.home.takes is not Case:
        return ""
    call = f'homonym.value("{variant}", recommendations, truth, k=20)'
    return f"import homonym\n\nnumber = {call}"


def pair_data(a: Meaning, b: Meaning, drawn: Any) -> dict[str, Any]:
    """What is known of two classes, for the script."""
    pair = compared(a, b)
    return {
        "verdict": pair.verdict,
        "conditions": pair.conditions,
        "html": drawn.render(pair=pair),
    }


def compared(a: Meaning, b: Meaning) -> ComparedPair:
    """What is known of two classes."""
    one, other = parse_variant(a.variant), parse_variant(b.variant)
    if one is None or other is None:
        return ComparedPair(a, b, (), None, None, None)
    conditions = tuple(found.condition for found in equalities(one, other))
    witness = told_apart(one, other)
    there, back = convert(one, other), convert(other, one)
    return ComparedPair(a, b, conditions, witness, there, back)
