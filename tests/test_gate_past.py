"""The gate against the past: releases held to the record of an earlier one.

The records and raw measurements beside them are enough; no library is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from homonym import records
from homonym.check import Result, statuses
from homonym.drift import Change, changes, elsewhere

COMMITTED = Path(__file__).parents[1] / "reports" / "records"


def held(library: str, version: str, to: str) -> Result:
    """One recorded version, held to the record of another."""
    old, new = (records.path(library, v, COMMITTED) for v in (to, version))
    for file in (old, new):
        if not file.exists():
            pytest.skip(f"{library} {file.stem} has no record yet")
    expected, record = records.expectation(old), records.read(new)
    rows = records.read_tsv(new.with_suffix(".tsv"))
    return Result(record, rows, expected, list(records.compare(expected, record)))


@dataclass(frozen=True)
class Drift:
    """What a gate found, by metric."""

    statuses: dict[str, str]
    changes: dict[str, Change]
    elsewhere: list[str]

    @classmethod
    def of(cls, result: Result) -> Drift:
        return cls(
            {name: status for name, status, _ in statuses(result)},
            {change.metric: change for change in changes(result)},
            elsewhere(result),
        )

    def edges(self, metric: str) -> dict[str, tuple[str, str]]:
        """What a metric did and does at each edge that changed."""
        change = self.changes.get(metric)
        return {p: (was, now) for p, was, now in change.edges} if change else {}


def test_recommenders_1_2_1_held_to_the_record_of_1_1_1() -> None:
    """Line by line what the release of 2022 to 2024 changed:

    - `map_at_k` divides by min(k, r) where it divided by r; what it was is called `map`.
    - `ndcg_at_k` counts a user of the truth who has no list as 0 (skipped before),
      because truth and lists are joined by an outer merge now.
    - `ndcg_at_k` counts an item that stands three times in a list three times over.
    - `precision_at_k` and `recall_at_k` do what they did.
    - New: `map`, `r_precision_at_k`, and graded `ndcg_at_k` (score_type raw and exp).
    """
    found = Drift.of(held("recommenders", "1.2.1", to="1.1.1"))
    assert found.statuses["map_at_k"] == "changed to another class"
    map_at_k = found.changes["map_at_k"]
    assert map_at_k.headline == ("map_at_k is no longer average_precision(divisor=r)")
    case, recorded, now = map_at_k.evidence
    assert (recorded[0], recorded[2]) == ("recorded", "divisor r")
    assert now[2] == "as average_precision(divisor=min_k_r) gives"
    assert float(recorded[1]) < float(now[1]), case

    ndcg = found.edges("ndcg_at_k")
    assert found.statuses["ndcg_at_k"] == "changed"
    assert ndcg["user_without_list"] == ("skipped", "counts as 0")
    assert ndcg["item_twice"] == ("counts each occurrence", "silently wrong: 3")

    for name in ("precision_at_k", "recall_at_k"):
        assert not found.edges(name)
        assert found.statuses[name] in ("holds", "changed")
    new = {name for name, status in found.statuses.items() if status == "new"}
    assert {"map", "r_precision_at_k", "ndcg_at_k(score_type=raw)"} <= new
    assert "new public name, wrapped: map" in found.elsewhere
    assert "new public name, wrapped: r_precision_at_k" in found.elsewhere


def test_replay_0_12_0_held_to_the_record_of_0_10_0() -> None:
    """Line by line what the release changed:

    - `MAP` divides by k where it divided by min(k, r): 0.11.0 and 0.12.0 alone do.
    - `Precision` divides by k on a list shorter than k, where it divided by the list's
      length.
    - `Recall`, `HitRate` and `MRR` keep their definitions.
    """
    found = Drift.of(held("replay-rec", "0.12.0", to="0.10.0"))
    assert found.statuses["MAP"] == "changed to another class"
    assert found.changes["MAP"].headline == (
        "MAP is no longer average_precision(divisor=min_k_r)"
    )
    assert found.changes["MAP"].evidence[2][2] == (
        "as average_precision(divisor=k) gives"
    )
    assert found.edges("Precision")["short_list"] == (
        "k becomes the list's length",
        "k stays k",
    )
    for name in ("Recall", "HitRate", "MRR"):
        assert found.statuses[name] in ("holds", "changed")


def test_a_version_held_to_its_own_record_is_green() -> None:
    """Nothing differs from itself: what the others say is not noise."""
    found = Drift.of(held("recommenders", "1.2.1", to="1.2.1"))
    assert not found.changes and not found.elsewhere
    assert set(found.statuses.values()) == {"holds"}
