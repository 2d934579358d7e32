"""What an error calls an option: a function's argument, or a command's own option."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest

import homonym
from homonym import UserError

TRUTH = "user,item\n1,1\n2,3\n"
LISTS = "user,item,score\n1,1,0.5\n1,2,0.4\n2,3,0.5\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Predictions and a truth."""
    paths = tmp_path / "run.csv", tmp_path / "truth.csv"
    for path, text in zip(paths, (LISTS, TRUTH), strict=True):
        path.write_text(text, encoding="utf-8")
    return str(paths[0]), str(paths[1])


TOLD: list[tuple[dict[str, Any], list[str], str, str]] = [
    (
        {"ties": "zz"},
        ["--ties=zz"],
        "ties='zz' is unknown: write item",
        "--ties 'zz' is unknown: write item",
    ),
    (
        {"order": "zz"},
        ["--order=zz"],
        "order='zz' is unknown: write score",
        "--order 'zz' is unknown: write score",
    ),
    (
        {"order": "rank"},
        ["--order=rank"],
        "name it with columns={'rank': NAME}, or leave out order='rank'",
        "name it with --column rank=NAME, or leave out --order rank",
    ),
    (
        {"engine": "zz"},
        ["--engine=zz"],
        "engine='zz' is unknown: write duckdb",
        "--engine 'zz' is unknown: write duckdb",
    ),
    (
        {"k": ()},
        ["--k="],
        "no cut-off is given: write k=10, or k=[5, 10, 20]",
        "no cut-off is given: write --k 10, or --k 5,10,20",
    ),
    (
        {"bias": [1]},
        ["--bias=1"],
        "give logged=FILE, or leave out bias",
        "give --logged FILE, or leave out --bias",
    ),
    (
        {"metrics": ["mad(of=user_ranking)"]},
        ["--metric=mad(of=user_ranking)"],
        "give user_groups=FILE, with the columns",
        "give --user-groups FILE, with the columns",
    ),
    (
        {"card": "x.txt"},
        ["--card=x.txt"],
        "card=x.txt: write FILE.json",
        "--card x.txt: write FILE.json",
    ),
]
"""Arguments of `evaluate`, the options, and what each says."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("given", "options", "here", "there"), TOLD)
def test_an_option_is_named_as_whoever_asks_writes_it(
    given: dict[str, Any],
    options: list[str],
    here: str,
    there: str,
    files: tuple[str, str],
) -> None:
    """In Python by its argument, in the shell by its option; all else is the same."""
    usual = {"k": 1, "metrics": ["recall(divisor=r)"]}
    with pytest.raises(UserError) as told:
        homonym.evaluate(*files, **{**usual, **given})
    assert here in str(told.value)
    assert not re.search(r"--\w", str(told.value))
    named = ["--predictions", files[0], "--truth", files[1]]
    usually = [
        option
        for option in ("--k=1", "--metric=recall(divisor=r)")
        if not any(one.startswith(option.partition("=")[0]) for one in options)
    ]
    said = forked.run("homonym", "evaluate", *named, *usually, *options)
    assert said.returncode == 2
    assert there in said.stderr


PYTHON: list[tuple[Callable[[str, str], object], str]] = [
    (
        lambda run, truth: homonym.identify(run, truth, "0.5", k=1, users="zz"),
        "users='zz' is unknown: write any, or choose one treatment with conventions",
    ),
    (
        lambda run, truth: homonym.identify(run, truth, "0.5", k=1, threshold="zz"),
        "threshold='zz' is no number: write one, or any",
    ),
    (
        lambda run, truth: homonym.identify(run, truth, "0.5", k=1, metric="zz"),
        "metric='zz': unknown metric: 'zz'",
    ),
    (
        lambda run, truth: homonym.identify(
            run, truth, "0.5", k=1, conventions={"zz": "skipped"}
        ),
        "'zz=skipped' is no convention that can be chosen: write {PROBE: OUTCOME} in "
        "conventions, where PROBE is user_without_list",
    ),
    (
        lambda run, truth: homonym.identify_values(run, truth, {}, k=1),
        "no number is given: give at least one, by its metric's name",
    ),
    (
        lambda run, truth: homonym.dissent([run], truth, k=1),
        "write runs=['A.csv', 'B.csv'], or runs=FOLDER",
    ),
    (lambda run, truth: homonym.ask(len, shape="foo"), "shape='foo' is unknown: the"),
    (
        lambda run, truth: homonym.evaluate(logged=run, k=1),
        "has no use for k\n  leave that out, or logged",
    ),
    (lambda run, truth: homonym.evaluate(run), "give predictions=FILE and truth=FILE"),
]


@pytest.mark.parametrize(("call", "says"), PYTHON, ids=range(len(PYTHON)))
def test_functions_speak_of_arguments(
    call: Callable[[str, str], object], says: str, files: tuple[str, str]
) -> None:
    """The other functions too."""
    with pytest.raises(UserError) as told:
        call(*files)
    assert says in str(told.value)
    assert not re.search(r"--\w", str(told.value))
