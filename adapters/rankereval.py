r"""rankerEval: metric objects, asked with labels and rankings, a row a user.

Its interface is `NDCG(10).mean(labels, rankings)`. Rankings are made of the listed
items in their order, numbered as in the catalogue; scores are not read. Labels are made
`from_matrix`: `BinaryLabels`, and for DCG and NDCG `NumericLabels`. Its other way,
`from_positive_indices`, loses relevant items that do not stand in the order of their
numbers, and says nothing: it is not asked.

Everybody has a row, whether of the truth or of the lists, an empty one if need be. It
compiles what it runs, which takes seconds: `load` has it do so before any call.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.full_rankings import judged_cells
from homonym.adapters.contract import Adapter, Documented, answer
from homonym.reference.case import AnyCase, Id

DATA = "not a metric: what metrics are asked with"
RANK = "a rank: of no family here"


def names() -> list[str]:
    """What the package names as public."""
    import rankereval

    return [*rankereval.__all__]


def load(name: str) -> ModuleType:
    """The package, with what its metrics run compiled."""
    module = importlib.import_module(name)
    labels = module.BinaryLabels.from_positive_indices([[0]])
    module.NDCG(1).mean(labels, module.Rankings.from_ranked_indices([[0]]))
    return module


adapter = Adapter(
    library="rankereval",
    module="rankereval",
    title="rankerEval",
    homepage="https://github.com/microsoft/rankerEval",
    names=names,
    load=load,
    files=("metrics.py",),
    sources=("metrics.py",),
    out_of_scope={
        **dict.fromkeys(["BinaryLabels", "NumericLabels", "Rankings"], DATA),
        **dict.fromkeys(["MeanRanks", "FirstRelevantRank"], RANK),
    },
)


def users(case: AnyCase) -> list[Id]:
    """Everybody, those of the truth first."""
    return [*{**case.truth, **case.recommendations}]


def columns(case: AnyCase) -> dict[Id, int]:
    """Items as they are numbered."""
    return {item: column for column, item in enumerate(case.catalogue)}


def rankings(case: AnyCase) -> Any:
    """The lists, as they are ordered."""
    from rankereval import Rankings

    column = columns(case)
    return Rankings.from_ranked_indices(
        [[column[i] for i, _ in case.recommendations.get(u, ())] for u in users(case)]
    )


def matrix(case: AnyCase, read: Callable[[float], float]) -> Any:
    """A number for everybody and every item, 0 where there is no grade."""
    import numpy as np

    column = columns(case)
    found = np.zeros((len(users(case)), len(column)))
    for row, user in enumerate(users(case)):
        for item, grade in judged_cells(case, user).items():
            found[row, column[item]] = read(grade)
    return found


def positives(case: AnyCase) -> Any:
    """Whether items are relevant."""
    from rankereval import BinaryLabels

    return BinaryLabels.from_matrix(matrix(case, label))


def graded(case: AnyCase) -> Any:
    """The grades of items."""
    from rankereval import NumericLabels

    return NumericLabels.from_matrix(matrix(case, float))


def mean(
    name: str, labels: Callable[[AnyCase], Any], **options: Any
) -> Callable[[AnyCase], float]:
    """The mean that a metric of that name gives."""

    def call(case: AnyCase) -> float:
        import rankereval

        metric = getattr(rankereval, name)(case.k, **options)
        given = labels(case), rankings(case)
        return float(answer(case, lambda: metric.mean(*given)))

    return call


LOG = {"log_base": "2"}
POWER = {"relevance_scaling": "power"}
DCG = r"\mathrm{DCG}@k(y) &= \sum_{i=1}^{k'} \frac{f(\mathrm{rel}(y_i))}{\log_b(i + 1)}"
IDENTITY = "`'identity'`: (default)"
NATURAL = r"`'e'` (default): Natural logarithm :math:`\ln`"
TWO = r"`'2'`: :math:`\log_2`"
TO_THE_GRADE = r":math:`f(\mathrm{rel}(y_i)) = 2^{\mathrm{rel}(y_i)} - 1`"
IDEAL = "DCG@k of the sorted relevance labels"

BINARY: tuple[tuple[str, str, dict[str, Any], Documented], ...] = (
    (
        "Precision",
        "precision",
        {},
        Documented("precision(divisor=k)", "otherwise :math:`k' = k` (default)."),
    ),
    (
        "Recall",
        "recall",
        {},
        Documented(
            "recall(divisor=r)",
            "Computes Recall@k [MN]_ as the fraction of relevant results in `y_true` "
            "that were in the top *k* results of `y_pred`.",
        ),
    ),
    (
        "Recall(truncated=True)",
        "recall",
        {"truncated": True},
        Documented(
            "recall(divisor=min_k_r)",
            "if `true`, number of relevant results gets clipped at `k`.",
        ),
    ),
    (
        "F1",
        "f_score",
        {},
        Documented(
            "f_score(combines=per_user)",
            "Computes F1 [MN]_ as harmonic mean of Precision@k and Recall@k.",
            more=(
                "the F1 score of each ranking *y* in `y_pred` is defined as",
                r"we define :math:`\mathrm{F1}@k(y) = 0`.",
            ),
        ),
    ),
    (
        "HitRate",
        "hit_rate",
        {},
        Documented(
            "hit_rate(counts=hits)",
            r"\mathrm{HitRate}@k(y) &= \sum_{i=1}^{k'} \mathrm{rel}(y_i)",
            also=("hit_rate(counts=any)",),
        ),
    ),
    (
        "AP",
        "average_precision",
        {},
        Documented(
            "average_precision(divisor=min_k_r)",
            r"Z &= \min \big(k, \left\| y_{true} \right\| _1\big);",
        ),
    ),
    (
        "ReciprocalRank",
        "reciprocal_rank",
        {},
        Documented(
            "reciprocal_rank(counts=first)",
            "Computes ReciprocalRank@k [NC]_ as the rank where the first relevant item "
            "occurs in the top *k* results of `y_pred`.",
            more=(r"\max_{i=1,\ldots,k'} \frac{\mathrm{rel}(y_i)}{i}",),
        ),
    ),
)
GRADED: tuple[tuple[str, dict[str, Any], Documented], ...] = (
    (
        "DCG",
        {},
        Documented(
            "ndcg(gain=grade, discount=ln_next, ideal=none)",
            DCG,
            more=(IDENTITY, NATURAL),
        ),
    ),
    (
        "DCG(log_base=2)",
        LOG,
        Documented("ndcg(gain=grade, ideal=none)", DCG, more=(IDENTITY, TWO)),
    ),
    ("NDCG", {}, Documented("ndcg(gain=grade)", IDEAL, more=(DCG, IDENTITY, NATURAL))),
    (
        "NDCG(relevance_scaling=power)",
        POWER,
        Documented("ndcg(gain=exponential)", IDEAL, more=(DCG, TO_THE_GRADE, NATURAL)),
    ),
)

for name, claims, options, words in BINARY:
    adapter.metric(name, claims, words, same_object=True)(
        mean(name.partition("(")[0], positives, **options)
    )

for name, options, words in GRADED:
    adapter.metric(name, "ndcg", words, same_object=True)(
        mean(name.partition("(")[0], graded, **options)
    )

adapter.metric("Precision(truncated=True)", "precision", same_object=True)(
    mean("Precision", positives, truncated=True)
)
