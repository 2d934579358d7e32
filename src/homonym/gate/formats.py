"""A check's result as text, Markdown, JSON and GitHub's annotations.

Each form is a function of the result and the command that was given, to repeat it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

from homonym.gate.check import Result, statuses
from homonym.gate.drift import explain_drift, metric_changes, other_changes
from homonym.records.lookup import computes

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that TOML writes without quotes."""


def as_text(result: Result, command: str, file: Path | None) -> str:
    """One line a metric, then the evidence for what drifted, then the sum."""
    told = [status_table(result), *away(result), *explain_drift(result, command)]
    return "\n".join([*told, "", sum_up(result, command)])


def away(result: Result) -> Iterator[str]:
    """What was skipped because its code is not here, by the reason."""
    for why in dict.fromkeys(result.absent.values()):
        names = [name for name, reason in result.absent.items() if reason == why]
        yield f"\nskipped: {', '.join(names)}\n  {why}"


def status_table(result: Result) -> str:
    """What each metric computes, and how that stands to the record."""
    from rich.console import Console
    from rich.table import Table

    drawing = Table("metric", "computes", "status", box=None, pad_edge=False)
    for name, status, _ in statuses(result):
        drawing.add_row(name, computes(result.record.metrics.get(name)), status)
    drawn = StringIO()
    Console(file=drawn, width=200, highlight=False, markup=False).print(drawing)
    return "\n".join(line.rstrip() for line in drawn.getvalue().splitlines())


def sum_up(result: Result, command: str) -> str:
    """The sum in a sentence, with how many measurements ran."""
    record = result.record
    named = f"{record.library} {record.version}"
    ran = f"{result.cases_run} measurements ran"
    if result.expected is None:
        return f"{named} has no record yet: {command} --accept"
    since = result.expected.version
    held = "its record" if since == record.version else f"the record of {since}"
    if not (result.drift or result.unlisted):
        return f"{named} holds {held}: {ran}"
    changed, rest = (
        len(metric_changes(result)),
        " and more" if other_changes(result) else "",
    )
    metrics = "1 metric" if changed == 1 else f"{changed} metrics"
    return f"{named} differs from {held} in {metrics}{rest}: {ran}"


def as_markdown(result: Result, command: str, file: Path | None) -> str:
    """The same for the summary page of a CI run."""
    known = result.record.metrics
    rows = [
        f"| `{markdown_cell(name)}` | {markdown_cell(computes(known.get(name)))} "
        f"| {status} |"
        for name, status, _ in statuses(result)
    ]
    told = "\n".join(explain_drift(result, command)).strip("\n")
    block = ["", "```text", told, "```"] if told else []
    block += away(result)
    head = f"### {sum_up(result, command)}"
    columns = ["| metric | computes | status |", "| --- | --- | --- |"]
    return "\n".join([head, "", *columns, *rows, *block, ""])


def markdown_cell(words: str) -> str:
    """What may stand in a cell of a Markdown table."""
    return words.replace("|", "\\|").replace("\n", " ")


def result_as_json(result: Result, command: str, file: Path | None) -> str:
    """The result for a machine."""
    expected = result.expected
    found = {
        "library": result.record.library,
        "version": result.record.version,
        "held_to": expected.version if expected else None,
        "cases_run": result.cases_run,
        "metrics": {
            name: {
                "status": status,
                "computes": computes(result.record.metrics.get(name)),
                "drift": list(map(str, differences)),
            }
            for name, status, differences in statuses(result)
        },
        "drift": list(map(str, result.drift)),
    }
    return json.dumps(found, indent=2)


def github(result: Result, command: str, file: Path | None) -> str:
    """The text, and an annotation at the record's line for each metric that differs."""
    notes = [annotation(*note) for note in notes_of(result, command, file)]
    return "\n".join([as_text(result, command, file), *notes])


def notes_of(
    result: Result, command: str, file: Path | None
) -> Iterator[tuple[str, str, Path | None, int]]:
    """(title, message, file, line) of every annotation."""
    named = f"{result.record.library} {result.record.version}"
    if result.expected is None:
        yield "no record", sum_up(result, command), file, 0
    for change in metric_changes(result) if result.expected else []:
        told = "\n".join(change.lines(named))
        yield change.headline, told, file, line_of(change.metric, file)
    for line in other_changes(result):
        yield "not as recorded", f"{named}: {line}", file, 1


def annotation(title: str, message: str, file: Path | None, line: int) -> str:
    """An error in the form that GitHub reads from a log."""
    at = {"file": file.as_posix(), "line": str(line)} if file and line else {}
    told = {**at, "title": title}
    properties = ",".join(
        f"{name}={escape_annotation(told[name], ':,')}" for name in told
    )
    return f"::error {properties}::{escape_annotation(message)}"


def escape_annotation(words: str, signs: str = "") -> str:
    """What GitHub would read as its own signs, written as it wants them."""
    for sign in ("%", "\r", "\n", *signs):
        words = words.replace(sign, f"%{ord(sign):02X}")
    return words


def line_of(metric: str, file: Path | None) -> int:
    """The line of the record where the metric starts; the first for a new one."""
    if not file or not file.exists():
        return 0
    key = metric if BARE.fullmatch(metric) else json.dumps(metric)
    lines = file.read_text(encoding="utf-8").splitlines()
    heads = [number for number, line in enumerate(lines, 1) if line == head(key)]
    return heads[0] if heads else 1


def head(key: str) -> str:
    """The head of a metric's table in a record."""
    return f"[metrics.{key}]"


FORMS: dict[str, Callable[[Result, str, Path | None], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": result_as_json,
    "github": github,
}
