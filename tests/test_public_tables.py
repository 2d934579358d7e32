"""What the public functions of tables hand on, whatever comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import homonym
from homonym import UserError
from homonym.disagreement import model_files, result
from homonym.evaluation import cards, evaluate, verification
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.numbers import Further
from homonym.identification import several_values
from homonym.identification.settings import Unknown

SKIPPED = {"user_without_list": "skipped"}
CHOSEN = Conventions.of(["user_without_list=skipped"], "pessimistic")
TABLES = dict(zip(("predictions", "truth", "train", "aspects"), "ptra", strict=True))
GROUPS = {"item_groups": "i", "user_groups": "u"}
COMMON: dict[str, Any] = {
    "catalogue": 9,
    "conventions": SKIPPED,
    "ties": "pessimistic",
    "order": "file",
    "columns": {"user": "uid"},
    "strict": True,
    "engine": "spark",
    "master": "spark://a",
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is asked of the functions that do the work."""
    every: list[tuple[Any, ...]] = []

    def take(*given: Any) -> Any:
        every.append(given)
        return {"map": "answer", "": "unnamed"}

    monkeypatch.setattr(evaluate, "evaluate_inputs", take)
    monkeypatch.setattr(several_values, "identify_printed_values", take)
    monkeypatch.setattr(verification, "verify_card", take)
    monkeypatch.setattr(cards, "write_card", take)
    monkeypatch.setattr(model_files, "read_runs", lambda runs: runs)
    monkeypatch.setattr(result, "answer_dissent_question", take)
    monkeypatch.setattr(Path, "exists", lambda path: True)
    return every


def test_evaluate_hands_on_what_it_is_given(asked: list[tuple[Any, ...]]) -> None:
    """Each table in its place; a card is checked before, and written after."""
    homonym.evaluate(
        **TABLES,
        **GROUPS,
        **COMMON,
        k=[1, 2],
        metrics=["map"],
        like="recbole",
        threshold=4,
        scale=(1, 5),
        per_user=True,
        interval=0.9,
        seed=7,
        draws=50,
        card="card.json",
        logged="l",
        bias=[1, 0.5],
    )
    (inputs, k, metrics, like, usual, further), (_, written, path) = asked
    tables = {kind: getattr(inputs, kind) for kind in (*TABLES, *GROUPS, "logged")}
    named = {**TABLES, **GROUPS, "logged": "l"}
    assert tables == {kind: Path(one) for kind, one in named.items()}
    assert (inputs.catalogue, inputs.columns) == (9, {"user": "uid"})
    assert (inputs.order, inputs.threshold, inputs.strict) == ("file", 4.0, True)
    assert (inputs.engine, inputs.master) == ("spark", "spark://a")
    assert (inputs.scale, inputs.bias) == ((1.0, 5.0), (1.0, 0.5))
    assert (k, metrics, like, usual) == ([1, 2], ["map"], ["recbole"], CHOSEN)
    assert (further.per_user, further.card) == (True, True)
    drawn = further.interval
    assert (drawn.level, drawn.seed, drawn.draws) == (0.9, 7, 50)
    assert (written, path) == (inputs, Path("card.json"))


def test_evaluate_asks_for_numbers_alone_where_nothing_else_is_said(
    asked: list[tuple[Any, ...]],
) -> None:
    homonym.evaluate("p", "t", k=1)
    ((inputs, k, metrics, like, usual, further),) = asked
    assert (k, metrics, like) == ([1], [], [])
    assert (usual, further) == (Conventions(), Further())
    assert (inputs.threshold, inputs.strict, inputs.order) == (None, False, "score")
    assert (inputs.train, inputs.catalogue, inputs.logged) == (None, None, None)


def test_identify_hands_on_one_number_by_its_name(
    asked: list[tuple[Any, ...]],
) -> None:
    found = homonym.identify(
        "p", "t", "0.5", k=[1, 2], metric="map", train="r", **COMMON, threshold="any"
    )
    assert found == "answer"  # type: ignore[comparison-overlap]
    ((inputs, k, values, usual, unknown),) = asked
    lists = inputs.predictions, inputs.truth, inputs.train
    assert lists == (Path("p"), Path("t"), Path("r"))
    assert (inputs.catalogue, inputs.columns) == (9, {"user": "uid"})
    assert (inputs.order, inputs.threshold, inputs.strict) == ("file", None, True)
    assert (inputs.engine, inputs.master) == ("spark", "spark://a")
    assert (k, values, usual) == ([1, 2], {"map": "0.5"}, CHOSEN)
    assert unknown == Unknown(threshold=True)
    homonym.identify_values("p", "t", {"map": "0.5"}, k=1, threshold=4, users="any")
    inputs, k, values, usual, unknown = asked[-1]
    assert (inputs.threshold, inputs.strict) == (4.0, False)
    assert (k, unknown) == ([1], Unknown(users=True))


def test_verify_hands_on_the_files_that_are_given(
    asked: list[tuple[Any, ...]],
) -> None:
    """Others are those that the card names."""
    homonym.verify("card.json")
    homonym.verify(
        "card.json", **TABLES, **GROUPS, catalogue=9, engine="spark", master="m"
    )
    (file, none, usual), (_, given, on) = asked
    assert (file, none) == (Path("card.json"), {})
    assert usual == {"engine": "duckdb", "master": "local[*]"}
    files = {kind: Path(one) for kind, one in {**TABLES, **GROUPS}.items()}
    assert given == {**files, "catalogue": 9}
    assert on == {"engine": "spark", "master": "m"}
    with pytest.raises(UserError, match="None is no metric card"):
        homonym.verify(None)  # type: ignore[arg-type]


def test_dissent_hands_on_runs_and_a_question(asked: list[tuple[Any, ...]]) -> None:
    homonym.dissent(
        {"a": "a.csv", "b": "b.csv"},
        "t",
        k=5,
        metrics=["map"],
        conventions=SKIPPED,
        ties="pessimistic",
        order="file",
        columns={"user": "uid"},
        threshold=4,
        strict=True,
        interval=0.9,
        seed=7,
        draws=50,
        alpha=0.01,
    )
    ((inputs, runs, question),) = asked
    assert runs == {"a": Path("a.csv"), "b": Path("b.csv")}
    assert (inputs.predictions, inputs.truth) == (None, Path("t"))
    assert (inputs.order, inputs.threshold, inputs.strict) == ("file", 4.0, True)
    assert inputs.columns == {"user": "uid"}
    assert (question.k, question.metrics) == (5, ["map"])
    assert (question.alpha, question.conventions) == (0.01, CHOSEN)
    drawn = question.interval
    assert (drawn.level, drawn.seed, drawn.draws) == (0.9, 7, 50)


def test_what_is_not_said_is_as_the_signatures_have_it(
    asked: list[tuple[Any, ...]],
) -> None:
    """And what stands first may be named."""
    homonym.evaluate("p", "t", k=1, interval=0.9)
    homonym.identify(predictions="p", truth="t", value="0.5", k=1)
    homonym.identify_values(predictions="p", truth="t", values={"map": "0.5"}, k=1)
    homonym.verify(card="card.json")
    homonym.dissent(runs={"a": "a.csv", "b": "b.csv"}, truth="t")
    evaluated, one, several, _, (inputs, _, question) = asked
    drawn = evaluated[-1].interval
    assert (drawn.seed, drawn.draws) == (1, 1000)
    assert one[0].strict is several[0].strict is inputs.strict is False
    drawn = question.interval
    assert (drawn.level, drawn.seed, drawn.draws) == (0.95, 1, 1000)
    assert (question.k, question.alpha) == (10, 0.05)
