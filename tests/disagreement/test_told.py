"""The answer as data, rows and a sentence: of three models, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from homonym import UserError
from homonym.disagreement import significance
from homonym.disagreement.as_data import (
    build_difference_data,
    build_dissent_data,
    build_interval_data,
    round_dissent_number,
)
from homonym.disagreement.comparisons import IntervalEstimate, compare_standings
from homonym.disagreement.csv_rows import (
    as_csv,
    yield_flip_rows,
    yield_measure_pair_rows,
)
from homonym.disagreement.dissent import (
    DEFINITIONS,
    LIBRARIES,
    Dissent,
    DissentQuestion,
    Group,
)
from homonym.disagreement.flips import ModelDifference
from homonym.disagreement.kinds_of_models import select_best_of_kinds
from homonym.disagreement.measures import Measure, NamedMeasure
from homonym.disagreement.model_files import read_runs
from homonym.disagreement.standings import Standing
from homonym.disagreement.words import (
    find_headline_comparison,
    format_share_interval,
    name_measure,
)
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.conventions import Conventions
from homonym.reference.variants import Variant

MODELS = ("ease-1", "ease-2", "pop")
LEVEL = Interval(level=0.5, draws=2)


def a_standing(
    title: str, values: list[float], p: list[float], more: tuple[str, ...] = ()
) -> Standing:
    """A measure by which models have these numbers, of two users alike; pairs have
    these p-values."""
    measure = Measure(Variant.parse("recall(divisor=r)"), Conventions())
    numbers = np.array(values)
    return Standing(
        tuple(
            NamedMeasure(one, measure, (f"{one}.x", "y.z"), ("o.x",))
            for one in (title, *more)
        ),
        numbers,
        np.array([values, values]),
        significance.Tested(-np.arange(3.0, 3 + len(p)), np.array(p)),
        np.array([values, values]),
        np.array([True, True]),
        np.arange(len(values)),
    )


def a_group(
    title: str, what: str, *standings: Standing, models: tuple[str, ...] = MODELS
) -> Group:
    """The group of these measures, compared."""
    every = compare_standings(standings, LEVEL, 0.05)
    kinds = select_best_of_kinds(standings, models)
    both = kinds, compare_standings(kinds, LEVEL, 0.05)
    return Group(title, what, standings, every, both)


def a_dissent(*groups: Group, models: tuple[str, ...] = MODELS) -> Dissent:
    """The answer of these groups, of two users of whom one has many relevant items."""
    question = DissentQuestion(2, interval=LEVEL)
    without = (Variant.with_defaults("coverage"),)
    return Dissent(question, models, np.array([False, True]), groups, without)


SURE, UNSURE = [0.01, 0.02, 0.03], [0.9, 0.9, 0.9]
RISING = a_standing("a", [0.1, 0.2, 0.3], SURE, more=("c",))
FALLING = a_standing("b", [0.3, 0.2, 0.1], SURE)
TURNED = a_standing("d", [0.1, 0.3, 0.2], UNSURE)
DISSENT = a_dissent(
    a_group("MAP", LIBRARIES, RISING, FALLING),
    a_group("recall", DEFINITIONS, RISING, TURNED),
)


def test_the_answer_has_all_that_was_asked_and_found() -> None:
    data = build_dissent_data(DISSENT)
    assert (data["schema"], data["label"], data["k"]) == (1, "measured", 2)
    assert (data["users"], data["users_with_more"]) == (2, 1)
    assert data["conventions"]["ties"] == "item" and len(data["conventions"]) == 4
    assert data["interval"] == {"level": 0.5, "seed": 1, "draws": 2}
    assert (data["alpha"], data["models"]) == (0.05, [*MODELS])
    assert (data["kinds"], data["without"]) == (["ease", "pop"], ["coverage(of=items)"])
    one_of_one = {"pairs": 1, "another": 1, "lower": 1.0, "upper": 1.0}
    assert data["winners"] == {LIBRARIES: one_of_one, DEFINITIONS: one_of_one}
    assert [group["title"] for group in data["groups"]] == ["MAP", "recall"]


def test_a_measure_has_all_its_names_and_each_models_number() -> None:
    """A metric that gives them by two of the names stands there once."""
    first = build_dissent_data(DISSENT)["groups"][0]["measures"][0]
    assert first["names"] == ["a", "c"]
    assert first["computed_by"] == ["a.x", "y.z", "c.x"]
    assert first["may_compute"] == ["o.x"]
    assert first["values"] == [0.1, 0.2, 0.3]
    assert first["definition"] == "recall(divisor=r)"
    assert first["conventions"]["ties"] == "item"


def test_a_comparison_has_its_counts_the_best_and_the_surest_flips() -> None:
    """All three pairs are reversed and significant by both: those with t of 5, 4 and 3,
    the surest first; by the first measure the last model is the best, by the other the
    first."""
    libraries, definitions = build_dissent_data(DISSENT)["groups"]
    (found,) = libraries["comparisons"]
    assert [found[name] for name in ("one", "other", "pairs")] == [0, 1, 3]
    counts = "reversed", "significant", "reversed_significant"
    assert [found[name] for name in counts] == [3, 3, 3]
    assert found["tau"] == {"value": -1.0, "lower": -1.0, "upper": -1.0}
    assert (found["best"], found["another_wins"]) == ([2, 0], True)
    assert found["another_wins_significantly"] is True
    pairs = [(flip["better"], flip["worse"]) for flip in found["flips"]]
    assert pairs == [(2, 1), (2, 0), (1, 0)]
    first = found["flips"][0]
    assert first["by_one"] == {
        "difference": 0.1,
        "p": 0.03,
        "up_to_k": 0.05,
        "more": 0.05,
    }
    assert first["by_other"]["difference"] == -0.1
    (other,) = definitions["comparisons"]
    assert [other[name] for name in counts] == [1, 0, 0]
    assert (other["best"], other["flips"]) == ([2, 1], [])
    assert (other["another_wins"], other["another_wins_significantly"]) == (True, False)
    few = build_dissent_data(DISSENT, flips=1)["groups"][0]["comparisons"][0]
    assert len(few["flips"]) == 1
    same = build_dissent_data(a_dissent(a_group("x", LIBRARIES, RISING, RISING)))
    (alike,) = same["groups"][0]["comparisons"]
    assert (alike["best"], alike["another_wins"]) == ([2, 2], False)
    assert alike["another_wins_significantly"] is False


def test_five_flips_are_shown_unless_more_are_asked_for() -> None:
    """Of four models all six pairs are reversed."""
    models = (*MODELS, "slim")
    rising = a_standing("a", [0.1, 0.2, 0.3, 0.4], [0.01] * 6)
    falling = a_standing("b", [0.4, 0.3, 0.2, 0.1], [0.01] * 6)
    four = a_dissent(
        a_group("x", LIBRARIES, rising, falling, models=models), models=models
    )
    shown, all_of_them = (
        len(data["groups"][0]["comparisons"][0]["flips"])
        for data in (build_dissent_data(four), build_dissent_data(four, flips=9))
    )
    assert (shown, all_of_them) == (5, 6)


def test_a_measure_of_several_definitions_shows_the_first() -> None:
    """All of them give the models the same numbers."""
    other = Measure(Variant.parse("recall(divisor=min_k_r)"), Conventions())
    both = replace(RISING, named=(*RISING.named, NamedMeasure("z", other, ())))
    data = build_dissent_data(a_dissent(a_group("x", LIBRARIES, both, FALLING)))
    first = data["groups"][0]["measures"][0]
    assert (first["definition"], first["names"][-1]) == ("recall(divisor=r)", "z")


def test_the_best_of_each_kind_is_named_by_its_place() -> None:
    """By the first measure the second `ease` and `pop`, by the other the first; kinds
    that are ordered otherwise stand by their own places, the better first."""
    kinds = build_dissent_data(DISSENT)["groups"][0]["kinds"]
    assert kinds["best"] == [[1, 2], [0, 2]]
    (found,) = kinds["comparisons"]
    assert (found["best"], found["pairs"]) == ([2, 0], 1)
    assert found["flips"] == [[1, 0]]
    other = a_group("x", LIBRARIES, FALLING, RISING)
    turned = build_dissent_data(a_dissent(other))["groups"][0]["kinds"]["comparisons"]
    assert turned[0]["flips"] == [[0, 1]]


def test_a_row_is_of_two_measures() -> None:
    """All of their names, the numbers with their ends, the best by each."""
    first, second = yield_measure_pair_rows(build_dissent_data(DISSENT))
    assert (first["what"], first["title"]) == (LIBRARIES, "MAP")
    assert (first["one"], first["other"]) == ("a, c", "b")
    assert (first["pairs"], first["reversed_significant"]) == (3, 3)
    assert (first["tau"], first["tau_lower"], first["inversion_upper"]) == (-1, -1, 1)
    assert (first["best_by_one"], first["best_by_other"]) == ("pop", "ease-1")
    assert (second["what"], second["best_by_other"]) == (DEFINITIONS, "ease-2")


def test_a_row_is_of_two_models_that_two_measures_order_otherwise() -> None:
    rows = list(yield_flip_rows(DISSENT))
    assert len(rows) == 3
    assert (rows[0]["better_by_one"], rows[0]["better_by_other"]) == ("pop", "ease-2")
    assert (rows[0]["one"], rows[0]["other"]) == ("a, c", "b")
    assert (rows[0]["difference_by_one"], rows[0]["p_by_other"]) == (0.1, 0.03)


def test_rows_are_written_below_their_names() -> None:
    assert as_csv([{"a": 1, "b": "x, y"}, {"a": 2, "b": ""}]) == 'a,b\n1,"x, y"\n2,\n'
    assert as_csv([]) == ""


def test_the_answer_is_a_sentence_about_libraries_where_there_are_any() -> None:
    assert build_dissent_data(DISSENT)["answer"] == (
        "In 1 of 1 pairs of libraries' metrics of one name that give different numbers "
        "the best of 3 models is another (50% interval 1 to 1), in 1 significantly by "
        "both. a (and 1 more) and b order 3 of the 3 pairs of models the other way "
        "round (100.0%, 50% interval 100.0% to 100.0%), 3 of them significantly by "
        "both."
    )
    alone = a_dissent(a_group("recall", DEFINITIONS, RISING, TURNED))
    assert build_dissent_data(alone)["answer"] == (
        "In 1 of 1 pairs of definitions of one family that give different numbers the "
        "best of 3 models is another (50% interval 1 to 1), in none significantly by "
        "both. a (and 1 more) and d order 1 of the 3 pairs of models the other way "
        "round (33.3%, 50% interval 33.3% to 33.3%), none of them significantly by "
        "both."
    )
    assert build_dissent_data(a_dissent())["answer"] == (
        "No two definitions of one name give these models different numbers."
    )


def comparison(reversed_: int, surely: int) -> dict[str, int]:
    return {"reversed": reversed_, "reversed_significant": surely}


@pytest.mark.parametrize(
    ("libraries", "definitions", "first"),
    [
        ((1, 1), (9, 9), LIBRARIES),
        ((9, 0), (1, 1), DEFINITIONS),
        ((1, 0), (9, 0), LIBRARIES),
    ],
)
def test_the_headline_is_of_libraries_where_one_is_sure(
    libraries: tuple[int, int], definitions: tuple[int, int], first: str
) -> None:
    """Else of what is surely reversed the most; where nothing is, of libraries."""
    data = {
        "groups": [
            {"what": DEFINITIONS, "comparisons": [comparison(*definitions)]},
            {"what": LIBRARIES, "comparisons": [comparison(*libraries)]},
        ]
    }
    assert find_headline_comparison(data)[0]["what"] == first


def test_the_headline_is_the_most_of_its_kind() -> None:
    """By what is sure, then by what is reversed."""
    every = [comparison(3, 1), comparison(9, 2), comparison(1, 2), comparison(99, 0)]
    data = {"groups": [{"what": LIBRARIES, "comparisons": every}]}
    assert find_headline_comparison(data)[1] == comparison(9, 2)


def test_names_and_shares_are_told_in_short() -> None:
    assert name_measure({"names": ["a"]}) == "a"
    assert name_measure({"names": ["a", "b", "c"]}, 2) == "a, b (and 1 more)"
    share = {"value": 0.5, "lower": 0.25, "upper": 0.7504}
    told = format_share_interval(share, {"interval": {"level": 0.9}})
    assert told == "50.0%, 90% interval 25.0% to 75.0%"


def test_numbers_are_as_json_has_them() -> None:
    """To nine decimals, p-values to three digits; null where there is none."""
    assert round_dissent_number(1 / 3) == 0.333333333
    assert (
        round_dissent_number(None)
        is round_dissent_number(float("nan"))
        is round_dissent_number(float("inf"))
        is None
    )
    empty = {"value": None, "lower": None, "upper": None}
    assert build_interval_data(IntervalEstimate(None, None)) == empty
    ends = {"value": 0.5, "lower": 0.25, "upper": 0.75}
    assert build_interval_data(IntervalEstimate(0.5, (0.25, 0.75))) == ends
    told = build_difference_data(ModelDifference(0.5, 0.0123456, 0.25, float("nan")))
    assert told == {"difference": 0.5, "p": 0.0123, "up_to_k": 0.25, "more": None}


def test_runs_are_files_folders_or_tables(tmp_path: Path) -> None:
    """By the names of the files; hidden ones aside."""
    for name in ("a.csv", "sub/b.csv", "sub/.c.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    both: dict[str, Any] = {"x": object(), "y": object()}
    assert read_runs(both) == both
    found = read_runs([tmp_path / "a.csv", str(tmp_path / "sub")])
    assert [*found] == ["a", "b"]
    for given, words in (
        (tmp_path / "a.csv", "two runs or more are compared, and only a was given"),
        ({}, "and none was given"),
        (7, "the runs are 7: give a folder"),
        ([tmp_path / "none.csv"], "there is no file"),
        ([tmp_path / "a.csv", tmp_path / "a.csv"], "are both named a: a run is known"),
    ):
        with pytest.raises(UserError, match=words):
            read_runs(given)


def test_a_question_has_an_alpha_between_0_and_1() -> None:
    for alpha in (0.0, 1.0, 1, -0.5):
        with pytest.raises(UserError, match="must lie between 0 and 1"):
            DissentQuestion(5, alpha=alpha)
    assert DissentQuestion(5, alpha=0.999).alpha == 0.999
