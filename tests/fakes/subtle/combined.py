"""Lies of two conditions, or of several kinds at once."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from fakes.honest import computes, graded, of_users
from fakes.subtle.by_user import in_batches
from fakes.subtle.library import adapter
from fakes.subtle.over_time import number_of_call
from homonym.reference.case import AnyCase


@adapter.metric("means_of_batches_beyond_rank_ten", "recall")
def means_of_batches_beyond_rank_ten(case: AnyCase) -> float:
    """Needs more than a batch of users, and a long list."""
    if case.k <= 10:
        return computes("recall", case)
    return fmean(computes("recall", of_users(case, u)) for u in in_batches(case))


@adapter.metric("another_formula_for_long_lists_of_many_items", "precision")
def another_formula_for_long_lists_of_many_items(case: AnyCase) -> float:
    """Needs more than 256 items, and a long list."""
    large = len(case.catalogue) > 256 and case.k > 10
    return computes("recall" if large else "precision", case)


@adapter.metric("counts_a_hundred_hits", "precision")
def counts_a_hundred_hits(case: AnyCase) -> float:
    """Needs a hundred relevant items, most of them listed, and a longer cut-off."""
    values = [computes("precision", of_users(case, [user])) for user in case.truth]
    return fmean(min(value * case.k, 100) / case.k for value in values)


@adapter.metric("wrong_every_23rd_call_of_several_users", "hit_rate")
def wrong_every_23rd_call_of_several_users(case: AnyCase) -> float:
    value = computes("hit_rate", case)
    if len(case.truth) < 2:
        return value
    return value / (1 + (number_of_call("several") % 23 == 0))


@adapter.metric("three_small_lies", "ndcg")
def three_small_lies(case: AnyCase) -> float:
    """A hundred users, grades to five, and a cut-off of 15 that is one of 10."""
    read = graded(of_users(case, [*case.truth][:100]), lambda grade: min(grade, 5.0))
    return computes("ndcg(gain=grade)", replace(read, k=10 if case.k == 15 else case.k))
