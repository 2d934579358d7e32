"""The pairs of lists on which axioms are tried: drawn by Hypothesis, or enumerated.

Start at `Pair`; every strategy or generator below it belongs to one of the axioms in
`axioms.py`, which says in words what it draws.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.diversity.ideal import shares

ItemSequence = Sequence[Item]
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


def make_list_case(
    listed: ItemSequence,
    unlisted: ItemSequence = (),
    profile: ItemSequence = (),
    k: int = 0,
) -> AspectCase:
    """One user's list; k is its length if not given."""
    user = User(tuple(listed), tuple(unlisted), tuple(profile))
    return AspectCase.of([user], k or len(listed))


def make_rated_item(rating: float | None, aspects: str) -> Item:
    """An item by its rating and its aspects."""
    return Item(rating, tuple(aspects))


def make_aspect_item(r: int, aspect: str) -> Item:
    """An item of one aspect."""
    return make_rated_item(float(r), aspect)


RATINGS = (None, *map(float, range(6)))
SHOWN = ("a", "b", "c", "ab", "ac", "bc", "abc")

PROFILES = st.sampled_from(
    [
        tuple(map(make_aspect_item, ratings, "abc"))
        for ratings in itertools.product(range(1, 6), repeat=3)
    ]
)
"""Training profiles in which the user likes all three aspects."""


def sample_other_items(shown: Sequence[str] = SHOWN) -> st.SearchStrategy[list[Item]]:
    """A few other items, rated or not."""
    items = [
        make_rated_item(rating, aspects) for aspects in shown for rating in RATINGS
    ]
    return st.lists(st.sampled_from(items), max_size=LONGEST)


TWO_RATINGS = st.sampled_from(
    [
        (make_aspect_item(low, "a"), make_aspect_item(high, "a"))
        for low, high in itertools.combinations(range(6), 2)
    ]
)
"""Two items of one aspect, the first rated lower."""


@st.composite
def draw_priority_pair(draw: st.DrawFn) -> Pair:
    """Two items exchanged, the one with the better rating above in the better list."""
    low, high = draw(TWO_RATINGS)
    above, between, below = (
        draw(sample_other_items()),
        draw(sample_other_items()),
        draw(sample_other_items()),
    )
    profile = draw(PROFILES)
    better = [*above, high, *between, low, *below]
    worse = [*above, low, *between, high, *below]
    return Pair(make_list_case(better, (), profile), make_list_case(worse, (), profile))


@st.composite
def draw_deepness_pair(draw: st.DrawFn) -> Pair:
    """A better exchange at the top against the same one farther down."""
    low, high = draw(TWO_RATINGS)
    above, between, below = (
        draw(sample_other_items()),
        draw(sample_other_items()),
        draw(sample_other_items()),
    )
    profile = draw(PROFILES)
    better = [*above, high, low, *between, low, high, *below]
    worse = [*above, low, high, *between, high, low, *below]
    return Pair(make_list_case(better, (), profile), make_list_case(worse, (), profile))


@st.composite
def draw_relevance_pair(draw: st.DrawFn) -> Pair:
    """An item of the aspect that the user likes more, and one of the other."""
    less, more = draw(st.sampled_from([*itertools.combinations(range(1, 6), 2)]))
    profile = [
        make_aspect_item(more, "a"),
        make_aspect_item(less, "b"),
        make_aspect_item(1, "c"),
    ]
    above, below = (
        draw(sample_other_items(("c", "d", "cd"))),
        draw(sample_other_items(("c", "d", "cd"))),
    )
    r = draw(st.integers(1, 5))
    return make_replacement_pair(
        above, make_aspect_item(r, "a"), make_aspect_item(r, "b"), below, profile
    )


@st.composite
def draw_nearly_liked_profile(draw: st.DrawFn) -> ItemSequence:
    """A profile with aspect c liked nearly as much as a and b together."""
    a, b = ([draw(st.integers(1, 5)) for _ in range(2)] for _ in "ab")
    c = [*a, *b[:-1], b[-1] - 1]
    named = zip("abc", (a, b, c), strict=True)
    return [make_aspect_item(r, aspect) for aspect, ratings in named for r in ratings]


SETS = st.sampled_from(SHOWN)


def sample_liked_items(shown: str) -> st.SearchStrategy[list[Item]]:
    """A few liked items, each of one aspect."""
    items = [make_aspect_item(r, aspect) for aspect in shown for r in range(1, 6)]
    return st.lists(st.sampled_from(items), max_size=LONGEST + 1)


COMPARED = st.one_of(
    st.tuples(PROFILES, SETS, SETS),
    st.tuples(draw_nearly_liked_profile(), st.just("ab"), st.just("c")),
)
"""A profile, and the aspects of two items."""


@st.composite
def draw_more_aspects_pair(draw: st.DrawFn, around: str = "abc") -> Pair:
    """Below a list two items, equally rated: that with more interest left is better.

    The interest left in an aspect is w(u, a) - w(S, a), Eq. 23; none is exhausted.
    """
    profile, one_set, other_set = draw(COMPARED)
    above, r = draw(sample_liked_items(around)), draw(st.integers(1, 5))
    of_user, of_list = shares(tuple(profile)), shares(tuple(above))
    left = {a: of_user[a] - of_list.get(a, 0.0) for a in "abc"}
    assume(all(left[a] > SURE for a in one_set + other_set))
    gap = sum(left[a] for a in one_set) - sum(left[a] for a in other_set)
    assume(abs(gap) > SURE)
    items = make_aspect_item(r, one_set), make_aspect_item(r, other_set)
    return make_replacement_pair(
        above, *(items if gap > 0 else items[::-1]), [], profile
    )


@st.composite
def draw_missing_rating_pair(draw: st.DrawFn) -> Pair:
    """An item without a rating, and one that the user dislikes."""
    unknown, disliked = draw(SETS), draw(SETS)
    profile, above, below = (
        draw(PROFILES),
        draw(sample_other_items()),
        draw(sample_other_items()),
    )
    pair = make_replacement_pair(
        above,
        make_rated_item(None, unknown),
        make_rated_item(0.0, disliked),
        below,
        profile,
    )
    return Pair(
        *(
            add_unlisted_item(c, make_aspect_item(5, "a"))
            for c in (pair.better, pair.worse)
        )
    )


def make_replacement_pair(
    above: ItemSequence,
    better: Item,
    worse: Item,
    below: ItemSequence,
    profile: ItemSequence,
) -> Pair:
    """The same list with the one item and with the other, which is then unlisted."""
    return Pair(
        make_list_case([*above, better, *below], [worse], profile),
        make_list_case([*above, worse, *below], [better], profile),
    )


def add_unlisted_item(given: AspectCase, item: Item) -> AspectCase:
    """The list with one more item that it does not hold."""
    user = given.users[0]
    return make_list_case(user.ranked, [*user.unlisted, item], user.profile)


def yield_saturation_groups() -> Iterator[Iterable[Pair]]:
    """One group: m items of aspect b, then a of rating r and b of r + 1."""
    profile = [make_aspect_item(1, "a"), make_aspect_item(1, "b")]

    def pair(m: int, r: int, k: int) -> Pair:
        above = [make_aspect_item(5, "b")] * m
        a, b = make_aspect_item(r, "a"), make_aspect_item(r + 1, "b")
        return Pair(
            make_list_case([*above, a, b], (), profile, k),
            make_list_case([*above, b, a], (), profile, k),
        )

    sizes = itertools.product(range(1, 9), range(1, 5), (2, 1))
    yield (pair(m, r, m + deep) for m, r, deep in sizes)


def make_top_heavy_groups(
    one_is_better: bool,
) -> Callable[[], Iterator[Iterable[Pair]]]:
    """A group for every rating: one liked item on top, or n below n that are not."""

    def groups() -> Iterator[Iterable[Pair]]:
        for r in range(1, 6):
            yield (ordered(r, n) for n in DEPTHS)

    def ordered(r: int, n: int) -> Pair:
        top, deep = make_top_heavy_lists(r, n)
        return Pair(top, deep) if one_is_better else Pair(deep, top)

    return groups


def make_top_heavy_lists(r: int, n: int) -> tuple[AspectCase, AspectCase]:
    """One liked item, then 2n - 1 disliked; n disliked, then n liked."""
    good, bad, profile = (
        make_aspect_item(r, "a"),
        make_rated_item(0.0, "a"),
        [make_aspect_item(1, "a")],
    )
    return (
        make_list_case([good] + [bad] * (2 * n - 1), [good] * (n - 1), profile),
        make_list_case([bad] * n + [good] * n, [bad] * (n - 1), profile),
    )
