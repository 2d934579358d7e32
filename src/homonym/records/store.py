"""Records: the committed result for one library at one version, as TOML.

A record is data, a dict of plain values in the shape that docs/records.md describes:
`read`, `write`, and where they live. What a run measured in raw form stands beside it
as a TSV, so that a verdict can be computed again without the library. How two records
differ stands in `homonym.records.differences`.
"""

from __future__ import annotations

import csv
import hashlib
import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import tomli_w

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.errors import UserError
from homonym.reference.names import UnknownName
from homonym.reference.variants import Variant
from homonym.versions import Order, order

SCHEMA = 1
DATA = ("example", "movielens")
"""What a metric gives on datasets, which not every run measures."""

Record = dict[str, Any]
Row = tuple[str, str, Measurement]
"""Metric, case id, measurement."""


def home() -> Path:
    """The folder of the committed records."""
    return Path(str(files("homonym.reports").joinpath("records")))


def path(library: str, version: str, folder: Path | None = None) -> Path:
    return (folder or home()) / library / f"{version}.toml"


def read(file: Path) -> Record:
    """Read a record; raise UserError when it is not one of this schema."""
    try:
        record = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{file} is no record: {error}") from None
    if record.get("schema") != SCHEMA:
        raise UserError(
            f"{file} has schema {record.get('schema')}; this homonym reads {SCHEMA}"
        )
    for name in ("library", "version", "corpus", "metrics", "provenance"):
        if name not in record:
            raise UserError(f"{file} is no record: it has no {name!r}")
    check(file, record)
    return record


NAME = re.compile(r"\w[\w.+-]*(:\w+)?")
"""A library, or a version: both name a file and are printed."""


def check(file: Path, record: Record) -> None:
    """Raise UserError where one of a record's tables is none, or a name is odd."""
    for key in ("library", "version"):
        if not NAME.fullmatch(str(record[key])):
            raise UserError(f"{file} is no record: {key} is {record[key]!r}, no name")
    tables = [record["corpus"], record["metrics"], record["provenance"]]
    if not all(isinstance(table, dict) for table in tables):
        raise UserError(f"{file} is no record: corpus, metrics, provenance are tables")
    for name, entry in record["metrics"].items():
        if not isinstance(entry, dict):
            raise UserError(f"{file} is no record: metrics.{name} is no table")


def expectation(file: Path) -> Record:
    """Read a record to hold a library to, or to show: raise UserError for an unknown
    variant."""
    record = read(file)
    for name, entry in record["metrics"].items():
        for text in named(entry):
            try:
                Variant.parse(text)
            except UnknownName as error:
                raise UserError(f"{file}, metrics.{name}: {error}") from None
    return record


def named(entry: dict[str, Any]) -> list[str]:
    """Every variant that a metric's entry names."""
    parts = (entry.get(part) for part in ("nearest", "runner_up", "documented"))
    single = [p["variant"] for p in parts if isinstance(p, dict) and "variant" in p]
    variants = entry.get("variants", [])
    return list(map(str, [*(variants if isinstance(variants, list) else []), *single]))


def make(folder: Path) -> None:
    """Make a folder for records, or raise UserError where there can be none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} can be no folder: {error.strerror}") from None


def every(folder: Path | None = None) -> list[Record]:
    """All records below a folder (the committed ones by default), library by library,
    the newest version of each last."""
    files = sorted((folder or home()).glob("*/*.toml"))
    found = {file: expectation(file) for file in files}

    def age(file: Path) -> tuple[str, Order]:
        measured = found[file]["provenance"].get("measured", "")
        return file.parent.name, order(file.stem, str(measured))

    return [found[file] for file in sorted(files, key=age)]


def write(record: Record, rows: Iterable[Row], folder: Path | None = None) -> Path:
    """Write a record and its raw measurements beside it; return the record's path."""
    file = path(record["library"], record["version"], folder)
    return save(record, rows, file)


def save(record: Record, rows: Iterable[Row], file: Path) -> Path:
    """Write a record to a file, and its raw measurements beside it."""
    make(file.parent)
    raw = tsv(rows)
    record["provenance"]["measurements"] = {
        "file": f"{file.stem}.tsv",
        "sha256": hashlib.sha256(raw.encode()).hexdigest()[:12],
    }
    for target, content in (
        (file.with_suffix(".tsv"), raw),
        (file, tomli_w.dumps(record)),
    ):
        part = target.with_name(f".{target.name}.part")
        part.write_text(content, encoding="utf-8")
        part.replace(target)
    return file


def tsv(rows: Iterable[Row]) -> str:
    """Raw measurements as text: metric, case, values, what went wrong."""
    out = StringIO()
    table = csv.writer(out, delimiter="\t", lineterminator="\n")
    table.writerow(["metric", "case", "value", "per_user", "error", "where", "refused"])
    for metric, case, measured in rows:
        table.writerow([metric, case, *_cells(measured)])
    return out.getvalue()


def read_tsv(file: Path) -> list[Row]:
    """Raw measurements back from their text."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            (row["metric"], row["case"], _measurement(row))
            for row in csv.DictReader(lines, delimiter="\t")
        ]


def _cells(measured: Measurement) -> list[str]:
    if isinstance(measured, Value):
        value = "" if measured.value is None else repr(measured.value)
        per_user = "" if measured.per_user is None else repr(list(measured.per_user))
        return [value, per_user, "", "", ""]
    if isinstance(measured, Failed):
        return ["", "", measured.error, measured.where, ""]
    return ["", "", "", "", measured.reason]


def _measurement(row: dict[str, str]) -> Measurement:
    if row["error"]:
        return Failed(row["error"], row["where"])
    if row["refused"]:
        return Refused(row["refused"])
    numbers = row["per_user"].strip("[]")
    per_user = tuple(
        None if n == "None" else float(n) for n in numbers.split(", ") if numbers
    )
    value = float(row["value"]) if row["value"] else None
    return Value(value, per_user if row["per_user"] else None)
