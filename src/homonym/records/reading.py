"""Records read from their files: start at `read_record_file`, then
`convert_plain_record`.

A file is read once as long as it stays as it is, by tomli, which takes less than half
as long as the standard library's tomllib. Whatever is wrong with one is a UserError of
one sentence that names the file and the key.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import tomli

from homonym.cases.kinds import find_case_kind
from homonym.errors import UserError
from homonym.records import schema_1
from homonym.records.invalid_values import (
    convert_value,
    describe_value,
    format_toml_path,
)
from homonym.records.schema import SCHEMA, Corpus, Record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.case import CaseError
from homonym.reference.corpus import Edition, editions
from homonym.reference.names import UnknownName
from homonym.reference.variants import Variant, every_family

NAME = re.compile(r"\w[\w.+-]*(:\w+)?")
"""A library, or a version: both name a file and are printed."""
LONG = re.compile(r"\d[\d_]{999,}")
DEEP = re.compile(
    r"([\[{]\s*([\w.'\"-]+\s*=\s*)?){100,}|(?<![\w'\"-])([\w'\"-]++\s*\.\s*){100,}"
)
"""What is longer, or nested deeper, than any value of a record."""
KEPT = 4096
CorpusParts = dict[tuple[str, ...], Any]
"""What an edition says, by the keys that lead to it."""
PlainRecord = dict[str, Any]
"""A record, or a part of one, as the values that are written."""


def read_record_file(file: Path) -> Record:
    """Read a record; raise UserError when it is none."""
    return _read_existing_file(file, expected=False)


def read_expected_record(file: Path) -> Record:
    """Read a record to hold a library to, or to show: UserError also where it names an
    edition, a family, a variant, a condition or a case that this homonym does not know,
    or has another corpus than that edition's."""
    return _read_existing_file(file, expected=True)


def _read_existing_file(file: Path, expected: bool) -> Record:
    try:
        found = file.stat()
    except OSError as error:
        raise UserError(f"{file} is no record: {error.strerror}") from None
    if file.is_dir():
        raise UserError(f"{file} is a folder: name the file of a record")
    return _read_cached_record(file, expected, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=KEPT)
def _read_cached_record(file: Path, expected: bool, changed: int, size: int) -> Record:
    if not expected:
        return convert_plain_record(read_toml(file), str(file))
    record = _read_cached_record(file, False, changed, size)
    try:
        check_corpus(record.corpus)
        for name, entry in record.metrics.items():
            check_entry(entry, format_toml_path(("metrics", name)))
    except ValueError as error:
        raise UserError(f"{file}: {error}") from None
    return record


def read_toml(file: Path) -> dict[str, Any]:
    """What the file holds; UserError where it is no TOML."""
    try:
        return tomli.loads(read_record_text(file))
    except tomli.TOMLDecodeError as error:
        raise UserError(f"{file} is no record: {error}") from None
    except RecursionError:
        at = find_pattern_line(DEEP, file)
        raise UserError(f"{file} is no record: {at} is nested too deep") from None
    except ValueError:  # of more digits than Python reads
        at = find_pattern_line(LONG, file)
        raise UserError(f"{file} is no record: a number in {at} is too long") from None


def find_pattern_line(pattern: re.Pattern[str], file: Path) -> str:
    """The number of the first line that has it; "it", the file, where none has."""
    lines = enumerate(read_record_text(file).split("\n"), start=1)
    return next((f"line {n}" for n, line in lines if pattern.search(line)), "it")


def read_record_text(file: Path) -> str:
    """The file as text; UserError where it is none."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{file} is no record: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{file} is no record: {error}") from None


def convert_plain_record(found: dict[str, Any], file: str) -> Record:
    """The record that plain values are, of this schema or of the one before; file: what
    a UserError names."""
    schema = found.get("schema")
    if schema is None:
        raise UserError(
            f"{file} is no record: it has no schema; this homonym reads 1 and {SCHEMA}"
        )
    if type(schema) is not int or schema not in (1, SCHEMA):
        raise UserError(
            f"{file} has schema {describe_value(schema)}; "
            f"this homonym reads 1 and {SCHEMA}"
        )
    if schema == 1:
        found = schema_1.migrate_record(found)
    try:
        record: Record = convert_value(found, Record)
        check_names(record)
    except ValueError as error:
        raise UserError(f"{file}: {error}") from None
    return record


def check_names(record: Record) -> None:
    """Raise ValueError where the library or its version has an odd name."""
    for key, name in (("library", record.library), ("version", record.version)):
        if not NAME.fullmatch(name):
            raise ValueError(f"{key} is {describe_value(name)}, no name")


def check_corpus(corpus: Corpus) -> None:
    """Raise ValueError where it is no edition of the corpus."""
    known = {edition.edition: edition for edition in editions()}
    if corpus.edition not in known:
        raise ValueError(
            f"corpus.edition is {corpus.edition}; this homonym knows 1 to {max(known)}"
        )
    holds, given = list_corpus_parts(known[corpus.edition]), list_corpus_parts(corpus)
    for path in {**holds, **given}:
        if given.get(path) != holds.get(path):
            at = format_toml_path(("corpus", *path))
            own = describe_corpus_part(given, path, "missing")
            its = describe_corpus_part(holds, path, "none")
            raise ValueError(f"{at} is {own}; edition {corpus.edition} has {its}")


def list_corpus_parts(corpus: Corpus | Edition) -> CorpusParts:
    """Each number or text of an edition, by the keys that lead to it."""
    found: CorpusParts = {}
    for key in Corpus.__struct_fields__:
        part = convert_tuples_to_lists(getattr(corpus, key))
        if isinstance(part, dict):
            found |= {(key, name): one for name, one in part.items()}
        else:
            found[key,] = part
    return found


def describe_corpus_part(
    parts: CorpusParts, path: tuple[str, ...], without: str
) -> str:
    """What stands there, the two counts of a type of case as they are written; without:
    what is said where there is nothing."""
    part = parts.get(path, without)
    told = path not in parts or isinstance(part, list)
    return str(part) if told else describe_value(part)


def check_entry(entry: MetricEntry, at: str) -> None:
    """Raise ValueError where an entry names what is not known."""
    if entry.claims not in every_family():
        raise ValueError(
            f"{at}.claims is {describe_value(entry.claims)}, which is no family"
        )
    takes: Any = every_family()[entry.claims].takes
    check_contradictions(entry, at)
    for key, text in list_named_variants(entry):
        check_variant(text, entry.claims, f"{at}.{key}")
    if entry.when and entry.when not in find_case_kind(takes).conditions:
        known = ", ".join(find_case_kind(takes).conditions)
        raise ValueError(
            f"{at}.when is {describe_value(entry.when)}; known are {known}"
        )
    for key, line in list_named_cases(entry):
        try:
            read_case(takes, line)
        except CaseError as error:
            raise ValueError(f"{at}.{key}: {error}") from None


def check_contradictions(entry: MetricEntry, at: str) -> None:
    """Raise ValueError where the parts of an entry cannot all be so."""
    twice = [text for text, n in Counter(entry.variants).items() if n > 1]
    if twice:
        raise ValueError(
            f"{at}.variants has {describe_value(twice[0])} twice; each is there once"
        )
    if entry.status == "identified" and not (entry.core and entry.core.ran):
        ran = "core.ran is 0" if entry.core else "core is missing"
        raise ValueError(
            f"{at}.{ran}; a metric whose status is 'identified' ran on core cases"
        )


@lru_cache(maxsize=KEPT)
def read_case(takes: Any, line: str) -> Any:
    """The case of a line: the same few stand in all records."""
    return takes.parse(line)


def check_variant(text: str, claims: str, at: str) -> None:
    """Raise ValueError where a text names no variant, or one that takes other cases
    than the family that the metric claims."""
    try:
        takes = Variant.parse(text).home.takes
    except UnknownName as error:
        raise ValueError(f"{at}: {error}") from None
    own = every_family()[claims].takes
    if takes is not own:
        raise ValueError(
            f"{at} is {text}, which takes {takes.kind}; {claims} takes {own.kind}"
        )


def list_named_variants(entry: MetricEntry) -> list[tuple[str, str]]:
    """Every variant that an entry names, after its key."""
    parts = ("nearest", "runner_up", "documented")
    single = [(part, found) for part in parts if (found := getattr(entry, part))]
    also = entry.documented.also if entry.documented else ()
    return [
        *(("variants", text) for text in entry.variants),
        *((f"{part}.variant", found.variant) for part, found in single),
        *(("documented.also", text) for text in also),
    ]


def list_named_cases(entry: MetricEntry) -> list[tuple[str, str]]:
    """Every case that an entry names, after its key."""
    near = entry.nearest
    found = [("cases", line) for line in entry.cases]
    found += [("values", line) for line in entry.values]
    found += [("unstable", call.case) for call in entry.unstable]
    found += [("nearest.differs_on", line) for line in near.differs_on] if near else []
    both = (("nearest", near), ("runner_up", entry.runner_up))
    return found + [(f"{part}.witness", one.witness) for part, one in both if one]


def as_plain(record: Record) -> PlainRecord:
    """The record as the plain values that are written."""
    kept = msgspec.to_builtins(record, builtin_types=(datetime.date,))
    found: PlainRecord = convert_tuples_to_lists(kept)
    return found


def convert_tuples_to_lists(found: Any) -> Any:
    """The same with lists for tuples, as a file that is read has them."""
    if isinstance(found, dict):
        return {key: convert_tuples_to_lists(value) for key, value in found.items()}
    return (
        [convert_tuples_to_lists(one) for one in found]
        if isinstance(found, tuple)
        else found
    )
