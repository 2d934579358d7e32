"""The findings that surprise most, each with its case and lines to paste:
`find_shown_surprises`.

Which they are stands in `published/surprises.toml`. One is told while a record says so:
its numbers are those of the records and of the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from homonym.errors import UserError
from homonym.explain.at_edge import compare_at_edge, describe_rows, render_edge_code
from homonym.explain.compare import compare_definitions
from homonym.explain.snippets import render_library_snippet
from homonym.records.lookup import Named, find_named, make_named_metric
from homonym.records.outcomes import Outcome
from homonym.reference.case import AnyCase
from homonym.reports.evidence.snippets import render_metric_snippet
from homonym.reports.findings.data import read_data
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.questions import (
    TrackerQuestion,
    is_stated_on_record,
    read_tracker_questions,
)
from homonym.reports.findings.survey import Survey

FILE = "published/surprises.toml"


@dataclass(frozen=True)
class Surprise:
    """One finding as its file has it: what is said of a metric's record, beside
    another. case: the line of the one that shows it, where that is not the smallest."""

    title: str
    words: str
    metric: str
    beside: str
    does: str
    edge: str = ""
    invariance: str = ""
    case: str = ""
    lines: str = ""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownSurprise:
    """A finding with what shows it. rows: the case; here, there: what the metric gives
    or does, and what the other side; code: lines to paste; asked: where users asked."""

    told: Surprise
    finding: Finding
    rows: tuple[str, ...]
    here: str
    there: str
    code: str
    asked: tuple[TrackerQuestion, ...]


def read_surprises() -> tuple[Surprise, ...]:
    """All of the file, in its order."""
    found = read_data(FILE, "list of surprises")["surprise"]
    return tuple(
        Surprise(**{**one, "asked": tuple(one.get("asked", ()))}) for one in found
    )


def find_shown_surprises(survey: Survey) -> Iterator[ShownSurprise]:
    """Those that the newest records of the survey show."""
    known = {f"{one.library}.{one.metric}": one for one in survey.newest}
    asked = {question.address: question for question in read_tracker_questions()}
    for one in read_surprises():
        finding = known.get(one.metric)
        if finding and is_stated_on_record(finding, one.does, one.edge, one.invariance):
            yield add_surprise_evidence(
                one, finding, tuple(asked[address] for address in one.asked)
            )


def add_surprise_evidence(
    told: Surprise, finding: Finding, asked: tuple[TrackerQuestion, ...]
) -> ShownSurprise:
    """One of them with its evidence: at an edge, for a variation, or on a case
    that tells two formulas apart."""
    tell = (
        describe_edge_surprise
        if told.edge
        else describe_varied_surprise
        if told.invariance
        else show_surprise_case
    )
    return ShownSurprise(told, finding, *tell(told, finding), asked)


def show_surprise_case(
    told: Surprise, finding: Finding
) -> tuple[tuple[str, ...], str, str, str]:
    """Both values on the case, and the call of the metric."""
    mine = make_named_from_finding(finding)
    other = find_named(told.beside)
    case = (
        finding.takes.parse(told.case)
        if told.case
        else compare_definitions(mine, other).case
    )
    here, there = (
        f"{side.variant.value(case):.6g}" for side in (mine, other) if side.variant
    )
    title = other.title if other.library else str(other.variant)
    return (
        (str(case),),
        here,
        f"{there} as {title} gives",
        render_metric_snippet(finding, case),
    )


def describe_edge_surprise(
    told: Surprise, finding: Finding
) -> tuple[tuple[str, ...], str, str, str]:
    """What both do with the rows, and the calls."""
    other = find_named(told.beside)
    found = compare_at_edge(make_named_from_finding(finding), other, told.edge)
    there = f"{other.title}: {found.sides[1].outcome}"
    rows = tuple(describe_rows(found.probe.case))
    return rows, told.does, there, render_edge_code(finding.library, found)


def describe_varied_surprise(
    told: Surprise, finding: Finding
) -> tuple[tuple[str, ...], str, str, str]:
    """The numbers alone and not alone, and lines that ask for both."""
    outcome = Outcome.parse(finding.entry.invariances[told.invariance])
    alone, beside = outcome.change
    _, line = outcome.violation
    case = finding.takes.parse(line)
    code = render_metric_call(finding, case)
    lines = told.lines.format(k=case.k)
    return (line,), beside, f"{alone} when it is asked for alone", f"{code}\n{lines}"


def render_metric_call(finding: Finding, case: AnyCase) -> str:
    """The metric's call on a case; nothing where no lines are written for it."""
    try:
        return render_library_snippet(
            finding.library, finding.metric, case, finding.version
        )
    except UserError:
        return ""


def make_named_from_finding(finding: Finding) -> Named:
    """The metric as two are compared."""
    return make_named_metric(
        finding.library, finding.version, finding.metric, finding.entry
    )
