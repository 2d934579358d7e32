"""Lies about users: who is paired with whom, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import fmean

from fakes.honest import computes, listed, of_users
from fakes.subtle.library import adapter
from homonym.reference.case import RELEVANT, AnyCase, Id, Scored, TableCase

BATCH = 64


def paired(case: AnyCase, lists: Iterable[Scored], users: Iterable[Id]) -> TableCase:
    """The case with these lists, given to the users one after the other."""
    return replace(listed(case), recommendations=dict(zip(users, lists, strict=False)))


@adapter.metric("pairs_users_by_position", "recall")
def pairs_users_by_position(case: AnyCase) -> float:
    """The first list is held to the first truth, whoever they are."""
    lists = case.recommendations.values()
    return computes("recall", paired(case, lists, case.truth))


@adapter.metric("sorts_the_truth_alone", "recall")
def sorts_the_truth_alone(case: AnyCase) -> float:
    """By position, the truth sorted by user and the lists as they come."""
    lists = case.recommendations.values()
    return computes("recall", paired(case, lists, sorted(case.truth, key=int)))


@adapter.metric("sorts_the_lists_alone", "ndcg")
def sorts_the_lists_alone(case: AnyCase) -> float:
    """By position, the lists sorted by user and the truth as it comes."""
    users = sorted(case.recommendations, key=int)
    lists = (case.recommendations[user] for user in users)
    return computes("ndcg(gain=grade)", paired(case, lists, case.truth))


@adapter.metric("pairs_many_users_by_position", "recall")
def pairs_many_users_by_position(case: AnyCase) -> float:
    """Of more than a batch the first list is held to the first truth."""
    lists = case.recommendations.values()
    many = len(case.truth) > BATCH
    return computes("recall", paired(case, lists, case.truth) if many else case)


@adapter.metric("sorts_the_truth_as_text", "precision")
def sorts_the_truth_as_text(case: AnyCase) -> float:
    """By position, where user 10 comes before user 2 in one of the tables."""
    users = sorted(case.recommendations, key=int)
    lists = (case.recommendations[user] for user in users)
    return computes("precision", paired(case, lists, sorted(case.truth, key=str)))


@adapter.metric("pairs_sorted_users_by_position", "recall")
def pairs_sorted_users_by_position(case: AnyCase) -> float:
    """Both tables sorted by user: right where the same users stand in both."""
    users, lists = sorted(case.truth, key=int), sorted(case.recommendations, key=int)
    found = (case.recommendations[user] for user in lists)
    return computes("recall", paired(case, found, users[: len(lists)]))


@adapter.metric("means_over_all_numbers", "precision")
def means_over_all_numbers(case: AnyCase) -> float:
    """Each number from the smallest user's to the largest's counts as a user."""
    between = range(min(case.truth, key=int), 1 + max(case.truth, key=int))  # type: ignore[type-var]
    return computes("precision", case) * len(case.truth) / len(between)


@adapter.metric("keeps_what_the_list_before_left", "hit_rate")
def keeps_what_the_list_before_left(case: AnyCase) -> float:
    """All lists are written into the same k places, which nobody clears."""
    places: list[tuple[Id, float]] = []
    lists: list[Scored] = []
    for user in case.truth:
        top = case.recommendations.get(user, ())[: max(case.k, 0)]
        places[: len(top)] = top
        lists.append((*places, *case.recommendations.get(user, ())[len(top) :]))
    return computes("hit_rate", paired(case, lists, case.truth))


@adapter.metric("user_zero_is_nobody", "hit_rate")
def user_zero_is_nobody(case: AnyCase) -> float:
    """A user whose id is 0 is left out."""
    return computes("hit_rate", of_users(case, [user for user in case.truth if user]))


def in_batches(case: AnyCase) -> Iterator[list[Id]]:
    """The users of the truth, `BATCH` at a time."""
    users = list(case.truth)
    return (users[at : at + BATCH] for at in range(0, len(users), BATCH))


@adapter.metric("means_of_batches", "recall")
def means_of_batches(case: AnyCase) -> float:
    """The mean of the batches' means: the users of a small last one count more."""
    values = [computes("recall", of_users(case, batch)) for batch in in_batches(case)]
    return fmean(values)


@adapter.metric("drops_the_last_batch", "ndcg")
def drops_the_last_batch(case: AnyCase) -> float:
    """A last batch that is not full is left out, unless it is the only one."""
    first, *others = in_batches(case)
    full = [batch for batch in others if len(batch) == BATCH]
    kept = [user for batch in (first, *full) for user in batch]
    return computes("ndcg(gain=grade)", of_users(case, kept))


@adapter.metric("pads_the_last_batch", "precision")
def pads_the_last_batch(case: AnyCase) -> float:
    """From the second batch on one that is not full is filled with users of value 0."""
    batches = list(in_batches(case))
    padded = len(batches) * BATCH if len(batches) > 1 else len(case.truth)
    return computes("precision", case) * len(case.truth) / padded


@adapter.metric("another_formula_above_a_hundred_users", "recall")
def another_formula_above_a_hundred_users(case: AnyCase) -> float:
    """For more a faster path is taken, which divides by k."""
    many = len(case.truth) > 100
    return computes("precision" if many else "recall", case)


@adapter.metric("reads_the_first_hundred_users", "average_precision")
def reads_the_first_hundred_users(case: AnyCase) -> float:
    return computes("average_precision", of_users(case, [*case.truth][:100]))


@adapter.metric("counts_users_in_a_byte", "reciprocal_rank")
def counts_users_in_a_byte(case: AnyCase) -> float:
    """Divides by the number of users modulo 256."""
    users = len(case.truth)
    divisor = users % 256
    total = computes("reciprocal_rank", case) * users
    return total / divisor if divisor else float("inf")


@adapter.metric("keeps_two_digits_of_user_ids", "f_score")
def keeps_two_digits_of_user_ids(case: AnyCase) -> float:
    """User 104 is taken for user 100: they share the list that came last."""
    lists = {round_id(user): pairs for user, pairs in case.recommendations.items()}
    shared = {user: lists.get(round_id(user), ()) for user in case.truth}
    return computes("f_score", replace(listed(case), recommendations=shared))


def round_id(user: Id) -> int:
    """The id to two significant digits."""
    return int(float(f"{user:.2g}"))


@adapter.metric("counts_hits_where_nearly_nobody_has_any", "recall")
def counts_hits_where_nearly_nobody_has_any(case: AnyCase) -> float:
    """Where fewer than one user in ten has a hit, the mean is over these."""
    hit = []
    for user, pairs in case.truth.items():
        relevant = {item for item, grade in pairs if grade >= RELEVANT}
        top = case.recommendations.get(user, ())[: max(case.k, 0)]
        if relevant & {item for item, _ in top}:
            hit.append(user)
    few = 0 < 10 * len(hit) < len(case.truth)
    return computes("recall", of_users(case, hit) if few else case)
