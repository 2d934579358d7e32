"""Rows of a probe read as a run, for what definitions make of them."""

from __future__ import annotations

import pytest

from homonym.cases.runs import of_rows
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.corpus import core, edge


@pytest.mark.parametrize("case", core(RunCase), ids=str)
def test_the_rows_of_a_case_are_that_case(case: RunCase) -> None:
    """Users, groups, training items and scores."""
    assert of_rows(TableCase.like(case)) == case


def test_the_rows_of_a_probe_are_as_they_stand() -> None:
    """An item twice, scores that rise, lists of nobody."""
    probes = {one.id: of_rows(one.case) for one in edge(RunCase)}
    assert probes["item_twice"].users[0].items == "bbcd"
    assert probes["unsorted"].users[0].items == "dcb"
    assert probes["unsorted"].users[0].scores == (0.2, 0.5, 0.9)
    assert [user.items for user in probes["empty"].users] == ["", ""]
    assert [user.train for user in probes["empty"].users] == ["af", "b"]
    assert probes["user_without_list"].users[2].truth == "c"
