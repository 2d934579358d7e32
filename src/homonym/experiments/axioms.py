"""The eight axioms of Parapar and Radlinski (2021, section 4.1), made executable.

Every axiom says that a metric prefers one list to another; the lists hold the same
candidates of the same user, whose interests come from a training profile by Eq. 9. What
the paper leaves open (quantifiers, aspects, w and s) is fixed in `says`. Start at
`AXIOMS`; the lists are made in `axiom_pairs.py`, verdicts in `axiom_verdicts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from homonym.experiments.axiom_pairs import (
    Pair,
    draw_deepness_pair,
    draw_missing_rating_pair,
    draw_more_aspects_pair,
    draw_priority_pair,
    draw_relevance_pair,
    make_top_heavy_groups,
    yield_saturation_groups,
)


@dataclass(frozen=True)
class Always:
    """An axiom about all lists of a kind: every pair that is drawn must hold."""

    name: str
    title: str
    says: str
    pairs: st.SearchStrategy[Pair]


@dataclass(frozen=True)
class Exists:
    """An axiom that promises a list: each group must have a pair that holds."""

    name: str
    title: str
    says: str
    groups: Callable[[], Iterator[Iterable[Pair]]]


Axiom = Always | Exists

AXIOMS: tuple[Axiom, ...] = (
    Always(
        "Pri",
        "Priority inside aspect",
        "For all lists, all ranks p < q whose items show aspect a alone, and all "
        "ratings r(p) < r(q), 0 to 5: swapping the two makes the list better.",
        draw_priority_pair(),
    ),
    Always(
        "Deep",
        "Deepness inside aspect",
        "For all lists and all ranks p < q with r(p) = r(q) < r(p+1) = r(q+1), all "
        "four items showing aspect a alone (Eq. 18 has lost the second equals sign): "
        "the swap of p and p+1 is better than that of q and q+1.",
        draw_deepness_pair(),
    ),
    Exists(
        "NonPriSatAsp",
        "Non priority on saturated aspects",
        "There are a number m of items of aspect b, rated 5, a rating r and a cut-off "
        "such that, below them, an item of a rated r before one of b rated r + 1 is "
        "better than the other way round. Both aspects weigh the same: only "
        "s(b) - s(a) can be the reason.",
        yield_saturation_groups,
    ),
    Exists(
        "TopHeav",
        "Top heaviness threshold",
        "For each rating r from 1 to 5 there is an n from 2 to 512 such that one item "
        "of r above 2n - 1 rated 0 is better than n of r below n rated 0. All items "
        "show one aspect; what is not listed stays a candidate. (n = 1 is only Pri.)",
        make_top_heavy_groups(one_is_better=True),
    ),
    Exists(
        "TopHeavComp",
        "Top heaviness threshold, complementary",
        "For each rating r from 1 to 5 there is an m from 2 to 512 such that m items "
        "of r below m rated 0 are better than one of r above 2m - 1 rated 0. All "
        "items show one aspect; what is not listed stays a candidate.",
        make_top_heavy_groups(one_is_better=False),
    ),
    Always(
        "AspRel",
        "Aspect relevance",
        "For all weights w(u, a) > w(u, b) and all ratings r > 0: in a list that shows "
        "neither aspect elsewhere, an item of a alone rated r is better than one of b "
        "alone rated r in its place.",
        draw_relevance_pair(),
    ),
    Always(
        "MoreAsp",
        "Prefer more aspect contribution",
        "For all lists S and all items j, j' of one rating r > 0 whose aspects are not "
        "exhausted, w(u, a) > w(S, a): the one with the greater sum of "
        "w(u, a) - w(S, a) over its aspects is the better one to stand below S. "
        "w(S, a) is by Eq. 9 over S, as in section 5.1. (Eq. 23 as printed prefers the "
        "smaller sum; its words say the greater.)",
        draw_more_aspects_pair(),
    ),
    Always(
        "MissOverNon",
        "Missing over non-relevant",
        "For all lists: an item without rating, of aspects that the user likes, is "
        "better than an item rated 0 in its place. No finite list of ratings exhausts "
        "an aspect here (s < 1), and the user likes one candidate at least.",
        draw_missing_rating_pair(),
    ),
)

FRESH = Always(
    "MoreAsp, fresh",
    "Prefer more aspect contribution, where nothing was seen of them yet",
    "MoreAsp where S shows no aspect of j or j': then w(S, a) and s are 0 by any "
    "definition, and the sums compare the user's weights alone.",
    draw_more_aspects_pair(around="d"),
)

ALL = (*AXIOMS, FRESH)
