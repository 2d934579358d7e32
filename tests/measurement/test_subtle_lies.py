"""No lie comes out as what it claims, however rare, large or late it is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes.subtle import adapter, honest

HONEST = [n for n, m in adapter.metrics.items() if m.call.__module__ == honest.__name__]
OF_ORDER = (
    "pairs_users_by_position",
    "sorts_the_truth_alone",
    "sorts_the_lists_alone",
    "user_zero_is_nobody",
    "takes_item_zero_for_padding",
    "takes_listed_zero_for_padding",
)
"""Right wherever both tables name the users in one order, and users and items from 1:
there they are what they claim, and the record says beside it that their order or their
names matter."""
LIES = [name for name in adapter.metrics if name not in (*HONEST, *OF_ORDER)]


@pytest.fixture(scope="module")
def found(accepted: Callable[[str], Path]) -> dict[str, Any]:
    """What the record says of each."""
    told: dict[str, Any] = tomllib.loads(accepted("fakes.subtle").read_text("utf-8"))
    return told["metrics"]


def test_there_are_forty() -> None:
    """Beside those of `fakes.lying`."""
    assert len(LIES) + len(OF_ORDER) >= 40


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_not_identified(found: dict[str, Any], lie: str) -> None:
    """Unexplained, or unstable where one call gives two numbers."""
    assert found[lie]["status"] in ("unexplained", "unstable"), found[lie]["variants"]


@pytest.mark.parametrize("lie", OF_ORDER)
def test_a_lie_of_order_is_not_identified_without_a_word(
    found: dict[str, Any], lie: str
) -> None:
    """Users in another order, in one table or in both, or ids of another kind."""
    outcomes = found[lie]["invariances"].items()
    broken = [name for name, outcome in outcomes if outcome.startswith("violated")]
    shown = ("reordered", "relabelled", "item_0")
    told = [name for name in broken if any(word in name for word in shown)]
    assert found[lie]["status"] != "identified" or told


@pytest.mark.parametrize("name", HONEST)
def test_what_does_not_lie_is_identified(found: dict[str, Any], name: str) -> None:
    """It claims what it is, and nothing about it moves."""
    entry = found[name]
    assert entry["status"] == "identified"
    assert entry["variants"][0].partition("(")[0] == entry["claims"]
    assert entry["refuted"]["failed"] == 0
    assert not [o for o in entry["invariances"].values() if o.startswith("violated")]


def test_another_threshold_of_relevance_is_a_convention(found: dict[str, Any]) -> None:
    """Relevant at any grade above 0: the same formula, and a probe that tells."""
    usual, other = found["honest_precision"], found["relevant_above_zero"]
    assert usual["variants"] == other["variants"] == ["precision(divisor=k)"]
    assert usual["conventions"] != other["conventions"]
