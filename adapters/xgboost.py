"""XGBoost: the metrics that a booster reports while it learns, asked of given scores.

They know no lists: a row (label, score) stands for each of some items, the rows of a
user are a group, and a user without a row does not exist. The scores are those that
learning starts from, `base_margin`, in single precision, and a booster without a tree
is asked with `eval`. Rows are made as its users make them, of the items of a list. What
divides by the relevant items, or orders all of them, is asked in two ways: of all
candidates, the items that a user has not trained on, so that full rankings alone are
asked, and `[listed]`, where a relevant item outside the list is unknown.

What has a cut-off is called with `@k`, and some once more with `@k-`, by which a user
without a relevant item is 0. NDCG gets the grades as they are, of which it takes whole
ones alone unless `ndcg_exp_gain=False`; the others get labels 0 and 1.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from types import ModuleType
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import FLOAT32, Adapter, answer
from homonym.reference.case import AnyCase

OTHER = "compares numbers in a way that no family here does"
CLASSES = "of classes, several or chosen already: no ranking"
LIKELIHOOD = "the likelihood of a model that is no recommender's"

AT_K = {"pre": "precision", "map": "average_precision", "ndcg": "ndcg"}
"""Those with a cut-off, and the families they claim."""
UNCUT = {"auc": "auc", "aucpr": "average_precision"}
ERRORS = {"rmse": "rmse", "mae": "mae"}
OUT_OF_SCOPE = {
    **dict.fromkeys(["rmsle", "mape", "mphe", "quantile", "expectile"], OTHER),
    **dict.fromkeys(["error", "merror", "mlogloss", "ams"], CLASSES),
    **dict.fromkeys(["poisson-nloglik", "gamma-nloglik", "cox-nloglik"], LIKELIHOOD),
    **dict.fromkeys(["gamma-deviance", "tweedie-nloglik", "aft-nloglik"], LIKELIHOOD),
    "interval-regression-accuracy": "of times until an event: no ranking",
    "logloss": "reads a score through the link of a model: no family takes raw scores",
}


def names() -> list[str]:
    """The metrics that its documentation lists: the code that has them is compiled."""
    return [*AT_K, *UNCUT, *ERRORS, *OUT_OF_SCOPE]


def load(name: str) -> ModuleType:
    """The package; an error then comes without a stack trace, which takes a second."""
    os.environ.setdefault("DMLC_LOG_STACK_TRACE_DEPTH", "0")
    return importlib.import_module(name)


adapter = Adapter(
    library="xgboost",
    module="xgboost",
    title="XGBoost",
    homepage="https://github.com/dmlc/xgboost",
    names=names,
    load=load,
    files=("lib/*",),
    elsewhere={"testing/*": "tests of the library itself"},
    out_of_scope=OUT_OF_SCOPE,
)


def told(
    case: AnyCase, name: str, labels: list[float], scores: list[float], **options: Any
) -> float:
    """What a booster without a tree says of rows; options: the groups, the others."""
    import numpy as np
    import xgboost

    data = xgboost.DMatrix(
        np.zeros((len(labels), 1)),
        label=labels,
        base_margin=scores,
        group=options.pop("group", None),
    )
    asked = {"eval_metric": name, "nthread": 1, **options}
    booster = xgboost.Booster(asked, [data])
    said = answer(case, lambda: booster.eval(data))
    return float(said.rpartition(":")[-1])


def of_rows(
    name: str, listed: bool, cut: str = "", **options: Any
) -> Callable[[AnyCase], float]:
    """The metric of a row for each item, in groups."""
    read = float if name == "ndcg" else label

    def call(case: AnyCase) -> float:
        found = rows(case, read, listed)
        labels = [one for labels, _ in found for one in labels]
        scores = [one for _, scores in found for one in scores]
        given = {"objective": "rank:ndcg", "group": [len(row) for row, _ in found]}
        others = [f"{one}{cut.format(k=k)}" for one, k in beside(case, name)]
        asked = [*others, f"{name}{cut.format(k=case.k)}"]
        given |= {"eval_metric": asked}
        return told(case, name, labels, scores, **given, **options)

    return call


def beside(case: AnyCase, name: str) -> list[tuple[str, int]]:
    """What else is asked for in the same call: metrics, and cut-offs."""
    others = [one for one in AT_K if case.together and one not in (name, "ndcg")]
    return [*((name, k) for k in case.also), *((one, case.k) for one in others)]


def error(name: str) -> Callable[[AnyCase], float]:
    """The metric of ratings and predictions, of the rated pairs."""

    def call(case: AnyCase) -> float:
        return told(case, name, *rated_pairs(case), objective="reg:squarederror")

    return call


EvalMetrics = tuple[tuple[str, str, dict[str, bool]], ...]
LINEAR = {"ndcg_exp_gain": False}
OF_LISTS: EvalMetrics = (("pre", "@{k}", {}),)
"""What needs no relevant item outside the list: name, cut-off and options."""
OF_CANDIDATES: EvalMetrics = (
    ("map", "@{k}", {}),
    ("ndcg", "@{k}", {}),
    ("ndcg(ndcg_exp_gain=False)", "@{k}", LINEAR),
    ("auc", "", {}),
    ("aucpr", "", {}),
)
WITH_A_DASH: EvalMetrics = (("map(@k-)", "@{k}-", {}), ("ndcg(@k-)", "@{k}-", {}))

for metrics, listed, behind in (
    (OF_LISTS, True, ""),
    ((*OF_CANDIDATES, *WITH_A_DASH), False, ""),
    (OF_CANDIDATES, True, "[listed]"),
):
    for written, cut, options in metrics:
        name = written.partition("(")[0]
        adapter.metric(
            f"{written}{behind}",
            (AT_K | UNCUT)[name],
            full=name in UNCUT,
            cut_offs=name in AT_K,
            together=name in AT_K,
            same_object=True,
        )(of_rows(name, listed, cut, **options))

for name, claims in ERRORS.items():
    adapter.metric(name, claims, precision=FLOAT32, same_object=True)(error(name))
