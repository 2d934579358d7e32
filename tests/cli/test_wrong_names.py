"""A name or a file that does not exist, given to every command: one sentence."""

from __future__ import annotations

from pathlib import Path

import forked
import pytest

from homonym.cli.app import COMMANDS

TABLES = ("--predictions", "p.csv", "--truth", "t.csv", "--k", "5")
WRONG = [
    ("check qqq", "'qqq'"),
    ("check --adapter qqq:adapter", "qqq"),
    ("init qqq", "'qqq'"),
    ("ask qqq.py:ndcg", "qqq.py"),
    ("ask qqq:ndcg", "'qqq'"),
    ("report --live qqq --out made", "qqq"),
    ("variants qqq", "'qqq'"),
    ("variants rs_metrics.ndcg", "'rs_metrics.ndcg'"),
    ("explain qqq", "'qqq'"),
    ("explain qqq.MAP", "'qqq'"),
    ("explain recbole.qqq", "'qqq'"),
    ("explain ndcg(gain=qqq)", "'qqq'"),
    ("explain --paper qqq", "'qqq'"),
    ("explain --protocol qqq", "'qqq'"),
    ("explain MAP --record qqq.toml", "qqq.toml"),
    ("explain MAP --record empty", "empty is no record"),
    ("axioms qqq", "'qqq'"),
    ("diversity --ratings qqq", "qqq"),
    ("witness qqq MAP", "'qqq'"),
    ("witness recbole.MAP qqq.MAP", "'qqq'"),
    ("witness recbole.MAP recbole.NDCG --code qqq", "'qqq'"),
    ("witness recbole.MAP rs_metrics.mapr --edge qqq", "'qqq'"),
    ("witness recbole.MAP rs_metrics.mapr --format qqq", "--format 'qqq'"),
    ("same-as qqq", "'qqq'"),
    ("same-as rs_metrics.qqq", "'qqq'"),
    ("same-as recbole.MAP --when qqq", "--when 'qqq'"),
    ("convert recbole.MAP qqq.MAP", "'qqq'"),
    ("cite qqq MAP", "'qqq'"),
    ("cite rs_metrics qqq", "'qqq'"),
    ("cite recbole==9 MAP", "recbole 9"),
    ("scan qqq", "qqq"),
    ("scan . --expect qqq", "--expect 'qqq'"),
    ("libraries --outdated --registry qqq", "qqq"),
    (f"measure qqq {' '.join(TABLES)}", "'qqq'"),
    (f"measure rs_metrics {' '.join(TABLES)} --metric qqq", "'qqq'"),
    ("measure rs_metrics --predictions qqq --truth t.csv --k 5", "qqq"),
    (f"evaluate {' '.join(TABLES)} --metric qqq", "'qqq'"),
    (f"evaluate {' '.join(TABLES)} --like qqq", "'qqq'"),
    (f"evaluate {' '.join(TABLES)} --like rs_metrics==9", "rs-metrics 9"),
    (f"evaluate {' '.join(TABLES)} --catalogue qqq", "no file qqq"),
    ("evaluate --predictions p.csv --truth empty --k 5", "empty is empty"),
    ("verify qqq", "qqq"),
    ("verify empty", "empty is no metric card"),
    (f"identify {' '.join(TABLES)} --value 0.5 --metric qqq", "--metric 'qqq'"),
    ("identify --predictions qqq --truth t.csv --k 5 --value 0.5", "no file qqq"),
    ("dissent --truth t.csv --run qqq", "no file qqq"),
    ("dissent --truth t.csv --run empty", "only empty was given"),
    ("dissent --truth t.csv --run p.csv --run u.csv --metric qqq", "'qqq'"),
    ("example --out made --ratings qqq", "no file qqq"),
    ("example --out made --ratings . --split qqq", "--split 'qqq'"),
]
STUDIES = {"off-policy"}
"""Commands that take numbers alone."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two runs, a truth, and a file without a byte."""
    rows = "1,a,0.9\n1,b,0.5\n"
    for name in ("p.csv", "u.csv"):
        (tmp_path / name).write_text(f"user,item,score\n{rows}")
    (tmp_path / "t.csv").write_text("user,item,relevance\n1,a,1\n")
    (tmp_path / "empty").touch()
    return tmp_path


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("line", "says"), WRONG, ids=[line for line, _ in WRONG])
def test_what_does_not_exist_is_named_in_one_sentence(
    folder: Path, line: str, says: str
) -> None:
    """With exit code 2, or 3 for an adapter that cannot be imported; below it at most
    a line on what to do; nothing is written."""
    before = sorted(folder.iterdir())
    done = forked.run("homonym", *line.split(), cwd=folder)
    assert done.returncode == (3 if "--adapter" in line else 2), done.stderr
    assert done.stdout == ""
    first, *below = done.stderr.strip().splitlines()
    assert first.startswith("homonym: ") and says in first, done.stderr
    assert len(below) <= 1 and all(one.startswith("  ") for one in below)
    assert sorted(folder.iterdir()) == before


def test_every_command_is_given_something_wrong() -> None:
    """A new command is listed here."""
    names = {command.__name__.replace("_", "-") for command in COMMANDS}
    assert {line.split()[0] for line, _ in WRONG} | STUDIES == names
