"""A small library that lies in known ways, and its adapter.

Each metric claims a family and computes something else, or misbehaves.
"""

from __future__ import annotations

import os
import random
from ctypes import c_float
from dataclasses import replace
from pathlib import Path
from typing import Any

from fakes.honest import computes, listed
from homonym.adapters.contract import (
    FLOAT32,
    Adapter,
    Documented,
    Refuse,
    Value,
    answer,
)
from homonym.datasets.tables import convert_to_case
from homonym.reference.case import AnyCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

__version__ = "1.0.0"
__path__: list[str] = [str(Path(__file__).parent)]

DEATH = Case.parse("1.5 . . | 3 ; . . 3 . . | @2")

adapter = Adapter(
    library="fakes.lying",
    module="fakes.lying",
    title="Lying",
    homepage="https://example.org/lying",
    names=lambda: [*sorted({*adapter.metrics} - {"of_another_version"}), "unheard_of"],
    out_of_scope={"unheard_of": "a test of the inventory"},
    sources=("lying.py",),
    several_versions=True,
)


@adapter.metric(
    "precision", "precision", Documented("recall(divisor=r)", "Each metric claims")
)
def precision(case: AnyCase) -> float:
    return computes("precision", case)


@adapter.metric("map_is_recall", "average_precision")
def map_is_recall(case: AnyCase) -> float:
    return computes("recall", case)


@adapter.metric("float32", "ndcg", precision=FLOAT32)
def float32(case: AnyCase) -> float:
    return computes("ndcg", case) * (1 + 1e-7)


@adapter.metric("never_seen", "average_precision")
def never_seen(case: AnyCase) -> float:
    return computes("average_precision", case) ** 2


@adapter.metric("right_unless_r_exceeds_fourteen", "recall")
def right_unless_r_exceeds_fourteen(case: AnyCase) -> float:
    rare = any(len(pairs) > 14 for pairs in case.truth.values())
    return computes("recall", case) / (2 if rare else 1)


@adapter.metric("per_user", "precision")
def per_user(case: AnyCase) -> Value:
    asked = case if isinstance(case, Case) else convert_to_case(case)
    values = Variant.with_defaults("precision(users=caller)").value(asked)
    return Value(None, values)  # type: ignore[arg-type]


@adapter.metric("only_full", "auc")
def only_full(case: AnyCase) -> float:
    if isinstance(case, Case) and any(user.unranked for user in case.users):
        raise Refuse("a cut list leaves items without a rank")
    return computes("auc(users=by_r)", case)


@adapter.metric("raises", "recall")
def raises(case: AnyCase) -> float:
    raise ValueError("no such thing\nsecond line")


@adapter.metric("crashes_once", "recall")
def crashes_once(case: AnyCase) -> float:
    if case == DEATH:
        os.abort()
    return computes("recall", case)


@adapter.metric("nan", "recall")
def nan(case: AnyCase) -> float:
    return float("nan")


CALLS: list[AnyCase] = []
CHANCE = random.Random(1)
"""Of every process the same."""


@adapter.metric("remembers", "hit_rate")
def remembers(case: AnyCase) -> float:
    CALLS.append(case)
    return computes("hit_rate", case) + (len(CALLS) > 100)


@adapter.metric("chatters", "hit_rate")
def chatters(case: AnyCase) -> float:
    print('{"not": "an answer"}')
    return computes("hit_rate", case)


@adapter.metric(
    "right_unless_r_exceeds_k",
    "recall",
    Documented("recall(divisor=r)", "over all that are"),
)
def right_unless_r_exceeds_k(case: AnyCase) -> float:
    """Promises hits over all that are relevant, and divides by no more than k."""
    return computes("recall(divisor=min_k_r)", case)


@adapter.metric("right_but_for_ties", "recall")
def right_but_for_ties(case: AnyCase) -> float:
    """Among equal scores the larger item comes first."""
    sorted_lists = {
        user: tuple(sorted(pairs, key=lambda pair: (pair[1], pair[0]), reverse=True))
        for user, pairs in listed(case).recommendations.items()
    }
    return computes("recall", replace(listed(case), recommendations=sorted_lists))


@adapter.metric("draws_ties", "recall")
def draws_ties(case: AnyCase) -> float:
    """Among equal scores chance decides."""
    drawn = {
        user: tuple(sorted(pairs, key=lambda pair: (-pair[1], CHANCE.random())))
        for user, pairs in listed(case).recommendations.items()
    }
    return computes("recall", replace(listed(case), recommendations=drawn))


@adapter.metric("right_at_twenty_only", "precision")
def right_at_twenty_only(case: AnyCase) -> float:
    return computes("precision", case) * case.k / 20


@adapter.metric("wrong_at_twenty_only", "precision")
def wrong_at_twenty_only(case: AnyCase) -> float:
    return computes("precision", case) / (2 if case.k == 20 else 1)


@adapter.metric("looks_at_the_first_user", "recall")
def looks_at_the_first_user(case: AnyCase) -> float:
    whole = listed(case)
    first = next(iter(whole.truth))
    alone = {first: whole.truth[first]}
    return computes("recall", replace(whole, truth=alone))


@adapter.metric("reads_scores_as_ranks", "recall")
def reads_scores_as_ranks(case: AnyCase) -> float:
    """An item whose score is at most k is taken for one of the first k."""
    found = []
    for user, pairs in case.truth.items():
        relevant = {item for item, _ in pairs}
        ranks = dict(case.recommendations.get(user, ()))
        hits = sum(ranks.get(item, case.k + 1) <= case.k for item in relevant)
        found.append(hits / len(relevant))
    return sum(found) / len(found)


@adapter.metric("float16", "average_precision")
def float16(case: AnyCase) -> float:
    """Claims double precision and rounds to three digits."""
    return round(computes("average_precision", case), 3)


@adapter.metric("single_precision", "average_precision")
def single_precision(case: AnyCase) -> float:
    """Claims double precision, and keeps its result in four bytes."""
    return c_float(computes("average_precision", case)).value


@adapter.metric("merges_close_scores", "reciprocal_rank")
def merges_close_scores(case: AnyCase) -> float:
    """Sorts by scores rounded to four decimals: what is closer than that is tied."""
    backwards = {
        user: tuple(sorted(pairs, key=lambda pair: (-round(pair[1], 4), pair[1])))
        for user, pairs in listed(case).recommendations.items()
    }
    return computes("MRR", replace(listed(case), recommendations=backwards))


@adapter.metric("minds_other_cut_offs", "recall", cut_offs=True)
def minds_other_cut_offs(case: AnyCase) -> float:
    """Cuts every list at the largest cut-off that the call names."""
    return computes("recall", replace(listed(case), k=max(case.k, *case.also, 0)))


@adapter.metric("minds_other_metrics", "recall", together=True)
def minds_other_metrics(case: AnyCase) -> float:
    """Divides by k where precision is asked for in the same call."""
    return computes("precision" if case.together else "recall", case)


class AddsUp:
    """Keeps what it has found, and adds to it."""

    found = 0.0

    def eval(self, case: AnyCase) -> float:
        self.found += computes("recall", case)
        return self.found


@adapter.metric("adds_up", "recall", same_object=True)
def adds_up(case: AnyCase) -> float:
    """Right as long as every object is asked once."""
    made = AddsUp()
    return answer(case, lambda: made.eval(case))


@adapter.metric("of_another_version", "hit_rate")
def of_another_version(case: AnyCase) -> float:
    raise AttributeError("this version has none")


@adapter.metric("raises_for_seven_items", "recall")
def raises_for_seven_items(case: AnyCase) -> float:
    if len(case.catalogue) == 7:
        raise ValueError("seven items")
    return computes("recall", case)


@adapter.metric("wrong_once", "hit_rate")
def wrong_once(case: AnyCase) -> float:
    """The hundredth call gives 7, and it is never seen again."""
    CALLS.append(case)
    return 7.0 if len(CALLS) == 100 else computes("hit_rate", case)


@adapter.metric(
    "reward_a_session",
    "off_policy_dcg",
    Documented("off_policy_dcg(bias=given)", "Each metric claims"),
)
def reward_a_session(case: Any) -> float:
    """Documented as the mean over sessions, and divides by the importance weights."""
    weighted = weights = 0.0
    for log in case.users:
        for rank, one in enumerate(log.impressions):
            if one.reward is not None:
                there = 0.0 if one.rank is None else log.bias[one.rank - 1]
                seen = (log.bias[rank], there) if one.logged is None else ()
                before, now = seen or (one.logged, one.target)
                weighted += one.reward * now / before
                weights += now / before
    return weighted / weights if weights else 0.0
