"""What families ask of the tables, which is computed once, and what users have."""

from __future__ import annotations

from math import inf
from typing import Any

import ibis
import pyarrow as pa
import pytest
from ibis import _

from homonym import UserError
from homonym.evaluation.plan import (
    Asked,
    PartColumns,
    Plan,
    Rows,
    ask_gain,
    cap_column,
)
from homonym.reference.variants import Variant

RECALL = Variant.with_defaults("recall(divisor=r)")


def asked(text: str, k: int = 3) -> Asked:
    """A definition at a cut-off."""
    return Asked(Plan(k), Variant.with_defaults(text))


def test_what_is_asked_for_twice_is_one_column() -> None:
    """Of the rows before they are added up, and of the sums."""
    rows = Rows("hits")
    assert repr(rows.derive(_.n + 1)) == repr(rows.derive(_.n + 1)) == "_['hits_d0']"
    assert repr(rows.derive(_.n + 2)) == "_['hits_d1']"
    assert repr(rows.each(_.n.sum())) == repr(rows.each(_.n.sum())) == "_['hits_a0']"
    assert repr(rows.each(_.n.max())) == "_['hits_a1']"


def test_two_that_hold_the_same_are_two() -> None:
    """Columns are expressions, which make another when they are compared."""
    assert Rows("hits") != Rows("hits")
    assert PartColumns(1, 1) != PartColumns(1, 1)


def test_an_expression_is_put_together_once() -> None:
    plan, made = Plan(3), []

    def build() -> Any:
        made.append(1)
        return _.n

    first = plan.build_once("n", build)
    assert plan.build_once("n", build) is first
    assert len(made) == 1


def test_hits_down_to_a_rank_are_a_table_of_their_own() -> None:
    plan = Plan(3)
    assert plan.hits_to(None) is plan.hits
    assert plan.hits_to(2) is plan.hits_to(2)
    assert plan.hits_to(2).name == "hits_2"
    assert [*plan.cut_hits] == [2]


def test_a_gain_is_asked_of_the_grades_that_there_are() -> None:
    """One that gives the same is called as the first; none of no grades."""
    plan = Plan(3, (0.0, 1.0, 3.0))
    tried = plan.try_gain("grade", lambda grade: grade)
    assert (tried.name, tried.largest) == ("grade", 3.0)
    same = plan.try_gain("other", lambda grade: 2 * grade / 2)
    assert (same.name, same.largest) == ("grade", 3.0)
    binary = plan.try_gain("binary", lambda grade: float(grade >= 1))
    assert (binary.name, binary.largest) == ("binary", 1.0)
    assert plan.try_gain("grade", lambda grade: -1.0) is tried
    assert Plan(3).try_gain("grade", lambda grade: grade).largest == 0.0


def test_a_gain_larger_than_any_number_is_infinite() -> None:
    assert ask_gain(lambda grade: 2**grade, 3.0) == 8.0
    assert ask_gain(lambda grade: 2.0**grade, 5000.0) == inf


def test_a_definition_has_its_choices_and_numbers() -> None:
    one = asked("recall(divisor=r)")
    assert (one.k, one.names["divisor"]) == (3, "r")
    assert one.numbers == {}
    assert asked("rbp(gain=binary)").numbers == {"p": 0.8}
    assert asked("rbp(gain=binary, p=0.25)").numbers == {"p": 0.25}


def test_a_definition_looks_down_to_a_rank_or_at_all() -> None:
    """The lists are as long as they are, or as the cut-off."""
    cut, whole = asked("recall(divisor=r)"), asked("recall(divisor=r, depth=all)")
    assert (cut.depth, whole.depth) == (3, None)
    assert cut.hits.name == "hits_3"
    assert whole.hits is whole.plan.hits
    lengths = ibis.memtable(pa.table({"length": [2, 3, 5]}))
    found = lengths.select(cut=cut.ranks, whole=whole.ranks).to_pyarrow().to_pylist()
    assert [one["cut"] for one in found] == [2, 3, 3]
    assert [one["whole"] for one in found] == [2, 3, 5]
    column: Any = _.length
    assert cap_column(column, None) is column


def test_a_choice_that_nothing_computes_is_one_sentence() -> None:
    one = asked("recall(divisor=r)")
    assert one.chosen("divisor", {"r": "found"}) == "found"
    with pytest.raises(UserError, match="divisor=r cannot be evaluated over tables"):
        one.chosen("divisor", {"k": "found"})
    column: Any = _.r
    assert one.divisor("divisor", {"r": column}) is column
    looked_up = one.divisor("divisor", {})
    assert looked_up is not column
    assert len(one.plan.users.lookups) == 1


def test_a_users_number_is_0_over_nothing_and_null_where_it_is_left_out() -> None:
    users = {"a": [1.0, 1.0, 1.0], "b": [2.0, 0.0, 4.0], "c": [1, 1, 0]}
    rows = ibis.memtable(pa.table(users))
    every = PartColumns(_.a, _.b).ratio
    some = PartColumns(_.a, _.b, _.c == 1).ratio
    plain = PartColumns(_.a, 1).ratio
    halved = PartColumns(_.a, ibis.literal(2)).ratio
    found = rows.select(every=every, some=some, plain=plain, halved=halved)
    columns = found.to_pyarrow().to_pydict()
    assert columns == {
        "every": [0.5, 0.0, 0.25],
        "some": [0.5, 0.0, None],
        "plain": [1.0, 1.0, 1.0],
        "halved": [0.5, 0.5, 0.5],
    }
