"""Axes that several families share: how deep to look, and what counts as a hit."""

from __future__ import annotations

import sys

from homonym.reference.axes import Axis
from homonym.reference.rankings.case import Ranking

depth = Axis("how far down the list the metric looks")


@depth(
    "n \\le k",
    name="k",
    parts={"list": r"L \text{ the first } k \text{ items}", "ranks": "k"},
    code="k",
)
def to_cut_off(user: Ranking, k: int) -> int:
    """The first k ranks."""
    return k


@depth(
    "n \\le |L|",
    name="all",
    parts={"list": "", "ranks": "|L|"},
    no_code="how long the lists are the truth does not tell",
)
def to_the_end(user: Ranking, k: int) -> int:
    """The whole list: no rank is too deep."""
    return sys.maxsize


shallow_depth = depth.plus()


@shallow_depth(
    "n < k",
    source="GRU4Rec, evaluate_sessions: one rank too few",
    code="k - 1",
)
def below_k(user: Ranking, k: int) -> int:
    """The ranks before k: a hit at rank k does not count."""
    return max(0, k - 1)


rank = Axis("when a relevant item counts as recommended in the first k")


@rank("n \\le k", row="<depth>")
def strict(user: Ranking, k: int) -> int:
    """Its rank, counted from 1, is at most k: one of those that are looked at."""
    return user.found(k)


@rank("n - 1 \\le k", source="OpenRec 0.3.0, tf1 legacy evaluator")
def off_by_one(user: Ranking, k: int) -> int:
    """Its rank, counted from 0, is at most k: one rank too many."""
    return user.found(k + 1)


@rank("a_p \\le k", source="OpenRec 0.3.0, tf1 evaluator")
def negatives_above(user: Ranking, k: int) -> int:
    """At most k items that are not relevant stand above it."""
    above = counted = 0
    for hit in user.hits:
        counted += hit and above <= k
        above += not hit
    return counted


def precisions(user: Ranking, depth: int) -> list[float]:
    """Precision at each rank: P(n) = hits in the first n, over n."""
    found, values = 0, []
    for n, hit in enumerate(user.hits[:depth], start=1):
        found += hit
        values.append(found / n)
    return values
