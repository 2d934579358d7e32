"""Lies about time: what a call gives depends on the calls before it, or on chance.

Each has a state of its own, which is that of the process.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from fakes.honest import computes, listed
from fakes.subtle.library import adapter
from homonym.reference.case import AnyCase
from homonym.reference.variants import every_family

CALLS: Counter[str] = Counter()
BEFORE: dict[str, AnyCase] = {}
CHANCE = Random(13)


def number_of_call(name: str) -> int:
    """How many calls of that name there were, this one included."""
    CALLS[name] += 1
    return CALLS[name]


def call_before(name: str, case: AnyCase) -> AnyCase:
    """The case of the call before, which this one becomes; at first the case itself."""
    before = BEFORE.get(name, case)
    BEFORE[name] = case
    return before


@adapter.metric("wrong_after_three_hundred_calls", "hit_rate")
def wrong_after_three_hundred_calls(case: AnyCase) -> float:
    """A buffer is full: one more is added."""
    return computes("hit_rate", case) + (number_of_call("full") > 300)


@adapter.metric("wrong_after_three_hundred_and_fifty_calls", "precision")
def wrong_after_three_hundred_and_fifty_calls(case: AnyCase) -> float:
    """A larger buffer, which is full when the corpus and the drawn cases are done."""
    return computes("precision", case) / (1 + (number_of_call("fuller") > 350))


@adapter.metric("wrong_every_23rd_call", "precision")
def wrong_every_23rd_call(case: AnyCase) -> float:
    return computes("precision", case) / (1 + (number_of_call("23rd") % 23 == 0))


@adapter.metric("wrong_every_97th_call", "precision")
def wrong_every_97th_call(case: AnyCase) -> float:
    return computes("precision", case) / (1 + (number_of_call("97th") % 97 == 0))


@adapter.metric("wrong_at_the_first_call", "recall")
def wrong_at_the_first_call(case: AnyCase) -> float:
    """Nothing is there yet."""
    return computes("recall", case) * (number_of_call("first") > 1)


@adapter.metric("adds_a_random_number_rarely", "ndcg")
def adds_a_random_number_rarely(case: AnyCase) -> float:
    """In one call of two hundred, by chance."""
    rare = CHANCE.random() < 1 / 200
    return computes("ndcg(gain=grade)", case) + (CHANCE.random() if rare else 0)


@adapter.metric("takes_the_first_of_a_set", "ndcg")
def takes_the_first_of_a_set(case: AnyCase) -> float:
    """Which formula it is follows from the order of a set of strings."""
    axes = every_family()["ndcg"].axes
    gains, discounts = axes["gain"].choices, axes["discount"].choices
    formulas = {f"gain={g}, discount={d}" for g in gains for d in discounts}
    return computes(f"ndcg({next(iter(formulas))})", case)


@adapter.metric("keeps_a_longer_cut_off", "precision")
def keeps_a_longer_cut_off(case: AnyCase) -> float:
    """Cuts where the call before did, where that was far longer."""
    before = call_before("cut_off", case)
    k = before.k if before.k > 4 * max(case.k, 1) else case.k
    return computes("precision", replace(listed(case), k=k))


@adapter.metric("keeps_the_number_of_users", "average_precision")
def keeps_the_number_of_users(case: AnyCase) -> float:
    """Divides as in the call before, where that had three users more, or still more."""
    now, then = len(case.truth), len(call_before("users", case).truth)
    return computes("average_precision", case) * (now / then if then >= now + 3 else 1)


@adapter.metric("keeps_the_number_of_items", "f_score")
def keeps_the_number_of_items(case: AnyCase) -> float:
    """Halved after a call with more than twice the items."""
    before = call_before("items", case)
    shrunk = len(before.catalogue) > 2 * len(case.catalogue)
    return computes("f_score", case) / (1 + shrunk)


LARGE: set[str] = set()


@adapter.metric("wrong_after_a_hundred_users", "recall")
def wrong_after_a_hundred_users(case: AnyCase) -> float:
    """Right until a call had a hundred users, and never again."""
    value = computes("recall", case)
    spoilt = bool(LARGE)
    if len(case.truth) >= 100:
        LARGE.add(case.id)
    return value / (1 + spoilt)


KNOWN: dict[object, float] = {}


@adapter.metric("takes_cases_of_one_shape_for_one", "reciprocal_rank")
def takes_cases_of_one_shape_for_one(case: AnyCase) -> float:
    """Remembers values by cut-off, lengths and numbers of relevant items."""
    lengths = tuple(map(len, case.recommendations.values()))
    shape = (case.k, lengths, tuple(map(len, case.truth.values())))
    return KNOWN.setdefault(shape, computes("reciprocal_rank", case))
