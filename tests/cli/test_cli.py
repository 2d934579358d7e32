"""The command line: what it prints, and how it says no."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import forked
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from homonym.cli.app import COMMANDS, app
from homonym.cli.explain import build_metric_verdicts_data
from homonym.records import store
from homonym.records.schema_entry import DocumentedVariant


def homonym(
    *words: str | Path, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return forked.run("homonym", *words, cwd=cwd)


def says_no(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence of a command that refuses: exit code 2, no traceback."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two users' predictions and truth."""
    predictions, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    predictions.write_text(
        "user,item,score\n1,1,0.9\n1,2,0.5\n1,3,0.1\n2,1,0.8\n2,2,0.4\n2,3,0.2\n"
    )
    truth.write_text("user,item,relevance\n1,2,1\n2,1,1\n")
    return predictions, truth


def data(files: tuple[Path, Path]) -> list[str | Path]:
    """The two files as options."""
    return ["--predictions", files[0], "--truth", files[1], "--k", "2"]


def test_the_help_cuts_no_command_s_summary() -> None:
    """On a terminal of 80 columns."""
    said = CliRunner().invoke(app, ["--help"], terminal_width=80).output
    summaries = said.partition("Commands:")[2].strip().splitlines()
    assert len(summaries) == len(COMMANDS)
    assert [line for line in summaries if line.endswith("...")] == []


def test_a_command_looks_for_garbage_seldom() -> None:
    """Whatever it does: what it reads stays to its end."""
    program = (
        "import gc, typer; from homonym.running import run_commands; "
        "app = typer.Typer(); app.command('one')(lambda: None); "
        "app.command('two')(lambda: print(gc.get_threshold()[0])); "
        "run_commands(app, 'any')"
    )
    said = subprocess.check_output([sys.executable, "-c", program, "two"], text=True)
    assert int(said) == 100_000


def test_variants_lists_families_and_shows_one() -> None:
    """All families with their sizes, then a family's axes."""
    assert "average_precision" in homonym("variants").stdout
    told = homonym("variants", "MAP").stdout
    assert "Start at" not in told, "that is for who opens the file"
    assert "divisor" in told and "min_k_r" in told and "cumulative" in told
    found = json.loads(homonym("variants", "ndcg", "--json").stdout)
    assert found[0]["axes"]["gain"][0]["choice"] == "binary"


def test_explain_says_what_an_alias_means_and_why_two_are_equal() -> None:
    """Id, choices with formulas, and the reason of an equality."""
    told = homonym("explain", "ndcg(discount=ln_next)").stdout
    assert "the base of the logarithm cancels" in told
    assert homonym("explain", "ARHR").stdout.startswith(
        "variant    reciprocal_rank(counts=sum)"
    )


def test_explain_quotes_all_words_and_all_that_they_fit() -> None:
    """A metric's words stand in their order, before the place that has them."""
    record = store.read_record_file(store.locate_record_file("recbole", "1.2.1"))
    entry = record.metrics["MAP"]
    words = DocumentedVariant(
        variant="average_precision(divisor=k)",
        also=("average_precision(divisor=r)",),
        quote="over k",
        more=("or over r",),
        where="metrics.py:1, 2",
    )
    told = build_metric_verdicts_data(record, "MAP", replace(entry, documented=words))
    assert told["documented at 1.2.1"] == [
        "average_precision(divisor=k) or average_precision(divisor=r)",
        "“over k” “or over r” (metrics.py:1, 2)",
    ]


@pytest.mark.exhaustive
def test_explain_tells_the_properties_with_a_counterexample() -> None:
    """DCG passes 1; of choices made together what a small case shows is told."""
    told = homonym("explain", "DCG").stdout
    assert "the value lies between 0 and 1: no, see 1 1 | @2" in told
    assert "appending items below rank k changes nothing: yes" in told
    told = homonym("explain", "ndcg(gain=grade, ideal=none)").stdout
    assert "no, see 1 1 | @2" in told and "no counterexample among 1,884 small" in told
    told = homonym("explain", "r_precision(cut=min_k_r, users=by_length)").stdout
    assert "below rank k changes nothing: no, see 1 | ; . | 1 @1" in told


def test_explain_tells_the_properties_of_what_takes_no_ranking() -> None:
    """With the range in numbers, or as it follows from the case."""
    told = homonym("explain", "RMSE").stdout
    assert "the value lies between 0 and ∞: yes" in told
    told = homonym("explain", "coverage(reported=number)").stdout
    assert "the value lies between 0 and 1: no, see a " in told
    told = homonym("explain", "mae(clipped=to_scale, users=mean)").stdout
    assert "no counterexample among 2,840 small cases (up to 3 ratings" in told
    assert "0 and 1 - 1/n for n items: yes" in homonym("explain", "gini").stdout


def test_explain_reads_the_records_for_a_librarys_metric() -> None:
    """What rs_metrics computes under the name mapr, at each recorded version; the
    newest's conventions, and what its variant is."""
    told = homonym("explain", "rs-metrics.mapr").stdout
    assert "0.6.0: average_precision(divisor=r)" in told
    assert "conventions at 0.6.0" in told and "\nproperties\n" in told
    assert homonym("explain", "RS-metrics.MAPR").stdout == told
    older = homonym("explain", "rs-metrics==0.5.0.mapr").stdout
    assert "conventions at 0.5.0" in older and "conventions at 0.6.0" not in older


def test_libraries_lists_what_is_followed() -> None:
    """Each adapter with its recorded versions; the repositories of papers last."""
    found = {
        row["library"]: row for row in json.loads(homonym("libraries", "--json").stdout)
    }
    assert "0.6.0" in found["rs-metrics"]["recorded"]
    kinds = [row["kind"] for row in found.values()]
    assert found["ngcf"]["kind"] == "repository"
    assert kinds == sorted(kinds)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["explain", "nDGC"], "did you mean ndcg?"),
        (["explain", "ndcg(gain=gradde)"], "did you mean grade?"),
        (["explain", "ndcg(gian=grade)"], "did you mean gain?"),
        (["explain", "rs-metrics.nope"], "known are"),
        (["explain", "ndcg(gain=grade"], "does not end in a closing bracket"),
        (["explain", "ndcg(gain=grade, gain=binary)"], "makes a choice twice"),
        (["check", "rs-metrics", "--records", "/no/where"], "no folder of records"),
        (["check", "elliot", "--checkout", "elliot=."], "holds no elliot"),
        (["variants", "nothing"], "known are"),
        (["check", "nothing"], "unknown library 'nothing'; homonym libraries"),
        (["check", "elliot"], "--checkout elliot=PATH"),
        (["check", "elliot", "--checkout", "elliot"], "write LIBRARY=PATH"),
        (["check", "elliot", "--checkout", "elliot=/no/where"], "is no folder"),
        (
            ["check", "recbole", "--checkout", "elliot=."],
            "--checkout elliot=. is a clone of elliot, and recbole is asked: write "
            "--checkout recbole=., or leave it out",
        ),
        (["example", "--split", "per-user"], "goes with --ratings"),
        (["example", "--ratings", "/no/where"], "/no/where"),
    ],
)
def test_wrong_words_get_one_sentence_and_exit_code_2(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    """The value, and what would be accepted; nothing is written."""
    assert sentence in says_no(homonym(*words, cwd=tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_library_that_is_not_installed_is_said_so(files: tuple[Path, Path]) -> None:
    """`check` and `measure` exit with 3, and name the command that installs it."""
    for words in (["check", "rs-metrics"], ["measure", "rs-metrics", *data(files)]):
        done = homonym(*words)
        assert (done.returncode, done.stderr) == (
            3,
            "homonym: rs-metrics is not installed here: there is no module "
            "'rs_metrics'\n  pip install rs-metrics\n",
        )


def test_a_bad_record_is_told_before_a_library_that_is_not_installed(
    tmp_path: Path,
) -> None:
    """Checked or accepted: what a person gave is what stops the command."""
    (tmp_path / "bad.toml").write_text("schema = 7\n", encoding="utf-8")
    for accept in ([], ["--accept"]):
        words = ["check", "rs-metrics", "--record", "bad.toml", *accept]
        assert "bad.toml has schema 7" in says_no(homonym(*words, cwd=tmp_path))


def test_explain_tells_the_inequalities_that_a_variant_stands_in() -> None:
    """Divided by r it is never above divided by min(k, r), and why."""
    done = subprocess.run(
        [sys.executable, "-m", "homonym", "explain", "MAP(divisor=r)"],
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout.partition("\nrelations\n")[2].partition("\n\n")[0]
    smaller, larger = (
        "average_precision(divisor=r)",
        "average_precision(divisor=min_k_r)",
    )
    assert f"{smaller} ≤ {larger} ≤" in told
    assert ", because " in told


def test_a_name_of_several_definitions_is_taken_and_told() -> None:
    """One line on standard error, which one it is; JSON stays JSON."""
    told = (
        "homonym: MAP has several definitions; this is average_precision(divisor=min_k"
    )
    for words in (
        ["explain", "MAP", "--json"],
        ["witness", "ARHR", "MAP", "--format", "json"],
    ):
        done = homonym(*words)
        assert done.returncode == 0 and json.loads(done.stdout)
        assert done.stderr.startswith(told) and done.stderr.count("\n") == 1
        assert done.stderr.endswith("variants average_precision lists the others\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_a_name_was_taken_for_is_told_before_the_answer(unbuffered: str) -> None:
    """On one stream too, and where Python is told to keep nothing back."""
    done = subprocess.run(
        [sys.executable, "-m", "homonym", "explain", "MAP"],
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("homonym: MAP has several definitions; ")


@pytest.mark.parametrize(
    "words",
    [
        ["explain", "BNDCG"],
        ["explain", "recall(divisor=r)"],
        ["explain", "rs-metrics.ndcg"],
        ["variants", "MAP"],
        ["witness", "MAP(divisor=r)", "recbole.MAP"],
    ],
)
def test_where_one_definition_is_named_nothing_is_told(words: list[str]) -> None:
    """An id, an alias with a choice, a metric on record; a family as such."""
    done = homonym(*words)
    assert done.returncode == 0
    assert not done.stderr
