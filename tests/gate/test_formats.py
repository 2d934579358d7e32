"""The result of a check in each of its forms, of made-up measurements."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from fakes.recorded import record_of
from msgspec.structs import replace

from homonym.adapters.contract import Failed, Value
from homonym.gate.check import Result
from homonym.gate.formats import (
    FORMS,
    as_markdown,
    describe_unexplained_metrics,
    escape_annotation,
    fence_text_block,
    find_metric_line,
    format_github_annotation,
    format_result_as_json,
    index_metric_lines,
    render_github_text,
    render_result_text,
    sum_up,
)
from homonym.records.differences import compare_records
from homonym.records.measurements import MeasuredRow
from homonym.records.reading import as_plain
from homonym.records.schema import Record
from homonym.records.schema_entry import Core, MetricEntry, NoVerdict

BY_R, BY_K = "recall(divisor=r)", "recall(divisor=min_k_r)"
ALL = Core(ran=4, of=4)
RECALL = MetricEntry(claims="recall", status="identified", variants=(BY_R,), core=ALL)
CAPPED = replace(RECALL, variants=(BY_K,))
ODD = MetricEntry(
    claims="recall", status="unexplained", values={"1 . @1": 0.3}, formula="odd"
)
FAILS = MetricEntry(
    claims="recall",
    status="unavailable",
    no_verdict=NoVerdict(kind="raised", reason="KeyError: 1"),
)
ROWS: list[MeasuredRow] = [
    ("b", "1 . @1", Failed("KeyError: 1")),
    ("a", "1 . @1", Value(0.5)),
    ("a", "edge ties", Value(0.5)),
]
COMMAND = "homonym check lib"


def held(
    old: Mapping[str, MetricEntry] | None,
    now: Mapping[str, MetricEntry],
    rows: Sequence[MeasuredRow] = (),
    absent: Mapping[str, str] | None = None,
) -> Result:
    """Metrics held to those of a record, if there is one."""
    record = record_of(now)
    expected = record_of(old) if old is not None else None
    return held_to(expected, record, rows, absent)


def held_to(
    expected: Record | None,
    record: Record,
    rows: Sequence[MeasuredRow] = (),
    absent: Mapping[str, str] | None = None,
) -> Result:
    """A record held to another."""
    both = (as_plain(expected), as_plain(record)) if expected else ()
    drift = list(compare_records(*both)) if both else []
    return Result(record, [*rows], expected, drift, absent={**(absent or {})})


NEW = held(None, {"a": RECALL, "b": FAILS}, ROWS)
KEPT = held({"a": RECALL, "b": FAILS}, {"a": RECALL, "b": FAILS}, ROWS)
FORMULA = held({"a": RECALL, "c`|": ODD}, {"a": CAPPED, "c`|": ODD}, ROWS)
"""Another formula of one metric, the other unexplained as before."""


def test_a_new_record_is_told_with_what_fails() -> None:
    """And how it is accepted, last."""
    assert render_result_text(NEW, COMMAND, None).splitlines() == [
        "metric  computes                  cases   status",
        "a       recall(divisor=r)         4 of 4  new",
        "b       unavailable: KeyError: 1  none    errored",
        "",
        "fails",
        "  b: KeyError: 1 on every case, as on 1 . @1",
        "",
        "lib 1 has no record yet: homonym check lib --accept",
    ]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (
            KEPT,
            "lib 1 matches its record: 2 measurements ran, and 1 of its metrics gave "
            "no number",
        ),
        (held({"a": RECALL}, {"a": RECALL}), "lib 1 matches its record: 0 measureme"),
        (FORMULA, "lib 1 differs from its record in 1 metric: 2 measurements ran"),
        (
            held({"a": RECALL, "b": RECALL}, {"a": CAPPED, "b": CAPPED}),
            "lib 1 differs from its record in 2 metrics: 0 measurements ran",
        ),
        (
            held({"a": RECALL}, {"a": CAPPED, "d": RECALL}),
            "lib 1 differs from its record in 2 metrics and more: 0 measurements ran",
        ),
        (
            held_to(replace(record_of({}), version="0.9"), record_of({})),
            "lib 1 matches the record of 0.9: 0 measurements ran",
        ),
        (
            held_to(replace(record_of({}), library="other"), record_of({})),
            "lib 1 differs from the record of other 1 in library: 0 measurements ran",
        ),
    ],
)
def test_the_sum_says_what_differs_from_which_record(result: Result, said: str) -> None:
    """In one sentence, without what does not."""
    told = sum_up(result, COMMAND)
    assert told.startswith(said)
    assert ("gave no number" in told) is (result is KEPT)


def test_a_name_that_nobody_decided_on_differs() -> None:
    """Though the record has it too."""
    record = record_of({"a": RECALL})
    assert record.inventory
    record = replace(record, inventory=replace(record.inventory, unlisted=("new",)))
    told = sum_up(held_to(record, record), COMMAND)
    assert told == "lib 1 differs from its record in inventory: 0 measurements ran"


def test_an_unexplained_metric_has_clues_until_its_record_says_so() -> None:
    """Of what is gone there are none."""
    told = [
        "\nc is unexplained",
        "  no variant of recall agrees at all",
        "  written out: odd",
    ]
    assert [*describe_unexplained_metrics(held(None, {"c": ODD}))] == told
    assert not [*describe_unexplained_metrics(held({"c": ODD}, {"c": ODD}))]
    assert not [*describe_unexplained_metrics(held({"c": ODD}, {}))]
    assert not [*describe_unexplained_metrics(held(None, {"c": RECALL}))]


def test_what_is_skipped_is_told_by_its_reason() -> None:
    """Each reason once."""
    away = {"x": "no file", "y": "other", "z": "no file"}
    told = render_result_text(held(None, {}, absent=away), COMMAND, None)
    assert told.splitlines()[1:-2] == [
        "",
        "skipped: x, z",
        "  no file",
        "",
        "skipped: y",
        "  other",
    ]


def test_markdown_has_a_table_and_a_block_of_text() -> None:
    """No name ends its cell or its code; without anything to tell there is no block."""
    assert as_markdown(NEW, COMMAND, None).splitlines() == [
        "### lib 1 has no record yet: homonym check lib --accept",
        "",
        "| metric | computes | cases | status |",
        "| --- | --- | --- | --- |",
        "| `a` | recall(divisor=r) | 4 of 4 | new |",
        "| `b` | unavailable: KeyError: 1 | none | errored |",
        "",
        "```text",
        "fails",
        "  b: KeyError: 1 on every case, as on 1 . @1",
        "```",
    ]
    same = held({"c`|": ODD}, {"c`|": ODD})
    assert as_markdown(same, COMMAND, None).splitlines() == [
        "### lib 1 matches its record: 0 measurements ran",
        "",
        "| metric | computes | cases | status |",
        "| --- | --- | --- | --- |",
        "| `c'\\|` | unexplained | - | holds |",
    ]


def test_a_fence_is_longer_than_any_inside_it() -> None:
    """Of three at least."""
    assert fence_text_block("a `` b") == ["```text", "a `` b", "```"]
    assert fence_text_block("```\n`") == ["````text", "```\n`", "````"]
    assert fence_text_block("") == ["```text", "", "```"]


def test_the_form_for_machines_has_all_of_a_result() -> None:
    """The differences of each metric, and all; the version that it is held to."""
    one = "metrics.a.variants: recorded recall(divisor=r), now recall(divisor=min_k_r)"
    told = format_result_as_json(FORMULA, COMMAND, None)
    assert told.startswith('{\n  "library": "lib",\n')
    assert json.loads(told) == {
        "library": "lib",
        "version": "1",
        "held_to": "1",
        "cases_run": 2,
        "metrics": {
            "a": {
                "status": "changed to another class",
                "computes": BY_K,
                "cases": "4 of 4",
                "drift": [one],
            },
            "c`|": {
                "status": "holds",
                "computes": "unexplained",
                "cases": "-",
                "drift": [],
            },
        },
        "drift": [one],
    }
    assert json.loads(format_result_as_json(NEW, COMMAND, None))["held_to"] is None


def annotations(result: Result, file: Path | None) -> list[str]:
    """What stands below the text."""
    told = render_github_text(result, COMMAND, file)
    text = render_result_text(result, COMMAND, file)
    assert told.startswith(text)
    return told.removeprefix(text).split("\n")[1:]


def test_annotations_stand_at_the_line_of_their_metric(tmp_path: Path) -> None:
    """What is new, or of no metric, stands at the first."""
    file = tmp_path / "1.toml"
    file.write_text('library = "lib"\n\n[metrics.b]\n[metrics."a b"]\nclaims = "x"\n')
    old, now = {"a b": RECALL, "b": RECALL}, {"a b": CAPPED, "b": CAPPED, "d": RECALL}
    at = [one.partition(",title=") for one in annotations(held(old, now), file)]
    assert [(start, rest.partition("::")[0]) for start, _, rest in at] == [
        (f"::error file={file.as_posix()},line=4", f"a b is no longer {BY_R}"),
        (f"::error file={file.as_posix()},line=3", f"b is no longer {BY_R}"),
        (f"::error file={file.as_posix()},line=1", f"d is new%3A it is {BY_R}"),
        (f"::error file={file.as_posix()},line=1", "not as recorded"),
    ]
    assert at[-1][2] == "not as recorded::lib 1: new public name, wrapped: d"


def test_without_a_record_there_is_one_annotation(tmp_path: Path) -> None:
    """At no line; what holds has none."""
    said = "lib 1 has no record yet: homonym check lib --accept"
    file = tmp_path / "1.toml"
    assert annotations(NEW, file) == [f"::error title=no record::{said}"]
    assert annotations(KEPT, file) == []


@pytest.mark.parametrize(
    ("file", "line", "at"),
    [
        (Path("a,b:c.toml"), 7, "file=a%2Cb%3Ac.toml,line=7,"),
        (Path("a.toml"), 0, ""),
        (None, 7, ""),
    ],
)
def test_an_annotation_is_written_as_github_reads_it(
    file: Path | None, line: int, at: str
) -> None:
    """Its signs are escaped in the message and, two more, in what stands before."""
    told = format_github_annotation("t: x", "100%\nof a: b, c", file, line)
    assert told == f"::error {at}title=t%3A x::100%25%0Aof a: b, c"
    assert escape_annotation("\r,:") == "%0D,:"


def test_the_line_of_a_metric_is_that_of_its_own_table(tmp_path: Path) -> None:
    """A file that is not there has none."""
    file = tmp_path / "1.toml"
    assert index_metric_lines(file) == index_metric_lines(None) == {}
    assert find_metric_line("a", {}) == 0
    file.write_text("x = 1\n[metrics.a.core]\n[metrics.a]\n[other]\n")
    known = index_metric_lines(file)
    assert known == {"[metrics.a.core]": 2, "[metrics.a]": 3}
    assert find_metric_line("a", known) == 3 and find_metric_line("b", known) == 1


def test_every_form_is_known_by_its_name() -> None:
    """As `--format` takes them."""
    assert list(FORMS) == ["text", "markdown", "json", "github"]
