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
from math import floor

from homonym.adapters._shared.dictionaries import lists, truth, whole
from homonym.adapters.contract import Adapter, answer
from homonym.reference.case import AnyCase

WHOLE = "of the whole list, as a set: no metric at a cut-off"
JUDGED = "compares with items judged not relevant: of no family here"
COUNT = "a count or a name, no metric"
OTHER = "a measure of trec_eval's own: of no family here"


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
        "gm_map": "a geometric mean over the users: of no choice here",
        "iprec_at_recall": "a curve of eleven numbers; 11pt_avg is their mean",
        "Rprec_mult": "a curve of ten numbers around Rprec",
    },
)


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
