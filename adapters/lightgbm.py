"""LightGBM: the metrics that a booster reports while it learns, asked of given scores.

They know no lists: a row (label, score) stands for each of some items, the rows of a
user are a group, and a user without a row does not exist. The scores are those that
learning starts from, `init_score`, and a booster without a tree is asked with
`eval_train`. Rows are made as its users make them: of all candidates, the items that a
user has not trained on, so only full rankings are asked; `[listed]`, of the items that
a list has, where a relevant item outside it is unknown. `auc` and `average_precision`
look at no groups: all rows are one.

NDCG gets the grades as they are, and takes whole ones alone; the others labels 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.frames import label
from homonym.adapters._shared.label_rows import rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters.contract import Adapter, answer
from homonym.reference.case import AnyCase

OTHER = "compares numbers in a way that no family here does"
CLASSES = "of classes, several or chosen already: no ranking"
LIKELIHOOD = "reads a score through the link of a model: no family takes raw scores"

METRICS = {"ndcg": "ndcg", "map": "average_precision"}
"""Those of groups, with a cut-off, and the families they claim."""
OF_ALL_ROWS = {"auc": "auc", "average_precision": "average_precision"}
ERRORS = {"l1": "mae", "l2": "mse", "rmse": "rmse", "r2": "r2"}
OUT_OF_SCOPE = {
    **dict.fromkeys(["quantile", "mape", "huber", "fair", "poisson"], OTHER),
    **dict.fromkeys(["gamma", "gamma_deviance", "tweedie"], OTHER),
    **dict.fromkeys(["binary_error", "multi_error"], CLASSES),
    **dict.fromkeys(["multi_logloss", "auc_mu"], CLASSES),
    **dict.fromkeys(["binary_logloss", "cross_entropy"], LIKELIHOOD),
    **dict.fromkeys(["cross_entropy_lambda", "kullback_leibler"], LIKELIHOOD),
}


def names() -> list[str]:
    """The metrics that its documentation lists: the code that has them is compiled, and
    passes over a name that it does not know."""
    return [*METRICS, *OF_ALL_ROWS, *ERRORS, *OUT_OF_SCOPE]


adapter = Adapter(
    library="lightgbm",
    module="lightgbm",
    title="LightGBM",
    homepage="https://github.com/lightgbm-org/LightGBM",
    names=names,
    files=("lib/*",),
    out_of_scope=OUT_OF_SCOPE,
)


def told(case: AnyCase, name: str, table: dict[str, Any], **options: Any) -> float:
    """What a booster without a tree says of its own rows."""
    import lightgbm
    import numpy as np

    rows = lightgbm.Dataset(np.zeros((len(table["label"]), 1)), **table)
    asked = {"metric": name, "verbosity": -1, "num_threads": 1, **options}
    booster = lightgbm.Booster(asked, rows)
    found = {one[1]: one[2] for one in answer(case, booster.eval_train)}
    at_k = f"{name}@{case.k}" if name in METRICS else name
    return float(found[at_k])


def of_rows(name: str, listed: bool) -> Callable[[AnyCase], float]:
    """The metric of a row for each item, in groups."""
    read = float if name == "ndcg" else label

    def call(case: AnyCase) -> float:
        found = rows(case, read, listed)
        table = {
            "label": [one for labels, _ in found for one in labels],
            "init_score": [one for _, scores in found for one in scores],
            "group": [len(scores) for _, scores in found],
        }
        others = [one for one in METRICS if case.together and one != name]
        options = {"objective": "lambdarank", "eval_at": [*case.also, case.k]}
        return told(case, name, table, **(options | {"metric": [*others, name]}))

    return call


def error(name: str) -> Callable[[AnyCase], float]:
    """The metric of ratings and predictions, of the rated pairs."""

    def call(case: AnyCase) -> float:
        rated, predicted = rated_pairs(case)
        table = {"label": rated, "init_score": predicted}
        return told(case, name, table, objective="regression")

    return call


for listed, behind in ((False, ""), (True, "[listed]")):
    for name, claims in (METRICS | OF_ALL_ROWS).items():
        adapter.metric(
            f"{name}{behind}",
            claims,
            full=name in OF_ALL_ROWS,
            cut_offs=name in METRICS,
            together=name in METRICS,
            same_object=True,
        )(of_rows(name, listed))

for name, claims in ERRORS.items():
    adapter.metric(name, claims, same_object=True)(error(name))
