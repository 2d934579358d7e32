"""MS Recommenders beyond accuracy: functions of training data and of lists already cut.

Its interface wants a row a training item and a row a recommendation, of lists that were
cut before: their order is never read, so that the first k stand here, and scores that
do not fall are refused. Where it asks for features of the items, each has a vector that
says in which group it is; where it asks for relevance, a recommendation has 1 or 0.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from homonym.adapters._shared.frames import trained
from homonym.adapters.contract import Documented, Refuse, Value
from homonym.adapters.recommenders.ranking import IDS, adapter
from homonym.reference.case import AnyCase, Id, is_relevant

__all__ = ["adapter"]

USER, ITEM = IDS
RELEVANCE = "relevance"


def first_k(case: AnyCase) -> list[tuple[Id, Id, float]]:
    """(user, item, whether it is relevant) of every recommendation."""
    rows = []
    for user, listed in case.recommendations.items():
        if not all(above > below for (_, above), (_, below) in pairwise(listed)):
            raise Refuse(
                "Recommenders takes lists already cut: only falling scores tell where"
            )
        grades = dict(case.truth.get(user, ()))
        shown = [item for item, _ in listed[: max(case.k, 0)]]
        rows += [(user, i, float(is_relevant(grades.get(i)))) for i in shown]
    return rows


def vectors(case: AnyCase) -> dict[Id, list[float]]:
    """item -> its features: 1 for the group that it is in, 0 for the others."""
    if not case.groups:
        raise Refuse("Recommenders asks for features of the items: there are none")
    groups = sorted(set(case.groups.values()))
    return {i: [float(one == own) for one in groups] for i, own in case.groups.items()}


def tables(case: AnyCase) -> tuple[Any, Any]:
    """(training items, recommendations); an empty table has the other's types of ids,
    as it has none."""
    import pandas as pd

    train = pd.DataFrame(trained(case), columns=list(IDS))
    lists = pd.DataFrame(first_k(case), columns=[*IDS, RELEVANCE])
    if train.empty:
        train = train.astype(lists[list(IDS)].dtypes)
    if lists.empty:
        lists = lists.astype(train.dtypes)
    return train, lists


def by_default(case: AnyCase) -> dict[str, Any]:
    """No arguments beside the tables."""
    return {}


def with_relevance(case: AnyCase) -> dict[str, Any]:
    """The name of the column that says what is relevant."""
    return {"col_relevance": RELEVANCE}


def with_features(case: AnyCase) -> dict[str, Any]:
    """The features of the items, to compare them by."""
    import numpy as np
    import pandas as pd

    found = vectors(case)
    features = [np.array(vector) for vector in found.values()]
    table = pd.DataFrame({ITEM: [*found], "features": features})
    return {"item_sim_measure": "item_feature_vector", "item_feature_df": table}


def number(name: str, given: Callable[[AnyCase], dict[str, Any]]) -> Any:
    """A call of the function of that name."""

    def call(case: AnyCase) -> float:
        from recommenders.evaluation import python_evaluation

        return float(getattr(python_evaluation, name)(*tables(case), **given(case)))

    return call


def each_user(name: str, given: Callable[[AnyCase], dict[str, Any]]) -> Any:
    """The same, of a function that returns a table of the users."""

    def call(case: AnyCase) -> Value:
        from recommenders.evaluation import python_evaluation

        found = getattr(python_evaluation, name)(*tables(case), **given(case))
        values = dict(zip(found[USER], map(float, found[name]), strict=True))
        return Value(None, tuple(values.get(user) for user in case.recommendations))

    return call


PROMISED = {
    # neither the logarithm's base is said, nor whether "a list" is each user's or all
    "novelty": Documented(
        "self_information(chance=share_of_interactions)",
        "Novelty is computed as the minus logarithm of (number of interactions with "
        "item / total number of interactions).",
        more=("Calculate the average novelty in a list of recommended items",),
        also=tuple(
            f"self_information(chance=share_of_interactions, {left_open})"
            for left_open in (
                "users=pooled",
                "base=natural",
                "base=natural, users=pooled",
            )
        ),
    ),
}

BEYOND = (
    ("diversity", "intra_list_diversity", "", number),
    ("diversity", "intra_list_diversity", "item_sim_measure", number),
    ("user_diversity", "intra_list_diversity", "", each_user),
    ("novelty", "self_information", "", number),
    ("serendipity", "serendipity", "", number),
    ("serendipity", "serendipity", "item_sim_measure", number),
    ("serendipity", "serendipity", "col_relevance", number),
    ("user_serendipity", "serendipity", "", each_user),
    ("catalog_coverage", "coverage", "", number),
    ("distributional_coverage", "shannon_entropy", "", number),
)
"""A function, the family that it claims, what it is given, and what it returns."""

GIVEN = {
    "": ("", by_default),
    "item_sim_measure": ("(item_sim_measure=item_feature_vector)", with_features),
    "col_relevance": ("(col_relevance=relevance)", with_relevance),
}

for name, claims, option, make in BEYOND:
    written, given = GIVEN[option]
    adapter.metric(name + written, claims, PROMISED.get(name))(make(name, given))
