"""All records as one file that can be kept and cited: `write_archive`, start there.

The archive holds every record and its raw measurements, what a record's keys mean, and
a citation file; the same records always give the same bytes.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from homonym.errors import UserError, make_file_error
from homonym.records import store

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in it: an archive's own is in its records."""
CITATION = """\
cff-version: 1.2.0
message: Please cite these records with their version when you use them.
type: dataset
title: "homonym: what the metrics of recommender libraries compute"
version: "{version}"
date-released: {date}
authors:
  - name: The homonym contributors
license: Apache-2.0
abstract: >-
  {count} records: which formula each metric of a library computes at one version, with
  the raw measurements it follows from. SHA-256 of the records: {sha256}.
"""
README = """\
Records of homonym {version}. `records/LIBRARY/VERSION.toml` says what each metric of a
library computes; the `.tsv` beside it, where there is one, has the raw measurements.
`SHA256SUMS` has the hash of every file; `CITATION.cff` says how to cite them.
"""


def write_archive(file: Path, folder: Path | None = None) -> int:
    """Write the archive; return how many records it holds.

    Raises UserError when there is no record or one is not that of its place, when the
    file is something else than such an archive, and when it cannot be written.
    """
    if not file.name:
        raise UserError(f"{str(file)!r} names no file for the archive")
    check_archive_target(file)
    folder = folder or store.find_records_folder()
    found = read_kept_files(folder)
    kept = {
        folder / name: store.read_record_file(folder / name)
        for name in find_record_names(found)
    }
    for place, record in kept.items():
        store.check_place(place, record.library, record.version)
    if not kept:
        raise UserError("there are no records to keep")
    sums = "".join(
        f"{hashlib.sha256(data).hexdigest()}  records/{name}\n"
        for name, data in found.items()
    )
    about = {
        "version": metadata.version("homonym"),
        "date": max(record.provenance.measured for record in kept.values()),
        "count": len(kept),
        "sha256": hashlib.sha256(sums.encode()).hexdigest(),
    }
    files = {f"records/{name}": data for name, data in found.items()}
    files["CITATION.cff"] = CITATION.format(**about).encode()
    files["README.md"] = README.format(**about).encode()
    files["SHA256SUMS"] = sums.encode()
    write_zip_archive(file, files)
    return len(kept)


def check_archive_target(file: Path) -> None:
    """Raise UserError when the file is there and is no archive of records."""
    if file.exists() and not is_archive(file):
        raise UserError(
            f"{file} exists and is no archive of records: it is left as it is",
            "homonym libraries --archive ANOTHER",
        )


def is_archive(file: Path) -> bool:
    """Whether a file is an archive of records, of any version."""
    if not zipfile.is_zipfile(file):
        return False
    with zipfile.ZipFile(file) as archive:
        return {"README.md", "SHA256SUMS", "CITATION.cff"} <= {*archive.namelist()}


def read_kept_files(folder: Path) -> dict[str, bytes]:
    """Every record and its raw measurements, by name."""
    found = sorted(path for path in folder.glob("*/*") if is_kept(path))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def is_kept(path: Path) -> bool:
    """Whether a file belongs in the archive."""
    return path.suffix in (".toml", ".tsv") and not path.name.startswith(".")


def find_record_names(found: dict[str, bytes]) -> Iterator[str]:
    """The names of the records among the files."""
    return (name for name in found if name.endswith(".toml"))


def write_zip_archive(file: Path, files: dict[str, bytes]) -> None:
    """Write the files into a zip archive, which is there whole or not at all."""
    part = file.with_name(f".{file.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(files):
                archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name], 8)
        part.replace(file)
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror}"
        raise make_file_error(error, message) from None
