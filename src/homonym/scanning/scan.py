"""What the metrics in a folder compute: start at `scan_folder`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from homonym.adapters import adapters
from homonym.adapters.contract import Adapter, public_name
from homonym.records import store
from homonym.records.same_metric import RecordedMetric
from homonym.records.schema import Record
from homonym.scanning.code_files import Code, Unread, find_code_files, read_code
from homonym.scanning.import_lines import find_imported_uses
from homonym.scanning.known_shapes import KnownShape, find_copied_functions
from homonym.scanning.library_names import find_used_metrics
from homonym.scanning.pins import Pin, normalise_distribution_name, read_pinned_versions
from homonym.scanning.shape import compute_code_shape, list_code_definitions
from homonym.versions import (
    find_installed_version,
    make_version_key,
    parse_release_numbers,
    split_mark,
)

CALL, COPY, NEAR_COPY = "call", "copy", "near copy"


@dataclass(frozen=True)
class FoundMetric:
    """A recorded metric that the folder's code calls or copies, and where.

    ways: the metric as its record has it, once for each way of calling it that gives
    another; version_from: why it is told as of this version, of a copy the library's
    file; likeness: of a near copy, the share of statements in common.
    """

    ways: tuple[RecordedMetric, ...]
    how: str
    version_from: str
    likeness: float
    places: tuple[str, ...]

    @property
    def library(self) -> str:
        return self.ways[0].library

    @property
    def version(self) -> str:
        return self.ways[0].version

    @property
    def name(self) -> str:
        """The public name, as code has it."""
        return public_name(self.ways[0].name)

    def __str__(self) -> str:
        return f"{self.library} {self.version} {self.name}"


@dataclass(frozen=True)
class Scan:
    """All that was found; files: how many were read; unread: those that were not."""

    files: int
    unread: tuple[Unread, ...]
    found: tuple[FoundMetric, ...]


class Hit(NamedTuple):
    """One place at which a metric was found; the fields are those of `FoundMetric`."""

    ways: tuple[RecordedMetric, ...]
    how: str
    version_from: str
    likeness: float
    place: str


def scan_folder(path: Path) -> Scan:
    """Look through a folder, or one file; UserError where there is no Python."""
    files = find_code_files(path)
    pins = read_pinned_versions(path if path.is_dir() else path.parent)
    unread: list[Unread] = []
    hits: list[Hit] = []
    for file in files:
        read = list(read_code(file, path))
        unread += [one for one in read if isinstance(one, Unread)]
        codes = [one for one in read if isinstance(one, Code)]
        hits += [*find_metric_calls(codes, pins), *find_function_copies(codes)]
    return Scan(
        len(files),
        tuple(unread),
        tuple(sorted(group_hits_by_metric(hits), key=make_finding_sort_key)),
    )


def group_hits_by_metric(hits: Sequence[Hit]) -> Iterator[FoundMetric]:
    """Each metric once for each way in which it was found, with all places."""
    groups: dict[tuple[str, str, str, float], list[Hit]] = {}
    for hit in hits:
        key = str(hit.ways[0]), hit.how, hit.version_from, hit.likeness
        groups.setdefault(key, []).append(hit)
    for same in groups.values():
        places = tuple(dict.fromkeys(hit.place for hit in same))
        yield FoundMetric(*same[0][:4], places)


def make_finding_sort_key(one: FoundMetric) -> tuple[str, str, str]:
    """What findings are sorted by."""
    return one.ways[0].entry.claims, one.library, one.name


def find_metric_calls(codes: Sequence[Code], pins: dict[str, Pin]) -> Iterator[Hit]:
    """The recorded metrics that a file's code names through its imports."""
    for place, use in find_imported_uses([code.tree for code in codes]):
        for adapter, name in find_used_metrics(use):
            record, why = choose_record_by_pin(adapter, pins)
            if record and (ways := list_recorded_ways(record, name)):
                yield Hit(ways, CALL, why, 1.0, codes[place].at(use.node))


def choose_record_by_pin(
    adapter: Adapter, pins: dict[str, Pin]
) -> tuple[Record | None, str]:
    """The record of the version that is pinned or installed, or the nearest to it, and
    why it is this one."""
    mine = {file.stem: file for file in store.list_record_files(adapter.library)}
    if not mine:
        return None, ""
    pin = pins.get(normalise_distribution_name(adapter.distribution))
    asked = pin.version if pin else find_installed_version(adapter.distribution)
    said = f"pinned in {pin.where}" if pin else "installed here"
    if asked in mine:
        beside, package = choose_marked_version(asked, mine, pins)
        return store.read_record_in_place(mine[beside]), said + package
    alone = [version for version in mine if not split_mark(version)[1]]
    if not asked:
        newest = store.read_record_in_place(mine[alone[-1]])
        return newest, "no version is pinned: the newest on record"
    older = [
        version
        for version in alone
        if make_version_key(version) <= make_version_key(asked)
    ]
    nearest = older[-1] if older else alone[0]
    told = f"{asked} is {said}, {nearest} the nearest on record"
    return store.read_record_in_place(mine[nearest]), told


def choose_marked_version(
    version: str, mine: Iterable[str], pins: dict[str, Pin]
) -> tuple[str, str]:
    """The version as it is recorded beside a package that is pinned, or installed where
    nothing is pinned, and which that is; the version alone where there is none."""
    for marked in mine:
        alone, package, major = split_mark(marked)
        if package and alone == version:
            pin = pins.get(normalise_distribution_name(package))
            its = (
                pin.version
                if pin
                else None
                if pins
                else find_installed_version(package)
            )
            if its and parse_release_numbers(its) >= (major,):
                return marked, f", beside {package} {its}"
    return version, ""


def list_recorded_ways(record: Record, name: str) -> tuple[RecordedMetric, ...]:
    """The metrics of a record that go by a public name, with whatever arguments."""
    return tuple(
        RecordedMetric(record.library, record.version, metric, entry)
        for metric, entry in record.metrics.items()
        if public_name(metric) == name
    )


def find_function_copies(codes: Sequence[Code]) -> Iterator[Hit]:
    """The recorded functions that a file's own functions have the shape of."""
    for code in codes:
        for node in list_code_definitions(code.tree):
            if shape := compute_code_shape(node):
                known, likeness = find_copied_functions(shape)
                how = COPY if likeness == 1.0 else NEAR_COPY
                for one in known:
                    if ways := list_newest_ways(one):
                        yield Hit(ways, how, one.file, likeness, code.at(node))


def list_newest_ways(shape: KnownShape) -> tuple[RecordedMetric, ...]:
    """The metric of a shape, at the newest version on record that has it."""
    mine = {file.stem: file for file in store.list_record_files(shape.library)}
    having = [version for version in mine if version in shape.versions]
    if not having:
        return ()
    return list_recorded_ways(
        store.read_record_in_place(mine[having[-1]]), shape.metric
    )


def find_adapter_title(library: str) -> str:
    """How people write a library."""
    return adapters()[library].title
