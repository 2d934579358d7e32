"""Cornac: its metrics as objects, and `ranking_eval` that shows them a model.

An object gets, for one user, the relevant items, the ranked ones, and, to AUC and MAP,
the scores of all candidates: so these are asked about full rankings alone, and the
caller averages. `ranking_eval` asks a model for the scores of all items, ranks what is
not in training, and averages over the users with a relevant item: it is asked about
full rankings alone, and its test set has no rating of a user who is not in the truth.
An item is relevant from a rating of 1 on. Items and users are numbers, in the order in
which they come; a pair stands once.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from homonym.adapters._shared.full_rankings import full_rankings
from homonym.adapters._shared.label_rows import grades, rows
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import Adapter, Documented, Refuse, Value
from homonym.reference.case import AnyCase, Id, is_relevant

BASE = "not a metric: what metrics are made from"


def names() -> list[str]:
    """The classes of its package of metrics, and how a model is shown to them."""
    from cornac import metrics

    found = [name for name, one in vars(metrics).items() if isinstance(one, type)]
    return [*found, "ranking_eval", "rating_eval"]


adapter = Adapter(
    library="cornac",
    module="cornac",
    title="Cornac",
    homepage="https://github.com/PreferredAI/cornac",
    names=names,
    files=("metrics/*.py",),
    sources=("metrics/*.py",),
    elsewhere={"models/*": "what a model is trained by"},
    out_of_scope={
        "RatingMetric": BASE,
        "RankingMetric": BASE,
        "rating_eval": "clips a model's predictions, then has them compared as here",
    },
)


def made(name: str, k: int) -> Any:
    """A metric, with the cut-off where it takes one."""
    from cornac import metrics

    return getattr(metrics, name)(**({} if name in UNCUT else {"k": k}))


def one_user(case: AnyCase, user: Id) -> dict[str, Any]:
    """What an object gets."""
    import numpy as np

    column = {item: place for place, item in enumerate(case.catalogue)}
    pairs = case.recommendations[user]
    listed = np.array([column[item] for item, _ in pairs], dtype=int)
    relevant = [column[i] for i, g in grades(case, user).items() if is_relevant(g)]
    return {
        "gt_pos": np.array(sorted(relevant), dtype=int),
        "pd_rank": listed,
        "item_indices": listed,
        "pd_scores": np.array([score for _, score in pairs], dtype=float),
    }


def computed(name: str) -> Callable[[AnyCase], Value]:
    """What an object computes, a user at a time."""

    def call(case: AnyCase) -> Value:
        if name in OF_SCORES:
            rows(case, float)
        metric = made(name, case.k)
        found = (metric.compute(**one_user(case, u)) for u in with_lists(case))
        return Value(None, tuple(float(value) for value in found))

    return call


def dataset(pairs: list[tuple[int, int, float]], ids: SimpleNamespace) -> Any:
    """Its data set of (user, item, rating)."""
    import numpy as np
    from cornac.data import Dataset

    if len({(user, item) for user, item, _ in pairs}) < len(pairs):
        raise Refuse("a cell of a matrix holds one rating: no pair is judged twice")
    table = np.array(pairs, dtype=float).reshape(-1, 3)
    users, items, ratings = table.T
    triple = users.astype(int), items.astype(int), ratings
    return Dataset(len(ids.users), len(ids.items), ids.users, ids.items, triple)


def numbered(case: AnyCase) -> SimpleNamespace:
    """The numbers of users and items."""
    users = {user: row for row, user in enumerate(full_rankings(case))}
    items = {item: place for place, item in enumerate(case.catalogue)}
    return SimpleNamespace(users=users, items=items)


def model(case: AnyCase, ids: SimpleNamespace) -> Any:
    """A model that scores as the lists do; a train item, which is left out, by 0."""
    import numpy as np
    from cornac.models import Recommender

    scores = np.zeros((len(ids.users), len(ids.items)))
    for user, pairs in case.recommendations.items():
        for item, score in pairs:
            scores[ids.users[user], ids.items[item]] = score

    class Lists(Recommender):  # type: ignore[misc, unused-ignore]
        """It has learned nothing."""

        def score(self, user_idx: int, item_idx: Any = None) -> Any:
            return scores[user_idx] if item_idx is None else scores[user_idx, item_idx]

    found = Lists("lists", trainable=False)
    found.num_users, found.num_items = scores.shape
    found.uid_map, found.iid_map = ids.users, ids.items
    return found


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """What `ranking_eval` gives."""

    def call(case: AnyCase) -> float:
        from cornac.eval_methods.base_method import ranking_eval

        ids = numbered(case)
        test = dataset(judged(case, ids), ids)
        seen = [
            (ids.users[user], ids.items[item], 1.0)
            for user, items in case.train.items()
            for item in items
        ]
        others = [other for other in RANKINGS if case.together and other != name]
        asked = [made(name, k) for k in case.also] + [made(o, case.k) for o in others]
        averages, _ = ranking_eval(
            model(case, ids),
            [*asked, made(name, case.k)],
            dataset(seen, ids),
            test,
        )
        return float(averages[-1])

    return call


def judged(case: AnyCase, ids: SimpleNamespace) -> list[tuple[int, int, float]]:
    """(user, item, rating) of the truth."""
    return [
        (ids.users[user], ids.items[item], rating)
        for user, pairs in case.truth.items()
        for item, rating in pairs
    ]


def error(name: str) -> Callable[[AnyCase], float]:
    """An error of predictions, which an object gets beside the ratings."""

    def call(case: AnyCase) -> float:
        import numpy as np

        rated, predicted = rated_pairs(case)
        return float(made(name, 0).compute(np.array(rated), np.array(predicted)))

    return call


HIT = Documented(
    "hit_rate(counts=any)",
    "Hit Ratio score (1.0 ground truth item(s) appear in top-k, 0 otherwise).",
)
RANKINGS = {
    "NDCG": "ndcg",
    "NCRR": "reciprocal_rank",
    "MRR": "reciprocal_rank",
    "HitRatio": "hit_rate",
    "Precision": "precision",
    "Recall": "recall",
    "FMeasure": "f_score",
    "AUC": "auc",
    "MAP": "average_precision",
}
"""Its metrics of rankings, and the families they claim."""
ERRORS = ("MAE", "MSE", "RMSE")
OF_SCORES = ("AUC", "MAP")
UNCUT = ("MRR", *OF_SCORES, *ERRORS)
"""What takes no cut-off."""

for name, claims in RANKINGS.items():
    words = HIT if name == "HitRatio" else None
    adapter.metric(name, claims, words, full=claims == "auc")(computed(name))
    adapter.metric(
        f"ranking_eval({name})",
        claims,
        words,
        entry="pipeline",
        full=claims == "auc",
        cut_offs=name not in UNCUT,
        together=True,
    )(evaluated(name))

for name in ERRORS:
    adapter.metric(name, name.lower())(error(name))
