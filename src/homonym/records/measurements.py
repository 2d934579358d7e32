"""Raw measurements as a table beside a record: start at `render_tsv` and `read_tsv`."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.errors import UserError, in_brief
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import format_numbers, list_measured_numbers
from homonym.reference.names import unknown
from homonym.tolerances import are_all_close

MeasuredRow = tuple[str, str, Measurement]
"""Metric, case id, measurement."""
COLUMNS = ["metric", "case", "value", "per_user", "error", "where", "refused"]
NO_VALUE, NO_REASON = "nan", "no reason given"
"""How a value that is None, and a refusal without a word, are written."""
EDGE_CASE = "\tedge "
"""What stands in the line of an edge case, before its id."""
NO_NUMBER = re.compile(r"nan|inf|None|^\[\]$")
"""What stands in a cell of values that are not all numbers."""
DIGITS = 12
"""So many digits of the hash stand in a record."""


def hash_measurements(data: bytes) -> str:
    """The hash of raw measurements, as a record has it."""
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def render_tsv(rows: Iterable[MeasuredRow]) -> str:
    """Raw measurements as text: metric, case, values, what went wrong."""
    out = StringIO()
    table = csv.writer(out, delimiter="\t", lineterminator="\n")
    table.writerow(COLUMNS)
    for metric, case, measured in rows:
        table.writerow([metric, case, *_format_measured_cells(measured)])
    return out.getvalue()


def read_tsv(
    file: Path, sha256: str = "", metrics: Mapping[str, MetricEntry] | None = None
) -> list[MeasuredRow]:
    """Raw measurements back from their file; UserError where they are not what was
    written, or, where the record says its hash, another file than was recorded, or,
    where its metrics are given, contradict these."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from None
    if sha256 and (own := hash_measurements(data)) != sha256:
        raise UserError(
            f"{file} is not the file that was recorded: its sha256 is {own}, and "
            f"provenance.measurements.sha256 of its record is {sha256}"
        )
    try:
        rows = dict(_read_measured_rows(data.decode("utf-8")))
        if metrics is not None:
            _check_metrics(rows, metrics)
        return [*rows.values()]
    except (ValueError, csv.Error) as error:
        raise UserError(f"{file} holds no measurements: {error}") from None


def _read_measured_rows(text: str) -> Iterator[tuple[int, MeasuredRow]]:
    """Each row after the number of its line."""
    lines = csv.reader(StringIO(text, newline=""), delimiter="\t")
    if (header := next(lines, [])) != COLUMNS:
        raise ValueError(f"its columns are {header}, not {COLUMNS}")
    for cells in lines:
        if len(cells) != len(COLUMNS):
            raise ValueError(f"line {lines.line_num} has {len(cells)} columns, not 7")
        metric, case, *told = cells
        try:
            yield lines.line_num, (metric, case, _parse_measurement(*told))
        except ValueError as error:
            raise ValueError(f"line {lines.line_num}: {error}") from None


def list_edges_with_numbers(file: Path) -> dict[str, set[str]]:
    """The edge cases on which each metric returned a number, or one for every user: all
    that is read of the file."""
    text = file.read_text(encoding="utf-8", errors="replace")
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        cells = line.split("\t") if EDGE_CASE in line else []
        told = cells[2] or cells[3] if len(cells) == len(COLUMNS) else ""
        if told and not NO_NUMBER.search(told):
            found.setdefault(cells[0], set()).add(cells[1].removeprefix("edge "))
    return found


def _check_metrics(
    rows: Mapping[int, MeasuredRow], metrics: Mapping[str, MetricEntry]
) -> None:
    """Raise ValueError for a row of no metric of the record, and for two numbers of a
    metric on one case, which only an unstable metric gives."""
    before: dict[tuple[str, str], int] = {}
    for line, (metric, case, measured) in rows.items():
        if metric not in metrics:
            raise ValueError(f"line {line}: {unknown('metric', metric, metrics)}")
        if (first := before.setdefault((metric, case), line)) == line:
            continue
        earlier = rows[first][2]
        if not isinstance(measured, Value) or not isinstance(earlier, Value):
            continue
        if _has_value_moved(metrics[metric], earlier, measured):
            raise ValueError(
                f"line {line} says {format_numbers(measured)} of {in_brief(metric)} on "
                f"{in_brief(case)}, and line {first} {format_numbers(earlier)}: only a "
                "metric whose status is unstable has two numbers of one case"
            )


def _has_value_moved(entry: MetricEntry, one: Value, other: Value) -> bool:
    same = are_all_close(
        list_measured_numbers(one), list_measured_numbers(other), entry.precision
    )
    return entry.status not in ("unstable", "unavailable") and not same


def _format_measured_cells(measured: Measurement) -> list[str]:
    if isinstance(measured, Value):
        value = "" if measured.value is None else repr(measured.value)
        per_user = "" if measured.per_user is None else repr(list(measured.per_user))
        return [value if value or per_user else NO_VALUE, per_user, "", "", ""]
    if isinstance(measured, Failed):
        return ["", "", measured.error, measured.where, ""]
    return ["", "", "", "", measured.reason or NO_REASON]


def _parse_measurement(
    value: str, per_user: str, error: str, where: str, refused: str
) -> Measurement:
    kinds = {"a number": value or per_user, "an error": error, "a refusal": refused}
    if not (given := [kind for kind, told in kinds.items() if told]):
        raise ValueError("it has neither a number nor an error nor a refusal")
    if len(given) > 1:
        raise ValueError(f"it has {' and '.join(given)}; one of them is accepted")
    if error:
        return Failed(error, where)
    if refused:
        return Refused(refused)
    whole = _parse_column_number("value", value) if value else None
    return Value(whole, _parse_user_numbers(per_user) if per_user else None)


def _parse_user_numbers(text: str) -> tuple[float | None, ...]:
    inside = text.removeprefix("[").removesuffix("]")
    if len(inside) != len(text) - 2:
        raise ValueError(f"per_user is {text[:40]!r}; it must be a list of numbers")
    each = inside.split(", ") if inside else []
    return tuple(
        None if n == "None" else _parse_column_number("per_user", n) for n in each
    )


def _parse_column_number(column: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        message = f"{column} is {text[:40]!r}; it must be a number"
        raise ValueError(message) from None
