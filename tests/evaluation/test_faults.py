"""What is wrong with tables: which faults are looked for, and how they are told."""

from __future__ import annotations

from typing import Any

import pytest

from homonym import UserError
from homonym.evaluation.faults import (
    Fault,
    check_strictly,
    count_faults,
    list_found_faults,
    read_known_faults,
)

TABLES = ("predictions", "truth", "train", "item_groups", "user_groups")
KNOWN = read_known_faults()
ASKED = {key for key, fault in KNOWN.items() if "met" not in fault}
"""The faults that the engine is asked for."""


class AllFaulty:
    """An engine in whose tables every fault stands three times."""

    def rows_of(self, query: str) -> list[tuple[int]]:
        """How often: there are no braces left to be written."""
        assert "{" not in query
        return [(3,)]


def counted(relevant: float = 1, again: Any = TABLES, kinds: Any = TABLES) -> Any:
    """The faults that are found there."""
    backend: Any = AllFaulty()
    return count_faults(backend, relevant, again, kinds, {})


def without(*words: str) -> set[str]:
    """The faults but those of which one of these words is told."""
    return {key for key in ASKED if not {*words} & {*KNOWN[key]}}


def test_a_fault_is_looked_for_where_its_table_is_given() -> None:
    """Others are, whatever stands before them."""
    assert counted() == dict.fromkeys(ASKED, 3)
    assert set(counted(again=())) == without("again")
    assert set(counted(kinds=("predictions", "truth"))) == without("table")
    assert set(counted(relevant=4)) == without("usual")
    of_users = {key for key in ASKED if KNOWN[key].get("table") != "item_groups"}
    assert set(counted(kinds=("predictions", "truth", "user_groups"))) == of_users


def test_faults_of_types_were_counted_before() -> None:
    """And what is nowhere is no fault."""
    backend: Any = AllFaulty()
    (key, other, *_) = (key for key, fault in KNOWN.items() if "met" in fault)
    found = count_faults(backend, 1, TABLES, TABLES, {key: 2, other: 0})
    assert found == {**dict.fromkeys(ASKED, 3), key: 2}


def test_a_fault_is_told_with_what_was_done() -> None:
    """A convention decides on some; all stand in the order in which they are known."""
    decided = {
        fault["decided"]: "skipped" for fault in KNOWN.values() if "decided" in fault
    }
    found = list_found_faults({"without_list": 1200, "empty_ids": 1}, decided)
    assert [str(one) for one in found] == [
        "rows of the predictions without an id: 1 (left out)",
        f"{KNOWN['without_list']['what']}: 1,200 (skipped)",
    ]
    assert found[0].data == {"fault": "empty_ids", "count": 1, "done": "left out"}


def test_no_fault_is_strict() -> None:
    check_strictly([])
    faults = [Fault("a", "rows", 1200, "left out"), Fault("b", "ids", 1, "read")]
    told = r"^the tables have .* strict allows none: rows: 1,200; ids: 1$"
    with pytest.raises(UserError, match=told):
        check_strictly(faults)
    with pytest.raises(UserError, match=r"^one of two runs have faults"):
        check_strictly(faults, "one of two runs")
