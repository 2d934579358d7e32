"""Lies about cut-offs and ranks: wrong between the usual ones, or far down a list."""

from __future__ import annotations

from dataclasses import replace

from fakes.honest import computes, full_only, listed, with_lists
from fakes.subtle.library import adapter
from homonym.reference.case import AnyCase

USUAL = (*range(15), 20, 50, 100)
"""The cut-offs that one of them has heard of."""


def cut_at(case: AnyCase, variant: str, k: int) -> float:
    """What the variant gives at another cut-off."""
    return computes(variant, replace(listed(case), k=k))


@adapter.metric("takes_fifteen_for_ten", "precision")
def takes_fifteen_for_ten(case: AnyCase) -> float:
    return cut_at(case, "precision", 10 if case.k == 15 else case.k)


@adapter.metric("takes_thirty_for_twenty", "ndcg")
def takes_thirty_for_twenty(case: AnyCase) -> float:
    return cut_at(case, "ndcg(gain=grade)", 20 if case.k == 30 else case.k)


@adapter.metric("divides_by_fifty_at_sixty", "precision")
def divides_by_fifty_at_sixty(case: AnyCase) -> float:
    return computes("precision", case) * (60 / 50 if case.k == 60 else 1)


@adapter.metric("takes_150_for_a_hundred", "average_precision")
def takes_150_for_a_hundred(case: AnyCase) -> float:
    return cut_at(case, "average_precision", 100 if case.k == 150 else case.k)


@adapter.metric("cuts_at_a_hundred", "recall")
def cuts_at_a_hundred(case: AnyCase) -> float:
    return cut_at(case, "recall", min(case.k, 100))


@adapter.metric("divides_by_at_most_a_hundred", "precision")
def divides_by_at_most_a_hundred(case: AnyCase) -> float:
    return computes("precision", case) * max(case.k, 100) / 100


@adapter.metric("knows_the_usual_cut_offs", "f_score")
def knows_the_usual_cut_offs(case: AnyCase) -> float:
    """Any other cut-off is the next usual one below it."""
    known = [k for k in USUAL if k <= case.k]
    return cut_at(case, "f_score", known[-1] if known else case.k)


@adapter.metric("takes_the_best_user_at_one", "hit_rate")
def takes_the_best_user_at_one(case: AnyCase) -> float:
    """Of several users only one counts where k is 1."""
    value = computes("hit_rate", case)
    return float(value > 0) if case.k == 1 and len(case.truth) > 1 else value


@adapter.metric("has_a_table_of_a_hundred_discounts", "ndcg")
def has_a_table_of_a_hundred_discounts(case: AnyCase) -> float:
    """Hits below rank 100 add nothing; the ideal is reckoned without the table."""
    cut = with_lists(case, lambda pairs: pairs[:100])
    return computes("ndcg(gain=grade)", cut)


@adapter.metric("looks_no_deeper_than_rank_150", "auc", full=True)
def looks_no_deeper_than_rank_150(case: AnyCase) -> float:
    """The area over the first 150 ranks, as if there were no more."""
    return area_to_rank(case, 150)


@adapter.metric("looks_no_deeper_than_rank_300", "auc", full=True)
def looks_no_deeper_than_rank_300(case: AnyCase) -> float:
    return area_to_rank(case, 300)


def area_to_rank(case: AnyCase, depth: int) -> float:
    """AUC of the first ranks alone: what is further down is no candidate."""
    whole = listed(full_only(case))
    lists = {user: pairs[:depth] for user, pairs in whole.recommendations.items()}
    truth, train = {}, {}
    for user, pairs in whole.truth.items():
        seen = {item for item, _ in lists.get(user, ())}
        truth[user] = tuple(pair for pair in pairs if pair[0] in seen)
        train[user] = tuple(item for item in whole.catalogue if item not in seen)
    cut = replace(whole, recommendations=lists, truth=truth, train=train)
    return computes("auc(users=by_r)", cut)


@adapter.metric("keeps_the_last_300_of_a_list", "precision")
def keeps_the_last_300_of_a_list(case: AnyCase) -> float:
    """The places of a full ring are written again from the first."""
    return computes("precision", with_lists(case, lambda pairs: pairs[-300:]))


@adapter.metric("cuts_lists_of_a_hundred_before_k", "recall")
def cuts_lists_of_a_hundred_before_k(case: AnyCase) -> float:
    """Of just so many items, as is usual, one fewer is looked at."""
    longest = max(map(len, case.recommendations.values()), default=0)
    k = case.k - 1 if longest == 100 else case.k
    return computes("recall", replace(listed(case), k=k))
