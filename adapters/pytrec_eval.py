"""pytrec_eval (the fork of Terrier): trec_eval's measures, on two dictionaries.

Its interface wants users and items as strings, the truth's grades as whole numbers, the
lists as item -> score, from which it ranks itself: an item cannot stand twice in a
list, nor a pair in the truth, and the order given is not seen. 1.0 is given as 1. A
grade such as 2.5 goes to NDCG as it is, and the library says what it makes of it; the
other measures ask only whether it is 1 or more, and get it as 2.

It returns every user's number; the mean is its own `compute_aggregated_measure`, over
the users that it returns, as in the examples of its repository. `map_cut` and its like
take k in their name, as trec_eval's users write it: `map_cut_10`; `map`, `ndcg`,
`recip_rank`, `Rprec` and `11pt_avg` read the whole list.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import floor
from typing import Any

from homonym.adapters.contract import Adapter, Refuse, answer
from homonym.reference.case import AnyCase, Columns, Scored

WHOLE = "of the whole list, as a set: no metric at a cut-off"
JUDGED = "compares with items judged not relevant: a later family"
COUNT = "a count or a name, no metric"
OTHER = "a measure of trec_eval's own: a later family"


def names() -> list[str]:
    """The measures that it says it supports."""
    import pytrec_eval

    return sorted(pytrec_eval.supported_measures)


adapter = Adapter(
    library="pytrec-eval-terrier",
    module="pytrec_eval",
    title="pytrec_eval",
    homepage="https://github.com/terrierteam/pytrec_eval",
    names=names,
    files=("__init__.py",),
    sources=("__init__.py",),
    out_of_scope={
        **dict.fromkeys(["set_P", "set_recall", "set_F", "set_map"], WHOLE),
        "set_relative_P": WHOLE,
        **dict.fromkeys(["bpref", "infAP", "gm_bpref"], JUDGED),
        **dict.fromkeys(["num_q", "num_rel", "num_rel_ret", "num_ret"], COUNT),
        **dict.fromkeys(["num_nonrel_judged_ret", "relstring", "runid"], COUNT),
        **dict.fromkeys(["G", "binG", "ndcg_rel", "Rndcg", "utility"], OTHER),
        "gm_map": "a geometric mean over the users: a later axis",
        "iprec_at_recall": "a curve of eleven numbers; their mean is 11pt_avg",
        "Rprec_mult": "a curve of ten numbers around Rprec",
    },
)


def lists(case: AnyCase) -> dict[str, dict[str, float]]:
    """User -> item -> score."""
    if case.columns:
        return nested(case.columns, "predictions", float)
    return {str(user): once(pairs) for user, pairs in case.recommendations.items()}


def truth(case: AnyCase, read: Callable[[float], float]) -> dict[str, dict[str, Any]]:
    """User -> item -> grade."""
    if case.columns:
        return nested(case.columns, "truth", read)
    return {
        str(user): {item: read(grade) for item, grade in once(pairs).items()}
        for user, pairs in case.truth.items()
    }


@lru_cache(maxsize=3)  # the lists, and the truth as either kind of measure reads it
def nested(
    columns: Columns, table: str, read: Callable[[float], float]
) -> dict[str, dict[str, float]]:
    """User -> item -> number, of a large table, in which a pair stands once."""
    found: dict[str, dict[str, float]] = {}
    for user, item, number in columns.rows(table):
        found.setdefault(str(user), {})[str(item)] = read(number)
    return found


def once(pairs: Scored) -> dict[str, float]:
    """Item -> number."""
    found = {str(item): number for item, number in pairs}
    if len(found) < len(pairs):
        raise Refuse("it takes dictionaries: an item cannot stand in one twice")
    return found


def whole(grade: float) -> float:
    """1 for 1.0; what is not whole stays as it is."""
    return int(grade) if float(grade).is_integer() else grade


def metric(
    name: str, at_k: bool, read: Callable[[float], float]
) -> Callable[[AnyCase], float]:
    """The mean of one measure, at k or over the whole list."""

    def mean(case: AnyCase) -> float:
        import pytrec_eval

        asked = f"{name}_{case.k}" if at_k else name
        evaluator = pytrec_eval.RelevanceEvaluator(truth(case, read), {asked})
        users = answer(case, lambda: evaluator.evaluate(lists(case))).values()
        found = [user[asked] for user in users]
        return float(pytrec_eval.compute_aggregated_measure(asked, found))

    return mean


for name, claims, at_k in (
    ("map", "average_precision", False),
    ("map_cut", "average_precision", True),
    ("11pt_avg", "average_precision_interpolated", False),
    ("ndcg", "ndcg", False),
    ("ndcg_cut", "ndcg", True),
    ("recip_rank", "reciprocal_rank", False),
    ("P", "precision", True),
    ("recall", "recall", True),
    ("relative_P", "recall", True),
    ("success", "hit_rate", True),
    ("Rprec", "r_precision", False),
):
    read = whole if claims == "ndcg" else floor
    adapter.metric(name, claims, same_object=True)(metric(name, at_k, read))
