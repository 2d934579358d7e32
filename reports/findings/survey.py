"""Everything the records say, gathered once, for all pages to show.

Start at `read_survey`. It reads the committed records, puts those of a live run in
their place, and sorts what was found: `RecordedLibrary` has `Release`s, newest first; a
`Release` has `Finding`s, one for each of its metrics. The repositories of papers are
kept apart from the libraries: who counts or lists libraries does not meet them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from homonym.adapters import adapters
from homonym.adapters.contract import Measurement
from homonym.errors import UserError
from homonym.records import store
from homonym.records.differences import Difference, compare_records
from homonym.records.measurements import list_edges_with_numbers, read_tsv
from homonym.records.reading import as_plain
from homonym.records.schema import Provenance, Record
from homonym.records.schema_entry import ShownNumber
from homonym.reports.findings.finding import Finding, find_installed_library
from homonym.reports.findings.live_statuses import Status, read_live_statuses
from homonym.reports.findings.repositories import (
    Repository,
    is_paper_repository,
    read_paper_repositories,
)
from homonym.versions import VersionKey, make_version_key


@dataclass(frozen=True, eq=False)
class Release:
    """A library at one version: its record if there is one, and how it came about.

    live: whether the record was made by the live run; drift: how a live record differs
    from the committed one; status: what the live run says, if it says something;
    folder: where the record stands, if not among homonym's own.
    """

    library: str
    version: str
    record: Record | None
    live: bool = False
    drift: tuple[Difference, ...] | None = None
    status: Status | None = None
    folder: Path | None = None

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The metrics, in the order of the record."""
        metrics = self.record.metrics if self.record else {}
        return tuple(
            Finding(self.library, self.version, name, entry)
            for name, entry in metrics.items()
        )

    @cached_property
    def raw(self) -> dict[str, dict[str, Measurement]]:
        """Every measurement by metric and case; none where they do not stand beside a
        record. UserError where that is a live run's, which wrote them."""
        record = store.locate_record_file(self.library, self.version, self.folder)
        file = store.locate_raw_file(record)
        beside = self.provenance.measurements if self.provenance else None
        recorded = beside.sha256 if beside else ""
        if self.live and recorded and not file.exists():
            raise UserError(
                f"{file} is missing: provenance.measurements of {record} has its hash",
                "put it back, or measure this version again",
            )
        metrics = self.record.metrics if self.record else {}
        rows = read_tsv(file, recorded, metrics) if file.exists() else ()
        found: dict[str, dict[str, Measurement]] = {}
        for metric, case, measured in rows:
            found.setdefault(metric, {})[case] = measured
        return found

    @cached_property
    def edges_with_numbers(self) -> dict[str, set[str]]:
        """The edge cases on which each metric returned a number."""
        record = store.locate_record_file(self.library, self.version, self.folder)
        file = store.locate_raw_file(record)
        return list_edges_with_numbers(file) if file.exists() else {}

    @property
    def provenance(self) -> Provenance | None:
        """Where its record comes from."""
        return self.record.provenance if self.record else None

    @property
    def packages(self) -> Mapping[str, str]:
        """What was installed beside it, package -> version."""
        return self.provenance.packages if self.provenance else {}

    @property
    def measured(self) -> str:
        """The day of the measurement, as text."""
        return str(self.provenance.measured) if self.provenance else ""

    @property
    def standing(self) -> str:
        """Live or recorded, in words."""
        if not self.record:
            return "not measured"
        if not self.live:
            return f"recorded {self.measured}"
        if self.drift is None:
            return f"live {self.measured}, first record"
        told = "matches its record" if not self.drift else "differs from its record"
        return f"live {self.measured}, {told}"

    @property
    def example(self) -> Mapping[str, ShownNumber]:
        """What each metric gave on the example data."""
        found = self.record.example if self.record else None
        return found.values if found else {}

    def number(self, metric: str) -> float | str:
        """The same of one metric; the users' mean, where it leaves that to its
        caller."""
        found = self.record.example if self.record else None
        means = found.means if found else {}
        return means.get(metric, self.example.get(metric, ""))


@dataclass(frozen=True, eq=False)
class RecordedLibrary:
    """A library as the pages show it; releases stand newest first.

    home: the library that this is another interface of (an evaluator for Spark, say);
    else its own name; checkout: whether it is read from a clone that users name.
    """

    name: str
    title: str
    homepage: str
    releases: tuple[Release, ...]
    home: str
    checkout: bool = False

    @property
    def newest(self) -> Release:
        """The newest release with a record, or the newest."""
        return next(iter(self.recorded), self.releases[0])

    @property
    def recorded(self) -> list[Release]:
        """The releases with a record."""
        return [release for release in self.releases if release.record]

    @property
    def repository(self) -> Repository | None:
        """What it is, where it is a paper's repository and no library."""
        return read_paper_repositories().get(self.name)


@dataclass(frozen=True)
class Survey:
    """All libraries from A to Z; waiting: the titles of those without a record;
    repositories: those of papers, which are no libraries."""

    libraries: tuple[RecordedLibrary, ...]
    waiting: tuple[str, ...] = ()
    ran_live: bool = False
    others: tuple[Status, ...] = field(default=())
    repositories: tuple[RecordedLibrary, ...] = ()

    @cached_property
    def papers(self) -> Survey:
        """The repositories in the place of the libraries."""
        return Survey(self.repositories, ran_live=self.ran_live)

    @cached_property
    def everyone(self) -> Survey:
        """The libraries, then the repositories, as if they were the same."""
        every = (*self.libraries, *self.repositories)
        return Survey(every, self.waiting, self.ran_live, self.others)

    @cached_property
    def releases(self) -> list[Release]:
        return [release for library in self.libraries for release in library.releases]

    @cached_property
    def recorded(self) -> list[Release]:
        return [release for release in self.releases if release.record]

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(f for release in self.recorded for f in release.findings)

    @cached_property
    def newest(self) -> tuple[Finding, ...]:
        """What each library computes at its newest recorded version."""
        return tuple(f for lib in self.libraries for f in lib.newest.findings)

    @cached_property
    def claiming(self) -> dict[str, list[Finding]]:
        """Those that claim each family, by its name."""
        return group_findings_by_key((f.claims, f) for f in self.findings)

    @cached_property
    def computing(self) -> dict[str, list[Finding]]:
        """Those that compute each class, by its id."""
        return group_findings_by_key((f.meaning, f) for f in self.findings if f.meaning)

    @cached_property
    def promising(self) -> dict[str, list[Finding]]:
        """Those whose documentation promises each class."""
        return group_findings_by_key(
            (id, f) for f in self.findings for id in {*f.promises}
        )

    @cached_property
    def mentioning(self) -> dict[str, list[Finding]]:
        """Those that compute no class for sure, by each that their record names."""
        unsure = [f for f in self.findings if not f.meaning]
        return group_findings_by_key((id, f) for f in unsure for id in {*f.mentioned})

    @cached_property
    def until(self) -> str:
        """The day of the newest measurement."""
        every = self.everyone.recorded if self.repositories else self.recorded
        return max((release.measured for release in every), default="")

    def siblings(self, library: RecordedLibrary) -> list[RecordedLibrary]:
        """The other interfaces of the same library."""
        return [o for o in self.libraries if o.home == library.home and o != library]

    def title(self, library: str) -> str:
        return next(lib.title for lib in self.libraries if lib.name == library)

    def number(self, finding: Finding) -> float | str:
        """What a metric gave on the example data."""
        return self._by_version[finding.library, finding.version].number(finding.metric)

    @cached_property
    def _by_version(self) -> dict[tuple[str, str], Release]:
        return {(one.library, one.version): one for one in self.recorded}


def group_findings_by_key(
    found: Iterable[tuple[str, Finding]],
) -> dict[str, list[Finding]]:
    """Findings by a key, in their order."""
    groups: dict[str, list[Finding]] = {}
    for key, finding in found:
        groups.setdefault(key, []).append(finding)
    return groups


def read_survey(live: Path | None = None, folder: Path | None = None) -> Survey:
    """Read the records (of the folder, or homonym's own) and those of a live run."""
    committed = {
        make_release_key(record): record for record in store.read_every(folder)
    }
    fresh = {make_release_key(r): r for r in read_live_records(live)}
    if not committed and not fresh:
        raise UserError("there are no records to report", "homonym check LIBRARY")
    told = {(s.library, s.version): s for s in read_live_statuses(live)}
    releases = [
        make_release(library, version, committed, fresh, told, (folder, live))
        for library, version in {**committed, **fresh, **told}
    ]
    found = tuple(group_releases_by_library(releases))
    known = {library.name for library in found}
    waiting = tuple(
        adapter.title
        for name, adapter in adapters().items()
        if name not in known and not is_paper_repository(name)
    )
    return Survey(
        tuple(one for one in found if not one.repository),
        waiting,
        ran_live=live is not None,
        repositories=tuple(one for one in found if one.repository),
    )


def make_release_key(record: Record) -> tuple[str, str]:
    """What a record is found by."""
    return record.library, record.version


def read_live_records(live: Path | None) -> list[Record]:
    """The records of the live run in which something ran."""
    if live is None:
        return []
    if not live.is_dir():
        raise UserError(f"{live} is no folder of records of a live run")
    return [record for record in store.read_every(live) if has_any_verdict(record)]


def has_any_verdict(record: Record) -> bool:
    """Whether at least one metric gave a value: else the old record says more."""
    return any(not entry.no_verdict for entry in record.metrics.values())


def make_release(
    library: str,
    version: str,
    committed: dict[tuple[str, str], Record],
    fresh: dict[tuple[str, str], Record],
    told: dict[tuple[str, str], Status],
    folders: tuple[Path | None, Path | None],
) -> Release:
    """One version: the live record where there is one, else the committed; folders: of
    the committed records and of the live ones."""
    at = (library, version)
    status = told.get(at)
    if at not in fresh:
        old = committed.get(at)
        return Release(library, version, old, status=status, folder=folders[0])
    old = committed.get(at)
    drift = tuple(compare_records(as_plain(old), as_plain(fresh[at]))) if old else None
    return Release(library, version, fresh[at], True, drift, folder=folders[1])


def order_by_release_age(release: Release) -> VersionKey:
    """What the releases of a library are sorted by, the newest last."""
    return make_version_key(release.version, release.measured)


def group_releases_by_library(releases: Iterable[Release]) -> list[RecordedLibrary]:
    """The releases by library, titles from A to Z, versions newest first."""
    groups: dict[str, list[Release]] = {}
    for one in releases:
        groups.setdefault(one.library, []).append(one)
    found = []
    for name, mine in groups.items():
        adapter = adapters().get(name)
        ordered = sorted(mine, key=order_by_release_age, reverse=True)
        title, homepage = (adapter.title, adapter.homepage) if adapter else (name, "")
        clone = adapter.checkout if adapter else False
        home = find_installed_library(name)
        found.append(
            RecordedLibrary(name, title, homepage, tuple(ordered), home, clone)
        )
    return sorted(found, key=lambda library: library.title.casefold())
