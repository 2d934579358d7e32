"""A check's result as text, Markdown, JSON and GitHub's annotations.

Each form is a function of the result and the command that was given, to repeat it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from homonym.explain.unexplained import list_clues
from homonym.gate.check import HOLDS, Result, list_metric_statuses
from homonym.gate.drift import explain_drift, list_metric_changes, list_other_changes
from homonym.gate.table import (
    COLUMNS,
    is_failing_metric,
    list_failure_lines,
    list_status_rows,
    render_status_table,
)
from homonym.records.schema import Record

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that TOML writes without quotes."""
HEAD = "[metrics."


def render_result_text(result: Result, command: str, file: Path | None) -> str:
    """One line a metric, then what fails, the evidence for drift, and the sum."""
    told = [
        render_status_table(result),
        *describe_failing_metrics(result),
        *describe_unexplained_metrics(result),
        *describe_skipped_metrics(result),
    ]
    told += explain_drift(result, command)
    return as_lines("\n".join([*told, "", sum_up(result, command)]))


def as_lines(text: str) -> str:
    """The text with no line that the runner of GitHub's workflows would take for one of
    its commands: a name or a message may hold whatever a library likes.

    >>> print(as_lines("recall\\n ::stop-commands::x"))
    recall
    \\ ::stop-commands::x
    """
    lines = text.replace("##[", "# #[").splitlines()
    return "\n".join(f"\\{li}" if li.lstrip().startswith("::") else li for li in lines)


def describe_failing_metrics(result: Result) -> Iterator[str]:
    """What fails on every case, or returns what is no number."""
    if told := list_failure_lines(result):
        yield "\nfails"
        yield from (f"  {line}" for line in told)


def describe_unexplained_metrics(result: Result) -> Iterator[str]:
    """What to look at for each metric that no variant explains, and that was not
    recorded so."""
    for name, status, _ in list_metric_statuses(result):
        now = result.record.metrics.get(name)
        told = list_clues(now) if now and status != HOLDS else []
        if told:
            yield f"\n{name} is unexplained"
            yield from (f"  {line}" for line in told)


def describe_skipped_metrics(result: Result) -> Iterator[str]:
    """What was skipped because its code is not here, by the reason."""
    for why in dict.fromkeys(result.absent.values()):
        names = [name for name, reason in result.absent.items() if reason == why]
        yield f"\nskipped: {', '.join(names)}\n  {why}"


def sum_up(result: Result, command: str) -> str:
    """The sum in a sentence, with how many measurements ran."""
    record = result.record
    named = f"{record.library} {record.version}"
    ran = f"{result.cases_run} measurements ran"
    if result.expected is None:
        return f"{named} has no record yet: {command} --accept"
    held = name_expected_record(result.expected, record)
    if not (result.drift or result.unlisted):
        none = sum(is_failing_metric(name, result) for name in record.metrics)
        but = f", and {none} of its metrics gave no number" if none else ""
        return f"{named} matches {held}: {ran}{but}"
    return f"{named} differs from {held} in {summarise_differences(result)}: {ran}"


def name_expected_record(expected: Record, record: Record) -> str:
    """The record that a library is held to: its own, another version's, another
    library's."""
    if expected.library != record.library:
        return f"the record of {expected.library} {expected.version}"
    own = expected.version == record.version
    return "its record" if own else f"the record of {expected.version}"


def summarise_differences(result: Result) -> str:
    """How many metrics differ, and whether more does; where none does the keys that
    do."""
    if changed := len(list_metric_changes(result)):
        rest = " and more" if list_other_changes(result) else ""
        return f"{changed} metric{'s' if changed > 1 else ''}{rest}"
    own = ["inventory"] if result.unlisted else []
    return ", ".join(dict.fromkeys([*own, *(one.head for one in result.drift)]))


def as_markdown(result: Result, command: str, file: Path | None) -> str:
    """The same for the summary page of a CI run."""
    rows = [
        " | ".join(
            [f"| `{quote_code_cell(name)}`", *map(quote_markdown_cell, cells), ""]
        ).rstrip()
        for name, *cells in (row.cells for row in list_status_rows(result))
    ]
    beside = (
        *describe_failing_metrics(result),
        *describe_unexplained_metrics(result),
        *describe_skipped_metrics(result),
    )
    told = "\n".join([*beside, *explain_drift(result, command)])
    block = ["", *fence_text_block(told.strip("\n"))] if told else []
    head = f"### {sum_up(result, command)}"
    columns = [f"| {' | '.join(COLUMNS)} |", "| --- | --- | --- | --- |"]
    return "\n".join([head, "", *columns, *rows, *block, ""])


def fence_text_block(text: str) -> list[str]:
    """A block of text that nothing inside it ends."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", text, fence]


def quote_code_cell(words: str) -> str:
    """What may stand between the backticks of a cell of a Markdown table."""
    return " ".join(words.split()).replace("|", "\\|").replace("`", "'")


def quote_markdown_cell(words: str) -> str:
    """What may stand in a cell of a Markdown table: nothing of it is a link, an image,
    a tag or code.

    >>> print(quote_markdown_cell("[a](javascript:b) | <c>"))
    \\[a\\](javascript:b) \\| &lt;c&gt;
    """
    line = " ".join(words.split())
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`|\[\]])", r"\\\1", line)


def format_result_as_json(result: Result, command: str, file: Path | None) -> str:
    """The result for a machine."""
    expected = result.expected
    found = {
        "library": result.record.library,
        "version": result.record.version,
        "held_to": expected.version if expected else None,
        "cases_run": result.cases_run,
        "metrics": {
            row.metric: {
                "status": row.status,
                "computes": row.computes,
                "cases": row.cases,
                "drift": list(map(str, differences)),
            }
            for row, (_, _, differences) in zip(
                list_status_rows(result), list_metric_statuses(result), strict=True
            )
        },
        "drift": list(map(str, result.drift)),
    }
    return json.dumps(found, indent=2)


def render_github_text(result: Result, command: str, file: Path | None) -> str:
    """The text, and an annotation at the record's line for each metric that differs."""
    notes = [
        format_github_annotation(*note)
        for note in yield_annotations(result, command, file)
    ]
    return "\n".join([render_result_text(result, command, file), *notes])


def yield_annotations(
    result: Result, command: str, file: Path | None
) -> Iterator[tuple[str, str, Path | None, int]]:
    """(title, message, file, line) of every annotation."""
    named = f"{result.record.library} {result.record.version}"
    if result.expected is None:
        yield "no record", sum_up(result, command), file, 0
    known = index_metric_lines(file)
    for change in list_metric_changes(result) if result.expected else []:
        told = "\n".join(change.lines(named))
        yield change.headline, told, file, find_metric_line(change.metric, known)
    for line in list_other_changes(result):
        yield "not as recorded", f"{named}: {line}", file, 1


def format_github_annotation(
    title: str, message: str, file: Path | None, line: int
) -> str:
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


def index_metric_lines(file: Path | None) -> dict[str, int]:
    """The line of the record where each metric starts, by the head of its table."""
    if not file or not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    return {li: number for number, li in enumerate(lines, 1) if li.startswith(HEAD)}


def find_metric_line(metric: str, known: Mapping[str, int]) -> int:
    """The line where a metric starts; the first for a new one."""
    key = metric if BARE.fullmatch(metric) else json.dumps(metric)
    return known.get(write_metric_head(key), min(1, len(known)))


def write_metric_head(key: str) -> str:
    """The head of a metric's table in a record."""
    return f"{HEAD}{key}]"


FORMS: dict[str, Callable[[Result, str, Path | None], str]] = {
    "text": render_result_text,
    "markdown": as_markdown,
    "json": format_result_as_json,
    "github": render_github_text,
}
