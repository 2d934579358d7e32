"""The functions of HGN's eval_metrics.py and of its copies: start at `register`.

They take the test items of all users and as many ranked items of each, and give the
mean over the users. `apk` takes those of one user.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from homonym.adapters._shared.neurec_evaluators import ranked
from homonym.adapters._shared.truth_and_lists import truth_and_lists
from homonym.adapters._shared.values_by_rank import alone
from homonym.adapters.contract import Adapter, Refuse, Value
from homonym.reference.case import AnyCase

MRR = 2
"""Where `get_metric` gives it."""
OUT_OF_SCOPE = {
    "idcg_k": "what ndcg_k divides by",
    "precision_at_k_per_sample": "of one user, whose list it does not cut: nothing "
    "calls it",
}
OF_DATA = dict.fromkeys(
    [
        "set_seed",
        "check_path",
        "neg_sample",
        "EarlyStopping",
        "kmax_pooling",
        "avg_pooling",
        "generate_rating_matrix_valid",
        "generate_rating_matrix_test",
        "get_user_seqs",
        "get_user_seqs_long",
        "get_user_seqs_and_sample",
        "get_item2attribute_json",
    ],
    "reads data or trains: not a metric",
)
"""What stands beside them in the utils.py of the copies."""


def register(adapter: Adapter) -> Adapter:
    """Register the functions that all of them have."""
    for name, claims in (
        ("precision_at_k", "precision"),
        ("recall_at_k", "recall"),
        ("mapk", "average_precision"),
        ("ndcg_k", "ndcg"),
    ):
        adapter.metric(name, claims)(of_all_users(adapter, name))
    adapter.metric("apk", "average_precision")(of_one_user(adapter))
    return adapter


def register_ranks(adapter: Adapter) -> Adapter:
    """Register `get_metric`, which the copies add: of the ranks, counted from 0, of
    everybody's one test item."""
    for place, (name, claims) in enumerate(
        (("HIT", "hit_rate"), ("NDCG", "ndcg"), ("MRR", "reciprocal_rank"))
    ):
        adapter.metric(f"get_metric[{name}]", claims)(of_ranks(adapter, place))
    return adapter


def of_all_users(adapter: Adapter, name: str) -> Callable[[AnyCase], float]:
    """A call with everybody's items; STOSA's gives each user's number too."""

    def call(case: AnyCase) -> float:
        function = getattr(import_module(adapter.module), name)
        found = function(*truth_and_lists(case), case.k)
        return float(found[0] if isinstance(found, tuple) else found)

    return call


def of_one_user(adapter: Adapter) -> Callable[[AnyCase], Value]:
    """A call of `apk` a user."""

    def call(case: AnyCase) -> Value:
        function = import_module(adapter.module).apk
        asked = zip(*truth_and_lists(case), strict=True)
        return Value(None, tuple(float(function(*one, case.k)) for one in asked))

    return call


def of_ranks(adapter: Adapter, place: int) -> Callable[[AnyCase], float]:
    """A call with everybody's rank, and the number at that place of what it gives."""

    def call(case: AnyCase) -> float:
        function = import_module(adapter.module).get_metric
        return float(function(ranks(case, uncut=place == MRR), case.k)[place])

    return call


def ranks(case: AnyCase, uncut: bool) -> list[int]:
    """The rank of each user's one item, from 0; that of an item beyond the list, which
    is below k, the next. uncut: whether all ranks count."""
    found = []
    for user, truth in zip(case.truth, truth_and_lists(case)[0], strict=True):
        item = alone({*truth})
        listed = [one for one, _ in ranked(case, user)]
        if uncut and item not in listed:
            raise Refuse("every rank counts: an item that is not listed has none")
        found.append([*listed, item].index(item))
    return found
