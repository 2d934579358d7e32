"""Commands that read a record of one's own."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from homonym.cli.app import app
from homonym.errors import UserError
from homonym.records.reading import read_record_file
from homonym.records.schema_entry import MetricEntry, RepeatedCall
from homonym.records.store import save_record

COMMITTED = Path(__file__).parents[2] / "reports" / "records"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """What rs-metrics computes, as a library of one's own would."""
    text = (COMMITTED / "rs-metrics" / "0.6.0.toml").read_text(encoding="utf-8")
    file = tmp_path / "homonym.toml"
    file.write_text(text.replace('library = "rs-metrics"', 'library = "mine"', 1))
    return file


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What a command prints."""
    app([str(word) for word in words], standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["mrr", "mine.mrr", "mine==0.6.0.mrr", "Mine.MRR"])
def test_a_metric_of_ones_own_is_explained(
    name: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its name alone, or with the library's."""
    told = json.loads(said(capsys, "explain", name, "--record", record, "--json"))
    assert told["metric"] == "mine.mrr"
    assert told["computes"][0].startswith("0.6.0: reciprocal_rank(")
    assert len(told["computes"]) == 1


def test_a_metric_of_ones_own_is_compared(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a definition, and with a metric on record."""
    told = said(capsys, "witness", "mrr", "MAP(divisor=r)", "--record", record)
    assert told.startswith("A  mine 0.6.0 mrr computes reciprocal_rank(")
    told = said(capsys, "witness", "mine.mrr", "rs-metrics.mrr", "--record", record)
    assert "equal on well-formed input" in told


def test_who_computes_the_same_as_ones_own_is_listed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Among the committed records."""
    told = said(capsys, "same-as", "mrr", "--record", record)
    assert "mine 0.6.0 mrr computes" in told
    assert "rs-metrics 0.6.0 mrr" in told


def test_ones_own_metric_is_cited_by_its_files_hash(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No page of the report is linked to."""
    words = ("cite", "mine", "mrr", "--record", record, "--json")
    told = json.loads(said(capsys, *words))
    digest = hashlib.sha256(record.read_bytes()).hexdigest()[:16]
    assert told["permanent name"] == f"mrr in homonym.toml, sha256 {digest}"
    assert told["links"] == []
    assert "computed with mrr of mine 0.6.0" in told["sentence"]


def test_a_name_of_ones_own_is_no_link_in_markdown(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a metric is called."""
    text = record.read_text(encoding="utf-8").replace("metrics.mrr", 'metrics."ODD"')
    odd = "[x](javascript:alert)"
    record.write_text(text.replace("ODD", odd), encoding="utf-8")
    words = (odd, "MAP", "--record", record, "--format", "markdown")
    assert "](" not in said(capsys, "witness", *words)


MOVED = "one input gives two numbers (0.5 or 1 on 1 . @1)"


@pytest.fixture
def unstable(record: Path) -> Path:
    """The same record, of whose mrr two calls moved: the second is the smaller."""
    found = read_record_file(record)
    gave = {"1 . . 1 @3": (1.0, 0.25), "1 . @1": (0.5, 1.0)}
    entry = MetricEntry(
        claims="reciprocal_rank",
        entry="function",
        status="unstable",
        precision=1e-9,
        unstable=tuple(RepeatedCall(case=c, gave=g) for c, g in gave.items()),
    )
    metrics = {**found.metrics, "mrr": entry}
    save_record(replace(found, metrics=metrics), [], record)
    return record


def test_ones_own_unstable_metric_is_explained_by_its_smallest_call(
    unstable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the two calls gave, and on which case."""
    told = json.loads(said(capsys, "explain", "mrr", "--record", unstable, "--json"))
    assert told["computes"] == [f"0.6.0: unstable: {MOVED}"]


@pytest.mark.parametrize("words", [["same-as", "mrr"], ["cite", "mine", "mrr"]])
def test_ones_own_unstable_metric_has_no_formula(
    words: list[str], unstable: Path
) -> None:
    """Not because no variant explains it."""
    with pytest.raises(UserError) as raised:
        app([*words, "--record", str(unstable)], standalone_mode=False)
    assert str(raised.value) == f"mine.mrr has no single formula: {MOVED}"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["explain", "mine.nope"], "mine 0.6.0 has no metric 'nope'; known are "),
        (["cite", "other", "mrr"], "the record is of mine 0.6.0, not other"),
        (["same-as", "nope"], "'nope' names no metric on record"),
    ],
)
def test_what_the_record_has_not_is_a_sentence(
    words: list[str], says: str, record: Path
) -> None:
    """With what it has."""
    with pytest.raises(UserError) as raised:
        app([*words, "--record", str(record)], standalone_mode=False)
    assert says in str(raised.value)


def test_a_file_that_is_no_record_is_a_sentence(tmp_path: Path) -> None:
    """As everywhere."""
    words = ["explain", "mrr", "--record", str(tmp_path / "none.toml")]
    with pytest.raises(UserError, match=r"is no record: No such file or directory$"):
        app(words, standalone_mode=False)


def test_a_folder_in_the_place_of_a_record_is_a_sentence(tmp_path: Path) -> None:
    """As where one is written."""
    words = ["explain", "mrr", "--record", str(tmp_path)]
    with pytest.raises(UserError, match="is a folder: name the file of a record"):
        app(words, standalone_mode=False)
