"""What no variant explains has an explanation all the same: held to the records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from homonym import records
from homonym.reference.axes import Variant
from homonym.reference.case import Case


def recorded(library: str, version: str, metric: str) -> Iterator[tuple[Case, object]]:
    """The values that a record keeps of a metric without a variant."""
    entry = records.read(records.path(library, version))["metrics"][metric]
    assert entry["variants"] == []
    for line, value in entry["values"].items():
        yield Case.parse(line), value


def value(variant: str, case: Case) -> float:
    """What a variant gives."""
    found = Variant.parse(variant).value(case)
    assert isinstance(found, float)
    return found


def close(found: object, expected: float) -> bool:
    """Equal to the digits of a record, or both NaN."""
    assert isinstance(found, float)
    return found == pytest.approx(expected, abs=1e-8, nan_ok=True)


def no_hit(case: Case) -> bool:
    """Whether a user has none in the first k."""
    return not all(user.found(case.k) for user in case.users)


def carried(case: Case) -> float | None:
    """The mean reciprocal rank where a user without a hit has the user's before."""
    last, found = None, []
    for user in case.users:
        ranks = [n for n, hit in enumerate(user.hits[: case.k], 1) if hit]
        last = 1 / ranks[0] if ranks else last
        if last is None:
            return None
        found.append(last)
    return sum(found) / len(found)


def test_daisyrec_2_1_gives_a_user_without_a_hit_the_rank_of_the_user_before() -> None:
    """And raises when the first user has no hit; 2.2.0 sets it back to 0."""
    cases = list(recorded("daisyRec", "2.1.4", "MRR"))
    for case, found in cases:
        expected = carried(case)
        if expected is None:
            assert str(found).startswith("raises UnboundLocalError")
        else:
            assert close(found, expected)
    assert {carried(case) is None for case, _ in cases} == {True, False}


def test_daisyrec_2_1_gives_an_ndcg_of_zero_when_one_user_has_no_hit() -> None:
    """Otherwise its ideal is the list; 2.2.0 gives only that user 0."""
    for metric in ("NDCG", "calc_ranking_results(NDCG)"):
        for case, found in recorded("daisyRec", "2.1.4", metric):
            ideal_list = value("ndcg(gain=binary, ideal=list_k)", case)
            assert close(found, 0.0 if no_hit(case) else ideal_list)


def padded(case: Case) -> float:
    """GAUC weighted by positives, all items and one more as every user's candidates."""
    area = pairs = 0.0
    for user in case.users:
        negatives = case.size + 1 - user.r
        hits = [n for n, hit in enumerate(user.hits) if hit]
        area += sum(1 - (n - place) / negatives for place, n in enumerate(hits))
        pairs += user.r
    return area / pairs


def test_recbole_0_2_1_ranks_train_items_and_padding_as_negatives_in_gauc() -> None:
    """Its pipeline gives every user the whole catalogue and the padding item."""
    kept = [
        (case, found)
        for case, found in recorded("recbole", "0.2.1", "Trainer.evaluate(GAUC)")
        if isinstance(found, float)
    ]
    assert len(kept) >= 14
    for case, found in kept:
        assert found == pytest.approx(padded(case), abs=6e-5)


def cut(case: Case) -> float:
    """GAUC weighted by positives; one past the shortest list ranks before the first."""
    shortest = min(len(user.grades) for user in case.users)
    area = positives = 0.0
    for user in case.users:
        n, r = len(user.grades), user.r
        summed = sum(rank for rank, hit in enumerate(user.hits[:shortest], 1) if hit)
        area += ((n + 1) * r - r * (r + 1) / 2 - summed) / (n - r)
        positives += r
    return area / positives


def test_cutting_all_lists_to_the_shortest_lifts_recboles_gauc_above_one() -> None:
    """What is past the cut counts as ranked before the first; two users show it."""
    name = "gauc_(pos_rank_sum=lists cut to the shortest)"
    cases = list(recorded("recbole", "0.2.1", name))
    kept = [(case, found) for case, found in cases if isinstance(found, float)]
    assert len(kept) >= 14
    for case, found in kept:
        assert close(found, cut(case))
        assert found >= value("auc(users=by_r)", case) - 1e-9
    assert cut(Case.parse("1 . ; . . 1 @1")) == 1.25
    assert value("auc(users=by_r)", Case.parse("1 . ; . . 1 @1")) == 0.5
    example = records.read(records.path("recbole", "0.2.1"))["example"]["values"]
    assert example["gauc_"] == pytest.approx(0.735, abs=5e-4)
    assert example[name] == pytest.approx(0.928, abs=5e-4)


def test_recboles_pipeline_agrees_with_its_functions_since_1_0() -> None:
    """The same variant for every metric, GAUC too, at 1.0.1 and 1.2.1."""
    for version in ("1.0.1", "1.2.1"):
        metrics = records.read(records.path("recbole", version))["metrics"]
        for name in ("Hit", "MRR", "MAP", "Recall", "NDCG", "Precision", "GAUC", "AUC"):
            pipeline = metrics[f"Trainer.evaluate({name})"]["variants"]
            assert pipeline == metrics[name]["variants"] != []
