"""Small tables of the reference's functions, by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ibis
import pytest

from homonym.evaluation.lookups import (
    UNJUDGED,
    Key,
    Lookup,
    Running,
    tabulate_lookup,
    wrap_grade_function,
    wrap_user_function,
)


def test_a_key_is_its_columns_in_words() -> None:
    """Alike for the same columns, and different for others."""
    a, b = (ibis.table({"a": "int64", "b": "int64"}, name="t")[one] for one in "ab")
    assert Key((a,)).name == Key((a,)).name != Key((b,)).name
    assert Key((a, b)).name != Key((b, a)).name


def test_a_function_has_one_column_however_often_it_is_asked_for() -> None:
    """Columns are numbered as they come, by the table's name."""
    lookup = Lookup(Key(()), "of_rank")
    asked: list[tuple[str, Callable[..., float]]] = [
        ("log", abs),
        ("square", float),
        ("log", abs),
        ("cube", float),
    ]
    names = [lookup.column(called, function) for called, function in asked]
    assert names == ["of_rank_0", "of_rank_1", "of_rank_0", "of_rank_2"]
    assert lookup.columns == {
        "log": "of_rank_0",
        "square": "of_rank_1",
        "cube": "of_rank_2",
    }
    assert lookup.functions == {
        "of_rank_0": abs,
        "of_rank_1": float,
        "of_rank_2": float,
    }


def test_no_grade_is_asked_as_none() -> None:
    """It stands in tables as a grade that no item has: -1. 0 and 1 are grades."""
    gain = wrap_grade_function(lambda grade: 9.0 if grade is None else 2 * grade)
    assert [gain(grade) for grade in (-1.0, 0.0, 1.0, 2.5)] == [9, 0, 2, 5]
    assert UNJUDGED == -1


def test_a_function_of_a_user_is_asked_of_the_relevant_items_and_the_length() -> None:
    """And of what else it takes; whatever it reads beside them is not there."""

    def divide(user: Any, k: int) -> int:
        return min(int(user.r), k) + 100 * len(user.grades)

    found = wrap_user_function(divide, 3)
    assert (found(2, 5), found(7, 0)) == (502.0, 3.0)
    assert isinstance(found(2, 5), float)
    with pytest.raises(AttributeError):
        wrap_user_function(lambda user: user.scores)(1, 1)


def test_sums_run_over_the_ranks_in_any_order_of_asking() -> None:
    """1, 4, 9 and 16; none is 0. Each is computed once."""
    asked: list[int] = []

    def square(n: int) -> float:
        asked.append(n)
        return float(n * n)

    running = Running(square)
    assert [running(n) for n in (3, 0, 1, 4.0)] == [14, 0, 1, 30]
    assert asked == [1, 2, 3, 4]


def test_a_table_has_a_value_for_each_key() -> None:
    """Whole numbers are whole again, and others stay; values are numbers with a
    fraction."""
    seen: list[tuple[float, ...]] = []

    def add(*key: float) -> int:
        seen.append(key)
        return int(sum(key))

    lookup = Lookup(Key(()), "t")
    lookup.column("sum", add)
    lookup.column("first", lambda a, b: a)
    found = tabulate_lookup(lookup, [(1.0, 2.0), (2.5, 4.0)])
    assert found == {"t_0": [3.0, 6.0], "t_1": [1.0, 2.5]}
    assert {type(one) for column in found.values() for one in column} == {float}
    assert seen == [(1, 2), (2.5, 4)]
    assert [[type(one) for one in key] for key in seen] == [[int, int], [float, int]]
