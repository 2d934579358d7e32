"""RecPack: metric objects, given a matrix of labels and one of scores, users by items.

Both have a row for everybody, whether of the truth or of the lists. Labels are 0 and 1;
a cell without a score is not recommended. Users are averaged by the library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters.contract import Adapter, Documented, Refuse, answer
from homonym.reference.case import AnyCase, ScoredLists


def names() -> list[str]:
    """The metrics that its package of metrics registers."""
    from recpack.metrics import METRICS

    return [*METRICS]


adapter = Adapter(
    library="recpack",
    module="recpack",
    title="RecPack",
    homepage="https://github.com/recpack-maintainers/recpack",
    names=names,
    files=("metrics/*.py",),
    sources=("metrics/*.py",),
    elsewhere={
        "algorithms/*": "not a metric: what models learn by",
        "pipelines/*": "not a metric: prints others",
        "tests/*": "tests of the library itself",
    },
    out_of_scope={
        "IPSHitRateK": "weighs hits by popularity: no family does",
        "IntraListDiversityK": "of what items are like, fitted on users' own data",
        "PercentileRanking": "a rank: of no family here",
    },
)


def matrix(pairs: ScoredLists, case: AnyCase, read: Callable[[float], float]) -> Any:
    """Users by items; a cell of 0 is stored where it is a score."""
    from scipy.sparse import csr_matrix

    rows = {
        user: row for row, user in enumerate({**case.truth, **case.recommendations})
    }
    columns = {item: column for column, item in enumerate(case.catalogue)}
    cells = [(rows[u], columns[i], read(n)) for u, row in pairs.items() for i, n in row]
    users, items, found = zip(*cells, strict=True) if cells else ((), (), ())
    if len({*zip(users, items, strict=True)}) < len(cells):
        raise Refuse("a cell of a matrix holds one number: no pair stands twice")
    return csr_matrix((found, (users, items)), (len(rows), len(columns)), dtype=float)


def told(name: str) -> Callable[[AnyCase], float]:
    """The value of the metric of that name."""

    def call(case: AnyCase) -> float:
        from recpack.metrics import METRICS

        metric = METRICS[name](case.k)
        truth = matrix(case.truth, case, label)
        truth.eliminate_zeros()
        listed = matrix(case.recommendations, case, float)
        answer(case, lambda: metric.calculate(truth, listed))
        return float(metric.value)

    return call


TOP = r"\\sum\\limits_{i \\in \\text{Top-K}(u)} y^{true}_{u,i}"
METRICS = {
    "PrecisionK": (
        "precision",
        Documented(
            "precision(divisor=k)",
            "When fewer than K items received scores, these are considered a miss.",
            more=(rf"\\text{{Precision}}(u) = \\frac{{{TOP}}}{{K}}",),
        ),
    ),
    "RecallK": (
        "recall",
        Documented(
            "recall(divisor=r)",
            "Computes the fraction of true interactions that made it into the Top-K "
            "recommendations.",
        ),
    ),
    "CalibratedRecallK": (
        "recall",
        Documented(
            "recall(divisor=min_k_r)",
            "Computes number of Top-K recommendations that were hits divided by the "
            "minimum of K and number of true interactions of the user.",
        ),
    ),
    "HitK": (
        "hit_rate",
        Documented(
            "hit_rate(counts=hits)",
            "Computes the number of hits in a list of Top-K recommendations.",
        ),
    ),
    "ReciprocalRankK": (
        "reciprocal_rank",
        Documented(
            "reciprocal_rank(counts=first)",
            "Computes the inverse of the rank of the first hit in the recommendation "
            "list.",
        ),
    ),
    "DCGK": (
        "ndcg",
        Documented(
            "ndcg(gain=binary, ideal=none)",
            r"\\frac{y^{true}_{u,i}}{\\log_2 (\\text{rank}(u,i) + 1)}",
        ),
    ),
    "DiscountedGainK": (
        "ndcg",
        Documented(
            "ndcg(gain=binary, ideal=none)",
            r"\\frac{y^{true}_{u,i}}{\\log_2(\\text{rank}(u,i) + 1)}",
        ),
    ),
    "NDCGK": (
        "ndcg",
        Documented(
            "ndcg(gain=binary)",
            r"\\sum\\limits_{j=1}^{\\text{min}(K, |y^{true}_u|)} "
            r"\\frac{1}{\\log_2 (j + 1)}",
        ),
    ),
    "CoverageK": (
        "coverage",
        Documented(
            "coverage(of=items)",
            "Fraction of all items that are ranked among the Top-K recommendations for "
            "any user.",
        ),
    ),
}

for name, (claims, words) in METRICS.items():
    adapter.metric(name, claims, words, same_object=True)(told(name))
