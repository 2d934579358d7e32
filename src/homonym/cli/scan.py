"""`homonym scan`: what the metrics in a folder of code compute."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from homonym.cli.common import make_console, tell_note
from homonym.cli.exit_codes import DRIFT, HOLDS
from homonym.errors import UserError, in_brief
from homonym.records import store
from homonym.records.lookup import describe_recorded_formula
from homonym.records.same_metric import RecordedMetric, list_identified_metrics
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.variants import Variant
from homonym.scanning.judgements import (
    Expectation,
    find_differing_families,
    find_equal_metrics,
    judge_expectation,
)
from homonym.scanning.scan import (
    CALL,
    NEAR_COPY,
    FoundMetric,
    Scan,
    find_adapter_title,
    scan_folder,
)

FORMS = ("text", "markdown", "json")
SHOWN = 3
"""So many places, and others that compute the same, stand in a line."""


def scan_code(path: Path, form: str, expectations: list[str]) -> int:
    """Print what was found, and return the exit code: 1 where an expectation does not
    hold."""
    if form not in FORMS:
        raise UserError(
            f"--format {in_brief(form)} is unknown: write {', '.join(FORMS)}"
        )
    wanted = [read_definition(text) for text in expectations]
    found = scan_folder(path)
    judged = [judge_expectation(variant, found.found) for variant in wanted]
    if form == "json":
        print(json.dumps(build_scan_data(found, judged), indent=2))
    else:
        print_found(found, judged, form == "markdown")
    return HOLDS if all(one.holds for one in judged) else DRIFT


def read_definition(text: str) -> Variant:
    """The definition that is expected; UserError for a text that names no one."""
    with explain_unknown_names(text, f"--expect {in_brief(text)}"):
        return Variant.parse(text)


def build_scan_data(found: Scan, judged: Sequence[Expectation]) -> dict[str, object]:
    """The answer for a machine."""
    every = list_identified_metrics(store.read_every())
    return {
        "files": found.files,
        "unread": [{"file": one.file, "reason": one.reason} for one in found.unread],
        "found": [
            {
                "library": one.library,
                "version": one.version,
                "metric": one.name,
                "ways": {
                    way.name: {
                        "status": way.entry.status,
                        "computes": list(way.entry.variants),
                    }
                    for way in one.ways
                },
                "how": one.how,
                "version_from" if one.how == CALL else "file": one.version_from,
                "likeness": one.likeness,
                "places": list(one.places),
                "same": [str(same) for same in find_equal_metrics(one, every)],
            }
            for one in found.found
        ],
        "several": {
            title: sorted(its)
            for title, its in find_differing_families(found.found).items()
        },
        "expected": [
            {
                "variant": str(one.variant),
                "holds": one.holds,
                "of": one.of,
                "against": [str(it) for it in one.against],
            }
            for one in judged
        ],
    }


def print_found(found: Scan, judged: Sequence[Expectation], markdown: bool) -> None:
    """The answer for people: what a name means here first, then each metric."""
    for line in (
        *summarise_scan(found),
        *(describe_expectation(one) for one in judged),
    ):
        print(f"- {line}" if markdown else line)
    if found.found:
        print()
        print_table(build_scan_rows(found.found), markdown)
    for one in found.unread:
        tell_note(f"{one.file} was not read: {one.reason}")


def summarise_scan(found: Scan) -> list[str]:
    """How much was found, and the names that mean several things."""
    calls = sum(one.how == CALL for one in found.found)
    copies = {at for one in found.found if one.how != CALL for at in one.places}
    told = [
        f"{format_found_count(found.files, 'file')}: "
        f"{format_found_count(calls, 'recorded metric')} called, "
        f"{format_found_count(len(copies), 'function')} copied from recorded ones"
    ]
    for title, its in find_differing_families(found.found).items():
        each = "; ".join(
            f"{one} ({join_library_titles(by)})" for one, by in its.items()
        )
        told.append(
            f"{title} has {len(its)} definitions here, which are not comparable: {each}"
        )
    return told


def join_library_titles(found: Sequence[FoundMetric]) -> str:
    """How people write the libraries of metrics, each once."""
    return ", ".join(dict.fromkeys(find_adapter_title(one.library) for one in found))


def format_found_count(number: int, what: str) -> str:
    """A number with its noun."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def describe_expectation(one: Expectation) -> str:
    """Whether an expectation holds, in a sentence."""
    if not one.of:
        title = one.variant.home.title
        return f"expected {one.variant}: no {title} of a recorded library was found"
    if one.holds:
        return f"expected {one.variant}: everything found computes it"
    others = ", ".join(f"{it} ({it.places[0]})" for it in one.against)
    return (
        f"expected {one.variant}, but these metrics compute, or may compute, something "
        f"else: {others}"
    )


def build_scan_rows(found: Sequence[FoundMetric]) -> list[tuple[str, ...]]:
    """A line a metric; of functions that several recorded ones are equal to, and that
    compute the same in all of them, a line for all."""
    every = list_identified_metrics(store.read_every())
    groups: dict[tuple[object, ...], list[FoundMetric]] = {}
    for one in found:
        told = one.version_from if one.how == CALL else ""
        key = one.how, one.likeness, told, one.places, describe_found_formula(one)
        groups.setdefault(key, []).append(one)
    return [build_scan_row(same, every) for same in groups.values()]


def describe_found_formula(one: FoundMetric) -> object:
    """What it computes; with its name where that depends on how it is called."""
    told = {describe_recorded_formula(way.entry) for way in one.ways}
    return told.pop() if len(told) == 1 else str(one)


def build_scan_row(
    same: Sequence[FoundMetric], every: Sequence[RecordedMetric]
) -> tuple[str, ...]:
    """Findings that compute one thing, in one line."""
    mine = {str(one) for one in same}
    others = [str(one) for one in find_equal_metrics(same[0], every)]
    return (
        join_first_texts([str(one) for one in same]),
        describe_found_definitions(same[0]),
        join_first_texts([one for one in others if one not in mine]) or "-",
        describe_how_found(same[0]),
        join_first_texts(same[0].places),
    )


def describe_found_definitions(one: FoundMetric) -> str:
    """What it computes; where that depends on how it is called, each with the way."""
    by_verdict: dict[str, list[str]] = {}
    for way in one.ways:
        by_verdict.setdefault(describe_recorded_formula(way.entry), []).append(way.name)
    if len(by_verdict) == 1:
        return next(iter(by_verdict))
    return "; ".join(f"{', '.join(ways)}: {told}" for told, ways in by_verdict.items())


def describe_how_found(one: FoundMetric) -> str:
    """How it was found, and why it is told as of its version."""
    if one.how == CALL:
        return f"called; {one.version_from}"
    like = f" ({one.likeness:.0%} of its statements)" if one.how == NEAR_COPY else ""
    return f"{one.how}{like} of {one.version_from}"


def join_first_texts(texts: Sequence[str]) -> str:
    """The first of them, and how many more."""
    from homonym.reports.findings.finding import join_names

    more = len(texts) - SHOWN
    return join_names([*texts[:SHOWN], *([f"{more} more"] if more > 0 else [])])


def print_table(lines: list[tuple[str, ...]], markdown: bool) -> None:
    """The lines as a table."""
    heads = ("metric", "computes", "the same number elsewhere", "found as", "where")
    if markdown:
        for row in (heads, ("---",) * len(heads), *lines):
            print(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |")
        return
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for row in lines:
        table.add_row(*row)
    make_console().print(table)
