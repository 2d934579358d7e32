"""Rows of a probe read as a run, for what definitions make of them."""

from __future__ import annotations

import pytest

from homonym.cases.runs import convert_rows_to_run
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.corpus import core, edge
from homonym.reference.variants import Family, Number, families


@pytest.mark.parametrize("case", core(RunCase), ids=str)
def test_the_rows_of_a_case_are_that_case(case: RunCase) -> None:
    """Users, groups, training items and scores."""
    assert convert_rows_to_run(TableCase.like(case)) == case


def test_the_rows_of_a_probe_are_as_they_stand() -> None:
    """An item twice, scores that rise, lists of nobody."""
    probes = {one.id: convert_rows_to_run(one.case) for one in edge(RunCase)}
    assert probes["item_twice"].users[0].items == "bbcd"
    assert probes["unsorted"].users[0].items == "dcb"
    assert probes["unsorted"].users[0].scores == (0.2, 0.5, 0.9)
    assert [user.items for user in probes["empty"].users] == ["", ""]
    assert [user.train for user in probes["empty"].users] == ["af", "b"]
    assert probes["user_without_list"].users[2].truth == "c"


@pytest.mark.parametrize("home", families(RunCase).values(), ids=lambda home: home.name)
def test_an_item_shown_twice_is_not_told_as_the_next(home: Family) -> None:
    """What a formula makes of the rows as they stand is not what it makes of the next
    item in place of the second. But for those that only count: how many items are new
    or of the tail, whose lists have k, how many hits are no surprise."""
    (probe,) = (one for one in edge(RunCase) if one.id == "item_twice_then_another")
    moved, stays = (probe.outcomes[f"{which} moves up"] for which in WHICH)
    alike = [
        variant
        for variant in home.variants
        if shown(variant.value(moved)) != shown(variant.value(stays))
        if shown(variant.value(moved))
        == shown(variant.value(convert_rows_to_run(probe.case)))
    ]
    assert not alike or home.name in COUNTS
    assert home.default not in alike


COUNTS = ("long_tail_share", "coverage", "novelty", "serendipity")
WHICH = ("the next item", "no item")


def shown(number: Number) -> str:
    """A value, or each user's, as far as rounding leaves it."""
    numbers = number if isinstance(number, tuple) else (number,)
    return " ".join(f"{one:.9g}" if one is not None else "-" for one in numbers)
