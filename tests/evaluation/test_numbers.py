"""How the numbers of one set of tables are gathered: the tables are made up."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from numpy import array

from homonym.evaluation import numbers
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.numbers import (
    Further,
    build_number_basis,
    evaluate_groups,
    find_needed_depth,
)
from homonym.reference.variants import Variant

RECALL, HIT, RMSE = map(Variant.with_defaults, ("recall", "hit_rate", "rmse"))
USUAL, SKIPPED = Conventions(), Conventions.of(["user_without_list=skipped"])
GIVEN = Inputs("lists", "truth", threshold=4.0, order="rank")
RANKINGS: Any = SimpleNamespace(left_out=lambda variant: 2, digest="rankings")
RATINGS: Any = SimpleNamespace(left_out=lambda variant: 3, digest="ratings")


@dataclass
class Surveyed:
    """Tables that were looked over: what was checked, opened and closed."""

    checked: list[Any] = field(default_factory=list)
    opened_by: list[Any] = field(default_factory=list)
    closed: int = 0

    def check_cut_offs(self, cut_offs: list[int]) -> None:
        self.checked.append(cut_offs)

    def opened(self, mine: Conventions, threshold: float, cut: int | None) -> Any:
        self.opened_by.append((mine, threshold, cut))
        return SimpleNamespace(
            tables=SimpleNamespace(backend=SimpleNamespace(kept=[], drop=list)),
            counts={"users": 5},
            faults=[],
            close=self.close,
        )

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def surveyed(monkeypatch: pytest.MonkeyPatch) -> Surveyed:
    """Of rankings every number is the cut-off, of ratings 1/2; seven users stand in the
    tables."""
    found = Surveyed()

    def others(inputs: Any, opened: Any, variants: Any, cut_offs: Any) -> Any:
        if RMSE in variants:
            yield [(RMSE, None, 0.5, "old")], RATINGS

    made = {
        "survey_inputs": lambda inputs, depth: found,
        "explain_engine_errors": lambda inputs: nullcontext(),
        "yield_other_numbers": others,
        "find_metrics_of_definition": lambda variant: ([variant.family], ["may"]),
        "count_all_users": lambda opened: 7,
        "count_table_rows": lambda opened: {"truth": 9},
        "compute_drawn_numbers": lambda users, interval: {RECALL: array([0.25, 0.75])},
        "AtCutOff": SimpleNamespace(
            of=lambda tables, variants, k: SimpleNamespace(
                values=lambda: dict.fromkeys(variants, float(k)),
                user_parts=lambda: RANKINGS,
            )
        ),
    }
    for name, made_up in made.items():
        monkeypatch.setattr(numbers, name, made_up)
    return found


def test_each_definition_has_a_number_at_each_cut_off(surveyed: Surveyed) -> None:
    """By its own conventions; one of ratings has one number, of its group."""
    groups = {USUAL: [RECALL, RMSE], SKIPPED: [HIT]}
    found = evaluate_groups(GIVEN, [1, 5], groups, Further())
    assert [
        (one.variant, one.k, one.value, one.group, one.conventions)
        for one in found.numbers
    ] == [
        (RECALL, 1, 1.0, "", USUAL),
        (RECALL, 5, 5.0, "", USUAL),
        (RMSE, None, 0.5, "old", USUAL),
        (HIT, 1, 1.0, "", SKIPPED),
        (HIT, 5, 5.0, "", SKIPPED),
    ]
    first = found.numbers[0]
    assert (first.computed_by, first.may_compute) == (("recall",), ("may",))
    assert (first.left_out, first.bounds, found.users) == (None, None, ())
    assert [(one.conventions, one.order) for one in found.bases] == [
        (USUAL, "rank"),
        (SKIPPED, "rank"),
    ]
    depths = [find_needed_depth(its, [1, 5]) for its in groups.values()]
    ways = [(USUAL, 4.0, depths[0]), (SKIPPED, 4.0, depths[1])]
    assert surveyed.opened_by == ways and surveyed.closed == 2


def test_cut_offs_are_checked_where_a_definition_is_of_rankings(
    surveyed: Surveyed,
) -> None:
    found = evaluate_groups(GIVEN, [1], {USUAL: [RMSE]}, Further())
    assert [one.variant for one in found.numbers] == [RMSE]
    assert surveyed.checked == []
    evaluate_groups(GIVEN, [1], {USUAL: [RMSE], SKIPPED: [HIT]}, Further())
    assert surveyed.checked == [[1]]


@pytest.mark.parametrize(
    "wanted", [Further(per_user=True), Further(interval=Interval()), Further(card=True)]
)
def test_users_are_looked_at_where_something_is_made_of_them(
    surveyed: Surveyed, wanted: Further
) -> None:
    """They are handed on where they are asked for themselves."""
    found = evaluate_groups(GIVEN, [1], {USUAL: [RECALL, RMSE]}, wanted)
    assert [one.left_out for one in found.numbers] == [2, 3]
    assert [*found.users] == ([RANKINGS, RATINGS] if wanted.per_user else [])
    samples = ["rankings", "ratings"] if wanted.interval else ["", ""]
    assert [one.sample for one in found.numbers] == samples
    assert found.interval == wanted.interval


def test_a_card_tells_how_many_rows_and_users_there_are(surveyed: Surveyed) -> None:
    opened = surveyed.opened(USUAL, 4.0, None)
    plain = build_number_basis(opened, USUAL, Further())
    assert (plain.counts, plain.rows, plain.left_out) == ({"users": 5}, {}, None)
    card = build_number_basis(opened, USUAL, Further(card=True))
    assert (card.rows, card.left_out) == ({"truth": 9}, 2)
