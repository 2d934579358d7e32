"""Whether two metrics compare: the answer that `homonym witness` begins with."""

from __future__ import annotations

import json

import pytest

from homonym.cli.app import app


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    app(["witness", *words], standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        (
            "recbole.NDCG",
            "rs-metrics.ndcg",
            "yes, they can be compared: they compute the same number, but for the "
            "edge cases below",
        ),
        (
            "recbole.Precision",
            "recbole.Hit",
            "no, they cannot be compared: they compute different numbers",
        ),
        (
            "ranx.hits[dicts]",
            "dl-rs-evaluation.HIT_RATE",
            "yes, they can be compared: they compute the same number, but for the "
            "edge cases below; in A the order of users matters, which must not",
        ),
        (
            "recbole.Recall",
            "recbole.Hit",
            "no, unless every user has one relevant item: then they can be compared",
        ),
    ],
)
def test_of_two_metrics_the_answer_comes_first(
    one: str, other: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Yes or no, and under which condition; with the evidence below."""
    lines = said(capsys, one, other).splitlines()
    assert lines[0] == answer
    assert lines[1].startswith(f"A  {one.partition('.')[0]} ")
    told = json.loads(said(capsys, one, other, "--format", "json"))
    assert told["comparable"] == answer


def test_of_definitions_nothing_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """They are formulas, and equal or not."""
    told = said(capsys, "recbole.Recall", "recall(divisor=min_k_r)")
    assert told.startswith("A  recbole ")


@pytest.mark.parametrize(
    "names",
    [
        ("neurec-v1.getAUC", "rs-metrics.mapr"),
        ("rs-metrics.mapr", "neurec-v1.getAUC"),
    ],
)
def test_of_a_metric_with_several_definitions_nothing_is_sure(
    names: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever of the two it is; the other is said to compute its one definition."""
    answer, *lines = said(capsys, *names).splitlines()
    assert answer == (
        "no, not for sure: the inputs of one of them leave several definitions open"
    )
    told = lines[names.index("rs-metrics.mapr")]
    assert told.endswith(" mapr computes average_precision(divisor=r)")
