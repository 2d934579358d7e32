"""What records say in short, without all of each being read: `read_extracts`, and
`find_extracts_with_text` for the records in which a text stands.

A command that asks which metric computes what needs a few lines of each record. TOML is
read slowly, so that these lines are cut out first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import tomli
from msgspec import MsgspecError, Struct, convert

from homonym.records.reading import (
    check_variant,
    read_expected_record,
    read_record_text,
)
from homonym.records.schema import SCHEMA, Record
from homonym.records.schema_entry import VerdictStatus
from homonym.records.store import check_place, list_all_record_files
from homonym.reference.variants import every_family

SECTION = re.compile(r"^(?=\[)", re.MULTILINE)
METRIC = re.compile(r'\[metrics\.(?:[\w-]+|"(?:[^"\\]|\\.)*")(\.conventions)?\]\n')
CURRENT = f"schema = {SCHEMA}\n"


class MetricExtract(Struct, frozen=True):
    """A metric's family, status and variants, and of its conventions those that were
    asked for."""

    claims: str
    status: VerdictStatus
    variants: tuple[str, ...] = ()
    conventions: dict[str, str] = {}


class Extract(Struct, frozen=True):
    """A record's library and version, and its metrics."""

    library: str
    version: str
    metrics: dict[str, MetricExtract] = {}


def read_extracts(probes: Collection[str]) -> list[Extract]:
    """Of each committed record, in the order of `read_every`, what is asked most;
    probes: the conventions that are asked for.

    A file that is not written as homonym writes it is read whole, and raises what
    `read_expected_record` raises.
    """
    return [extract_in_place(file, probes) for file in list_all_record_files()]


def find_extracts_with_text(text: str) -> list[Extract]:
    """The same of those records alone in which a text stands; no conventions."""
    naming = (
        file for file in list_all_record_files() if text in read_record_text(file)
    )
    return [extract_in_place(file, ()) for file in naming]


def extract_in_place(file: Path, probes: Collection[str]) -> Extract:
    """One record's of a folder of records; UserError also where it is not that of its
    place."""
    found = extract_of(file, probes)
    check_place(file, found.library, found.version)
    return found


def extract_of(file: Path, probes: Collection[str]) -> Extract:
    """One record's."""
    text = read_record_text(file)
    if text.startswith(CURRENT):
        with suppress(ValueError, RecursionError, MsgspecError):
            lines = tomli.loads("".join(cut_out(text, probes)))
            return check_extract(convert(lines, Extract))
    return extract_whole_record(read_expected_record(file), probes)


def cut_out(text: str, probes: Collection[str]) -> Iterator[str]:
    """The lines that are needed: those above the first table, and of each metric those
    of its own table and of the conventions that are asked for."""
    first, *sections = SECTION.split(text)
    yield first
    wanted = re.compile(rf"^(?:{'|'.join(map(re.escape, probes))}) = .*\n", re.M)
    for section in sections:
        if found := METRIC.match(section):
            yield found[0]
            own = section[found.end() :]
            yield "".join(wanted.findall(own)) if found[1] else own


def check_extract(found: Extract) -> Extract:
    """The same; ValueError where a metric names what is not known."""
    for its in found.metrics.values():
        check_known_names(its.claims, its.variants)
    return found


@cache
def check_known_names(claims: str, variants: tuple[str, ...]) -> None:
    """Raise ValueError where that is no family, or no variants of its type of case:
    many metrics have the same."""
    if claims not in every_family():
        raise ValueError(claims)
    for variant in variants:
        check_variant(variant, claims, "variants")


def extract_whole_record(record: Record, probes: Collection[str]) -> Extract:
    """The same of a record that was read whole."""
    metrics = {
        name: MetricExtract(
            entry.claims,
            entry.status,
            tuple(map(str, entry.variants)),
            {
                probe: str(one)
                for probe, one in entry.conventions.items()
                if probe in probes
            },
        )
        for name, entry in record.metrics.items()
    }
    return Extract(record.library, record.version, metrics)
