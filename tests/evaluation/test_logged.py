"""Definitions of logged rewards, over a table of a log."""

import json
from collections.abc import Callable, Iterator
from math import inf, nan
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner

import homonym
from homonym import UserError
from homonym.cli.app import app
from homonym.reference.corpus import core
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.variants import Variant, families

Write = Callable[[str, str], Path]
LOG = "session,reward,rank\na,1,2\na,0,1\nb,1,\nb,,1\n"
BIAS = (1, 0.5)
EVERY = families(LoggedCase)["off_policy_dcg"].variants


def number(log: Any, metric: str, **more: Any) -> Any:
    """One definition's number of a log."""
    found = homonym.evaluate(logged=log, metrics=[metric], **{"bias": BIAS, **more})
    return found.numbers[0].value


@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        # a: what earned 1 at rank 1 would be viewed half as often; b: not at all
        ("off_policy_dcg(bias=given)", (1 / 2 + 0) / 2),
        ("off_policy_dcg(bias=given, users=impressions)", 1 / 2 / 3),
        # weights: 1/2 over 1, and 1 over 1/2
        ("off_policy_dcg(bias=given, users=snips)", 1 / 2 / (1 / 2 + 2)),
        # best first a and b both gain 1
        ("off_policy_dcg(bias=given, users=ndcg)", (1 / 2 + 0) / 2),
        ("off_policy_dcg(bias=exponential, p=0.5)", (1 / 2 + 0) / 2),
    ],
)
def test_a_log_gives_what_was_worked_out(
    write: Write, metric: str, wanted: float
) -> None:
    assert number(write("log.csv", LOG), metric) == pytest.approx(wanted)


def rows_of(case: LoggedCase) -> Iterator[dict[str, Any]]:
    """A case as the rows of a log."""
    for name, logged in enumerate(case.users):
        for n, one in enumerate(logged.impressions, start=1):
            cells = one.reward, one.rank, one.logged, one.target
            named = zip(("reward", "rank", "logged", "target"), cells, strict=True)
            yield {"trajectory": name, "position": n, **dict(named)}


@pytest.mark.parametrize("case", core(LoggedCase), ids=str)
def test_the_corpus_has_the_same(case: LoggedCase, write: Write) -> None:
    """As a frame, and as a file whose rows stand in another order."""
    frame = pd.DataFrame(rows_of(case))
    file = write("log.csv", frame[::-1].to_csv(index=False))
    for log in (frame.drop(columns="position"), file):
        asked = [str(one) for one in EVERY]
        bias = case.users[0].bias
        found = homonym.evaluate(logged=log, bias=bias, metrics=asked).numbers
        assert [one.variant for one in found] == [*EVERY]
        for one in found:
            assert one.value == pytest.approx(one.variant.value(case), rel=1e-12)


def test_a_position_that_no_row_has_was_shown_something_else(write: Write) -> None:
    log = write("log.csv", "session,position,reward,rank\na,3,1,1\n")
    # shown at rank 3 with 1/4, and at 1 by the other policy
    metric = "off_policy_dcg(bias=exponential, p=0.5)"
    assert number(log, metric) == pytest.approx(4.0)


def test_without_a_name_it_is_every_definition_that_the_log_allows(
    write: Write,
) -> None:
    log = write("log.csv", LOG)
    every = homonym.evaluate(logged=log, bias=BIAS).numbers
    few = homonym.evaluate(logged=log).numbers
    classes = dict.fromkeys(one.canonical() for one in EVERY)
    assert [one.variant for one in every] == [*classes]
    assert {one.variant for one in every} - {one.variant for one in few} == {
        one for one in classes if one.names["bias"] == "given"
    }


def test_what_is_wrong_is_counted_and_named(write: Write) -> None:
    log = write("log.csv", LOG + ",1,1\na,,3\n")
    found = homonym.evaluate(logged=log)
    assert {one.key: one.count for one in found.faults} == {
        "without_trajectory": 1,
        "trajectories_apart": 1,
        "not_supported": 2,
    }
    with pytest.raises(UserError, match="rows of the log without a trajectory: 1"):
        homonym.evaluate(logged=log, strict=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("session,reward\na,1\n", "does not say where the other policy shows an item"),
        ("session,rank\na,1\n", "has no column for the reward: its columns are"),
        ("session,reward,rank\n,1,1\n", "has no row with a trajectory"),
        ("session,reward,rank\na,much,1\n", "row 1: the reward 'much' is no number"),
        ("session,reward,rank\na,1,1\na,1,0\n", "row 2: the rank 0 is no whole number"),
        ("session,reward,rank\na,1,1\na,1,1\n", "row 2: its trajectory has two items"),
        (
            "session,position,reward,rank\na,1,1,1\na,1,1,2\n",
            "row 2: its trajectory has two rows at position 1",
        ),
        (
            "session,position,reward,rank\na,10001,1,1\n",
            "row 1: the position 10,001 is beyond 10,000",
        ),
        ("session,reward,logged,target\na,1,0.5,2\n", "row 1: the exposure target = 2"),
        ("session,reward,logged,target\na,1,0,1\n", "shown with an exposure of 0"),
        ("session,reward,logged,target\na,1,0.5,\n", "one is there alone"),
        (
            "session,reward,rank\na,1,3\n",
            "^bias has 2 numbers, and the log has rank 3",
        ),
        ("", "is empty"),
    ],
)
def test_a_log_that_says_nothing_usable_is_told_in_a_sentence(
    write: Write, text: str, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        number(write("log.csv", text), "off_policy_dcg(bias=given)")


@pytest.mark.parametrize("reward", [nan, None])
def test_no_reward_is_what_was_never_shown(reward: Any) -> None:
    log = {"session": ["a", "a"], "reward": [reward, 1], "rank": [1, 2]}
    assert number(pd.DataFrame(log), "off_policy_dcg(bias=given)") == 1.0
    with pytest.raises(UserError, match="is no finite number"):
        number(pd.DataFrame(log).fillna(inf), "off_policy_dcg(bias=given)")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"metrics": ["recall(divisor=r)"]}, "looks at lists and their truth"),
        ({"metrics": ["off_policy_dcg(bias=given)"]}, "takes the position bias"),
        ({"k": 5}, "a log is evaluated alone, and has no use for k\n"),
        ({"like": ["recbole"]}, "no use for like\n"),
        ({"conventions": {"user_without_list": "skipped"}}, "for conventions\n"),
        ({"ties": "input", "order": "file"}, "for ties and order\n"),
        ({"threshold": 3, "scale": (1, 5)}, "for threshold and scale\n"),
        ({"per_user": True, "interval": 0.9}, "for per_user and interval\n"),
        ({"predictions": "p.csv", "item_groups": "g.csv"}, "and item_groups\n"),
        ({"bias": [1, 2]}, "the position bias is"),
        ({"bias": [10**400]}, "the position bias is"),
        ({"bias": (1, 0), "metrics": ["IPS-DCG(bias=given)"]}, "a propensity of 0"),
    ],
)
def test_what_does_not_go_with_a_log_is_told(
    write: Write, more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        homonym.evaluate(logged=write("log.csv", LOG), **more)


def test_something_is_to_be_evaluated() -> None:
    with pytest.raises(UserError, match="lists need predictions and truth") as told:
        homonym.evaluate(k=1)
    assert "logged=FILE" in str(told.value.remedy)
    with pytest.raises(UserError, match="a position bias is of a log, and none is"):
        homonym.evaluate("p.csv", "t.csv", k=1, bias=BIAS)


def test_the_command_prints_trajectories(write: Write) -> None:
    log = write("log.csv", LOG)
    options = ["evaluate", f"--logged={log}", "--bias=1,0.5", "--metric=SNIPS-DCG"]
    shown = CliRunner().invoke(app, options)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("2 trajectories\n")
    assert "items that the other policy shows and the log does not: 1" in shown.stdout
    assert "conventions" not in shown.stdout
    told = json.loads(CliRunner().invoke(app, [*options, "--json"]).stdout)
    assert told["trajectories"] == 2
    assert {"conventions"} & {*told["numbers"][0]} == set()
    names = {Variant.parse(one["metric"]).names["users"] for one in told["numbers"]}
    assert names == {"snips"}
