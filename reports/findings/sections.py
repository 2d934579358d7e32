"""The sections of the report: families by what they are about, accuracy first.

Start at `group_families_by_section`. A family is in the section of the type of case
that it takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from homonym.reference.variants import Family
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.finding import Finding

FOLDERS = {
    "Accuracy": ("rankings",),
    "Rating error": ("rating_error", "chances"),
    "Beyond accuracy": ("beyond",),
    "Diversity with relevance": ("diversity",),
    "Off-policy": ("off_policy",),
}
"""By title the types of case, by the folder of the reference that theirs are in."""
FIRST = next(iter(FOLDERS))


@dataclass(frozen=True)
class Section:
    """Families that are about the same; of: before the names of its files, where its
    rows are no libraries."""

    title: str
    families: tuple[Family, ...]
    of: str = ""

    @property
    def name(self) -> str:
        """What it is called in addresses."""
        return make_slug(self.title.lower())

    @property
    def who(self) -> str:
        """What a row is."""
        return "Repository" if self.of else "Library"

    @property
    def page(self) -> str:
        """The file of its matrix."""
        return f"{self.file}.html"

    @property
    def tex(self) -> str:
        """The file of its LaTeX table."""
        return f"{self.file}.tex"

    @property
    def file(self) -> str:
        """Both, without their endings."""
        return f"{self.of}matrix{'' if self.title == FIRST else f'-{self.name}'}"


def group_families_by_section(
    families: Iterable[Family], of: str = ""
) -> list[Section]:
    """The families by section, in the order given; none without families."""
    found: dict[str, list[Family]] = {title: [] for title in FOLDERS}
    for family in families:
        found[find_section_title(family.takes.folder)].append(family)
    return [Section(title, tuple(mine), of) for title, mine in found.items() if mine]


def find_section_title(folder: str) -> str:
    """The section of a type of case."""
    return next(title for title, folders in FOLDERS.items() if folder in folders)


def list_finding_case_types(findings: Iterable[Finding]) -> list[Any]:
    """The types of case that metrics take, each once, in the order of the sections."""
    order = [folder for folders in FOLDERS.values() for folder in folders]
    found = {finding.takes for finding in findings}
    return sorted(found, key=lambda takes: order.index(takes.folder))
