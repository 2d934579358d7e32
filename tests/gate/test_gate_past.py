"""The gate against the past: releases held to the record of an earlier one.

The records and raw measurements beside them are enough; no library is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from homonym.gate.check import Result, list_metric_statuses
from homonym.gate.drift import MetricChange, list_metric_changes, list_other_changes
from homonym.records import store
from homonym.records.differences import Difference, compare_records
from homonym.records.reading import convert_plain_record
from homonym.records.schema import Record
from homonym.reference.corpus import edge, editions
from homonym.reference.variants import every_family
from homonym.verdicts.orders import CUT_FIRST

COMMITTED = Path(__file__).parents[2] / "reports" / "records"

LATER = {
    "item_three_times",
    "item_in_three_listed_rows",
    "pair_in_two_rows",
    "k_minus_one",
}
EXPLAINED = {probe.id for probe in edge()[: editions()[0].edge]} | LATER
"""The edges that are explained below; a later edition may probe more."""


def held(library: str, version: str, to: str) -> Result:
    """One recorded version, held to the record of another."""
    old, new = (store.locate_record_file(library, v, COMMITTED) for v in (to, version))
    for file in (old, new):
        if not file.exists():
            pytest.skip(f"{library} {file.stem} has no record yet")
    expected, record = store.read_expected_record(old), store.read_record_file(new)
    if record.corpus.edition != expected.corpus.edition:
        expected, record = common(expected, record), common(record, expected)
    rows = store.read_tsv(new.with_suffix(".tsv"))
    drift = list(compare_records(store.as_plain(expected), store.as_plain(record)))
    return Result(record, rows, expected, drift)


def common(one: Record, other: Record) -> Record:
    """A record without what the edition of another does not ask."""
    asked = [editions()[r.corpus.edition - 1] for r in (one, other)]
    varied = {key for entry in other.metrics.values() for key in entry.invariances}
    plain = store.as_plain(one)
    for entry in plain["metrics"].values():
        takes = every_family()[entry["claims"]].takes
        first, second = ({probe.id for probe in e.edges(takes)} for e in asked)
        for part, known in (("conventions", first & second), ("invariances", varied)):
            found = entry.get(part, {})
            entry[part] = {key: told for key, told in found.items() if key in known}
        for part in ("large", "repeated"):
            entry.pop(part, None)
    return convert_plain_record(plain, "a test")


@dataclass(frozen=True)
class Drift:
    """What a gate found, by metric."""

    statuses: dict[str, str]
    changes: dict[str, MetricChange]
    elsewhere: list[str]

    @classmethod
    def of(cls, result: Result) -> Drift:
        return cls(
            {name: status for name, status, _ in list_metric_statuses(result)},
            {change.metric: change for change in list_metric_changes(result)},
            list_other_changes(result),
        )

    def rest(self, metric: str) -> tuple[Difference, ...]:
        """What else changed of a metric."""
        change = self.changes.get(metric)
        return change.rest if change else ()

    def edges(self, metric: str) -> dict[str, tuple[str, str]]:
        """What a metric did and does at each edge that changed."""
        change = self.changes.get(metric)
        edges = change.edges if change else ()
        return {p: (was, now) for p, was, now in edges if p in EXPLAINED}


def test_recommenders_1_2_1_held_to_the_record_of_1_1_1() -> None:
    """Line by line what 1.2.0 and 1.2.1 changed:

    - `map_at_k` divides by min(k, r) where it divided by r; what it was is `map` now.
      Its wrong numbers, of a pair twice in the truth and of k = -1, follow from that;
      the documentation cites a definition where it promised r.
    - `ndcg_at_k` counts a user of the truth who has no list as 0 (skipped before):
      truth and lists are joined by an outer merge now.
    - `ndcg_at_k` counts an item three times in a list, and a pair twice in the truth,
      more often than it stands there, since hits are merged with the lists once more;
      k = -1 gives 1 instead of infinity. Its documentation now says “binary”.
    - `recall_at_k` computes and promises what it did.
    - New: `map`, `r_precision_at_k`, and `ndcg_at_k` with its options.
    """
    found = Drift.of(held("recommenders", "1.2.1", to="1.1.1"))
    assert found.statuses["map_at_k"] == "changed to another class"
    map_at_k = found.changes["map_at_k"]
    assert map_at_k.headline == "map_at_k is no longer average_precision(divisor=r)"
    _, recorded, now = map_at_k.evidence
    assert (recorded[0], recorded[2]) == ("recorded", "divisor r = 3")
    assert now[2] == "as average_precision(divisor=min_k_r) gives"
    assert float(recorded[1]) < float(now[1])
    assert found.edges("map_at_k") == {}
    assert map_at_k.folded == "3 differ as the definition does"
    parts = [difference.part for difference in map_at_k.rest]
    assert parts == [("documented",)]
    assert map_at_k.rest[0].new is None

    ndcg = found.edges("ndcg_at_k")
    assert found.statuses["ndcg_at_k"] == "changed"
    assert ndcg.pop("user_without_list") == ("skipped", "counts as 0")
    three = ("counts each occurrence", "silently wrong: 2.16818")
    assert ndcg.pop("item_in_three_listed_rows") == three
    assert ndcg.pop("k_minus_one") == ("infinite", "silently wrong: 1")
    assert ndcg.keys() == {"pair_in_two_rows"}

    for name in ("precision_at_k", "recall_at_k", "auc"):
        assert not found.edges(name)
        assert {difference.part for difference in found.rest(name)} <= {("documented",)}
    new = {name for name, status in found.statuses.items() if status == "new"}
    assert {"map", "r_precision_at_k", "ndcg_at_k(score_type=raw)"} <= new
    assert all(name.startswith("ndcg_at_k(") for name in new - OFFERED)
    data = ("example.", "movielens.")
    told = [line for line in found.elsewhere if not line.startswith(data)]
    assert told == [f"new public name, wrapped: {name}" for name in sorted(OFFERED)]


OFFERED = {"map", "r_precision_at_k"}
"""The functions that 1.2.0 brought."""


def test_replay_0_12_0_held_to_the_record_of_0_10_0() -> None:
    """Line by line what the release changed:

    - `MAP` divides by k where it divided by min(k, r): 0.11.0 and 0.12.0 alone do.
    - `Precision` divides by k on a list shorter than k, where it divided by the list's
      length. An item three times in a list counts once there now.
    - `NDCG` of k = 0 or -1 is 0, where Spark's process raised.
    - That `MAP` shows at short lists what it divides by, which min(k, r) hid, follows.
    - Tied items stand by their ids below what is cut at k, where they stood as given:
      it shows in `NDCG`, `MAP`, `MRR` and `RocAuc`.
    - `Recall` and `HitRate` do what they did.
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
    assert found.edges("Precision").keys() == {"short_list", "item_three_times"}
    by_id = {"ties": ("input order", CUT_FIRST)}
    at_zero = ("raises Py4JJavaError", "counts as 0")
    usual = dict.fromkeys(("k_zero", "k_negative"), at_zero)
    assert found.edges("NDCG") == usual | by_id
    assert found.edges("MRR") == by_id
    assert found.edges("MAP").keys() == {"ties"}
    assert found.changes["MAP"].folded == "5 differ as the definition does"
    assert found.statuses["Recall"] == found.statuses["HitRate"] == "holds"
    assert found.edges("RocAuc") == by_id


def test_a_version_held_to_its_own_record_is_green() -> None:
    """Nothing differs from itself: what the others say is not noise."""
    found = Drift.of(held("recommenders", "1.2.1", to="1.2.1"))
    assert not found.changes and not found.elsewhere
    assert set(found.statuses.values()) == {"holds"}
