"""What a ruling on a claim rests on: the metrics that count, in lines and in numbers.

The checks of `rulings` take from here whose metrics a claim is about, what these do at
a probe, and how it is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from homonym.records.outcomes import Outcome
from homonym.reference.case import CaseError
from homonym.reference.corpus import Edge, core, edge
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Variant
from homonym.reports.evidence.version_change import describe_computed_formula
from homonym.reports.evidence.witness import find_telling_witness
from homonym.reports.findings.finding import Finding, FindingGroups, join_names
from homonym.reports.findings.ids import (
    is_same_class,
    parse_variant,
    shorten_variant_id,
)
from homonym.reports.findings.survey import Release, Survey
from homonym.reports.paper.matching import list_row_runs
from homonym.reports.paper.tables import find_row_records, read_published_numbers
from homonym.reports.paper.verdicts import OPEN, Ruling, Shown


def rule_without_record() -> Ruling:
    """Without a record nothing is settled."""
    return Ruling(OPEN, ("homonym has no record at the paper’s version yet",))


def list_named_probes(given: dict[str, Any]) -> list[Edge]:
    """The edge cases that a claim names, in its order."""
    known = {probe.id: probe for probe in edge()}
    return [known[id] for id in given["probes"]]


def list_paper_releases(survey: Survey) -> Iterator[Release]:
    """Every recorded release of the paper's libraries."""
    names = {
        name for one in read_published_numbers()["library"] for name in one["records"]
    }
    yield from (r for r in survey.recorded if r.library in names)


def select_claimed_metrics(given: dict[str, Any], survey: Survey) -> list[Finding]:
    """The metrics of these public names, at the paper's version and at no other."""
    first = list_row_runs(given["library"], find_row_records(given["library"]), survey)[
        0
    ]
    found = first.release.findings if first.release and not first.note else ()
    return [f for f in found if f.public_name in given["metrics"]]


def group_by_computed(found: Iterable[Finding], family: str) -> FindingGroups:
    """The metrics that claim a family, by what they compute."""
    groups: FindingGroups = {}
    for finding in found:
        if finding.claims == family:
            groups.setdefault(finding.meaning, []).append(finding)
    return groups


def group_by_outcome(probe: Edge, found: Iterable[Finding]) -> FindingGroups:
    """The metrics by what they do at a probe, of those that show something."""
    groups: FindingGroups = {}
    for finding in found:
        told = finding.entry.conventions.get(probe.id, "")
        if told and not Outcome.parse(told).refused:
            groups.setdefault(told, []).append(finding)
    return groups


def list_differing_outcomes(
    probe: Edge, found: Sequence[Finding], survey: Survey
) -> list[str]:
    """A line for each thing that metrics do at a probe, where it is not one."""
    groups = group_by_outcome(probe, found)
    if len(groups) < 2:
        return []
    return [
        f"{probe.convention}: {outcome}: {name_by_library(mine, survey)}"
        for outcome, mine in groups.items()
    ]


def show_probe_numbers(
    probe: Edge, found: Sequence[Finding], survey: Survey
) -> Shown | None:
    """The probe in numbers: what each outcome that occurs gives, by the well-formed
    case that gives the same."""
    groups = {
        o: mine
        for o, mine in group_by_outcome(probe, found).items()
        if o in probe.outcomes
    }
    if len(groups) < 2:
        return None
    shown, numbers = convert_probe_to_case(probe), []
    for outcome, mine in groups.items():
        same_as, variant = probe.outcomes[outcome], parse_variant(mine[0].meaning)
        if not isinstance(same_as, float) and variant:
            told = f"{outcome} ({join_metric_libraries(mine, survey)})"
            numbers.append((told, variant.value(same_as)))
    return Shown(shown, tuple(numbers)) if shown and numbers else None


def convert_probe_to_case(probe: Edge) -> Case | None:
    """What a probe asks, as a case to draw, where it is well formed; else nothing."""
    lists, truth = probe.case.recommendations, probe.case.truth
    users = []
    for user, ranked in lists.items():
        left = dict(truth.get(user, ()))
        row = [f"{left.pop(item):g}" if item in left else "." for item, _ in ranked]
        missed = [f"{grade:g}" for grade in left.values()]
        users.append(" ".join([*row, *(["|", *missed] if missed else [])]))
    try:
        return Case.parse(f"{' ; '.join(users)} @{probe.case.k}")
    except CaseError:
        return None


def show_smallest_difference(one: str, other: str) -> Shown | None:
    """The smallest case on which two variants differ, with both numbers."""
    first, second = parse_variant(one), parse_variant(other)
    found = find_telling_witness(first, second) if first and second else None
    if not found:
        return None
    return Shown(found.case, ((one, found.one), (other, found.other)))


def yield_computed_lines(found: Iterable[Finding]) -> Iterator[str]:
    """What metrics compute, one line each."""
    for f in found:
        meaning = (
            shorten_variant_id(f.meaning) if f.meaning else describe_computed_formula(f)
        )
        (promised,) = f.promises if f.differs else ("",)
        words = f", its documentation promises {promised}" if promised else ""
        yield f"{f.library} {f.version}, {f.metric}: {meaning}{words}"


def join_metric_libraries(found: Iterable[Finding], survey: Survey) -> str:
    """The libraries of these metrics, by title."""
    return join_names(dict.fromkeys(survey.title(f.library) for f in found))


def name_by_library(found: Iterable[Finding], survey: Survey) -> str:
    """These metrics by library, each with the versions that have it so."""
    versions: dict[tuple[str, str], list[str]] = {}
    for f in found:
        versions.setdefault((survey.title(f.library), f.metric), []).append(f.version)
    alike: dict[tuple[str, str], list[str]] = {}
    for (title, metric), those in versions.items():
        alike.setdefault((title, ", ".join(those)), []).append(metric)
    return "; ".join(
        f"{title} {', '.join(metrics)} ({those})"
        for (title, those), metrics in alike.items()
    )


def show_shortest_core_case(found: Sequence[Finding], usual: str) -> Shown | None:
    """The shortest core case without grades, with what a formula and these metrics
    give: those that raise do so on every case."""
    case = min(filter(is_binary_case, core()), key=lambda one: len(str(one)))
    numbers: list[tuple[str, Number | str]] = [
        (usual, Variant.parse(usual).value(case))
    ]
    for finding in found:
        variant = parse_variant(finding.meaning) if finding.meaning else None
        if finding.raised:
            numbers.append((finding.metric, f"raises {finding.reason}"))
        elif variant:
            numbers.append((finding.metric, variant.value(case)))
    return Shown(case, tuple(numbers)) if len(numbers) > 1 else None


def is_binary_case(case: Case) -> bool:
    """Whether no item is more relevant than another."""
    return not any(grade not in (None, 0, 1) for u in case.users for grade in u.grades)


def find_unsettled_metrics(found: Sequence[Finding], claimed: str) -> list[Finding]:
    """The metrics that no formula explains, where they keep a claim open: nothing else
    is known of the library, or it is the claim's formula that comes nearest."""
    riddles = [f for f in found if f.status == "unexplained"]
    nearest = ((f, f.entry.nearest) for f in riddles)
    near = [f for f, one in nearest if one and is_same_class(claimed, one.variant)]
    return near or (riddles if not any(f.variants for f in found) else [])


def describe_unexplained_metric(finding: Finding) -> str:
    """That no formula explains the metric, and how near the nearest comes."""
    told = f"No formula gives what {finding.metric} does on every case"
    if not (near := finding.entry.nearest):
        return f"{told}."
    on = f"{near.agrees_on} of {near.of}"
    return f"{told}; the nearest, {near.variant}, does on {on}."
