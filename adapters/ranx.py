"""ranx: trec_eval's measures on Numba, of judgements and of a run.

Its interface is `evaluate(qrels, run, "ndcg@10")`, with strings as ids, in two forms:
objects, `Qrels` and `Run`, which its documentation makes of dictionaries, and the
dictionaries themselves, `[dicts]`. An item cannot stand twice in a list, nor a pair in
the truth. Grades are given as they are, fractions too: objects cut them to whole
numbers without a word. A plain name is called with `@k`; `[uncut]`, as `mrr`, reads the
whole list. `rbp` has no cut-off.

It compiles what it runs, for objects anew with every length of the longest id, which
takes longer than a call may: in an environment of its own `compile_all` comes first.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

from homonym.adapters._shared.dictionaries import lists, truth
from homonym.adapters.contract import Adapter, Documented
from homonym.reference.case import AnyCase

JUDGED = "compares with items judged not relevant: of no family here"
PART = "not a metric: what metrics are computed of"


def names() -> list[str]:
    """The metrics that `evaluate` knows, and the functions that none of them calls."""
    from ranx import metrics

    switch = inspect.getsource(metrics.metric_switch)
    called = re.findall(r"return (\w+)", switch)
    known = re.findall(r'metric == "([^"]+)"', switch)
    return [*known, *(one for one in metrics.__all__ if one not in called)]


def compile_all(longest: int = 6) -> None:
    """Have it compile what its metrics run, for ids of up to so many letters."""
    import ranx

    for length in range(1, longest + 1):
        made = {"u": {"a" * length: 1.0}}
        forms = (made, made), (ranx.Qrels(made), ranx.Run(made))
        for qrels, run in forms:
            called = [f"{name}{cut}" for name, cut in CALLED.items()]
            ranx.evaluate(qrels, run, called)


adapter = Adapter(
    library="ranx",
    module="ranx",
    title="ranx",
    homepage="https://github.com/AmenRa/ranx",
    names=names,
    files=("metrics/*.py",),
    sources=("metrics/*.py",),
    out_of_scope={
        "bpref": JUDGED,
        "get_hit_lists": PART,
        "interpolated_precision_at_recall": "a curve of eleven numbers",
    },
)


def evaluated(name: str, cut: str, as_dicts: bool) -> Callable[[AnyCase], float]:
    """The mean that `evaluate` gives."""

    def call(case: AnyCase) -> float:
        import ranx

        judged, ranked = truth(case, float), lists(case)
        qrels = judged if as_dicts else ranx.Qrels(judged)
        run = ranked if as_dicts else ranx.Run(ranked)
        return float(ranx.evaluate(qrels, run, f"{name}{cut.format(k=case.k)}"))

    return call


TOP = "If k > 0, only the top-k retrieved documents are considered."
R = "$R$ is the total number of relevant documents."
LINEAR = r"\operatorname{DCG} = \frac{\operatorname{rel}_i}{\log_2(i+1)}"
MAX = "max possible DCG at k"
PROMISED = {
    "hits": Documented(
        "hit_rate(counts=hits)",
        "**Hits** is the number of relevant documents retrieved.",
        more=(TOP,),
    ),
    "hit_rate": Documented(
        "hit_rate(counts=any)",
        "**Hit Rate** is the fraction of queries for which at least one relevant "
        "document is retrieved.",
        more=(TOP,),
    ),
    "precision": Documented(
        "precision(divisor=k)",
        "**Precision** is the proportion of the retrieved documents that are relevant.",
        more=(r"\operatorname{Precision@k}=\frac{r_k}{k}",),
    ),
    "recall": Documented(
        "recall(divisor=r)",
        "**Recall** is the ratio between the retrieved documents that are relevant and "
        "the total number of relevant documents.",
        more=(r"\operatorname{Recall@k}=\frac{r_k}{R}", R),
    ),
    # its formula has no value for a query without a hit
    "f1": Documented(
        "f_score(combines=per_user)",
        "**F1** is the harmonic mean of",
        more=(TOP,),
        also=(
            "f_score(combines=of_means)",
            "f_score(combines=per_user, without_hit=undefined)",
        ),
    ),
    "r-precision": Documented(
        "r_precision(cut=r)",
        "R-Precision is the precision at $R$, where $R$ is the number of relevant "
        "documents for $Q$.",
    ),
    # it says of the cut-off that it is heeded, and that it is not
    "mrr": Documented(
        "reciprocal_rank(counts=first)",
        "The Reciprocal Rank is the multiplicative inverse of the rank of the first "
        "retrieved relevant document",
        more=(TOP, "k (int, optional): This argument is ignored."),
        also=("reciprocal_rank(counts=first, depth=all)",),
    ),
    # the words are an average over the hits, the formula is not
    "map": Documented(
        "average_precision(divisor=r)",
        "Average Precision is the average of the Precision scores computed after each "
        "relevant document is retrieved.",
        more=(r"\frac{\sum_r \operatorname{Precision}@r}{R}", R, TOP),
        also=("average_precision(divisor=hits)",),
    ),
    # judgements are to be whole numbers, of which both are the same
    "dcg": Documented(
        "ndcg(gain=grade, ideal=none)",
        LINEAR,
        more=(TOP,),
        also=("ndcg(gain=grade, grades=truncated, ideal=none)",),
    ),
    "ndcg": Documented(
        "ndcg(gain=grade)",
        MAX,
        more=(LINEAR,),
        also=("ndcg(gain=grade, grades=truncated)",),
    ),
    "rbp": Documented(
        "rbp(gain=binary, depth=all)",
        "$r_i$ is either 0 or 1, whether the $i$-th ranked document is non-relevant or "
        "relevant, respectively.",
    ),
}

AT_K = "@{k}"
METRICS = (
    ("hits", "hit_rate", AT_K),
    ("hit_rate", "hit_rate", AT_K),
    ("precision", "precision", AT_K),
    ("recall", "recall", AT_K),
    ("f1", "f_score", AT_K),
    ("r-precision", "r_precision", ""),
    ("mrr", "reciprocal_rank", AT_K),
    ("mrr[uncut]", "reciprocal_rank", ""),
    ("map", "average_precision", AT_K),
    ("map[uncut]", "average_precision", ""),
    ("dcg", "ndcg", AT_K),
    ("dcg_burges", "ndcg", AT_K),
    ("ndcg", "ndcg", AT_K),
    ("ndcg[uncut]", "ndcg", ""),
    ("ndcg_burges", "ndcg", AT_K),
    ("rbp", "rbp", ".8"),
)
CALLED = {name: cut.format(k=1) for name, _, cut in METRICS if "[" not in name}

for name, claims, cut in METRICS:
    asked, uncut, _ = name.partition("[")
    words = None if uncut else PROMISED.get(name)
    adapter.metric(name, claims, words)(evaluated(asked, cut, as_dicts=False))
    if not uncut:
        adapter.metric(f"{name}[dicts]", claims, words)(
            evaluated(asked, cut, as_dicts=True)
        )
