"""What the options of people's tables mean, and how wrong ones are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from homonym.cli.people import (
    make_people_inputs,
    parse_catalogue_option,
    parse_column_options,
    read_conventions,
    read_cut_offs,
    read_engine,
    read_interval,
    read_unknown_options,
)
from homonym.errors import UserError


def test_cut_offs_stand_between_commas_each_once() -> None:
    assert read_cut_offs("") == []
    assert read_cut_offs("5, 10,5") == [5, 10]
    assert read_cut_offs("1,1000000000") == [1, 10**9]


@pytest.mark.parametrize("wrong", ["0", "-1", "1.5", "ten", "5,", "1000000001", "٥"])
def test_what_is_no_cut_off_is_named(wrong: str) -> None:
    with pytest.raises(UserError, match="is no cut-off; write --k 5,10,20"):
        read_cut_offs(wrong)


def test_columns_are_named_by_their_role() -> None:
    named = parse_column_options(["user=uid", "truth.item = a=b"])
    assert named == {"user": "uid", "truth.item": "a=b"}
    for wrong in ("user", "user=", "=uid"):
        with pytest.raises(UserError, match=f"--column '{wrong}': write ROLE=NAME"):
            parse_column_options([wrong])


def test_a_catalogue_is_a_number_or_a_file() -> None:
    """A digit of another script is no number."""
    assert parse_catalogue_option("") is None
    assert parse_catalogue_option("12") == 12
    assert parse_catalogue_option("12.csv") == Path("12.csv")
    assert parse_catalogue_option("٥") == Path("٥")


def test_an_option_of_the_other_engine_is_refused() -> None:
    assert read_engine("duckdb", "", "4GB") == ("duckdb", "local[*]")
    assert read_engine("spark", "", "") == ("spark", "local[*]")
    assert read_engine("spark", "spark://a", "") == ("spark", "spark://a")
    with pytest.raises(UserError, match="--master spark://a is for Spark alone"):
        read_engine("duckdb", "spark://a", "")
    with pytest.raises(UserError, match="--memory-limit 4GB is for DuckDB alone"):
        read_engine("spark", "", "4GB")


def test_how_intervals_are_drawn_goes_with_an_interval() -> None:
    assert read_interval(None, 1, 1000) is None
    for seed, draws in ((2, 1000), (1, 999)):
        with pytest.raises(UserError, match="--seed and --draws go with --interval"):
            read_interval(None, seed, draws)
    drawn: Any = read_interval(0.9, 2, 50)
    assert (drawn.level, drawn.seed, drawn.draws) == (0.9, 2, 50)


def test_what_is_unknown_is_tried() -> None:
    threshold, unknown = read_unknown_options("any", "any")
    assert (threshold, unknown.threshold, unknown.users) == (None, True, True)
    threshold, unknown = read_unknown_options("", "")
    assert (threshold, unknown.threshold, unknown.users) == (None, False, False)
    assert read_unknown_options("4", "")[0] == 4.0


def test_conventions_are_those_that_are_chosen() -> None:
    found = read_conventions(["user_without_list=skipped"], "pessimistic")
    assert found.chosen["user_without_list"] == "skipped"
    assert found.ties == "pessimistic"


PLAIN: dict[str, Any] = {
    "train": None,
    "catalogue": "",
    "columns": [],
    "order": "score",
    "threshold": None,
    "strict": False,
    "memory": "",
    "engine": "duckdb",
    "master": "",
}


def test_inputs_are_what_the_options_say(tmp_path: Path) -> None:
    """Each table in its place; a file that is not there is named."""
    names = "lists", "truth", "train", "aspects", "items", "users"
    lists, truth, train, aspects, items, users = (tmp_path / one for one in names)
    for path in (lists, truth, train, aspects, items, users):
        path.write_text("", encoding="utf-8")
    plain = make_people_inputs(lists, truth, **PLAIN)
    assert (plain.predictions, plain.truth, plain.train) == (lists, truth, None)
    assert (plain.scale, plain.bias, plain.strict) == (None, (), False)
    every = make_people_inputs(
        lists,
        truth,
        **{**PLAIN, "train": train, "catalogue": "9", "columns": ["user=uid"]},
        scale="1,5",
        aspects=aspects,
        item_groups=items,
        user_groups=users,
        bias="1,0.5",
    )
    assert (every.train, every.aspects) == (train, aspects)
    assert (every.item_groups, every.user_groups) == (items, users)
    assert (every.catalogue, every.columns) == (9, {"user": "uid"})
    assert (every.scale, every.bias) == ((1.0, 5.0), (1.0, 0.5))
    with pytest.raises(UserError, match=r"there is no file .*nowhere$"):
        make_people_inputs(lists, truth, **PLAIN, user_groups=tmp_path / "nowhere")
    with pytest.raises(UserError, match=r"there is no file .*nowhere$"):
        make_people_inputs(tmp_path / "nowhere", truth, **PLAIN)
