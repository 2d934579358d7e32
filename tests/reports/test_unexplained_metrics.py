"""What no variant explains has an explanation all the same: held to the records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from homonym.records import store
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Variant

TF1 = "ndcg(gain=binary, rank=negatives_above, ideal=truth_all, users=caller)"
PADDED = "auc(negatives=with_train_plus_one, users=by_r)"
KEPT_FAR = "log_loss(missing=dropped, eps=1e-11)"
ENDED = "ndcg(gain=binary, ideal=list_k, users=mean_or_zero)"


def recorded(library: str, version: str, metric: str) -> Iterator[tuple[Case, object]]:
    """The values that a record keeps of a metric without a variant."""
    entry = store.read_record_file(store.locate_record_file(library, version)).metrics[
        metric
    ]
    assert entry.variants == ()
    for line, value in entry.values.items():
        yield Case.parse(line), value


def value(variant: str, case: Case) -> float:
    """What a variant gives."""
    found = Variant.with_defaults(variant).value(case)
    assert isinstance(found, float)
    return found


def close(found: object, expected: float) -> bool:
    """Equal to the digits of a record, or both NaN."""
    assert isinstance(found, float)
    return found == pytest.approx(expected, abs=1e-8, nan_ok=True)


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


NAMED = [
    ("openrec", "0.3.0", "NDCG[tf1]", TF1),
    ("openrec", "0.3.0", "NDCG[legacy, partial]", TF1),
    ("openrec", "0.3.0", "AUC[legacy]", "auc(above=every_item, users=caller)"),
    ("recbole", "0.2.1", "Trainer.evaluate(GAUC)", PADDED),
    ("daisyRec", "2.1.4", "NDCG", ENDED),
    ("daisyRec", "2.1.4", "calc_ranking_results(NDCG)", ENDED),
    ("pytrec-eval-terrier", "0.5.11", "11pt_avg", "11pt_avg"),
    ("recommenders", "1.2.1", "cal_metric(logloss)", KEPT_FAR),
]


@pytest.mark.parametrize(("library", "version", "metric", "variant"), NAMED)
def test_what_had_no_name_has_one_now(
    library: str, version: str, metric: str, variant: str
) -> None:
    """One choice each that no other library makes."""
    entry = store.read_record_file(store.locate_record_file(library, version)).metrics[
        metric
    ]
    assert entry.status == "identified"
    assert entry.variants == (str(Variant.with_defaults(variant)),)


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
    full = [case for case in core() if not any(user.unranked for user in case.users)]
    assert len(full) >= 14
    for case in full:
        assert value(PADDED, case) == pytest.approx(padded(case))


def liked(user: Ranking, k: int) -> tuple[int, int]:
    """Of the first k whose score is a half or more: the relevant ones, and all."""
    pairs = zip(user.hits[:k], user.scores, strict=False)
    found = [hit for hit, score in pairs if score >= 1 / 2]
    return sum(found), len(found)


@pytest.mark.parametrize("version", ["1.1.1", "1.1.5"])
def test_surprises_example_leaves_out_what_is_predicted_below_its_threshold(
    version: str,
) -> None:
    """Of the first k, and of what precision divides by."""
    name = "precision_recall_at_k(threshold=0.5)"
    parts = {"precision": lambda of: of[1], "recall": lambda of: of[2]}
    for part, below in parts.items():
        kept = 0
        for case, found in recorded("scikit-surprise", version, f"{name}[{part}]"):
            if isinstance(found, tuple):
                users = [(*liked(user, case.k), user.r) for user in case.users]
                each = [of[0] / below(of) if below(of) else 0 for of in users]
                assert found == pytest.approx(each, abs=1e-8)
                kept += 1
        assert kept >= 16


def test_neurec_1_0_0_counts_the_one_relevant_item_among_its_own_negatives() -> None:
    """Its evaluator ranks the item above itself, too: 1 - rank / |L|."""
    cases = recorded("neurec-v1", "1.0.0", "evaluate_by_loo[aucs]")
    kept = [(case, found) for case, found in cases if isinstance(found, tuple)]
    assert len(kept) >= 3
    for case, found in kept:
        ranks = [1 + user.hits.index(True) for user in case.users]
        sizes = [len(user.grades) for user in case.users]
        each = [1 - rank / size for rank, size in zip(ranks, sizes, strict=True)]
        assert found == pytest.approx(each, abs=1e-8)


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
    example = store.read_record_file(
        store.locate_record_file("recbole", "0.2.1")
    ).example.values
    assert example["gauc_"] == pytest.approx(0.735, abs=5e-4)
    assert example[name] == pytest.approx(0.928, abs=5e-4)


def test_recboles_pipeline_agrees_with_its_functions_since_1_0() -> None:
    """The same variant for every metric, GAUC too, at 1.0.1 and 1.2.1."""
    for version in ("1.0.1", "1.2.1"):
        metrics = store.read_record_file(
            store.locate_record_file("recbole", version)
        ).metrics
        for name in ("Hit", "MRR", "MAP", "Recall", "NDCG", "Precision", "GAUC", "AUC"):
            pipeline = metrics[f"Trainer.evaluate({name})"].variants
            assert pipeline == metrics[name].variants != ()
