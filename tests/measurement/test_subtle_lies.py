"""No lie comes out as what it claims, however rare, large or late it is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fakes import sampled, subtle
from fakes.subtle import adapter, honest

HONEST = [n for n, m in adapter.metrics.items() if m.call.__module__ == honest.__name__]
OF_ORDER = (
    "pairs_users_by_position",
    "pairs_many_users_by_position",
    "sorts_the_truth_alone",
    "sorts_the_lists_alone",
    "user_zero_is_nobody",
    "takes_item_zero_for_padding",
    "takes_listed_zero_for_padding",
)
"""Right wherever both tables name the users in one order, and users and items from 1:
there they are what they claim, and the record says beside it that their order or their
names matter."""
AT_EDGES = {
    "covers_for_users_with_a_truth": (
        "list_of_user_without_truth",
        "left out or counts as an empty list",
    ),
    "pairs_sorted_users_by_position": (
        "user_without_list_between",
        "paired by position, the last counts as 0",
    ),
    "means_over_all_numbers": ("users_with_gaps", "each number between counts as 0"),
    "keeps_what_the_list_before_left": (
        "short_list_beside_longer",
        "filled from the list before",
    ),
    "leaves_out_what_was_trained_on": ("train_item_in_list", "left out"),
    "orders_ties_as_a_set_of_texts_does": ("ties", "random"),
}
"""What no well-formed case shows: the edge beside the verdict does, by its word."""
TOLD_OTHERWISE = {*HONEST, *OF_ORDER, *AT_EDGES}
LIES = [name for name in adapter.metrics if name not in TOLD_OTHERWISE]


Found = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="module")
def found(accepted: Callable[[str], Path]) -> Found:
    """What the record of a library says of each metric."""

    @cache
    def told(fake: str) -> dict[str, Any]:
        record: dict[str, Any] = tomllib.loads(accepted(fake).read_text("utf-8"))
        return record["metrics"]  # type: ignore[no-any-return]

    return told


def asked(names: Sequence[str]) -> list[Any]:
    """Each name with its library: the sample, and where all is run the whole."""
    some = [(sampled.__name__, n) for n in names if n in sampled.adapter.metrics]
    whole = [
        pytest.param(subtle.__name__, name, marks=pytest.mark.exhaustive)
        for name in names
    ]
    assert some
    return [*some, *whole]


def test_there_are_forty() -> None:
    """Beside those of `fakes.lying`."""
    assert len(LIES) + len(OF_ORDER) >= 40


@pytest.mark.parametrize(("fake", "lie"), asked(LIES))
def test_a_lie_is_not_identified(found: Found, fake: str, lie: str) -> None:
    """Unexplained, or unstable where one call gives two numbers."""
    entry = found(fake)[lie]
    assert entry["status"] in ("unexplained", "unstable"), entry["variants"]


@pytest.mark.parametrize(("fake", "lie"), asked(OF_ORDER))
def test_a_lie_of_order_is_not_identified_without_a_word(
    found: Found, fake: str, lie: str
) -> None:
    """Users in another order, in one table or in both, or ids of another kind."""
    entry = found(fake)[lie]
    outcomes = entry["invariances"].items()
    broken = [name for name, outcome in outcomes if outcome.startswith("violated")]
    shown = ("reordered", "relabelled", "item_0")
    told = [name for name in broken if any(word in name for word in shown)]
    assert entry["status"] != "identified" or told


@pytest.mark.exhaustive
@pytest.mark.parametrize(("lie", "told"), AT_EDGES.items())
def test_a_lie_at_an_edge_is_told_there(
    found: Found, lie: str, told: tuple[str, str]
) -> None:
    """By what it does with one user of two tables, with numbers that have gaps, with a
    short list, with what was trained on, with ties in another process."""
    probe, word = told
    assert found(subtle.__name__)[lie]["conventions"][probe] == word


@pytest.mark.parametrize(("fake", "name"), asked(HONEST))
def test_what_does_not_lie_is_identified(found: Found, fake: str, name: str) -> None:
    """It claims what it is, and nothing about it moves."""
    entry = found(fake)[name]
    assert entry["status"] == "identified"
    assert entry["variants"][0].partition("(")[0] == entry["claims"]
    assert entry["refuted"]["failed"] == 0
    assert not [o for o in entry["invariances"].values() if o.startswith("violated")]


def test_another_threshold_of_relevance_is_a_convention(found: Found) -> None:
    """Relevant at any grade above 0: the same formula, and a probe that tells."""
    told = found(sampled.__name__)
    usual, other = told["honest_precision"], told["relevant_above_zero"]
    assert usual["variants"] == other["variants"] == ["precision(divisor=k)"]
    assert usual["conventions"] != other["conventions"]
