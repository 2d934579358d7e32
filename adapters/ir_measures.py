"""ir-measures: measures of trec_eval and others behind one interface, of dictionaries.

A measure is computed by one of several programs, its providers: `calc_aggregate` takes
the first that supports the measure with its arguments. The brackets name the one that
answered, and where another would, the call is refused. `@k` makes it another program
for the reciprocal rank. `[…, uncut]` is called without a cut-off.

Strings as ids, whole numbers as grades: 1.0 is given as 1, a grade such as 2.5 as 2,
but to `nDCG`, which gets it as it is. `SDCG` is scaled to a highest grade, which is 1
here, and gets labels. An item cannot stand twice in a list, nor a pair in the truth.
Measures of diversity read an aspect of an item as a judgement of its own. Where other
measures are asked for in the same call, they are `nDCG` with other gains: it is up to
the order of a set which of them is computed first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import floor
from typing import Any

from homonym.adapters._shared.dictionaries import lists, truth, whole
from homonym.adapters._shared.frames import label
from homonym.adapters.contract import Adapter, Documented, Refuse
from homonym.reference.case import AnyCase

WHOLE = "of the whole list, as a set: no metric at a cut-off"
JUDGED = "compares with items judged not relevant: of no family here"
COUNT = "a count, no metric"
OTHER = "a measure of another model of readers: of no family here"
BY_INTENT = "a mean over the aspects of a measure of rankings: of no family here"


def names() -> list[str]:
    """The measures that it knows, without their second names."""
    from ir_measures import measures

    return sorted({measure.NAME for measure in measures.registry.values()})


adapter = Adapter(
    library="ir-measures",
    module="ir_measures",
    title="ir-measures",
    homepage="https://github.com/terrierteam/ir_measures",
    names=names,
    files=("measures/*.py",),
    sources=("measures/*.py",),
    elsewhere={"providers/*": "the programs behind the measures that are asked"},
    out_of_scope={
        **dict.fromkeys(["SetP", "SetR", "SetF", "SetAP"], WHOLE),
        **dict.fromkeys(["Bpref", "infAP", "Judged", "Compat"], JUDGED),
        **dict.fromkeys(["NumQ", "NumRel", "NumRet", "NumRelRet"], COUNT),
        **dict.fromkeys(["BPM", "INSQ", "INST"], OTHER),
        **dict.fromkeys([f"NERR{number}" for number in range(8, 12)], OTHER),
        **dict.fromkeys(["AP_IA", "P_IA"], BY_INTENT),
        "SetRelP": WHOLE,
        "IPrec": "a point of a curve",
        "ERR": "computed by gdeval, a Perl program that dies of a grade above 4 and "
        "gives five decimals, as it does nDCG with exponential gains",
    },
)


def made(name: str, k: int | None, **arguments: Any) -> Any:
    """A measure, at a cut-off where there is one."""
    import ir_measures

    measure = getattr(ir_measures, name)(**arguments)
    return measure if k is None else measure @ k


def answered_by(measure: Any) -> str:
    """The first of its programs that supports a measure and is here."""
    import ir_measures

    ready = (
        one.NAME
        for one in ir_measures.DefaultPipeline.providers
        if one.supports(measure) and one.is_available()
    )
    return str(next(ready, "none"))


QrelsMaker = Callable[[AnyCase], Any]
"""What makes the judgements."""


def aggregated(
    name: str,
    provider: str,
    judged: QrelsMaker,
    at_k: bool,
    **arguments: Any,
) -> Callable[[AnyCase], float]:
    """The mean that `calc_aggregate` gives."""

    def call(case: AnyCase) -> float:
        import ir_measures

        asked = made(name, case.k if at_k else None, **arguments)
        if (other := answered_by(asked)) != provider:
            raise Refuse(f"{other} answers instead of {provider}")
        beside = [made(name, k, **arguments) for k in case.also]
        if case.together:
            gains = ({1: gain, 2: 1, 3: 1} for gain in range(5, 9))
            beside += [made("nDCG", case.k, gains=one) for one in gains]
        found = ir_measures.calc_aggregate([*beside, asked], judged(case), lists(case))
        return float(found[asked])

    return call


def by_aspect(case: AnyCase) -> list[Any]:
    """A judgement for each aspect of a judged item."""
    import ir_measures

    return [
        ir_measures.Qrel(user, item, grade, iteration=aspect)
        for user, pairs in truth(case, whole).items()
        for item, grade in pairs.items()
        for aspect in shown(case).get(item, ())
    ]


def shown(case: AnyCase) -> dict[str, tuple[str, ...]]:
    """The aspects by item."""
    return {str(item): aspects for item, aspects in case.aspects.items()}


as_given = partial(truth, read=whole)
whole_grades = partial(truth, read=floor)
labels = partial(truth, read=lambda grade: int(label(grade)))

PROMISED = {
    "P": Documented(
        "precision(divisor=k)",
        "the percentage of documents in the top cutoff results that are labeled as "
        "relevant",
    ),
    "R": Documented(
        "recall(divisor=r)",
        "The fraction of relevant documents for a query that have been retrieved by "
        "rank k.",
    ),
    "Success": Documented(
        "hit_rate(counts=any)",
        "1 if a document with at least rel relevance is found in the first cutoff "
        "documents, else 0.",
    ),
    "AP": Documented(
        "average_precision(divisor=hits)",
        "The average precision of a single query is the mean of the precision scores "
        "at each relevant item returned in a search results list.",
    ),
    "RR": Documented(
        "reciprocal_rank(counts=first)",
        "The reciprocal of the rank of the first relevant document.",
        more=("An optional cutoff can be provided to limit the depth explored.",),
    ),
    "Rprec": Documented(
        "r_precision(cut=r)",
        "The precision at R, where R is the number of relevant documents for a given "
        "query.",
    ),
    "SDCG": Documented(
        "ndcg(gain=binary, ideal=ones_k)",
        'nDCG, but assuming there are at least "cutoff" relevant documents',
    ),
    "Accuracy[uncut]": Documented(
        "auc(positives=recommended)",
        "the probability that a relevant document is ranked before a non relevant one",
        more=(
            "it only considers relevant documents which are within the returned ones",
        ),
    ),
}

TREC, CWL = "pytrec_eval", "cwl_eval"
BY_ASPECT = (
    ("ERR_IA", "err_ia"),
    ("nERR_IA", "err_ia"),
    ("alpha_DCG", "alpha_ndcg"),
    ("alpha_nDCG", "alpha_ndcg"),
    ("StRecall", "s_recall"),
)
READER = {"alpha": 0.25, "beta": 0.9}
WITHOUT_CUT_OFF = ("Rprec", "RBP", "NRBP", "nNRBP")

MEASURES: tuple[tuple[str, str, str, QrelsMaker, dict[str, Any]], ...] = (
    ("P", TREC, "precision", whole_grades, {}),
    ("R", TREC, "recall", whole_grades, {}),
    ("Success", TREC, "hit_rate", whole_grades, {}),
    ("AP", TREC, "average_precision", whole_grades, {}),
    ("RR", "msmarco", "reciprocal_rank", whole_grades, {}),
    ("nDCG", TREC, "ndcg", as_given, {}),
    ("SDCG", CWL, "ndcg", labels, {"max_rel": 1}),
    ("Accuracy", "accuracy", "auc", whole_grades, {}),
    ("Rprec", TREC, "r_precision", whole_grades, {}),
    ("RBP", CWL, "rbp", whole_grades, {"rel": 1}),
    ("NRBP", "pyndeval", "nrbp", by_aspect, READER),
    ("nNRBP", "pyndeval", "nrbp", by_aspect, READER),
    *((name, "pyndeval", claims, by_aspect, {}) for name, claims in BY_ASPECT),
)

for name, provider, claims, judged, arguments in MEASURES:
    at_k = name not in WITHOUT_CUT_OFF
    adapter.metric(
        f"{name}[{provider}]",
        claims,
        PROMISED.get(name),
        full=claims == "auc",
        cut_offs=at_k,
        together=provider == TREC,
    )(aggregated(name, provider, judged, at_k, **arguments))

for name, provider, claims, judged, words in (
    ("AP", TREC, "average_precision", whole_grades, None),
    ("RR", TREC, "reciprocal_rank", whole_grades, None),
    ("nDCG", TREC, "ndcg", as_given, None),
    ("Accuracy", "accuracy", "auc", whole_grades, PROMISED["Accuracy[uncut]"]),
):
    adapter.metric(f"{name}[{provider}, uncut]", claims, words, full=claims == "auc")(
        aggregated(name, provider, judged, at_k=False)
    )
