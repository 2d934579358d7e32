"""Elliot: a metric object made with everything it may need, mean over the lists' users.

Its users have the evaluator make it: `Evaluator.eval`, which first leaves out the lists
of users without a test item. Both are here, over the same data.

Its interface wants the lists and the truth as dictionaries (a pair cannot stand twice
in a user's truth), the users' train items and the size of the catalogue. The order of a
list is the ranking, scores are never read. An item is relevant from
`relevance_threshold` on, 0 by default; the same number is in nDCG's gain, hence a
second nDCG at threshold 1. The evaluator's data set counts the items of the training
data, which are all that Elliot's models rank: here those of the catalogue, for AUC and
its kin count them. `config_test` is Elliot's own switch that silences its log.
"""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from types import SimpleNamespace
from typing import Any

from homonym.adapters.contract import Adapter, Refuse, answer
from homonym.adapters.elliot.promised import OF_RANKINGS, OF_RATINGS
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
            *("accuracy/ndcg/ndcg_rendle2020", "accuracy/AUC/auc", "accuracy/AUC/gauc"),
            *("accuracy/f1/f1", "accuracy/f1/extended_f1", "accuracy/DSC/dsc"),
            *(f"rating/{name}/{name}" for name in ("mae", "mse", "rmse")),
            *(f"bias/{name}/{name}" for name in ("aplt", "aclt")),
            *(f"bias/{name}/{name}" for name in ("pop_rsp", "pop_reo")),
            *(f"novelty/{name.upper()}/{name}" for name in ("efd", "epc")),
            "diversity/shannon_entropy/shannon_entropy",
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


def register(
    shown: str,
    claims: str,
    name: str,
    threshold: float = 0,
    additional: dict[str, str] | None = None,
) -> None:
    """Register a metric as an object and as the evaluator gives it."""
    documented, full = OF_RANKINGS.get(name), name in ("AUC", "GAUC")
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

# they look at no cut-off; a rating is a relevant item from the threshold on, which is 0
for name in ("MAE", "MSE", "RMSE"):
    claims, documented = name.lower(), OF_RATINGS[name]
    formula = f"{claims}(missing=no_error) of the ratings from 0 on"
    adapter.metric(name, claims, documented, same_object=True, formula=formula)(
        metric(name)
    )
    adapter.metric(
        f"{PIPELINE}({name})",
        claims,
        documented,
        same_object=True,
        entry="pipeline",
        formula=formula,
    )(evaluated(name))
