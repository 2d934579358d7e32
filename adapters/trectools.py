"""trectools: `TrecEval`, of a run and of judgements, as TREC's files have them.

Both are read from text, as from TREC's files: a row a pair, in the order given, its
rank as the place in the list. The run is sorted when it is read; `[frame]` takes it of
a table instead, `load_run_from_dataframe`, whose order stays. Grades are given as they
are: relevant is what is above 0. Users are averaged over the run's, by the library. A
name is called with `depth` at the cut-off; `get_rprec` reads the whole list, and beside
pandas 3 the lists of all users as one.
"""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

from homonym.adapters._shared.frames import tables
from homonym.adapters.contract import Adapter, Documented, answer
from homonym.reference.case import AnyCase

COUNT = "a count, no metric"
JUDGED = "compares with items judged not relevant, or not at all: of no family here"
OTHERS = "needs judgements of a second kind: a case has none"


def names() -> list[str]:
    """The methods by which `TrecEval` gives a number."""
    from trectools import TrecEval

    return [name for name in dir(TrecEval) if name.startswith("get_")]


adapter = Adapter(
    library="trectools",
    module="trectools",
    title="trectools",
    homepage="https://github.com/joaopalotti/trec_tools",
    names=names,
    files=("trec_eval.py",),
    sources=("trec_eval.py",),
    elsewhere={
        "trec_res.py": "reads what another program has measured",
        "procedures.py": "draws and compares what was measured",
        "trec_pool*.py": "counts what is judged, of which no family asks",
        "trec_run.py": "counts what is judged, of which no family asks",
        "misc.py": "compares rankings of systems, not lists",
        "fusion.py": "makes one list of several",
    },
    beside={"pandas": 3},
    out_of_scope={
        "get_runid": "a name, no metric",
        "get_retrieved_documents": COUNT,
        "get_relevant_documents": COUNT,
        "get_relevant_retrieved_documents": COUNT,
        "get_unjudged": JUDGED,
        "get_bpref": JUDGED,
        "get_geometric_map": "a geometric mean over the users: of no choice here",
        **dict.fromkeys(["get_ubpref", "get_urbp", "get_alpha_urbp"], OTHERS),
    },
)

IDS = ("query", "docid")
QRELS = ["query", "q0", "docid", "rel"]
RUN = ["query", "q0", "docid", "rank", "score", "system"]


def evaluation(case: AnyCase, frame: bool) -> Any:
    """The object that is asked."""
    import trectools

    truth, lists = tables(case, IDS, "rel", "score")
    rank = lists.groupby("query", sort=False).cumcount() + 1
    lists = lists.assign(q0="Q0", rank=rank, system="run")[RUN]
    qrels = trectools.TrecQrel(as_file(truth.assign(q0="0")[QRELS]))
    if not frame:
        return trectools.TrecEval(trectools.TrecRun(as_file(lists)), qrels)
    run = trectools.TrecRun()
    run.load_run_from_dataframe(lists)
    return trectools.TrecEval(run, qrels)


def as_file(table: Any) -> StringIO:
    """Its rows as TREC's files have them."""
    return StringIO(table.to_csv(sep=" ", header=False, index=False))


def asked(name: str, frame: bool = False, **options: Any) -> Callable[[AnyCase], float]:
    """The mean that the method of that name gives; of RBP without what is unsure."""

    def call(case: AnyCase) -> float:
        made = evaluation(case, frame)
        at_k = {} if name == "get_rprec" else {"depth": case.k}
        found = answer(case, lambda: getattr(made, name)(**options, **at_k))
        return float(found[0] if name == "get_rbp" else found)

    return call


PRECISION = Documented(
    "precision(divisor=k)", "Calculates the binary precision at depth d (P@d)."
)
RECALL = Documented(
    "recall(divisor=r)", "Calculates the binary recall at depth d (R@d)."
)
RANK = Documented(
    "reciprocal_rank(counts=first)",
    "Calculates the reciprocal rank of the first relevant retrieved document.",
    more=("depth: the evaluation depth. Default = 1000",),
)
R_PRECISION = Documented(
    "r_precision(cut=r)",
    "The Precision at R, where R is the number of relevant documents for a topic.",
)

FORMULAS = {
    "get_rprec": "the first r items of each list, r of the list's own user, put "
    "together: how often a user's relevant items stand among them, over the user's r; "
    "added up over the users of the truth, and divided by how many have a list",
}
"""What is computed where no variant is that: beside pandas 3."""

GAINS: dict[str, Any] = {"trec_eval": False}
GRADED: dict[str, Any] = {"binary_topical_relevance": False}

for name, claims, options, words in (
    ("get_precision", "precision", {}, PRECISION),
    ("get_recall", "recall", {}, RECALL),
    ("get_reciprocal_rank", "reciprocal_rank", {}, RANK),
    ("get_map", "average_precision", {}, None),
    ("get_rprec", "r_precision", {}, R_PRECISION),
    ("get_ndcg", "ndcg", {}, None),
    ("get_ndcg(trec_eval=False)", "ndcg", GAINS, None),
    ("get_rbp", "rbp", {}, None),
    ("get_rbp(binary_topical_relevance=False)", "rbp", GRADED, None),
):
    adapter.metric(
        name, claims, words, same_object=True, formula=FORMULAS.get(name, "")
    )(asked(name.partition("(")[0], **options))

for name, claims in (("get_ndcg", "ndcg"), ("get_rbp", "rbp")):
    adapter.metric(f"{name}[frame]", claims, same_object=True)(asked(name, frame=True))
