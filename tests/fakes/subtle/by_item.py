"""Lies about items: their ids, how many there are, and how many are relevant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

from fakes.honest import computes, full_only, listed, with_lists, with_truth
from fakes.subtle.library import adapter
from homonym.reference.case import RELEVANT, AnyCase, Id, Scored


@adapter.metric("keeps_item_ids_in_a_byte", "recall")
def keeps_item_ids_in_a_byte(case: AnyCase) -> float:
    """Items 1 and 257 are one."""
    return recall_of(case, lambda item: int(item) % 256)


@adapter.metric("keeps_item_ids_in_ten_bits", "recall")
def keeps_item_ids_in_ten_bits(case: AnyCase) -> float:
    """Items 1 and 1025 are one."""
    return recall_of(case, lambda item: int(item) % 1024)


def recall_of(case: AnyCase, read: Callable[[Id], float]) -> float:
    """Recall where items are the same that are read as the same."""
    values = []
    for user, pairs in case.truth.items():
        relevant = {read(item) for item, grade in pairs if grade >= RELEVANT}
        top = case.recommendations.get(user, ())[: max(case.k, 0)]
        hits = relevant & {read(item) for item, _ in top}
        values.append(len(hits) / max(1, len(relevant)))
    return fmean(values)


@adapter.metric("keeps_two_digits_of_item_ids", "recall")
def keeps_two_digits_of_item_ids(case: AnyCase) -> float:
    """Above 99 an item is taken for its neighbours."""
    return recall_of(case, lambda item: float(f"{item:.2g}"))


@adapter.metric("knows_the_first_thousand_items", "recall")
def knows_the_first_thousand_items(case: AnyCase) -> float:
    """What comes after is nobody's."""

    def known(pairs: Scored) -> Scored:
        return tuple(pair for pair in pairs if int(pair[0]) <= 1000)

    return computes("recall", with_truth(case, known))


@adapter.metric("leaves_out_what_was_trained_on", "recall")
def leaves_out_what_was_trained_on(case: AnyCase) -> float:
    """What a user had in training is in no list of the user's, whoever listed it."""
    whole = listed(case)
    lists = {
        user: tuple(pair for pair in pairs if pair[0] not in case.train.get(user, ()))
        for user, pairs in whole.recommendations.items()
    }
    return computes("recall", replace(whole, recommendations=lists))


@adapter.metric("another_formula_above_a_thousand_items", "precision")
def another_formula_above_a_thousand_items(case: AnyCase) -> float:
    """For more a faster path is taken, which divides by r."""
    large = len(case.catalogue) > 1000
    return computes("recall" if large else "precision", case)


@adapter.metric("keeps_a_hundred_relevant_items", "recall")
def keeps_a_hundred_relevant_items(case: AnyCase) -> float:
    """Of a user's relevant items the first hundred."""
    return computes("recall", with_truth(case, lambda pairs: pairs[:100]))


@adapter.metric("reads_a_hundred_relevant_items", "r_precision")
def reads_a_hundred_relevant_items(case: AnyCase) -> float:
    return computes("r_precision", with_truth(case, lambda pairs: pairs[:100]))


@adapter.metric("divides_by_k_where_r_is_ten_times_k", "recall")
def divides_by_k_where_r_is_ten_times_k(case: AnyCase) -> float:
    """For all users, as soon as one has so many relevant items."""
    most = max(map(len, case.truth.values()))
    divisor = "min_k_r" if most > 10 * max(case.k, 1) else "r"
    return computes(f"recall(divisor={divisor})", case)


@adapter.metric("takes_item_zero_for_padding", "recall")
def takes_item_zero_for_padding(case: AnyCase) -> float:
    """Where it is relevant it is counted, and never found."""
    whole = with_lists(
        case, lambda pairs: tuple((item or -1, score) for item, score in pairs)
    )
    return computes("recall", whole)


@adapter.metric("takes_listed_zero_for_padding", "reciprocal_rank")
def takes_listed_zero_for_padding(case: AnyCase) -> float:
    """In the lists: what follows it moves up."""

    def packed(pairs: Scored) -> Scored:
        return tuple(pair for pair in pairs if pair[0] != 0)

    return computes("reciprocal_rank", with_lists(case, packed))


@adapter.metric("counts_pairs_in_16_bits", "auc", full=True)
def counts_pairs_in_16_bits(case: AnyCase) -> float:
    """Pairs of a relevant item and another, and those in order."""
    values = []
    for user, pairs in full_only(case).recommendations.items():
        grades = dict(case.truth.get(user, ()))
        hits = in_order = 0
        for item, _ in pairs:
            hit = grades.get(item, 0) >= RELEVANT
            hits, in_order = hits + hit, in_order + (0 if hit else hits)
        if every := hits * (len(pairs) - hits) % 65536:
            values.append(in_order % 65536 / every)
    return fmean(values) if values else float("nan")
