"""The page that says whether two libraries' numbers can be compared, and its data.

Start at `render_comparison_scripts`. Metrics of one family, and of families that share
a name (`Novelty`), are a group. A group has a file: its classes, what is known of every
two of them, and what each metric does at the edges. The page's own script only looks
things up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import isfinite
from typing import Any

from homonym.cases.conditions import WORDS, drop_implying_conditions
from homonym.cases.kinds import find_case_kind
from homonym.equivalence.conversion import Conversion, find_conversion
from homonym.equivalence.inequalities import describe_bound
from homonym.explain.compare import find_equalities
from homonym.records.outcomes import Outcome
from homonym.reference.corpus import SILENT
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.evidence.edges import index_probe_words
from homonym.reports.evidence.witness import Witness, find_telling_witness
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.names import Name
from homonym.reports.findings.survey import Survey
from homonym.reports.pages.scripts import format_script_json

PLACE = "window.homonymCompare"
A_NUMBER = Outcome("a number")
"""What shows nothing of an edge, beside an error."""


@dataclass(frozen=True)
class ComparedPair:
    """Two classes of a group.

    conditions: those under which the two are one, by name, "" for always; witness: the
    smallest case that tells them apart; there, back: how to get the other's number from
    the one's, and the one's from the other's, where it follows; bound: that one is
    never below the other, where that is declared.
    """

    one: Meaning
    other: Meaning
    conditions: tuple[str, ...]
    witness: Witness | None
    there: Conversion | None
    back: Conversion | None
    bound: str = ""

    @property
    def verdict(self) -> str:
        """Whether their numbers can be compared, in a sentence."""
        shown = "no small case is known"
        if self.witness:
            case = "a case" if self.witness.longer else "the smallest case"
            shown = f"here is {case}"
        if "" in self.conditions:
            return "Yes: they are two names of one formula, equal on every input."
        if not self.conditions:
            return f"No: they are different formulas; {shown} on which they differ."
        told = (WORDS[one] for one in drop_implying_conditions(self.conditions))
        return f"Equal if {', or if '.join(told)}. Otherwise not always: {shown}."


@dataclass(frozen=True)
class FileGroup:
    """The metrics that one file tells of, with the classes that they compute."""

    name: str
    findings: tuple[Finding, ...]
    meanings: tuple[Meaning, ...]

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each of the classes stands, by its id."""
        return {meaning.variant: at for at, meaning in enumerate(self.meanings)}


def render_comparison_scripts(
    survey: Survey, known: dict[str, Meanings], called: Sequence[Name], drawn: Any
) -> Iterator[tuple[str, str]]:
    """Every file of data with its text; drawn: the template of what is shown of a
    pair."""
    found = group_families_by_name(survey, known, called)
    numbers = list_numbers_at_edges(survey)
    edges = {
        group.name: collect_edge_outcomes(group.findings, numbers) for group in found
    }
    index = index_of(survey, found, edges)
    yield "compare-index.js", f"{PLACE} = {format_script_json(index)};\n"
    for group in found:
        data = {**build_group_data(group, drawn), **edges[group.name].words}
        given = f"{format_script_json(group.name)}, {format_script_json(data)}"
        yield f"compare-{make_slug(group.name)}.js", f"{PLACE}.loaded({given});\n"


def group_families_by_name(
    survey: Survey, known: dict[str, Meanings], called: Iterable[Name]
) -> list[FileGroup]:
    """The families that metrics are named after, those that share a name together."""
    first = {family: family for family in known}
    for name in called:
        families = [family.name for family in name.families]
        joined = {first[family] for family in families}
        first = {f: min(joined) if g in joined else g for f, g in first.items()}
    return [
        FileGroup(
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


def list_numbers_at_edges(survey: Survey) -> dict[Finding, set[str]]:
    """The edge cases on which each metric returned a number."""
    return {
        finding: release.edges_with_numbers.get(finding.metric, set())
        for release in survey.recorded
        for finding in release.findings
    }


def collect_edge_outcomes(
    findings: Iterable[Finding], numbers: Mapping[Finding, set[str]]
) -> Edges:
    """What they do; what an adapter refuses is none of it. Where one gives no usual
    number, others that have no outcome there are told to give one, if they do."""
    outcomes: dict[str, int] = {}
    done: dict[tuple[tuple[str, int], ...], int] = {}
    rows: dict[Finding, int] = {}
    probes: dict[str, str] = {}
    shown = {finding: list_shown_outcomes(finding) for finding in findings}
    odd = {
        id for told in shown.values() for id, outcome in told.items() if is_odd(outcome)
    }
    for finding, own in shown.items():
        usual = sorted(odd & numbers.get(finding, set()) - {*finding.entry.conventions})
        told = []
        for id, outcome in {**own, **dict.fromkeys(usual, A_NUMBER)}.items():
            probes[id] = index_probe_words(finding.takes).get(id, id)
            told.append((id, outcomes.setdefault(str(outcome), len(outcomes))))
        rows[finding] = done.setdefault(tuple(told), len(done))
    return Edges(
        rows,
        {
            "probes": probes,
            "outcomes": [*outcomes],
            "alike": list_possible_matches(
                [Outcome.parse(outcome) for outcome in outcomes]
            ),
            "edges": [dict(one) for one in done],
        },
    )


def list_shown_outcomes(finding: Finding) -> dict[str, Outcome]:
    """What a metric does at the edges, but for what its adapter refuses."""
    told = finding.entry.conventions.items()
    parsed = {id: Outcome.parse(outcome) for id, outcome in told}
    return {id: outcome for id, outcome in parsed.items() if not outcome.refused}


def is_odd(outcome: Outcome) -> bool:
    """Whether it is an error, no number, or a wrong one."""
    wrong = outcome.failed or outcome.kind == SILENT
    return wrong or not all(map(isfinite, outcome.numbers))


def list_possible_matches(outcomes: Sequence[Outcome]) -> list[list[int]]:
    """The places of those that each may be: itself, and more where one is open."""
    return [
        [
            place
            for place, other in enumerate(outcomes)
            if are_possibly_alike(one, other)
        ]
        for one in outcomes
    ]


def are_possibly_alike(one: Outcome, other: Outcome) -> bool:
    """Whether both may be one: a number is any that is not odd."""
    if A_NUMBER in (one, other):
        return not is_odd(one) and not is_odd(other)
    return one.may_be(other)


def index_of(
    survey: Survey, found: Sequence[FileGroup], edges: Mapping[str, Edges]
) -> dict[str, Any]:
    """Every library, version and metric, with where its data stand."""
    where = {finding: group for group in found for finding in group.findings}
    return {
        library.name: {
            "title": library.title,
            "versions": {
                release.version: {
                    f.metric: build_compared_metric(f, where[f], edges[where[f].name])
                    for f in release.findings
                }
                for release in library.releases
                if release.record
            },
        }
        for library in survey.libraries
    }


def build_compared_metric(
    finding: Finding, group: FileGroup, edges: Edges
) -> list[Any]:
    """A metric for the script: group, class, what it does at the edges, the condition
    that all its inputs fulfil, whether it leaves the mean to its caller, where it has
    no class, why, its page, and what matters to it that must not."""
    place = group.places.get(finding.meaning, -1)
    why = "" if place >= 0 else describe_missing_class(finding)
    told = [group.name, place, edges.rows[finding], finding.entry.when]
    return [*told, int(finding.per_user), why, finding.page, *finding.matters]


def describe_missing_class(finding: Finding) -> str:
    """Why a metric has not one class, as the end of a sentence."""
    if finding.reason:
        return f"gives no number here: {finding.reason}"
    if finding.status == "ambiguous":
        count = len(finding.variants)
        return f"may be any of {count} formulas, which its inputs cannot tell apart"
    if finding.status == "unstable":
        return "is unstable: one input gives two numbers"
    return "computes no known formula"


def build_group_data(group: FileGroup, drawn: Any) -> dict[str, Any]:
    """The classes of a group, and every two of them."""
    pairs = {
        f"{i}-{j}": pair_data(a, b, drawn)
        for (i, a), (j, b) in combinations(enumerate(group.meanings), 2)
    }
    conditions = {
        name: WORDS[name]
        for finding in group.findings
        for name in find_case_kind(finding.takes).conditions
    }
    classes = [build_class_data(meaning) for meaning in group.meanings]
    return {"classes": classes, "pairs": pairs, "conditions": conditions}


def build_class_data(meaning: Meaning) -> dict[str, str]:
    """A class for the script; code: how its number is had from one's own lists."""
    found = parse_variant(meaning.variant)
    return {"id": meaning.variant, "code": render_class_code(found) if found else ""}


def render_class_code(variant: Variant) -> str:
    """Lines of Python that compute it from the lists, of rankings."""
    if variant.home.takes is not Case:
        return ""
    call = f'homonym.value("{variant}", recommendations, truth, k=20)'
    return f"import homonym\n\nnumber = {call}"


def pair_data(a: Meaning, b: Meaning, drawn: Any) -> dict[str, Any]:
    """What is known of two classes, for the script."""
    pair = compare_meanings(a, b)
    return {
        "verdict": pair.verdict,
        "conditions": pair.conditions,
        "html": drawn.render(pair=pair),
    }


def compare_meanings(a: Meaning, b: Meaning) -> ComparedPair:
    """What is known of two classes."""
    one, other = parse_variant(a.variant), parse_variant(b.variant)
    if one is None or other is None:
        return ComparedPair(a, b, (), None, None, None)
    conditions = tuple(found.condition for found in find_equalities(one, other))
    witness = find_telling_witness(one, other)
    there, back = find_conversion(one, other), find_conversion(other, one)
    bound = describe_bound(one, other)
    return ComparedPair(a, b, conditions, witness, there, back, bound)
