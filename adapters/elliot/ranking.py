"""Elliot: a metric object made with everything it may need, mean over the lists' users.

Its users have the evaluator make it: `Evaluator.eval`, which first leaves out the lists
of users without a test item. Both are here, over the same data.

Its interface wants the lists and the truth as dictionaries (a pair cannot stand twice
in a user's truth), the users' train items and the size of the catalogue. The order of a
list is the ranking, scores are never read. An item is relevant from
`relevance_threshold` on, 0 by default; the same number is in nDCG's gain, hence a
second nDCG at threshold 1. `config_test` is Elliot's own switch that silences its log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import nan
from types import SimpleNamespace
from typing import Any

from homonym.adapters.contract import Adapter, Documented, Refuse, answer
from homonym.reference.case import AnyCase, Id


def names() -> list[str]:
    """The names that Elliot's configuration accepts, and what evaluates them."""
    from elliot.evaluation.metrics import _metric_dictionary

    return [*_metric_dictionary, PIPELINE]


PIPELINE = "Evaluator.eval"
AT_K = ("nDCG", "Precision", "Recall", "HR", "MRR", "MAP", "MAR", "F1")
"""The metrics that the evaluator is asked for beside another."""

adapter = Adapter(
    library="elliot",
    module="elliot",
    title="Elliot",
    homepage="https://github.com/sisinflab/elliot",
    names=names,
    files=("elliot/evaluation/metrics/*.py",),
    checkout=True,
    sources=tuple(
        f"evaluation/metrics/{file}.py"
        for file in (
            *(f"accuracy/{name}/{name}" for name in ("ndcg", "precision", "recall")),
            *(f"accuracy/{name}/{name}" for name in ("hit_rate", "mrr", "map", "mar")),
            *("accuracy/ndcg/ndcg_rendle2020", "accuracy/AUC/auc"),
            *(f"coverage/{who}_coverage/{who}_coverage" for who in ("item", "user")),
            *("diversity/gini_index/gini_index", "diversity/SRecall/srecall"),
            *("bias/arp/arp", "fairness/rsp/rsp", "fairness/reo/reo"),
            *(f"fairness/BiasDisparity/BiasDisparity{x}" for x in ("BR", "BS", "BD")),
        )
    ),
    out_of_scope={"NumRetrieved": "no metric but the length of the lists"},
)


def truth(case: AnyCase) -> dict[Id, dict[Id, float]]:
    """Grades by user and item."""
    found = {user: dict(pairs) for user, pairs in case.truth.items()}
    if any(len(found[user]) < len(pairs) for user, pairs in case.truth.items()):
        raise Refuse("Elliot's truth is a dictionary: a pair cannot stand in it twice")
    return found


def lists(case: AnyCase) -> dict[Id, list[tuple[Id, float]]]:
    """(item, score) by user, best first."""
    return {user: list(pairs) for user, pairs in case.recommendations.items()}


def train(case: AnyCase) -> dict[Id, dict[Id, float]]:
    """The users' train items, each rated 1."""
    return {user: dict.fromkeys(items, 1.0) for user, items in case.train.items()}


def metric(
    name: str, threshold: float = 0, additional: dict[str, str] | None = None
) -> Callable[[AnyCase], float]:
    """A call of the metric of that name; the complex ones take additional arguments."""

    def call(case: AnyCase) -> float:
        from elliot.evaluation.metrics import parse_metric
        from elliot.evaluation.relevance.relevance import Relevance

        objects = SimpleNamespace(
            relevance=Relevance(truth(case), threshold),
            cutoff=case.k,
            num_items=len(case.catalogue),
            data=SimpleNamespace(train_dict=train(case)),
        )
        config = SimpleNamespace(config_test=True)
        arguments: list[Any] = [lists(case), config, None, objects]
        if additional is not None:
            arguments.append(additional)
        (made,) = parse_metric(name)(*arguments).get()
        return float(answer(case, made.eval))

    return call


def evaluated(
    name: str, threshold: float = 0, additional: dict[str, str] | None = None
) -> Callable[[AnyCase], float]:
    """A call of the evaluator, configured for the metric of that name.

    It gives nothing where there is no test item: that is NaN here.
    """

    def call(case: AnyCase) -> float:
        data = SimpleNamespace(
            config=configured(case, name, threshold, additional),
            get_test=lambda: truth(case),
            get_validation=lambda: None,
            num_items=len(case.catalogue),
            train_dict=train(case),
        )
        *_, value = [nan, *results(case, data).values()]
        return float(value)

    return call


def configured(
    case: AnyCase, name: str, threshold: float, additional: dict[str, str] | None
) -> SimpleNamespace:
    """An experiment's configuration that asks for the metric of that name, last."""
    mine = [name] if additional is None else []
    complexes = [] if additional is None else [{"metric": name, **additional}]
    evaluation = SimpleNamespace(
        cutoffs=[*case.also, case.k],
        relevance_threshold=threshold,
        paired_ttest=False,
        simple_metrics=[n for n in AT_K if case.together and n != name] + mine,
        complex_metrics=complexes,
    )
    top_k = max([case.k, *case.also])
    return SimpleNamespace(config_test=True, top_k=top_k, evaluation=evaluation)


def results(case: AnyCase, data: Any) -> dict[str, float]:
    """What the evaluator gives at k, by the names that it gives."""
    from elliot.evaluation.evaluator import Evaluator

    validated: dict[Id, list[tuple[Id, float]]] = {}
    made = Evaluator(data, None)
    found = answer(case, lambda: made.eval((validated, lists(case))))
    return found[case.k]["test_results"] or {}


NDCG = Documented(
    "ndcg(gain=binary, ideal=ones_k)",
    r"\mathrm {DCG@K}=\sum_{i=1}^{K} \frac{2^{rel_i}-1}{\log_{2}{(i+1)}}\\ "
    r"\mathrm {IDCG@K}=\sum_{i=1}^{K}\frac{1}{\log_{2}{(i+1)}}",
    more=(
        ":math:`rel_i` is the relevance of the item in position :math:`i` in the "
        "recommendation list.",
        ":math:`2^{rel_i}` equals to 1 if the item hits otherwise 0.",
    ),
    also=("ndcg(gain=exponential, ideal=ones_k)",),
)
"""The words of both classes of nDCG: the ideal is k gains of 1, and the gain follows
the relevance, or is 1 for a hit, else 0, as nearly as they say it (2 to the power of
what is 0 is no 0)."""
PROMISED = {
    "nDCG": replace(NDCG, file="/ndcg.py"),
    "nDCGRendle2020": replace(NDCG, file="/ndcg_rendle2020.py"),
    "Precision": Documented(
        "precision(divisor=k)",
        r"\frac{|Rel_u \cap Rec_u|}{Rec_u}",
        more=(":math:`Rec_u` is the top K items recommended to users.",),
    ),
    "Recall": Documented("recall(divisor=r)", r"\frac{|Rel_u\cap Rec_u|}{Rel_u}"),
    # all hits by all samples, without a mean; or the users with a hit
    "HR": Documented(
        "recall(divisor=r, users=pooled)",
        r"\mathrm {HR@K} =\frac{Number \space of \space Hits @K}{|GT|}",
        more=(
            ":math:`HR` is the number of users with a positive sample in the "
            "recommendation list.",
            ":math:`GT` is the total number of samples in the test set.",
        ),
        also=("hit_rate(counts=any)",),
    ),
    "MRR": Documented(
        "reciprocal_rank(counts=first)",
        ":math:`rank_i` is the rank of the first item in the recommendation list in "
        "the test set results for user",
    ),
    "MAP": Documented(
        "average_precision(divisor=min_k_r)",
        r"\frac{1}{\mathrm{min}(m,N)}\sum_{k=1}^N P(k) \cdot rel(k)",
        more=(
            "which prevents your AP score from being unfairly suppressed when your "
            "number of recommendations couldn't possibly capture all the correct ones.",
        ),
    ),
    # its recall is written as the average precision is, and |rel(k)| is not explained:
    # the relevant items of the list, or all of them
    "MAR": Documented(
        "average_precision(divisor=hits)",
        r"\mathrm{Recall@N} &= \frac{1}{\mathrm{min}(m,|rel(k)|)}\sum_{k=1}^N P(k) "
        r"\cdot rel(k)",
        more=(
            "This class represents the implementation of the Mean Average Recall "
            "recommendation metric.",
        ),
        also=("average_precision(divisor=r)",),
    ),
    "AUC": Documented(
        "auc(positives=recommended, users=stacked)",
        "Instead, it calculates the scores on the entire prediction results regardless "
        "the users.",
        more=(
            "This metric does not calculate group-based AUC which considers the AUC "
            "scores averaged across users. It is also not limited to k.",
        ),
    ),
}


def register(
    shown: str,
    claims: str,
    name: str,
    threshold: float = 0,
    additional: dict[str, str] | None = None,
) -> None:
    """Register a metric as an object and as the evaluator gives it."""
    documented, full = PROMISED.get(name), name in ("AUC", "GAUC")
    settings = (name, threshold, additional)
    adapter.metric(shown, claims, documented, full=full, same_object=True)(
        metric(*settings)
    )
    pipeline = f"{PIPELINE}({shown})"
    adapter.metric(
        pipeline,
        claims,
        documented,
        entry="pipeline",
        full=full,
        cut_offs=not full,
        together=True,
        same_object=True,
    )(evaluated(*settings))


for name, claims in (
    ("nDCG", "ndcg"),
    ("nDCGRendle2020", "ndcg"),
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("HR", "hit_rate"),
    ("MRR", "reciprocal_rank"),
    ("MAP", "average_precision"),
    ("MAR", "mean_average_recall"),
    ("F1", "f_score"),
    ("AUC", "auc"),
    ("GAUC", "auc"),
    ("LAUC", "auc"),
):
    register(name, claims, name)

register("nDCG(relevance_threshold=1)", "ndcg", "nDCG", threshold=1)
register("DSC", "f_score", "DSC", additional={})
# the defaults that its documentation names, and the same two named
register("ExtendedF1", "f_score", "ExtendedF1", additional={})
register(
    "ExtendedF1(metric_0=Precision, metric_1=Recall)",
    "f_score",
    "ExtendedF1",
    additional={"metric_0": "Precision", "metric_1": "Recall"},
)

# they look at no cut-off; every rating is a relevant item, its threshold being 0
for name in ("MAE", "MSE", "RMSE"):
    claims = name.lower()
    adapter.metric(name, claims, same_object=True)(metric(name))
    adapter.metric(f"{PIPELINE}({name})", claims, entry="pipeline", same_object=True)(
        evaluated(name)
    )
