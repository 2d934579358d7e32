"""Lies about scores: what is the same, and what comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fakes.honest import computes, listed, with_lists
from fakes.subtle.library import adapter
from homonym.reference.case import AnyCase, Id, Scored


def falling(order: Sequence[tuple[Id, float]]) -> Scored:
    """The items in that order, with scores that fall."""
    return tuple((item, 1 - rank / len(order)) for rank, (item, _) in enumerate(order))


@adapter.metric("drops_scores_seen_before", "recall")
def drops_scores_seen_before(case: AnyCase) -> float:
    """Rows of one score are one, whoever has them."""
    whole, seen = listed(case), set[float]()
    lists = {}
    for user, pairs in whole.recommendations.items():
        lists[user] = tuple(pair for pair in pairs if pair[1] not in seen)
        seen.update(score for _, score in pairs)
    return computes("recall", replace(whole, recommendations=lists))


@adapter.metric("reads_scores_as_texts", "recall")
def reads_scores_as_texts(case: AnyCase) -> float:
    """The text 6e-05 is larger than 0.5."""

    def in_order(pairs: Scored) -> Scored:
        by_text = sorted(pairs, key=lambda pair: str(float(pair[1])), reverse=True)
        return falling(by_text)

    return computes("recall", with_lists(case, in_order))


@adapter.metric("drops_scores_below_a_thousandth", "recall")
def drops_scores_below_a_thousandth(case: AnyCase) -> float:
    """What is nearly nothing is not recommended."""

    def large(pairs: Scored) -> Scored:
        return tuple(pair for pair in pairs if abs(pair[1]) >= 0.001)

    return computes("recall", with_lists(case, large))


@adapter.metric("orders_ties_as_a_set_of_texts_does", "recall")
def orders_ties_as_a_set_of_texts_does(case: AnyCase) -> float:
    """Another order in each process."""

    def as_a_set(pairs: Scored) -> Scored:
        by_set = sorted(pairs, key=lambda pair: (-pair[1], hash(str(pair[0]))))
        return falling(by_set)

    return computes("recall", with_lists(case, as_a_set))
