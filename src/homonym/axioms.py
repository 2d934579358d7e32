"""The eight axioms of Parapar and Radlinski (2021, section 4.1), made executable.

Every axiom says that a metric prefers one list to another; the lists hold the same
candidates of the same user, whose interests come from a training profile by Eq. 9. What
the paper leaves open (quantifiers, aspects, w and s) is fixed in `says`. Start at
`AXIOMS`; `hold` puts a metric to one of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.diversity.ideal import shares

Items = Sequence[Item]
LONGEST = 3
"""The most items that are drawn around those that an axiom is about."""
DEPTHS = (2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512)
"""The n and m that are tried: lists of up to 1024 items."""
SURE = 1e-9
"""Weights that differ by less are equal."""


@dataclass(frozen=True)
class Pair:
    """Two lists of the same candidates: the axiom prefers the first to the second."""

    better: AspectCase
    worse: AspectCase

    @property
    def weight(self) -> tuple[object, ...]:
        """What makes a pair small."""
        return self.better.weight


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


def case(
    listed: Items, unlisted: Items = (), profile: Items = (), k: int = 0
) -> AspectCase:
    """One user's list; k is its length if not given."""
    user = User(tuple(listed), tuple(unlisted), tuple(profile))
    return AspectCase.of([user], k or len(listed))


def one(rating: float | None, aspects: str) -> Item:
    return Item(rating, tuple(aspects))


def liked(r: int, aspect: str) -> Item:
    return one(float(r), aspect)


RATINGS = (None, *map(float, range(6)))
SHOWN = ("a", "b", "c", "ab", "ac", "bc", "abc")

PROFILES = st.sampled_from(
    [
        tuple(map(liked, ratings, "abc"))
        for ratings in itertools.product(range(1, 6), repeat=3)
    ]
)
"""Training profiles in which the user likes all three aspects."""


def others(shown: Sequence[str] = SHOWN) -> st.SearchStrategy[list[Item]]:
    """A few other items, rated or not."""
    items = [one(rating, aspects) for aspects in shown for rating in RATINGS]
    return st.lists(st.sampled_from(items), max_size=LONGEST)


TWO_RATINGS = st.sampled_from(
    [
        (liked(low, "a"), liked(high, "a"))
        for low, high in itertools.combinations(range(6), 2)
    ]
)
"""Two items of one aspect, the first rated lower."""


@st.composite
def priority(draw: st.DrawFn) -> Pair:
    low, high = draw(TWO_RATINGS)
    above, between, below = draw(others()), draw(others()), draw(others())
    profile = draw(PROFILES)
    better = [*above, high, *between, low, *below]
    worse = [*above, low, *between, high, *below]
    return Pair(case(better, (), profile), case(worse, (), profile))


@st.composite
def deepness(draw: st.DrawFn) -> Pair:
    low, high = draw(TWO_RATINGS)
    above, between, below = draw(others()), draw(others()), draw(others())
    profile = draw(PROFILES)
    better = [*above, high, low, *between, low, high, *below]
    worse = [*above, low, high, *between, high, low, *below]
    return Pair(case(better, (), profile), case(worse, (), profile))


@st.composite
def aspect_relevance(draw: st.DrawFn) -> Pair:
    less, more = draw(st.sampled_from([*itertools.combinations(range(1, 6), 2)]))
    profile = [liked(more, "a"), liked(less, "b"), liked(1, "c")]
    above, below = draw(others(("c", "d", "cd"))), draw(others(("c", "d", "cd")))
    r = draw(st.integers(1, 5))
    return replacing(above, liked(r, "a"), liked(r, "b"), below, profile)


@st.composite
def nearly(draw: st.DrawFn) -> Items:
    """A profile with aspect c liked nearly as much as a and b together."""
    a, b = ([draw(st.integers(1, 5)) for _ in range(2)] for _ in "ab")
    c = [*a, *b[:-1], b[-1] - 1]
    named = zip("abc", (a, b, c), strict=True)
    return [liked(r, aspect) for aspect, ratings in named for r in ratings]


SETS = st.sampled_from(SHOWN)


def rated(shown: str) -> st.SearchStrategy[list[Item]]:
    """A few liked items, each of one aspect."""
    items = [liked(r, aspect) for aspect in shown for r in range(1, 6)]
    return st.lists(st.sampled_from(items), max_size=LONGEST + 1)


COMPARED = st.one_of(
    st.tuples(PROFILES, SETS, SETS),
    st.tuples(nearly(), st.just("ab"), st.just("c")),
)
"""A profile, and the aspects of two items."""


@st.composite
def more_aspects(draw: st.DrawFn, around: str = "abc") -> Pair:
    """Below a list two items, equally rated: that with more interest left is better.

    The interest left in an aspect is w(u, a) - w(S, a), Eq. 23; none is exhausted.
    """
    profile, one_set, other_set = draw(COMPARED)
    above, r = draw(rated(around)), draw(st.integers(1, 5))
    of_user, of_list = shares(tuple(profile)), shares(tuple(above))
    left = {a: of_user[a] - of_list.get(a, 0.0) for a in "abc"}
    assume(all(left[a] > SURE for a in one_set + other_set))
    gap = sum(left[a] for a in one_set) - sum(left[a] for a in other_set)
    assume(abs(gap) > SURE)
    items = liked(r, one_set), liked(r, other_set)
    return replacing(above, *(items if gap > 0 else items[::-1]), [], profile)


@st.composite
def missing_over_disliked(draw: st.DrawFn) -> Pair:
    unknown, disliked = draw(SETS), draw(SETS)
    profile, above, below = draw(PROFILES), draw(others()), draw(others())
    pair = replacing(above, one(None, unknown), one(0.0, disliked), below, profile)
    return Pair(*(with_candidate(c, liked(5, "a")) for c in (pair.better, pair.worse)))


def replacing(
    above: Items, better: Item, worse: Item, below: Items, profile: Items
) -> Pair:
    """The same list with the one item and with the other, which is then unlisted."""
    return Pair(
        case([*above, better, *below], [worse], profile),
        case([*above, worse, *below], [better], profile),
    )


def with_candidate(given: AspectCase, item: Item) -> AspectCase:
    user = given.users[0]
    return case(user.ranked, [*user.unlisted, item], user.profile)


def saturated() -> Iterator[Iterable[Pair]]:
    """One group: m items of aspect b, then a of rating r and b of r + 1."""
    profile = [liked(1, "a"), liked(1, "b")]

    def pair(m: int, r: int, k: int) -> Pair:
        above = [liked(5, "b")] * m
        a, b = liked(r, "a"), liked(r + 1, "b")
        return Pair(
            case([*above, a, b], (), profile, k), case([*above, b, a], (), profile, k)
        )

    sizes = itertools.product(range(1, 9), range(1, 5), (2, 1))
    yield (pair(m, r, m + deep) for m, r, deep in sizes)


def top_heavy(one_is_better: bool) -> Callable[[], Iterator[Iterable[Pair]]]:
    """A group for every rating: one liked item on top, or n below n that are not."""

    def groups() -> Iterator[Iterable[Pair]]:
        for r in range(1, 6):
            yield (ordered(r, n) for n in DEPTHS)

    def ordered(r: int, n: int) -> Pair:
        top, deep = one_or_many(r, n)
        return Pair(top, deep) if one_is_better else Pair(deep, top)

    return groups


def one_or_many(r: int, n: int) -> tuple[AspectCase, AspectCase]:
    """One liked item, then 2n - 1 disliked; n disliked, then n liked."""
    good, bad, profile = liked(r, "a"), one(0.0, "a"), [liked(1, "a")]
    return (
        case([good] + [bad] * (2 * n - 1), [good] * (n - 1), profile),
        case([bad] * n + [good] * n, [bad] * (n - 1), profile),
    )


AXIOMS: tuple[Axiom, ...] = (
    Always(
        "Pri",
        "Priority inside aspect",
        "For all lists, all ranks p < q whose items show aspect a alone, and all "
        "ratings r(p) < r(q), 0 to 5: swapping the two makes the list better.",
        priority(),
    ),
    Always(
        "Deep",
        "Deepness inside aspect",
        "For all lists and all ranks p < q with r(p) = r(q) < r(p+1) = r(q+1), all "
        "four items showing aspect a alone (Eq. 18 has lost the second equals sign): "
        "the swap of p and p+1 is better than that of q and q+1.",
        deepness(),
    ),
    Exists(
        "NonPriSatAsp",
        "Non priority on saturated aspects",
        "There are a number m of items of aspect b, rated 5, a rating r and a cut-off "
        "such that, below them, an item of a rated r before one of b rated r + 1 is "
        "better than the other way round. Both aspects weigh the same: only "
        "s(b) - s(a) can be the reason.",
        saturated,
    ),
    Exists(
        "TopHeav",
        "Top heaviness threshold",
        "For each rating r from 1 to 5 there is an n from 2 to 512 such that one item "
        "of r above 2n - 1 rated 0 is better than n of r below n rated 0. All items "
        "show one aspect; what is not listed stays a candidate. (n = 1 is only Pri.)",
        top_heavy(one_is_better=True),
    ),
    Exists(
        "TopHeavComp",
        "Top heaviness threshold, complementary",
        "For each rating r from 1 to 5 there is an m from 2 to 512 such that m items "
        "of r below m rated 0 are better than one of r above 2m - 1 rated 0. All "
        "items show one aspect; what is not listed stays a candidate.",
        top_heavy(one_is_better=False),
    ),
    Always(
        "AspRel",
        "Aspect relevance",
        "For all weights w(u, a) > w(u, b) and all ratings r > 0: in a list that shows "
        "neither aspect elsewhere, an item of a alone rated r is better than one of b "
        "alone rated r in its place.",
        aspect_relevance(),
    ),
    Always(
        "MoreAsp",
        "Prefer more aspect contribution",
        "For all lists S and all items j, j' of one rating r > 0 whose aspects are not "
        "exhausted, w(u, a) > w(S, a): the one with the greater sum of "
        "w(u, a) - w(S, a) over its aspects is the better one to stand below S. "
        "w(S, a) is by Eq. 9 over S, as in section 5.1. (Eq. 23 as printed prefers the "
        "smaller sum; its words say the greater.)",
        more_aspects(),
    ),
    Always(
        "MissOverNon",
        "Missing over non-relevant",
        "For all lists: an item without rating, of aspects that the user likes, is "
        "better than an item rated 0 in its place. No finite list of ratings exhausts "
        "an aspect here (s < 1), and the user likes one candidate at least.",
        missing_over_disliked(),
    ),
)

FRESH = Always(
    "MoreAsp, fresh",
    "Prefer more aspect contribution, where nothing was seen of them yet",
    "MoreAsp where S shows no aspect of j or j': then w(S, a) and s are 0 by any "
    "definition, and the sums compare the user's weights alone.",
    more_aspects(around="d"),
)

ALL = (*AXIOMS, FRESH)
