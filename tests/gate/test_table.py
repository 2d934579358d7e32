"""What the table of a check says: how many cases ran, what failed, what is none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from homonym.gate.check import Result
from homonym.gate.formats import (
    FORMS,
    as_lines,
    fence_text_block,
    quote_code_cell,
    quote_markdown_cell,
)
from homonym.records import store
from homonym.records.differences import compare_records

FAKE = "fakes.mistaken"
Gate = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the record is accepted."""
    return tmp_path_factory.mktemp("mistaken") / "record.toml"


@pytest.fixture(scope="module")
def first(gate: Gate, record: Path) -> tuple[int, str]:
    """The code and the words of the first --accept."""
    return gate(FAKE, record, "--accept", "--max-examples", "20")


def row(said: str, metric: str) -> list[str]:
    """The cells of a metric's row."""
    (line,) = (li for li in said.splitlines() if re.match(rf"\\?{metric}  ", li))
    return re.split(r" {2,}", line)


def test_a_new_record_is_accepted_with_its_table(first: tuple[int, str]) -> None:
    """What ran on how many cases, the chief failure, and how the verdict stands."""
    _, said = first
    assert said.splitlines()[0].split() == ["metric", "computes", "cases", "status"]
    assert row(said, "precision")[1] == "precision(divisor=k)"
    assert re.fullmatch(r"(\d+) of \1", row(said, "precision")[2])
    short = row(said, "short_cut_offs_only")
    assert short[1].startswith("ambiguous: recall(")
    assert re.match(r"\d+ of \d+; \d+ ValueError: k too large", short[2])
    assert "a new record" in said


@pytest.mark.exhaustive
def test_what_always_fails_is_no_verdict_that_holds(
    first: tuple[int, str], gate: Gate, record: Path
) -> None:
    """Accepting ends as a broken adapter does, and keeps what worked; the next check
    says that it fails still."""
    code, said = first
    assert code == 3
    kept = store.read_record_file(record).metrics
    assert kept["precision"].status == "identified"
    assert kept["nothing"].status == "unavailable"
    code, said = gate(FAKE, record, "--max-examples", "20")
    assert code == 0, said
    assert row(said, "nothing")[-1] == "fails, as recorded"
    assert row(said, "precision")[-1] == "holds"
    assert "and 5 of its metrics gave no number" in said


@pytest.mark.parametrize(
    ("metric", "kind"),
    [
        ("nothing", "NoneType"),
        ("text", "str"),
        ("truth", "bool"),
        ("array", r"Shaped of shape \(2,\)"),
        ("users_texts", "str"),
    ],
)
def test_an_answer_that_is_no_number_is_told_by_metric_type_and_case(
    metric: str, kind: str, first: tuple[int, str]
) -> None:
    """The process goes on."""
    line = rf"  {metric}: NoNumber: it returned {kind} on every case, as on .+ @\d"
    assert re.search(line, first[1])


def test_an_answer_that_is_no_number_on_some_cases_is_told_too(
    first: tuple[int, str],
) -> None:
    """Beside the verdict that the others give."""
    line = r"  none_beyond_four: NoNumber: it returned NoneType on \d+ of \d+ cases"
    assert re.search(line, first[1])


def test_a_constant_is_flagged(first: tuple[int, str]) -> None:
    """No formula of any family is one."""
    assert row(first[1], "constant")[1] == "unexplained, 0.5 on every case"
    assert "on every case" not in row(first[1], "precision")[1]


def test_an_unexplained_metric_is_told_with_what_to_look_at(
    first: tuple[int, str], gate: Gate, record: Path
) -> None:
    """When it is new; a record that says so is not told again."""
    said = first[1]
    start = said.index("\nconstant is unexplained\n")
    assert "nearest is recall(" in said[start:] or "no variant" in said[start:]
    assert "docs/add-a-variant.md" in said[start:]
    _, again = gate(FAKE, record, "--max-examples", "20")
    assert "constant is unexplained" not in again


@pytest.mark.exhaustive
def test_no_line_is_a_command_of_a_workflow(gate: Gate, record: Path) -> None:
    """Whatever a metric is called; the annotations are."""
    _, said = gate(FAKE, record, "--max-examples", "20", "--format", "github")
    assert not re.search(r"^\s*::(?!error )", said, re.MULTILINE)
    assert row(said, "::stop-commands::x")[1] == "recall(divisor=r)"


@pytest.mark.exhaustive
def test_the_form_for_machines_has_the_cases(gate: Gate, record: Path) -> None:
    """As words, beside status and verdict."""
    _, said = gate(FAKE, record, "--max-examples", "20", "--json")
    told = json.loads(said)["metrics"]
    assert re.match(r"\d+ of \d+; \d+ Val", told["short_cut_offs_only"]["cases"])


def test_a_line_that_begins_as_a_command_is_told_apart() -> None:
    """Of both kinds that runners know, wherever lines end."""
    assert as_lines("a\n  ::error::x\r::set-env\x0b::y") == (
        "a\n\\  ::error::x\n\\::set-env\n\\::y"
    )
    assert "##[" not in as_lines("x ##[error]y")


def test_many_metrics_take_one_look_at_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of them differ: 20,000 took minutes, a reading of the file each."""
    small = store.read_record_file(store.locate_record_file("rs-metrics", "0.6.0"))
    entry = small.metrics["mrr"]
    old = replace(small, metrics={f"m{n}": entry for n in range(300)})
    changed = replace(entry, conventions={**entry.conventions, "ties": "random"})
    new = replace(small, metrics={f"m{n}": changed for n in range(300)})
    file = store.save_record(old, [], tmp_path / "many.toml")
    drift = list(compare_records(store.as_plain(old), store.as_plain(new)))
    reads: list[Path] = []
    read_text = Path.read_text

    def counted(path: Path, *words: str, **given: str) -> str:
        reads.append(path)
        return read_text(path, *words, **given)

    monkeypatch.setattr(Path, "read_text", counted)
    said = FORMS["github"](Result(new, [], old, drift), "homonym check", file)
    assert reads.count(file) == 1
    lines = [int(n) for n in re.findall(r"many.toml,line=(\d+)", said)]
    assert len(lines) == 300 and lines == sorted({*lines})


def test_nothing_of_a_cell_is_a_link() -> None:
    """Nor does a backtick end what is code, or a fence what is text."""
    assert "](" not in quote_markdown_cell("[x](javascript:alert)").replace("\\](", "")
    assert quote_markdown_cell("a|b\n<i>`") == "a\\|b &lt;i&gt;\\`"
    assert quote_code_cell("a`|\nb") == "a'\\| b"
    assert fence_text_block("``` x ````")[0] == "`````text"
