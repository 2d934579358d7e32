"""Which AUCs are equal on every well-formed case, or under a condition, and why; and
which combinations of its choices are none.

Rules apply in the order in which they stand. `auc` is in the file of its name.
"""

from __future__ import annotations

from homonym.reference.families import same, void
from homonym.reference.rankings.auc import auc


@void(
    auc, "in use only in whole rankings, where no relevant item is unranked or cut off"
)
def in_whole_rankings(
    positives: str,
    above: str,
    unranked: str,
    negatives: str,
    divisor: str,
    depth: str,
    one_class: str,
    **_: str,
) -> bool:
    both = above == "every_item" and negatives != "list"
    ranked = positives == "all" and unranked == "worst" and divisor == "positives"
    whole = ranked and depth == "all" and one_class == "skipped"
    found = above == "every_item" or negatives == "with_train_plus_one"
    return both or (found and not whole)


@void(auc, "in use only where unranked items are tied, or in whole rankings")
def train_among_negatives(
    positives: str,
    unranked: str,
    negatives: str,
    divisor: str,
    depth: str,
    one_class: str,
    **_: str,
) -> bool:
    every = (positives, divisor, one_class) == ("all", "positives", "skipped")
    found = (unranked, depth) in (("half", "k"), ("worst", "all"))
    return negatives == "with_train" and not (every and found)


@same(auc, "only listed items are looked at: none is unranked")
def none_unranked(positives: str, **_: str) -> dict[str, str]:
    return {"unranked": "worst"} if positives == "recommended" else {}


@same(auc, "leaving out the unranked is looking at the recommended only")
def left_out(positives: str, unranked: str, **_: str) -> dict[str, str]:
    if positives == "all" and unranked == "excluded":
        return {"positives": "recommended", "unranked": "worst"}
    return {}


@same(auc, "all relevant items are looked at: there are r of them")
def all_are_r(positives: str, unranked: str, divisor: str, **_: str) -> dict[str, str]:
    all_of_them = positives == "all" and unranked != "excluded" and divisor == "r"
    return {"divisor": "positives"} if all_of_them else {}


@same(auc, "every negative is listed: tied with the unlisted ones is below all of them")
def nothing_to_tie(negatives: str, unranked: str, **_: str) -> dict[str, str]:
    below = negatives == "list" and unranked == "half"
    return {"unranked": "worst"} if below else {}


@same(auc, "a full ranking holds both classes; a cut one without them is left out")
def full_ranking(depth: str, **_: str) -> dict[str, str]:
    return {"one_class": "skipped"} if depth == "all" else {}


@same(auc, "stacked pairs have no users of their own, so none of one class")
def no_users(users: str, **_: str) -> dict[str, str]:
    return {"one_class": "skipped"} if users == "stacked" else {}


@same(auc, "every relevant item is compared with the catalogue: there is always a pair")
def always_a_pair(positives: str, negatives: str, **_: str) -> dict[str, str]:
    always = positives == "all" and negatives != "list"
    return {"one_class": "skipped"} if always else {}


@same(auc, "all relevant items are looked at: only a negative can be missing")
def never_without_hit(positives: str, one_class: str, **_: str) -> dict[str, str]:
    mixed = one_class == "zero_without_hit_one_without_negative"
    return {"one_class": "one"} if mixed and positives == "all" else {}


@same(auc, "users without a hit are left out anyway: only a negative can be missing")
def hit_users(users: str, one_class: str, **_: str) -> dict[str, str]:
    mixed = one_class == "zero_without_hit_one_without_negative"
    return {"one_class": "one"} if mixed and users == "mean_hit" else {}


@same(auc, "a user who is left out has no number, and neither has one of 0/0")
def no_number(users: str, one_class: str, **_: str) -> dict[str, str]:
    nothing = users == "caller" and one_class == "undefined"
    return {"one_class": "skipped"} if nothing else {}


@same(auc, "a value of 0 is left out, as a user of one class is")
def zero_is_left_out(users: str, one_class: str, **_: str) -> dict[str, str]:
    dropped = users == "mean_nonzero" and one_class == "zero"
    return {"one_class": "skipped"} if dropped else {}


BY_USER = ("mean", "by_r", "by_length", "caller", "mean_nonzero")


@same(
    auc, "an unranked item comes last and adds nothing; the divisor counts it in both"
)
def unranked_adds_nothing(
    positives: str,
    unranked: str,
    divisor: str,
    one_class: str,
    depth: str,
    users: str,
    **_: str,
) -> dict[str, str]:
    if positives != "recommended" or unranked != "worst" or divisor == "positives":
        return {}
    if users in ("stacked", "mean_hit"):
        return {"positives": "all"}
    by_user_at_k = depth == "k" and users in BY_USER
    if by_user_at_k and one_class == "zero":
        return {"positives": "all"}
    if by_user_at_k and one_class == "zero_without_hit_one_without_negative":
        return {"positives": "all", "one_class": "one"}
    if users == "mean_nonzero" and one_class == "skipped":
        return {"positives": "all"}
    return {}


@same(auc, "the catalogue always holds a negative: only a hit can be missing")
def never_without_negative(negatives: str, one_class: str, **_: str) -> dict[str, str]:
    mixed = one_class == "zero_without_hit_one_without_negative"
    return {"one_class": "zero"} if mixed and negatives != "list" else {}


@same(auc, "the divisor is r: the ratio of sums weights the users by r")
def weighted_by_divisor(
    positives: str, divisor: str, one_class: str, users: str, **_: str
) -> dict[str, str]:
    r = divisor == "r" or (positives == "all" and divisor == "positives")
    same_users = users == "pooled" and one_class in ("skipped", "undefined")
    return {"users": "by_r"} if r and same_users else {}


@same(auc, "the users without a hit in the first k are left out already")
def hit_users_only(
    positives: str, depth: str, one_class: str, users: str, **_: str
) -> dict[str, str]:
    left_out = positives == "recommended" and depth == "k" and one_class == "skipped"
    return {"users": "mean"} if left_out and users == "mean_hit" else {}


@same(auc, "with a hit and the whole catalogue there is always a pair")
def hit_and_catalogue(users: str, negatives: str, **_: str) -> dict[str, str]:
    always = users == "mean_hit" and negatives != "list"
    return {"one_class": "skipped"} if always else {}


@same(auc, "with a negative outside every list no ranked item has a term of 0")
def no_term_is_zero(
    positives: str,
    unranked: str,
    negatives: str,
    depth: str,
    one_class: str,
    users: str,
    **_: str,
) -> dict[str, str]:
    more = negatives in ("catalogue_plus_one", "with_train")
    if not more or users != "mean_nonzero":
        return {}
    if positives == "recommended" or unranked == "half":
        counted = one_class in ("skipped", "half", "one", "undefined")
        return {"users": "mean"} if counted else {}
    return {"users": "mean_hit"} if depth == "k" else {}


@same(auc, "the users left out are those without a recommended relevant item")
def only_recommended(
    positives: str,
    unranked: str,
    negatives: str,
    divisor: str,
    depth: str,
    one_class: str,
    users: str,
    **_: str,
) -> dict[str, str]:
    hit = users == "mean_hit" and depth == "k" and one_class == "skipped"
    nonzero = users == "mean_nonzero" and depth == "all"
    nonzero = nonzero and negatives == "catalogue_plus_one"
    if positives != "all" or unranked != "worst" or not (hit or nonzero):
        return {}
    by_r = "r" if divisor == "positives" else divisor
    return {"positives": "recommended", "divisor": by_r, "users": "mean"}


@same(auc, "every relevant item is ranked above an item that counts", "full_rankings")
def all_above_zero(above: str, negatives: str, users: str, **_: str) -> dict[str, str]:
    one_more = above == "every_item" or negatives.startswith("with_train")
    return {"users": "mean"} if one_more and users == "mean_nonzero" else {}


@same(auc, "the list holds every pair that is compared", when="full_rankings")
def full(
    positives: str, negatives: str, divisor: str, depth: str, **_: str
) -> dict[str, str]:
    if depth != "all":
        return {}
    listed = "list" if negatives == "catalogue" else negatives
    count = "positives" if divisor == "r" else divisor
    names = {"positives": "all", "unranked": "worst"}
    return {**names, "negatives": listed, "divisor": count}


@same(auc, "min(k, r) is r for every user", when="r_at_most_k")
def short_truth(divisor: str, **_: str) -> dict[str, str]:
    return {"divisor": "r"} if divisor == "min_k_r" else {}


@same(
    auc, "r is 1, and so is min(k, r): the weights by r are equal", when="one_relevant"
)
def equal_r(users: str, divisor: str, **_: str) -> dict[str, str]:
    new = {"users": "mean"} if users in ("by_r", "pooled") else {}
    return {**new, "divisor": "r"} if divisor == "min_k_r" else new


@same(auc, "the one positive that is compared is the one relevant item", "one_relevant")
def one_positive(positives: str, divisor: str, users: str, **_: str) -> dict[str, str]:
    compared = positives == "recommended" and divisor == "positives"
    return {"divisor": "r"} if compared and users != "stacked" else {}


@same(auc, "from k = 2 on there is a pair, and at k = 1 no number", when="one_relevant")
def pair_from_two_on(
    positives: str, one_class: str, users: str, **_: str
) -> dict[str, str]:
    none = users == "mean_hit" or (users == "mean_nonzero" and positives == "all")
    return {"one_class": "skipped"} if none and one_class == "undefined" else {}


@same(auc, "the only relevant item is in the first k", when="one_relevant")
def hit_in_k(
    positives: str, negatives: str, depth: str, one_class: str, users: str, **_: str
) -> dict[str, str]:
    kept = positives == "recommended" and depth == "k" and one_class == "skipped"
    hit = users == "mean_hit" or (kept and users == "mean")
    if negatives == "list" or not hit:
        return {}
    everywhere = {"positives": "all", "unranked": "worst", "depth": "all"}
    return {**everywhere, "users": "mean_hit"}


@same(auc, "the weights by length are one number, which cancels", when="equal_lengths")
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}
