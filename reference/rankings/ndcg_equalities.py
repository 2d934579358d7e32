"""Which NDCGs are equal on every well-formed case, or under a condition, and why; and
which combinations of its choices are none.

Rules apply in the order in which they stand. `ndcg` is in the file of its name.
"""

from __future__ import annotations

from homonym.reference.families import same, void
from homonym.reference.rankings.ndcg import ndcg

TRUTH = ("truth_k", "truth_all", "truth_10")
BASE_CANCELS = (*TRUTH, "list_k", "list_all", "ones_k", "ones_min_k_r")


@void(
    ndcg, "without a discount a re-sorted list gains what the list does: the ratio is 1"
)
def reorders_itself(discount: str, depth: str, ideal: str, **_: str) -> bool:
    own_items = ideal == "list_k" or (ideal == "list_all" and depth == "all")
    return discount == "flat" and own_items


@void(ndcg, "a loss is measured against an ideal, and a loss of 0 is the best there is")
def no_loss(ideal: str, reported: str, users: str, **_: str) -> bool:
    return reported == "complement" and (ideal == "none" or users == "mean_nonzero")


@void(ndcg, "a gain that can exceed its ideal has no loss")
def passed_ideal(ideal: str, reported: str, **_: str) -> bool:
    return reported == "complement" and ideal in ("truth_10", "ones_min_k_r")


@void(ndcg, "in use only on lists cut at k, by rank, with grades as they are given")
def ideals_of_one_call(
    grades: str, rank: str, depth: str, ideal: str, **_: str
) -> bool:
    found = grades == "as_given" and (rank, depth) == ("in_list", "k")
    return ideal in ("truth_10", "ones_min_k_r") and not found


@void(ndcg, "negatives are counted above relevant items, whatever their grades")
def ranks_of_flags(gain: str, grades: str, rank: str, **_: str) -> bool:
    return rank == "negatives_above" and (gain, grades) != ("binary", "as_given")


@void(
    ndcg,
    "a re-sorted list, or one of ones, has no negatives: only the truth can be the "
    "ideal",
)
def ideal_of_the_truth(rank: str, ideal: str, **_: str) -> bool:
    return rank == "negatives_above" and ideal in ("list_k", "list_all", "ones_k")


@void(ndcg, "hits that take up no rank can exceed the ideal: there is no loss")
def passes_its_ideal(rank: str, reported: str, **_: str) -> bool:
    return rank == "negatives_above" and reported == "complement"


@void(ndcg, "no truth is empty: only an ideal made of the list can be 0")
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


@same(ndcg, "relevant items gain 1 each: their best order is the list of ones")
def ones_of_the_truth(gain: str, ideal: str, **_: str) -> dict[str, str]:
    ones = gain == "binary" and ideal == "ones_min_k_r"
    return {"ideal": "truth_k"} if ones else {}


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
    ones = ideal == "ones_min_k_r" or (gain == "binary" and ideal == "truth_k")
    is_r = discount == "flat" and ones
    return {"users": "pooled"} if is_r and users == "by_r" else {}


OWN_GAINS = (*TRUTH, "list_k", "list_all", "undiscounted")


@same(ndcg, "every grade is 1, and so is 2^g - 1, cut or not", "binary_grades")
def grades_of_one(gain: str, ideal: str, **_: str) -> dict[str, str]:
    one = gain in ("grade", "exponential")
    ones = one and ideal == "ones_min_k_r"
    new = {"gain": "binary" if one else gain, "grades": "as_given"}
    return {**new, "ideal": "truth_k"} if ones else new


@same(ndcg, "a whole number is the same, cut to an integer or not", "whole_grades")
def nothing_truncated(**_: str) -> dict[str, str]:
    return {"grades": "as_given"}


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
    return {"ideal": "truth_k"} if from_one or ideal in TRUTH else {}


@same(ndcg, "one gain of 1 at the first rank is 1, or cancels", when="one_relevant")
def ones_are_one(ideal: str, users: str, **_: str) -> dict[str, str]:
    users = "mean" if users == "pooled" else users
    return {"ideal": "none", "users": users} if ideal == "ones_min_k_r" else {}


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
