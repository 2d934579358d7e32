"""Records: the committed result for one library at one version, as TOML.

A record is data, a dict of plain values in the shape that docs/records.md describes:
`read`, `write`, `compare`, and where they live. What a run measured in raw form stands
beside it as a TSV, so that a verdict can be computed again without the library.
"""

from __future__ import annotations

import csv
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import tomli_w

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.errors import UserError
from homonym.records.values import PER_USER, alike
from homonym.reference.names import UnknownName
from homonym.reference.variants import Variant

SCHEMA = 1
NOT_COMPARED = ("version", "provenance")
"""A record is held to by its own version or by another one; both are shown."""
MOVES = (".documented.where", ".raised_at", ".searched")
"""The lines of quotations and of errors move with every release of the library, the
number of variants with one of homonym: shown as well."""
OTHERS = 3
"""Since this edition of the corpus libraries are asked about other than rankings."""
DATA = ("example", "movielens")
"""What a metric gives on datasets, which not every run measures."""

USERS_NUMBERS = re.compile(r"\([^()]*\)(?= became | on )")
"""The users' numbers before and after, in the words for a violated invariance."""

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
    files = (folder or home()).glob("*/*.toml")
    found = sorted(files, key=lambda file: (file.parent.name, version_key(file.stem)))
    return [expectation(file) for file in found]


def version_key(version: str) -> list[tuple[int, int | str]]:
    """Numbers compare as numbers, and after words: 1.10 is newer than 1.9 and 1.9rc."""
    parts = re.findall(r"\d+|[a-z]+", version.lower())
    return [(1, int(part)) if part.isdigit() else (0, part) for part in parts]


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


def compare(old: Record, new: Record) -> Iterator[str]:
    """The differences of two records, provenance aside, one line each.

    What is measured on datasets is compared where both records have it, invariances
    where the old one has them, users' numbers where it kept them, and of a record made
    with edition 1 what records held then.
    """
    if edition(old) == 1 == edition(new):
        new = {**new, "metrics": {n: first(e) for n, e in new["metrics"].items()}}
    keep = [name for name in {**old, **new} if name not in NOT_COMPARED]
    for name in keep:
        one, other = old.get(name), new.get(name)
        if name in DATA:
            one, other = _common(one or {}, other or {})
        if name == "inventory":
            one, other = inventories(old, new)
        yield from _differences(name, one, other)


def _common(one: Record, other: Record) -> tuple[Record, Record]:
    """The parts of two tables that both have; nothing where they are of other data."""
    if one.get("data") != other.get("data"):
        return {}, {}
    both = [name for name in one if name in other]
    return {n: one[n] for n in both}, {n: other[n] for n in both}


def inventories(old: Record, new: Record) -> tuple[Record, Record]:
    """The public names of two records as they are compared: all of them, and what is
    made of each; before edition 3 nothing was made of metrics of other than rankings,
    and all that counts is which names there are."""
    one, other = old.get("inventory", {}), new.get("inventory", {})
    if edition(old) >= OTHERS or edition(new) >= OTHERS:
        return one, other
    return _named(one), _named(other)


def _named(inventory: Record) -> Record:
    known = {*inventory.get("wrapped", ()), *inventory.get("out_of_scope", {})}
    unlisted = inventory.get("unlisted", [])
    return {"wrapped": sorted(known), "unlisted": unlisted, "out_of_scope": {}}


def edition(record: Record) -> int:
    """The edition of the corpus that a record was made with."""
    return int(record.get("corpus", {}).get("edition", 0))


def first(entry: dict[str, Any]) -> dict[str, Any]:
    """A metric's entry as records of edition 1 held it."""
    kept = {n: v for n, v in entry.items() if n not in ("invariances", "runner_up")}
    if "nearest" in kept:
        new = ("distance", "differs_on")
        kept["nearest"] = {n: v for n, v in kept["nearest"].items() if n not in new}
    if "invariances" in entry:
        again = entry["invariances"]["after_other_calls"]
        told = "as the first" if again == "holds" else "changed"
        kept["conventions"] = {**kept["conventions"], "second_call": told}
    return kept


def _differences(at: str, old: Any, new: Any) -> Iterator[str]:
    if at.endswith(MOVES) or without_numbers(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        if at.endswith(".invariances"):  # an older homonym tried fewer
            new = {name: told for name, told in new.items() if name in old}
        for name in {**old, **new}:
            yield from _differences(f"{at}.{name}", old.get(name), new.get(name))
    elif isinstance(old, float) and isinstance(new, float):
        if not alike(old, new):
            yield f"{at}: recorded {old:.9g}, now {new:.9g}"
    elif ".values." in at and isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new) or not all(map(alike, old, new)):
            yield f"{at}: recorded {_said(old)}, now {_said(new)}"
    elif at.endswith(".refuted.tried") and old and new and new > old:
        return  # more cases than recorded were drawn: no drift
    elif ".refuted.raised." in at and old and new:
        return  # on how many of them it raises hangs on which were drawn
    elif old != new:
        yield f"{at}: recorded {_said(old)}, now {_said(new)}"


def without_numbers(old: Any, new: Any) -> bool:
    """Whether a record was made before records kept the users' numbers, and says the
    same for the rest."""
    if old == PER_USER:
        return isinstance(new, list)
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    return old != new and old == USERS_NUMBERS.sub(PER_USER, new)


def _said(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        return "; ".join(f"{k} {_said(v)}" for k, v in value.items()) or "nothing"
    return str(value)
