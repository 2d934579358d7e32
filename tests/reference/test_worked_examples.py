"""What the papers and articles print, computed again.

The essentials are typed here, so that they hold in every checkout; where the source
documents stand beside it, every entry of their transcript is tested as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import log, log2
from pathlib import Path
from typing import Any

import pytest

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

SHARED = Path(__file__).parents[3] / "shared" / "worked_examples.json"


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """The transcript of the printed examples."""
    if not SHARED.is_file():
        pytest.skip("shared/worked_examples.json is not beside this checkout")
    found: dict[str, Any] = json.loads(SHARED.read_text(encoding="utf-8"))
    return found


def value(variant: str, line: str) -> float:
    """What a variant gives on a case where it is defined."""
    found = Variant.with_defaults(variant).value(Case.parse(line))
    assert isinstance(found, float)
    return found


def line_of(hits: list[int], r: int, k: int) -> str:
    """One user's case: the hits by rank, the other relevant items left unranked."""
    ranked = " ".join("1" if hit else "." for hit in hits)
    missed = " 1" * (r - sum(hits))
    return f"{ranked} |{missed} @{k}"


AVERAGE_PRECISION = [
    ("1 . . 1 1 @5", (1 / 1 + 2 / 4 + 3 / 5) / 3, 0.7),
    (". 1 1 1 . @5", (1 / 2 + 2 / 3 + 3 / 4) / 3, 0.639),
    (". . 1 | 1 1 @3", (1 / 3) / 3, 0.11),
    ("1 1 1 | @3", (1 / 1 + 2 / 2 + 3 / 3) / 3, 1.0),
    ("1 . . | 1 1 @3", (1 / 1) / 3, 0.33),
]


@pytest.mark.parametrize(("line", "exact", "rounded"), AVERAGE_PRECISION)
def test_average_precision_is_as_printed(
    line: str, exact: float, rounded: float
) -> None:
    """The value is the arithmetic, and rounds to what is printed."""
    digits = len(str(rounded).split(".")[1])
    assert value("average_precision", line) == pytest.approx(exact, abs=1e-12)
    assert round(exact, digits) == rounded


def test_a_printed_average_precision_is_truncated() -> None:
    """0.38 is printed for hits at 2 and 3 of r = 3: 7/18 is 0.389, which rounds up."""
    exact = value("average_precision", ". 1 1 | 1 @3")
    assert exact == pytest.approx((1 / 2 + 2 / 3) / 3)
    assert int(exact * 100) / 100 == 0.38
    assert round(exact, 2) == 0.39


def test_a_printed_average_precision_is_wrong() -> None:
    """0.15 is printed for a hit at rank 2 of r = 3: 1/6 is 0.17, or 0.16 if cut."""
    exact = value("average_precision", ". 1 . | 1 1 @3")
    assert exact == pytest.approx((1 / 2) / 3)
    assert round(exact, 2) == 0.17
    assert int(exact * 100) / 100 == 0.16


def test_the_printed_examples_cannot_tell_the_divisors_apart() -> None:
    """They all have r at most k: r and min(k, r) are the same number there."""
    for line, _, _ in AVERAGE_PRECISION:
        by_r = value("average_precision(divisor=r)", line)
        assert by_r == value("average_precision(divisor=min_k_r)", line)


def test_every_average_precision_of_the_transcript(printed: dict[str, Any]) -> None:
    """The oracle gives the exact value; the printed one where it is right."""
    for entry in printed["average_precision"]:
        if "hits" not in entry:
            continue
        line = line_of(entry["hits"], entry["n_relevant"], entry["k"])
        exact = float(Fraction(entry["exact"]))
        assert value("average_precision", line) == pytest.approx(exact, abs=1e-12)
        if "printed" in entry and "remark" not in entry:
            assert exact == pytest.approx(entry["printed"], abs=0.005)
        if "wrong" in entry.get("remark", ""):
            assert abs(exact - entry["printed"]) > 0.01


def test_reciprocal_rank_of_the_transcript(printed: dict[str, Any]) -> None:
    """A first hit at rank 3 gives 1/3."""
    assert value("reciprocal_rank", ". . 1 @3") == 1 / 3
    for entry in printed["reciprocal_rank"]:
        line = line_of(entry["hits"], entry["n_relevant"], entry["k"])
        assert value("reciprocal_rank", line) == float(Fraction(entry["exact"]))


CURVE = ". 1 . 1 . 1 1 | 1"
"""Seven ranks, r = 5, of the article's table of precision and recall at each rank."""


def test_precision_and_recall_at_each_rank_are_as_printed() -> None:
    """Hits at 2, 4, 6, 7: precision 0, 1/2, 1/3, …; recall 0, 1/5, 1/5, …"""
    precision = [value("precision", f"{CURVE} @{k}") for k in range(1, 8)]
    recall = [value("recall", f"{CURVE} @{k}") for k in range(1, 8)]
    assert precision == [0 / 1, 1 / 2, 1 / 3, 2 / 4, 2 / 5, 3 / 6, 4 / 7]
    assert recall == [0 / 5, 1 / 5, 1 / 5, 2 / 5, 2 / 5, 3 / 5, 4 / 5]


def test_precision_and_recall_of_the_transcript(printed: dict[str, Any]) -> None:
    """Both entries: the values at k, and those at each rank."""
    at_k, curve = printed["precision_recall"]
    line = line_of(at_k["hits"], at_k["n_relevant"], at_k["k"])
    assert value("precision", line) == float(Fraction(at_k["precision"]))
    assert value("recall", line) == float(Fraction(at_k["recall"]))
    for name in ("precision", "recall"):
        for k, expected in enumerate(curve[f"{name}_at_each_rank"], start=1):
            line = line_of(curve["hits"], curve["n_relevant"], k)
            assert value(name, line) == pytest.approx(expected)


DELTA_RECALL = [
    (". . 1 | 1 1 @3", [0, 0, 1 / 3], [0, 0, 1 / 3]),
    (". 1 1 | 1 @3", [0, 1 / 2, 2 / 3], [0, 1 / 3, 1 / 3]),
    ("1 1 1 | @3", [1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
]


@pytest.mark.parametrize(("line", "precision", "steps"), DELTA_RECALL)
def test_steps_of_recall_give_average_precision_over_r(
    line: str, precision: list[float], steps: list[float]
) -> None:
    """The sum of precision times the step in recall is average_precision(divisor=r)."""
    summed = sum(p * step for p, step in zip(precision, steps, strict=True))
    assert value("average_precision(divisor=r)", line) == pytest.approx(summed)


def test_steps_of_recall_of_the_transcript(printed: dict[str, Any]) -> None:
    """Printed precision and steps, multiplied and summed, are the printed AP."""
    for entry in printed["delta_recall"]:
        line = line_of(entry["hits"], entry["n_relevant"], len(entry["hits"]))
        pairs = zip(entry["precision"], entry["delta_recall"], strict=True)
        summed = sum(Fraction(p) * Fraction(step) for p, step in pairs)
        assert summed == Fraction(entry["ap"])
        found = value("average_precision(divisor=r)", line)
        assert found == pytest.approx(float(summed))


def test_steps_of_recall_give_average_precision_over_r_on_every_small_list() -> None:
    """Whatever the hits, and also when r is more than k."""
    for hits, missed in product(product((0, 1), repeat=5), (0, 1, 4)):
        r = sum(hits) + missed
        if not r:
            continue
        lines = [line_of([*hits], r, k) for k in range(1, 6)]
        recall = [0.0, *(value("recall", line) for line in lines)]
        steps = [b - a for a, b in pairwise(recall)]
        precision = [value("precision", line) for line in lines]
        summed = sum(p * step for p, step in zip(precision, steps, strict=True))
        found = value("average_precision(divisor=r)", lines[-1])
        assert found == pytest.approx(summed, abs=1e-12)


def test_ndcg_has_two_readings_of_the_same_arrays() -> None:
    """scikit-learn ranks grades 3 2 1 0 0 by 3 2 0 0 1; the comment says otherwise.

    Ranked by the second array, the item of grade 1 is tied at ranks 4 and 5, and
    scikit-learn averages over ties: its discount is the mean of the two. Read as the
    grades in output order, the list is 3 2 0 0 1.
    """
    ideal = 3 + 2 / log2(3) + 1 / 2
    tied = 3 + 2 / log2(3) + 1 * (1 / log2(5) + 1 / log2(6)) / 2
    assert tied / ideal == pytest.approx(0.980840401274087)
    read = value("ndcg(gain=grade)", "3 2 . . 1 @5")
    assert read == pytest.approx((3 + 2 / log2(3) + 1 / log2(6)) / ideal)
    assert read == pytest.approx(0.976239, abs=1e-6)
    orders = [
        value("ndcg(gain=grade, ideal=none)", line)
        for line in ("3 2 . 1 . @5", "3 2 . . 1 @5")
    ]
    assert sum(orders) / 2 == pytest.approx(4.670624189796882)


def test_ndcg_of_the_transcript(printed: dict[str, Any]) -> None:
    """Its ideal is ours; its value is the mean over the order of the two tied items."""
    (entry,) = printed["ndcg"]
    assert value("ndcg(gain=grade, ideal=none)", "3 2 1 . . @5") == pytest.approx(
        entry["idcg"]
    )
    orders = ("3 2 . 1 . @5", "3 2 . . 1 @5")
    mean = sum(value("ndcg(gain=grade)", line) for line in orders) / 2
    assert mean == pytest.approx(entry["ndcg"])


A1 = "1 . ; 1 2.5 @1"
"""Always a1 on top: its quality is 1 in both contexts."""
A2 = ". 1 ; 2.5 1 @1"
"""Always a2 on top: its quality is 0, then 2.5."""


def test_table_1_of_jeunen_et_al_divides_by_the_undiscounted_sum() -> None:
    """0.29 = 1/3.5 and 0.71 = 2.5/3.5; the ideal of a top-1 list would be 2.5."""
    name = "ndcg(gain=grade, ideal=undiscounted)"
    per_user = Variant.parse("ndcg(gain=grade, ideal=undiscounted, users=caller)")
    assert per_user.value(Case.parse(A1)) == pytest.approx((1, 1 / 3.5))
    assert per_user.value(Case.parse(A2)) == pytest.approx((0, 2.5 / 3.5))
    assert round(value(name, A1), 2) == 0.64
    assert round(value(name, A2), 2) == 0.36
    at_top_1 = Variant.parse("ndcg(gain=grade, users=caller)")
    assert at_top_1.value(Case.parse(A1)) == pytest.approx((1, 1 / 2.5))
    assert at_top_1.value(Case.parse(A2)) == pytest.approx((0, 1))


@pytest.mark.parametrize("ideal", ["undiscounted", "truth_k"])
def test_dcg_and_mean_ndcg_order_two_models_differently(ideal: str) -> None:
    """DCG prefers a2 (1.25 to 1), mean nDCG prefers a1, with either ideal."""
    assert value("ndcg(gain=grade, ideal=none)", A1) == (1 + 1) / 2
    assert value("ndcg(gain=grade, ideal=none)", A2) == (0 + 2.5) / 2
    name = f"ndcg(gain=grade, ideal={ideal})"
    assert value(name, A1) > value(name, A2)


def test_table_1_of_the_transcript(printed: dict[str, Any]) -> None:
    """Every printed number, to its two digits (0.355 is printed as 0.36)."""
    table = printed["off_policy_table_1"]
    models = ((A1, table["top_1_model_a1"]), (A2, table["top_1_model_a2"]))
    for line, model in models:
        case = Case.parse(line)
        dcg = Variant.parse("ndcg(gain=grade, ideal=none, users=caller)").value(case)
        name = "ndcg(gain=grade, ideal=undiscounted, users=caller)"
        assert dcg == tuple(model["dcg"])
        assert Variant.with_defaults(name).value(case) == pytest.approx(
            model["ndcg_printed"], abs=0.005
        )
        mean = value("ndcg(gain=grade, ideal=undiscounted)", line)
        assert mean == pytest.approx(model["ndcg_mean_printed"], abs=0.005)


USERS, HITS, USERS_WITH_A_HIT = 2733, 3144, 1297
"""Of the test set of Tamm et al., k = 20: they follow from its Table 1."""


def test_table_1_of_tamm_et_al_is_made_of_whole_hits(printed: dict[str, Any]) -> None:
    """Precision, hit rate and hits per user are whole numbers over 2733 users."""
    table = printed["tamm_2021"]["table_1"]
    elliot, dl = table["Elliot"], table["DL RS Evaluation"]
    assert elliot["Precision"] == pytest.approx(HITS / (20 * USERS))
    assert elliot["HitRate"] == pytest.approx(USERS_WITH_A_HIT / USERS)
    assert dl["HitRate"] == pytest.approx(HITS / USERS)
    assert dl["HitRate"] == pytest.approx(20 * elliot["Precision"])


def test_hits_per_user_are_k_times_precision_on_every_small_case() -> None:
    """DL RS Evaluation's hit rate is hit_rate(counts=hits), which is k * precision."""
    for line in small_lines(3):
        hits = value("hit_rate(counts=hits)", line)
        assert hits == pytest.approx(3 * value("precision", line))


def test_daisyrec_sums_the_reciprocal_ranks_that_others_stop_at() -> None:
    """Its MRR in Table 1 is larger than the others': ARHR, the sum over all hits."""
    assert value("MRR", ". 1 1 @3") == 1 / 2
    assert value("ARHR", ". 1 1 @3") == 1 / 2 + 1 / 3


AT_K = "auc(positives=recommended, depth=k, one_class={}{})"
ONE_CLASS = "zero_without_hit_one_without_negative"


def test_auc_at_k_and_its_complement_over_users_with_a_hit_add_up_to_the_hit_rate() -> (
    None
):
    """GAUC@20 + Σ (1 - AUC) / users = HitRate, whatever the predictions."""
    for line in ("1 . 1 ; . 1 . ; . . . | 1 @3", ". 1 1 . ; 1 1 1 . ; . . . 1 @3"):
        case = Case.parse(line)
        gauc = value(AT_K.format(ONE_CLASS, ""), line)
        of_hit = value(AT_K.format(ONE_CLASS, ", users=mean_hit"), line)
        share = value("hit_rate", line)
        complement = share * (1 - of_hit)
        assert len(case.users) == 3
        assert gauc + complement == pytest.approx(share)


def test_the_printed_aucs_keep_that_relation(printed: dict[str, Any]) -> None:
    """0.2832 + 0.1914 = 0.4746, and 0.1914 / 0.4033 = 0.4746."""
    table = printed["tamm_2021"]["table_1"]
    gauc, share = table["RePlay"]["RocAuc"], table["RePlay"]["HitRate"]
    repaired, over_hit = 0.19139559641952136, 0.4033031341669637
    assert gauc + repaired == pytest.approx(share)
    assert repaired / over_hit == pytest.approx(share)


@pytest.mark.parametrize("divisor", ["r", "min_k_r", "k"])
def test_one_more_recommendation_never_decreases_average_precision(
    divisor: str,
) -> None:
    """The sum grows and the divisor does not know of the list (k is kept)."""
    for hits, missed in product(product((0, 1), repeat=5), (0, 1, 4)):
        r = sum(hits) + missed
        if not r:
            continue
        name = f"average_precision(divisor={divisor})"
        cut = [line_of([*hits[:n]], r, 5) for n in range(1, 6)]
        values = [value(name, line) for line in cut]
        assert values == sorted(values)


def test_one_more_recommendation_can_decrease_average_precision_over_hits() -> None:
    """A late second hit adds 2/4 to the sum and 1 to the divisor: from 1 to 3/4."""
    name = "average_precision(divisor=hits)"
    assert value(name, "1 . . | 1 @4") == 1 / 1
    assert value(name, "1 . . 1 | @4") == (1 / 1 + 2 / 4) / 2


def test_precision_is_not_one_minus_the_false_positive_rate() -> None:
    """One of three negatives is in the first two: 1 - 1/3 is not 1/2."""
    assert value("precision", "1 . . 1 . @2") == 1 / 2 != 1 - 1 / 3


def rankings(relevant: int, others: int) -> Iterator[str]:
    """Every order of so many relevant and other items, each as often as any."""
    for order in sorted(set(permutations("1" * relevant + "." * others))):
        yield " ".join(order)


@pytest.mark.parametrize(("relevant", "others"), [(1, 4), (2, 3), (3, 3)])
def test_a_random_full_ranking_has_an_auc_of_one_half(
    relevant: int, others: int
) -> None:
    """The mean over all orders is 0.5: random ids do reach it in full rankings."""
    values = [value("auc", f"{line} @1") for line in rankings(relevant, others)]
    assert sum(values) / len(values) == pytest.approx(1 / 2)


def test_a_random_top_k_list_has_an_auc_below_one_half() -> None:
    """Cut at 2 of 5 items, an unranked relevant item stands below all negatives."""
    name = "auc(positives=recommended, depth=k, one_class=zero)"
    values = [value(name, f"{line} @2") for line in rankings(1, 4)]
    assert sum(values) / len(values) == pytest.approx((1 + 0 + 0 + 0 + 0) / 5)


def small_lines(k: int) -> Iterator[str]:
    """Full rankings of k + 1 items with both classes."""
    for hits in product(".1", repeat=k + 1):
        if 0 < hits.count("1") <= k:
            yield f"{' '.join(hits)} @{k}"


@pytest.mark.parametrize("ideal", ["truth_k", "truth_all", "list_k", "list_all"])
def test_the_base_of_the_logarithm_cancels_in_ndcg(ideal: str) -> None:
    """So it does not explain what DL RS Evaluation computes."""
    for line in small_lines(3):
        natural = value(f"ndcg(gain=binary, discount=ln_next, ideal={ideal})", line)
        binary = value(f"ndcg(gain=binary, discount=log2_next, ideal={ideal})", line)
        assert natural == pytest.approx(binary, abs=1e-12)


def test_the_base_does_not_cancel_in_dcg_or_over_an_undiscounted_ideal() -> None:
    """There it is a factor of log2(e)."""
    for ideal in ("none", "undiscounted"):
        natural = value(f"ndcg(gain=binary, discount=ln_next, ideal={ideal})", "1 . @1")
        binary = value(
            f"ndcg(gain=binary, discount=log2_next, ideal={ideal})", "1 . @1"
        )
        assert natural == pytest.approx(binary / log(2))
        assert binary == 1


def test_the_ideal_that_is_not_cut_is_what_differs() -> None:
    """DL RS Evaluation's ideal holds r items, not min(k, r): r = 2, k = 1 shows it."""
    line = "1 | 1 @1"
    assert value("ndcg", line) == 1
    whole = value("ndcg(gain=binary, discount=ln_next, ideal=truth_all)", line)
    assert whole == pytest.approx((1 / log(2)) / (1 / log(2) + 1 / log(3)))


def test_the_base_does_not_cancel_in_the_form_of_jarvelin_and_kekalainen() -> None:
    """Hits at 2 and 4 of r = 2 give 0.75 for base 2; base 10 would not discount
    them."""
    found = value("ndcg(gain=binary, discount=log2_rank)", ". 1 . 1 @4")
    assert found == (1 / 1 + 1 / 2) / (1 / 1 + 1 / 1)
    no_discount = value("ndcg(gain=binary, discount=flat)", ". 1 . 1 @4")
    assert no_discount == (1 + 1) / (1 + 1)


def test_recbole_could_weight_users_by_items_and_does_by_positives() -> None:
    """The paper says rated items: by_length; the code's weights give by_r."""
    line = "1 . 1 . 1 ; . . 1 ; . 1 . . @1"
    by_positives = (3 * 1 / 2 + 1 * 0 + 1 * 2 / 3) / (3 + 1 + 1)
    by_items = (5 * 1 / 2 + 3 * 0 + 4 * 2 / 3) / (5 + 3 + 4)
    assert value("auc(users=by_r)", line) == pytest.approx(by_positives)
    assert value("auc(users=by_length)", line) == pytest.approx(by_items)


def test_recall_over_min_k_r_is_not_recall() -> None:
    """RecSys PyTorch before 2021-03: they differ as soon as r is more than k."""
    assert value("recall", "1 | 1 @1") == 1 / 2
    assert value("recall(divisor=min_k_r)", "1 | 1 @1") == 1 / 1
