"""Records: the committed result for one library at one version, as TOML.

`read_expected_record` and `read_tsv` read them, `read_record_in_place` one of a folder
of records, `save_record` writes them, `read_every` has all of a folder,
`list_all_record_files` their files alone. What a record holds is in
`homonym.records.schema`; what a run measured in raw form stands beside it as a TSV, so
that a verdict can be computed again without the library. How two records differ is in
`homonym.records.differences`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import tomli_w
from msgspec.structs import replace

from homonym.errors import Broken, UserError, in_brief, make_file_error
from homonym.records.home import find_records_folder
from homonym.records.invalid_values import describe_value
from homonym.records.measurements import (
    MeasuredRow,
    hash_measurements,
    read_tsv,
    render_tsv,
)
from homonym.records.reading import (
    NAME,
    as_plain,
    read_expected_record,
    read_record_file,
    read_record_text,
)
from homonym.records.schema import Measurements, Record
from homonym.records.target import check_target, write_whole
from homonym.versions import VersionKey, make_version_key, parse_release

__all__ = [
    "as_plain",
    "find_records_folder",
    "read_every",
    "read_expected_record",
    "read_record_file",
    "read_record_in_place",
    "read_tsv",
    "save_record",
]

DATA = ("example", "movielens")
"""What a metric gives on datasets, which not every run measures."""
MEASURED = re.compile(r"^measured = (\S+)$", re.MULTILINE)


def locate_record_file(library: str, version: str, folder: Path | None = None) -> Path:
    """Where the record of a library at a version stands; Broken where what a library
    says of itself names no file."""
    for what, name in (("library's name", library), ("library's version", version)):
        if not NAME.fullmatch(name):
            raise Broken(
                f"the {what} is {in_brief(name)}, which can name no file: letters, "
                "digits and . + - _ are accepted"
            )
    return (folder or find_records_folder()) / library / f"{version}.toml"


def read_every(folder: Path | None = None) -> list[Record]:
    """All records below a folder (the committed ones by default), library by library,
    the newest version of each last."""
    return [read_record_in_place(file) for file in list_all_record_files(folder)]


def read_record_in_place(file: Path) -> Record:
    """The record of a folder of records that stands in the file; UserError also where
    it is that of another library or version than its place says."""
    record = read_expected_record(file)
    check_place(file, record.library, record.version)
    return record


def check_place(file: Path, library: str, version: str) -> None:
    """Raise UserError where a record of that library and version does not stand in
    LIBRARY/VERSION.toml, where it is looked for."""
    folder, name = file.parent.name, file.stem
    for key, value, place in (("library", library, folder), ("version", version, name)):
        if value != place:
            raise UserError(
                f"{file}: {key} is {describe_value(value)}, and its place says "
                f"{place!r}: "
                "a folder of records has each as LIBRARY/VERSION.toml, this one as "
                f"{in_brief(f'{library}/{version}.toml')}"
            )


def list_all_record_files(folder: Path | None = None) -> list[Path]:
    """The files of all records below a folder, in the same order."""
    return sorted(
        (folder or find_records_folder()).glob("*/*.toml"), key=order_by_release
    )


def order_by_release(file: Path) -> tuple[str, VersionKey]:
    """What files are sorted by; only one that names no release is looked into."""
    if parse_release(file.stem):
        return file.parent.name, make_version_key(file.stem)
    found = MEASURED.search(read_record_text(file))
    return file.parent.name, make_version_key(file.stem, found[1] if found else "")


def list_record_files(library: str, folder: Path | None = None) -> list[Path]:
    """The files of one library's records, the newest version last."""
    mine = (folder or find_records_folder()).glob(f"{library}/*.toml")
    return sorted(mine, key=order_by_release)


def make_records_folder(folder: Path) -> None:
    """Make a folder for records, or raise UserError where there can be none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise make_file_error(
            error, f"{folder} can be no folder: {error.strerror}"
        ) from None


def write_record_of(
    record: Record, rows: Iterable[MeasuredRow], folder: Path | None = None
) -> Path:
    """Write a record and its raw measurements beside it; return the record's path."""
    return save_record(
        record, rows, locate_record_file(record.library, record.version, folder)
    )


def save_record(record: Record, rows: Iterable[MeasuredRow], file: Path) -> Path:
    """Write a record to a file, and its raw measurements beside it; of a link beside
    what it leads to."""
    check_target(file)
    make_records_folder(file.parent)
    raw = render_tsv(rows)
    target = locate_raw_file(file)
    beside = Measurements(file=target.name, sha256=hash_measurements(raw.encode()))
    provenance = replace(record.provenance, measurements=beside)
    written = as_plain(replace(record, provenance=provenance))
    write_whole({target: raw, file: tomli_w.dumps(written)})
    return file


def locate_raw_file(file: Path) -> Path:
    """Where the raw measurements of a record stand."""
    return (file.resolve() if file.is_symlink() else file).with_suffix(".tsv")
