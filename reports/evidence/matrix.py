"""The matrix of each section: a row for each library at each version, a column for
each family.

Start at `build_section_matrices`. A cell holds the metrics that the library names after
the family, those of one meaning together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from homonym.reference.variants import Family
from homonym.reports.evidence.changes import find_environment_changes
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.sections import Section, group_families_by_section
from homonym.reports.findings.survey import RecordedLibrary, Release, Survey

WORDS = ("differs", "several")
"""The kinds of badges that are about the documentation."""


@dataclass(frozen=True)
class MatrixGroup:
    """Metrics of one cell that mean the same; no meaning where they have not one."""

    meaning: Meaning | None
    label: str
    findings: tuple[Finding, ...]

    @property
    def letter(self) -> str:
        return self.meaning.letter if self.meaning else self.findings[0].sign

    @property
    def colour(self) -> str:
        return self.meaning.colour if self.meaning else "none"

    @property
    def told(self) -> tuple[object, ...]:
        """What it says of its metrics, the version aside."""
        return self.label, tuple(
            (f.metric, list_finding_badges(f)) for f in self.findings
        )

    @property
    def differs(self) -> bool:
        """Whether the documentation of one of its metrics promises another formula."""
        return any(finding.differs for finding in self.findings)

    def badges_of(self, finding: Finding) -> list[tuple[str, str, str]]:
        """What is to be noted of one metric, unless its letter is the sign of it:
        (kind, sign, words)."""
        found = list_finding_badges(finding)
        shown = (*WORDS, "matters")
        return found if self.meaning else [one for one in found if one[0] in shown]

    def remark(self, finding: Finding) -> str:
        """Why a metric has not one meaning, in words."""
        told = [
            words
            for kind, _, words in list_finding_badges(finding)
            if kind not in WORDS
        ]
        return "" if self.meaning else "; ".join(told)


@dataclass(frozen=True)
class MatrixRow:
    """One release, with a cell for each column; changed: in what way a metric is
    another at another version of the library; alike: the older releases that the row
    stands for as well."""

    library: RecordedLibrary
    release: Release
    cells: tuple[tuple[MatrixGroup, ...], ...]
    changed: Mapping[str, str] = field(default_factory=dict)
    alike: tuple[Release, ...] = ()

    @property
    def is_newest(self) -> bool:
        return self.release is self.library.releases[0]

    @property
    def told(self) -> tuple[object, ...]:
        """What it says, the version and the day aside."""
        cells = tuple(tuple(group.told for group in cell) for cell in self.cells)
        release = self.release
        drifts = release.drift is None or bool(release.drift)
        return cells, self.run, drifts, release.status

    @property
    def run(self) -> str:
        """How it was measured, for the filter."""
        if not self.release.record:
            return "none"
        return "live" if self.release.live else "recorded"


@dataclass(frozen=True)
class LibraryRows:
    """The rows of a library as a page shows them: down to the newest with metrics, and
    those of older releases, which are folded."""

    library: RecordedLibrary
    shown: tuple[MatrixRow, ...]
    folded: tuple[MatrixRow, ...]

    @property
    def older(self) -> int:
        """How many releases are folded."""
        return sum(1 + len(row.alike) for row in self.folded)


@dataclass(frozen=True)
class Matrix:
    """A section's rows; one without a record has no cells, and its reason instead."""

    section: Section
    rows: tuple[MatrixRow, ...]

    @property
    def families(self) -> tuple[Family, ...]:
        """Its columns."""
        return self.section.families

    @property
    def libraries(self) -> list[LibraryRows]:
        """Its rows by library, neighbours that say the same as one."""
        return [
            fold_rows(library, list(mine))
            for library, mine in groupby(self.rows, lambda row: row.library)
        ]


def fold_rows(library: RecordedLibrary, rows: Sequence[MatrixRow]) -> LibraryRows:
    """One row for neighbours that say the same; all below the first that has cells are
    folded."""
    made: list[MatrixRow] = []
    for row in rows:
        if made and row.told == made[-1].told:
            made[-1] = replace(made[-1], alike=(*made[-1].alike, row.release))
        else:
            made.append(row)
    last = next((n for n, row in enumerate(made, 1) if any(row.cells)), len(made))
    return LibraryRows(library, tuple(made[:last]), tuple(made[last:]))


def build_section_matrices(
    survey: Survey,
    families: Sequence[Family],
    known: dict[str, Meanings],
    of: str = "",
) -> list[Matrix]:
    """A matrix for each section, of the releases that have a metric in it; those that
    have no metric at all stand in the first. of: before the names of the files."""
    return [
        Matrix(
            section, tuple(yield_matrix_rows(survey, section, known, first=not place))
        )
        for place, section in enumerate(group_families_by_section(families, of))
    ]


def yield_matrix_rows(
    survey: Survey, section: Section, known: dict[str, Meanings], first: bool
) -> Iterator[MatrixRow]:
    """The rows of a section."""
    for library in survey.libraries:
        moved = find_changed_verdicts(library)
        for release in library.releases:
            cells = tuple(
                build_matrix_cell(release.findings, family.name, known[family.name])
                for family in section.families
            )
            if any(cells) or (first and not release.findings):
                yield MatrixRow(library, release, cells, moved)


def find_changed_verdicts(library: RecordedLibrary) -> dict[str, str]:
    """The metrics whose verdict is not the same at all versions that have them, each
    with what became of it, unless only the packages beside the library made it
    another."""
    found: dict[str, list[Finding]] = {}
    for finding in (f for release in library.releases for f in release.findings):
        found.setdefault(finding.metric, []).append(finding)
    apart = find_environment_changes(library)
    told = {
        name: describe_verdict_change(mine)
        for name, mine in found.items()
        if name not in apart
    }
    return {name: words for name, words in told.items() if words}


def describe_verdict_change(found: Sequence[Finding]) -> str:
    """What became of a metric over its versions, the newest first; nothing where its
    verdict stayed. An error is no meaning."""
    if len({(f.status, f.variants) for f in found}) == 1:
        return ""
    if len({(f.status, f.variants) for f in found if not f.reason}) > 1:
        return "changed meaning between versions"
    return f"{'broke' if found[0].reason else 'repaired'} between versions"


def build_matrix_cell(
    findings: Iterable[Finding], family: str, known: Meanings
) -> tuple[MatrixGroup, ...]:
    """The metrics of one release that claim a family, by meaning, most common first."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        if finding.claims == family:
            groups.setdefault((finding.meaning, finding.label), []).append(finding)
    made = [
        MatrixGroup(known.get(meaning), text, tuple(found))
        for (meaning, text), found in groups.items()
    ]
    return tuple(sorted(made, key=lambda g: g.meaning.place if g.meaning else 999))


def list_finding_badges(finding: Finding) -> list[tuple[str, str, str]]:
    """What is to be noted of a metric, as (kind, sign, words)."""
    found = []
    if finding.differs:
        told = f"its documentation promises {finding.promises[0]}"
        found.append(("differs", "≠", told))
    if finding.several:
        told = f"its documentation fits {' or '.join(finding.promises)}"
        told += "" if finding.kept else ", none of which it computes"
        found.append(("several", "≟", told))
    if finding.status == "ambiguous":
        found.append(("ambiguous", "?", f"ambiguous: {' or '.join(finding.variants)}"))
    if finding.status == "unexplained":
        found.append(
            ("unexplained", "!", f"unexplained{describe_nearest_variant(finding)}")
        )
    if finding.status == "unstable":
        found.append(("unstable", "~", "unstable: one input gives two numbers"))
    if finding.matters:
        found.append(("matters", "†", f"but {' and '.join(finding.matters)}"))
    if finding.reason:
        found.append(("unavailable", "×", f"unavailable: {finding.reason}"))
    return found


def describe_nearest_variant(finding: Finding) -> str:
    """The nearest variant of an unexplained metric, after a semicolon."""
    near = finding.entry.nearest
    if not near:
        return ""
    return f"; nearest is {near.variant}, on {near.agrees_on} of {near.of}"
