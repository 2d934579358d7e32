"""The meanings of a name: which classes occur under it, and their letters and colours.

Start at `find_meanings_by_family`. The letter goes by how many libraries mean it so:
none is more common than A, which says nothing about who is right. Formulas that
repositories of papers alone have come after those of libraries, so that a letter is the
same formula beside libraries and beside papers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from homonym.reference.variants import Family, every_family
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import shorten_variant_id
from homonym.reports.findings.survey import Survey, group_findings_by_key

COLOURS = 10
"""As many as the style sheet has; what is less common than these is grey."""

Meanings = dict[str, "Meaning"]
"""By the id of the class, most common first."""


@dataclass(frozen=True)
class Meaning:
    """One class that metrics of a name compute.

    family: the family that the metrics claim; place: its rank by number of libraries.
    """

    variant: str
    family: str
    place: int
    findings: tuple[Finding, ...]

    @property
    def letter(self) -> str:
        rest, last = divmod(self.place, 26)
        return (chr(64 + rest) if rest else "") + chr(65 + last)

    @property
    def colour(self) -> str:
        return f"c{self.place}" if self.place < COLOURS else "rest"

    @property
    def label(self) -> str:
        return shorten_variant_id(self.variant, self.family)

    @property
    def libraries(self) -> list[str]:
        """Who computes it, at any version and by any of its interfaces."""
        return sorted(collect_finding_homes(self.findings))

    @property
    def repositories(self) -> list[str]:
        """The repositories of papers that compute it."""
        return sorted(collect_finding_homes(self.findings, papers=True))


def find_meanings_by_family(survey: Survey) -> dict[str, Meanings]:
    """For each family that is claimed, the classes that its metrics compute."""
    return {
        family.name: rank_family_meanings(family.name, survey)
        for family in sort_claimed_families(survey)
    }


def rank_family_meanings(family: str, survey: Survey) -> Meanings:
    """The classes that metrics claiming a family compute, most common first."""
    claiming = survey.claiming.get(family, ())
    groups = group_findings_by_key((f.meaning, f) for f in claiming if f.meaning)

    def order(variant: str) -> tuple[int, int, int, str]:
        found = groups[variant]
        ours = len(collect_finding_homes(found))
        apart = 0 if ours else len(collect_finding_homes(found, papers=True))
        return -ours, -apart, len(variant), variant

    return {
        variant: Meaning(variant, family, place, tuple(groups[variant]))
        for place, variant in enumerate(sorted(groups, key=order))
    }


def collect_finding_homes(
    findings: Iterable[Finding], papers: bool = False
) -> set[str]:
    """The libraries that metrics are of, or the repositories of papers."""
    return {finding.home for finding in findings if finding.of_paper == papers}


def sort_claimed_families(survey: Survey) -> list[Family]:
    """The families that are claimed, those with the most libraries first."""
    claims: dict[str, set[str]] = {}
    for finding in survey.findings:
        claims.setdefault(finding.claims, set()).add(finding.home)
    found = [family for name, family in every_family().items() if name in claims]
    return sorted(found, key=lambda f: (-len(claims[f.name]), f.title))


def count_metrics(found: Iterable[Finding]) -> int:
    """How many metrics by their names in their libraries, whatever the versions,
    options, interfaces and ways to call them."""
    return len({(finding.home, finding.name) for finding in found})
