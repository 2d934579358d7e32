"""What one's own function computes, in whatever shape it takes data."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import forked
import pytest
from fakes import copied
from samples import few_of

import homonym
from homonym.drafting import readings_adapter as asked_functions
from homonym.drafting.asked_function import FunctionAnswer
from homonym.drafting.shapes import list_shape_readings
from homonym.drafting.signature import read_function

BY_USER = ", users=caller"
COMPUTES = {
    "apk": ("lists", f"average_precision(divisor=min_k_r{BY_USER})"),
    "mapk": ("nested", "average_precision(divisor=min_k_r)"),
    "dcg_at_k": (
        "graded",
        f"ndcg(gain=grade, discount=log2_rank, ideal=none{BY_USER})",
    ),
    "ndcg_at_k": (
        "graded",
        f"ndcg(gain=grade, discount=log2_rank, ideal=list_all{BY_USER})",
    ),
    "exponential_ndcg": ("graded", f"ndcg(gain=exponential, ideal=list_all{BY_USER})"),
    "get_hit": ("target", f"hit_rate(counts=any{BY_USER})"),
    "get_ndcg": ("target", f"ndcg(gain=binary{BY_USER})"),
    "precision_at_k": ("lists", f"precision(divisor=k{BY_USER})"),
    "recall": ("lists", f"recall(divisor=r{BY_USER})"),
    "mean_reciprocal_rank": ("nested-hits", "reciprocal_rank(counts=first)"),
    "ndcg_binary_at_k_batch": (
        "graded-matrices",
        f"ndcg(gain=grade, ideal=ones_min_k_r{BY_USER})",
    ),
    "ndcg_score": ("graded-rows", f"ndcg(gain=grade{BY_USER})"),
    "roc_auc": ("scores", f"auc(positives=all{BY_USER})"),
    "hit_rate_at_k": ("dict-sets", "hit_rate(counts=any)"),
    "RecallAtK": ("lists", f"recall(divisor=r{BY_USER})"),
    "rmse": ("value-arrays", "rmse(missing=dropped)"),
    "mean_absolute_error": ("values", "mae(missing=dropped)"),
    "log_loss": ("value-arrays", "log_loss(missing=dropped)"),
    "auc_of_log": ("scores", f"auc(positives=all{BY_USER})"),
}
"""Function -> the shape that it takes, and what it computes, found by reading it."""
SHAPES = {shape: name for name, (shape, _) in reversed(COMPUTES.items())}
"""The first function of each shape: of these is asked here, of all of them in the
exhaustive run."""
SECONDS = 10.0


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", few_of(COMPUTES, SHAPES.values()))
def test_a_function_that_is_copied_all_over_is_told_without_options(name: str) -> None:
    """Its shape is found, and what it computes."""
    found = homonym.ask(getattr(copied, name))
    assert (found.reading.shape.name, *found.entry.variants) == COMPUTES[name]
    assert found.entry.status == "identified"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", few_of(COMPUTES, ["hit_rate_at_k"]))
def test_it_takes_less_than_ten_seconds_in_processes_of_its_own(
    name: str, tmp_path: Path
) -> None:
    """Of this program's time, whatever else runs here; the folder stays as it is."""
    before = sum(os.times()[:4])
    command = [sys.executable, "-m", "homonym", "ask", "--json"]
    done = subprocess.run(
        [*command, f"{copied.__file__}:{name}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["shape"], *told["computes"]) == COMPUTES[name]
    assert sum(os.times()[:4]) - before < SECONDS
    assert not [*tmp_path.iterdir()]


def asked(target: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The command, run in a folder."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return forked.run("homonym", "ask", target, *options, cwd=folder, env=env)


@pytest.fixture(scope="module")
def dcg() -> FunctionAnswer:
    """DCG of the notebook: its second item is not discounted."""
    return homonym.ask(copied.dcg_at_k)


def test_grades_and_hits_are_told_apart_where_the_function_reads_grades(
    dcg: FunctionAnswer,
) -> None:
    """Asked with 0 and 1 alone it would be another definition, which is told too."""
    hits = f"ndcg(gain=binary, discount=log2_rank, ideal=none{BY_USER})"
    assert [(shape.name, other) for shape, other in dcg.also] == [("hits", hits)]


def test_the_textbook_stands_beside_it_on_the_smallest_case(
    dcg: FunctionAnswer,
) -> None:
    """The name is DCG's, which divides by nothing: they differ in gain and discount."""
    assert dcg.textbook and dcg.claims == "ndcg"
    assert str(dcg.textbook.sides[1].variant) == "ndcg(gain=binary, ideal=none)"
    case = dcg.textbook.case
    one, other = (side.value.value for side in dcg.textbook.steps)
    assert case and one != other


def test_whoever_computes_the_same_is_named() -> None:
    """Of a number for each user the mean."""
    found = homonym.ask(copied.get_hit)
    named = {(metric.library, metric.name) for metric in found.same}
    assert ("recbole", "Hit") in named


def test_what_no_definition_explains_has_its_nearest_and_says_that_it_guessed() -> None:
    """A precision that is squared, in lists."""

    def precision(recommended, relevant, k):  # type: ignore[no-untyped-def]
        return (len({*recommended[:k]} & {*relevant}) / k) ** 2

    found = homonym.ask(precision)
    assert found.entry.status == "unexplained" and found.entry.nearest
    assert found.reading.shape.name == "lists"
    assert "sets" in {shape.name for shape in found.guessed}


def test_a_function_whose_arguments_say_nothing_is_tried_both_ways() -> None:
    def recall(a, b, k):  # type: ignore[no-untyped-def]
        return sum(item in b[:k] for item in a) / len(a)

    found = homonym.ask(recall)
    assert found.reading.parts == {"a": "truth", "b": "lists", "k": "k"}
    assert found.entry.variants == (f"recall(divisor=r{BY_USER})",)


def test_a_name_that_is_no_familys_is_searched_among_all() -> None:
    def quality(recommended, relevant, k):  # type: ignore[no-untyped-def]
        return float(any(item in relevant for item in recommended[:k]))

    found = homonym.ask(quality)
    assert found.claims == "" and found.textbook is None
    assert found.entry.variants == (f"hit_rate(counts=any{BY_USER})",)


def test_a_name_that_is_no_familys_may_be_of_the_values_that_a_shape_says() -> None:
    def off(actual, guessed):  # type: ignore[no-untyped-def]
        both = zip(actual, guessed, strict=True)
        return sum(abs(a - g) for a, g in both) / len(actual)

    found = homonym.ask(off, shape="values")
    assert found.entry.variants == ("mae(missing=dropped)",)


def test_single_precision_is_told_from_another_formula() -> None:
    def precision(recommended, relevant, k):  # type: ignore[no-untyped-def]
        import numpy as np

        return np.float32(len({*recommended[:k]} & {*relevant})) / np.float32(k)

    found = homonym.ask(precision)
    assert found.entry.variants == (f"precision(divisor=k{BY_USER})",)
    assert found.entry.precision == homonym.FLOAT32


def test_hits_may_come_with_how_many_items_are_relevant() -> None:
    """The sum of precisions at hits, over r: the list of hits alone does not say r."""

    def average_precision(hits, n_relevant):  # type: ignore[no-untyped-def]
        found = [sum(hits[: n + 1]) / (n + 1) for n, hit in enumerate(hits) if hit]
        return sum(found) / n_relevant

    found = homonym.ask(average_precision)
    assert found.reading.parts == {"hits": "hits", "n_relevant": "count"}
    assert found.entry.variants == (f"average_precision(divisor=r{BY_USER})",)


@pytest.mark.parametrize(
    ("name", "told"), [("max_rel", ""), ("best", "Maximum number of relevant items")]
)
def test_a_count_goes_by_its_name_or_by_what_the_docstring_says(
    name: str, told: str
) -> None:
    """Read as a list of grades it gave the recall of another formula, on 12 cases."""
    names: dict[str, Any] = {}
    code = (
        f"def recall(r, {name}, k=None):\n"
        f"    'Args:\\n    {name}: {told}'\n"
        f"    return sum(one > 0 for one in r[:k]) / {name}\n"
    )
    exec(code, names)
    found = homonym.ask(names["recall"])
    assert found.reading.parts == {"r": "hits", name: "count", "k": "k"}
    assert found.entry.variants == (f"recall(divisor=r{BY_USER})",)
    assert not found.mostly_fails


def test_a_name_that_says_nothing_leaves_the_shape_a_guess() -> None:
    """The mean rank of the first hits of all users: of one user's list the zeros and
    ones are taken for users, and what comes is a precision."""

    def mean_rank(rs):  # type: ignore[no-untyped-def]
        import numpy as np

        hits = (np.flatnonzero(r) for r in rs)
        return float(np.mean([found[0] + 1 if len(found) else 0 for found in hits]))

    found = homonym.ask(mean_rank)
    assert found.claims == "" and found.reading.shape.name == "hits"
    assert "nested-hits" in {shape.name for shape in found.guessed}


@pytest.mark.exhaustive
def test_a_shape_in_which_most_cases_fail_is_told_to_be_doubtful(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text(
        "def recall(recommended, relevant, k):\n"
        "    (only,) = relevant\n"
        "    return float(only in recommended[:k])\n"
    )
    done = asked("mine.py:recall", tmp_path, "--shape", "lists")
    assert done.returncode == 0, done.stderr
    assert "it fails on most cases: the shape may not be its own" in done.stdout


@pytest.mark.exhaustive
def test_an_auc_of_one_list_is_told_of_a_whole_log_too() -> None:
    """Whoever calls it decides: of a user's scores and the mean, or of all at once."""
    log = ("log", "auc(positives=all, users=stacked)")
    found = homonym.ask(copied.auc_of_log)
    assert log in [(shape.name, other) for shape, other in found.also]
    whole = homonym.ask(copied.auc_of_log, shape="log")
    assert whole.entry.variants == (log[1],)


def test_errors_of_tables_are_told_by_their_columns() -> None:
    """A row a prediction, a row a true rating."""
    pytest.importorskip("pandas")
    found = homonym.ask(copied.rmse_of_frames)
    assert found.reading.shape.name == "value-frames"
    assert found.entry.variants == ("rmse(missing=dropped)",)


@pytest.mark.exhaustive
def test_a_function_of_many_metrics_is_asked_for_each_that_it_names(
    tmp_path: Path,
) -> None:
    """In its docstring and its default; what it does not know is told, by its name."""
    target = f"{copied.__file__}:evaluate"
    done = asked(target, tmp_path, "--json", "--shape", "dict-sets")
    assert done.returncode == 0, done.stderr
    told = {one["metric"]: one["computes"] for one in json.loads(done.stdout)}
    assert told == {
        "precision": ["precision(divisor=k)"],
        "recall": ["recall(divisor=r)"],
    }
    assert "homonym: asked for 'ndcg', it gave no numbers" in done.stderr


@pytest.mark.exhaustive
def test_a_function_of_many_metrics_is_asked_for_the_one_that_is_said() -> None:
    """Else a sentence names those that it knows; the cut-off is the case's."""
    found = homonym.ask(copied.evaluate, metric="recall@5")
    assert found.entry.variants == ("recall(divisor=r)",)
    assert 'metric=f"recall@{case.k}"' in found.reading.call("evaluate")
    with pytest.raises(homonym.UserError, match="say which, as in metric='ndcg'; it"):
        homonym.ask(copied.evaluate)


def test_a_distance_that_an_argument_names_is_no_metric() -> None:
    """Its default is no family's name."""

    def recall(recommended, relevant, k, metric="cosine"):  # type: ignore[no-untyped-def]
        return len({*recommended[:k]} & {*relevant}) / len(relevant)

    found = homonym.ask(recall)
    assert found.entry.variants == (f"recall(divisor=r{BY_USER})",)


def test_columns_go_by_the_names_that_stand_in_the_code() -> None:
    """In a default, in the code; else by the usual ones."""

    def recall(truth, predictions, col_user="userID", k=10):  # type: ignore[no-untyped-def]
        return predictions.merge(truth, on=[col_user, "movieId"])

    (frames,) = list_shape_readings(read_function(recall), "recall", "frames")
    assert frames.given("lists") == (
        "frame(case.recommendations, 'userID', 'movieId', 'score')"
    )


@pytest.mark.exhaustive
def test_a_process_that_a_file_leaves_behind_is_not_waited_for(tmp_path: Path) -> None:
    """It holds what the file's own process prints to; it is ended."""
    (tmp_path / "mine.py").write_text(
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    time.sleep(300)\n"
        "def recall(recommended, relevant, k):\n"
        "    return len({*recommended[:k]} & {*relevant}) / len(relevant)\n"
    )
    begun = time.monotonic()
    done = asked("mine.py:recall", tmp_path)
    assert "recall(divisor=r)" in done.stdout, done.stdout + done.stderr
    assert time.monotonic() - begun < 100


@pytest.mark.exhaustive
def test_a_function_that_hangs_is_given_up_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After two shapes, and not in each of a score of them."""
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\ndef recall(recommended, relevant, k):\n    time.sleep(60)"
    )
    monkeypatch.setattr(asked_functions, "SECONDS", 0.2)
    with pytest.raises(homonym.UserError, match="no answer in"):
        homonym.ask(f"{file}:recall")


WRONG = """
import sys

def odd(a, b, c, k): return 1
def fails(recommended, relevant): raise ValueError("no such\\nthing")
def two(recommended, relevant, k): return 0.1, 0.2
def text(recommended, relevant, k): return "0.5"
def anything(*args): return 1
def recall(recommended, relevant): return 1.0
def coverage(recommended, relevant): return 1.0
def evaluate(y_true, y_pred, metric, k): return {"odd": 1.0}[metric]
class Nothing: pass
"""
FAILING = [
    ("eval.py:odd", 2, "odd cannot be asked: it takes a, b, c, k"),
    ("eval.py:odd", 2, "def odd_of_lists(recommended, relevant, k):"),
    ("eval.py:anything", 2, "it takes any number of arguments, without names"),
    ("eval.py:coverage", 2, "takes all lists of a run, and no shape holds these"),
    ("eval.py:recall --shape values", 2, "recall takes rankings, which values do not"),
    ("eval.py:evaluate", 2, "has one that homonym knows: say which, as in --metric nd"),
    ("eval.py:evaluate --metric ndcg", 2, "KeyError: 'ndcg'"),
    ("eval.py:two --metric ndcg", 2, "takes no metric's name, and 'ndcg' is given"),
    ("eval.py:Nothing", 2, "its objects are not asked by a usual method"),
    ("eval.py:nope", 2, "eval.py has no 'nope'; there are odd, fails"),
    ("eval.py:sys", 2, "eval.py has 'sys', which is no function and no class"),
    ("eval.py", 2, "'eval.py' names no function: write MODULE:FUNCTION or FILE.py"),
    ("none.py:f", 2, "there is no file none.py"),
    ("no.module:f", 2, "there is no module 'no' here"),
    ("eval.py:fails", 2, "one user's items best first, and the list of the relevant"),
    ("eval.py:fails", 2, "if it takes one of these, say --shape NAME"),
    (
        "eval.py:two --shape lists",
        3,
        "TypeError: it returned 2 numbers where one is asked for",
    ),
    ("eval.py:fails --shape lists", 3, "items: ValueError: no such"),
    ("eval.py:fails --shape list", 2, "--shape 'list' is unknown: the shapes are"),
    ("eval.py:fails --shape hits", 2, "takes no one user's 0/1 list in rank order"),
    ("leaves.py:f", 3, "leaves.py:f cannot be imported: SystemExit: 0"),
    (
        "dies.py:f",
        3,
        "dies.py:f cannot be imported: the process ended with exit code 7",
    ),
    ("lacks.py:f", 3, "No module named 'not_here'"),
    ("syntax.py:f", 3, "SyntaxError"),
]


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files that cannot be asked."""
    folder = tmp_path_factory.mktemp("wrong")
    for name, text in {
        "eval": WRONG,
        "leaves": "import sys\nsys.exit(0)",
        "dies": "import os\nos._exit(7)",
        "lacks": "import not_here",
        "syntax": "def f(:",
    }.items():
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("words", "code", "said"), FAILING)
def test_what_cannot_be_asked_is_a_sentence_and_an_exit_code(
    words: str, code: int, said: str, wrong: Path
) -> None:
    """2 for what a person gave, 3 for a module that breaks; never a traceback."""
    done = asked(*words.split()[:1], wrong, *words.split()[1:])
    assert done.returncode == code, done.stderr
    assert said in done.stderr and "Traceback" not in done.stderr
    assert not done.stdout


def test_the_command_prints_the_call_the_verdict_and_the_textbook(wrong: Path) -> None:
    done = asked(f"{copied.__file__}:dcg_at_k", wrong)
    assert done.returncode == 0, done.stderr
    assert "dcg_at_k(r=grades(items, judged), k=case.k)" in done.stdout
    assert "computes ndcg(gain=grade, discount=log2_rank, ideal=none" in done.stdout
    assert "identified: 62 of 62 core cases" in done.stdout
    assert "the name stands for ndcg(gain=binary, ideal=none)" in done.stdout


@pytest.mark.parametrize("what", [None, 3, []])
def test_what_is_no_function_is_refused_by_its_value(what: object) -> None:
    with pytest.raises(homonym.UserError, match="ask takes a function, or its"):
        homonym.ask(what)  # type: ignore[arg-type]
