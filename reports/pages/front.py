"""The front page: the question, what was found in numbers, and the matrices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from homonym.reference.variants import Family
from homonym.reports.charts.dots import Headline, headline
from homonym.reports.evidence.changes import drifts
from homonym.reports.evidence.matrix import matrices
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning, Meanings, columns, count_metrics
from homonym.reports.findings.sections import Section, sections
from homonym.reports.findings.survey import Survey
from homonym.reports.paper.tables import published_numbers

MOST = 4
"""So many names are counted on top: those of most meanings."""


@dataclass(frozen=True)
class FrontName:
    """A name that people use, with its family and what libraries mean by it."""

    name: str
    family: Family
    meanings: tuple[Meaning, ...]
    libraries: int

    @property
    def homonym(self) -> bool:
        return len(self.meanings) > 1


def context(survey: Survey, known: dict[str, Meanings]) -> dict[str, Any]:
    """What the template of the front page shows."""
    families = sorted(columns(survey), key=lambda f: len(known[f.name]) < 2)
    told = names(survey, families, known)
    homonyms = [name for name in told if name.homonym]
    turned = [step for step in drifts(survey) if step.of("definition")]
    promised = [f for f in survey.newest if f.documented and not f.reason]
    return {
        "matrices": matrices(survey, families, known),
        "names": told,
        "most": homonyms[:MOST],
        "chief": chief(homonyms, survey, known),
        "homonyms": by_section(homonyms),
        "agreed": [name for name in told if not name.homonym],
        "libraries": len({finding.home for finding in survey.findings}),
        "metrics": count_metrics(survey.findings),
        "ways": len({(f.library, f.metric) for f in survey.findings}),
        "promised": count_metrics(promised),
        "broken": count_metrics(f for f in promised if f.differs),
        "differing": together_by_name(f for f in promised if f.differs),
        "unclear": count_metrics(f for f in promised if f.several),
        "several": together_by_name(f for f in promised if f.several),
        "turned": turned,
        "changed": len({(s.library.name, name) for s in turned for name in s.defined}),
        "filters": filters(survey, families),
    }


def chief(
    homonyms: Sequence[FrontName], survey: Survey, known: dict[str, Meanings]
) -> tuple[FrontName, Headline] | None:
    """The name of most meanings that there are numbers of, with its chart."""
    for one in homonyms:
        if found := headline(one.name, known[one.family.name], survey):
            return one, found
    return None


def filters(
    survey: Survey, families: Sequence[Family]
) -> dict[str, list[tuple[str, str]]]:
    """The filters of the matrix: (value, words) of every option."""
    every = [("", "all")]
    verdicts = sorted({finding.status for finding in survey.findings})
    return {
        "library": [*every, *((one.name, one.title) for one in survey.libraries)],
        "family": [*every, *((one.name, one.title) for one in families)],
        "verdict": [
            *every,
            *((verdict, verdict) for verdict in verdicts),
            ("differs", "documented ≠ computed"),
            ("several", "documentation fits several"),
        ],
        "run": [*every, ("live", "live"), ("recorded", "recorded")],
        "versions": [*every, ("newest", "newest of each library")],
        "drift": [*every, ("changed", "meaning changed")],
    }


def together_by_name(findings: Iterable[Finding]) -> list[tuple[Finding, ...]]:
    """Metrics of one name that promise and compute the same, side by side."""
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for f in findings:
        key = (f.library, f.name, " or ".join(f.promises), *f.variants)
        groups.setdefault(key, []).append(f)
    return [tuple(found) for found in groups.values()]


def names(
    survey: Survey, families: Sequence[Family], known: dict[str, Meanings]
) -> list[FrontName]:
    """The families by the names people use, those with most meanings first."""
    found = []
    for family in families:
        claims = {f.home for f in survey.findings if f.claims == family.name}
        meanings = tuple(known[family.name].values())
        found.append(FrontName(called(family), family, meanings, len(claims)))
    return sorted(found, key=lambda name: -len(name.meanings))


def by_section(told: Sequence[FrontName]) -> list[tuple[Section, list[FrontName]]]:
    """The names in the report's sections, in their order."""
    return [
        (section, [name for name in told if name.family in section.families])
        for section in sections(name.family for name in told)
    ]


def called(family: Family) -> str:
    """The family's name in the paper's tables where its title is no abbreviation."""
    paper = {name: column for column, name in published_numbers()["columns"].items()}
    short = paper.get(family.name, "")
    return short if short.isupper() and not family.title.isupper() else family.title
