"""Who may be compared with a metric: start at `compare_with_namesakes`.

Metrics of the same name, at the newest versions of libraries and repositories of
papers, by the formula that they compute, each with its number on the example data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

from homonym.equivalence.across_families import name_of_class
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.names import normalise_metric_name
from homonym.reports.findings.survey import RecordedLibrary, Survey


@dataclass(frozen=True)
class Beside:
    """A metric at the newest version of its library or repository; number: on the
    example data, None where it gave none."""

    finding: Finding
    title: str
    number: float | None


@dataclass(frozen=True)
class OneFormula:
    """Metrics that compute one formula; meaning: its id, nothing where their records
    name not one."""

    meaning: str
    metrics: tuple[Beside, ...]

    @property
    def libraries(self) -> list[Beside]:
        """Those of libraries, one for each."""
        return keep_first_per_library(
            one for one in self.metrics if not one.finding.of_paper
        )

    @property
    def repositories(self) -> list[Beside]:
        """Those of repositories of papers, one for each."""
        return keep_first_per_library(
            one for one in self.metrics if one.finding.of_paper
        )

    @property
    def numbers(self) -> list[float]:
        """The numbers that print apart, the smallest first; of formulas that are one
        under a condition only those of the one named, for the data fulfil none."""
        told = {
            f"{n:.4f}": n
            for one in self.metrics
            if (n := one.number) is not None and self.is_named(one.finding.meaning)
        }
        return sorted(told.values())

    def is_named(self, meaning: str) -> bool:
        """Whether it is the formula named, whatever the data."""
        return self.meaning == meaning or is_one_formula(self.meaning, meaning, ())


@dataclass(frozen=True)
class Comparable:
    """A metric, who computes the same, and who of that name does not."""

    asked: Beside
    name: str
    same: OneFormula
    others: tuple[OneFormula, ...]

    @property
    def different(self) -> tuple[list[str], list[str]]:
        """The libraries and the repositories that have the name for another formula
        alone."""
        found = []
        for part in ("libraries", "repositories"):
            mine = {one.finding.home for one in getattr(self.same, part)}
            every = [one for other in self.others for one in getattr(other, part)]
            homes = dict.fromkeys(o.finding.home for o in every if o.finding.meaning)
            found.append([home for home in homes if home not in mine])
        return found[0], found[1]


def compare_with_namesakes(
    asked: Beside, name: str, every: Iterable[Beside]
) -> Comparable:
    """A metric beside the others of its name; every: all that are at hand."""
    same: list[Beside] = []
    groups: dict[str, list[Beside]] = {}
    for one in prefer_any_input_metrics(find_other_namesakes(asked, name, every)):
        if computes_same(asked.finding, one.finding):
            same.append(one)
        else:
            groups.setdefault(one.finding.meaning, []).append(one)
    ordered = sorted(groups.items(), key=lambda pair: (not pair[0], -len(pair[1])))
    others = tuple(OneFormula(meaning, tuple(found)) for meaning, found in ordered)
    return Comparable(asked, name, OneFormula(asked.finding.meaning, (*same,)), others)


def find_other_namesakes(
    asked: Beside, name: str, every: Iterable[Beside]
) -> list[Beside]:
    """The metrics of the name that others have."""
    return [
        one
        for one in every
        if one.finding.library != asked.finding.library
        and normalise_metric_name(one.finding.name) == name
    ]


def prefer_any_input_metrics(found: Sequence[Beside]) -> list[Beside]:
    """The metrics that take any input; those of part of the inputs alone (one relevant
    item a user, say) only where their library has no other of one formula."""
    whole = {
        one.finding.library
        for one in found
        if one.finding.meaning and not one.finding.entry.when
    }
    return [
        one
        for one in found
        if not one.finding.entry.when or one.finding.library not in whole
    ]


def computes_same(one: Finding, other: Finding) -> bool:
    """Whether two metrics give the same number on all inputs that both take."""
    held = sorted({*one.conditions, *other.conditions})
    return is_one_formula(one.meaning, other.meaning, held)


def is_one_formula(one: str, other: str, held: Sequence[str]) -> bool:
    """Whether two ids are known, and one formula wherever these conditions hold."""
    a, b = parse_variant(one), parse_variant(other)
    if a is None or b is None:
        return False
    return name_of_class(a, held) == name_of_class(b, held)


def collect_newest_metrics(survey: Survey) -> list[Beside]:
    """Every metric of the newest versions of libraries and repositories."""
    return [
        one for lib in survey.everyone.libraries for one in list_beside_metrics(lib)
    ]


def list_beside_metrics(library: RecordedLibrary) -> list[Beside]:
    """The metrics of its newest version."""
    newest = library.newest
    return [
        Beside(
            finding,
            library.title,
            keep_comparable_number(newest.number(finding.metric)),
        )
        for finding in newest.findings
    ]


def keep_comparable_number(value: float | str) -> float | None:
    """A number that can be compared."""
    is_number = isinstance(value, float | int) and isfinite(value)
    return float(value) if is_number else None


def keep_first_per_library(found: Iterable[Beside]) -> list[Beside]:
    """The first metric of each library or repository, from A to Z."""
    first: dict[str, Beside] = {}
    for one in found:
        first.setdefault(one.finding.home, one)
    return sorted(first.values(), key=lambda one: one.title.casefold())
