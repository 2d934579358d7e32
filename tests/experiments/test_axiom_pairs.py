"""The pairs of lists of each axiom: what is drawn, and what is enumerated."""

from __future__ import annotations

from collections import Counter

import pytest

from homonym.experiments.axiom_pairs import Pair, make_list_case, make_top_heavy_lists
from homonym.experiments.axiom_verdicts import draw_pairs
from homonym.experiments.axioms import ALL, Always, Exists
from homonym.reference.diversity.case import AspectCase, Item, Items, User

BY_NAME = {axiom.name: axiom for axiom in ALL}


def drawn(name: str) -> tuple[Pair, ...]:
    """The pairs of an axiom about all lists."""
    axiom = BY_NAME[name]
    assert isinstance(axiom, Always)
    return draw_pairs(axiom, 60)


def grouped(name: str) -> list[list[str]]:
    """Both lists of each pair that an axiom enumerates, by group."""
    axiom = BY_NAME[name]
    assert isinstance(axiom, Exists)
    return [[f"{p.better} / {p.worse}" for p in group] for group in axiom.groups()]


def users(pair: Pair) -> tuple[User, User]:
    """Whose lists they are."""
    return pair.better.users[0], pair.worse.users[0]


def places(pair: Pair) -> list[int]:
    """Where the lists differ."""
    one, other = users(pair)
    both = enumerate(zip(one.ranked, other.ranked, strict=True))
    return [n for n, (better, worse) in both if better != worse]


def shares(items: Items) -> dict[str, float]:
    """w(u, a) by Eq. 9: the ratings of an aspect over those of all."""
    sums: Counter[str] = Counter()
    for item in items:
        for aspect in item.aspects:
            sums[aspect] += item.rating or 0.0  # type: ignore[assignment]
    total = sum(sums.values())
    return {aspect: rated / total for aspect, rated in sums.items() if total}


def test_a_list_is_cut_where_that_is_asked_and_else_at_its_end() -> None:
    one, other = Item(3.0, ("a",)), Item(None, ("b",))
    assert str(make_list_case([one, other], [one])) == "3a .b | 3a @2"
    assert str(make_list_case([one, other], (), [other], 1)) == ".b > 3a .b @1"


def test_a_pair_is_as_small_as_its_better_list() -> None:
    small, great = AspectCase.parse("1a @1"), AspectCase.parse("1a 2b @1")
    assert Pair(small, great).weight == small.weight < great.weight


def test_of_two_items_of_one_aspect_the_better_one_is_above() -> None:
    """They change places, with up to three items above, between and below."""
    ratings = set()
    for pair in drawn("Pri"):
        (one, other), first, second = users(pair), *places(pair)
        high, low = one.ranked[first], one.ranked[second]
        assert (other.ranked[first], other.ranked[second]) == (low, high)
        assert high.aspects == low.aspects == ("a",)
        assert 5 >= (high.rating or 0) > (low.rating or 0) >= 0
        assert first <= 3 and second - first <= 4 and len(one.ranked) - second <= 4
        ratings |= {high.rating, low.rating}
        assert [item.aspects for item in one.profile] == [("a",), ("b",), ("c",)]
        assert {item.rating for item in one.profile} <= {1, 2, 3, 4, 5}
        assert {item.rating for item in one.ranked} <= {None, 0, 1, 2, 3, 4, 5}
        assert {a for item in one.ranked for a in item.aspects} <= {*"abc"}
    assert ratings == {0, 1, 2, 3, 4, 5}
    assert max(len(users(pair)[0].ranked) for pair in drawn("Pri")) > 7
    rated = {item.rating for pair in drawn("Pri") for item in users(pair)[0].profile}
    assert rated == {1, 2, 3, 4, 5}


def test_a_better_exchange_is_above_the_same_one() -> None:
    """High and low above low and high, against low and high above high and low."""
    for pair in drawn("Deep"):
        (one, other), (p, p1, q, q1) = users(pair), places(pair)
        assert (p1, q1) == (p + 1, q + 1)
        high, low = one.ranked[p], one.ranked[p1]
        assert [one.ranked[q], one.ranked[q1]] == [low, high]
        assert [other.ranked[n] for n in (p, p1, q, q1)] == [low, high, high, low]
        assert high.aspects == low.aspects == ("a",)
        assert (high.rating or 0) > (low.rating or 0)


def test_the_more_liked_aspect_stands_in_the_better_list() -> None:
    """Elsewhere the list shows neither; what is not listed stays a candidate."""
    ratings, liked = set(), set()
    for pair in drawn("AspRel"):
        (one, other), (place,) = users(pair), places(pair)
        better, worse = one.ranked[place], other.ranked[place]
        assert (better.aspects, worse.aspects) == (("a",), ("b",))
        assert better.rating == worse.rating
        assert (one.unlisted, other.unlisted) == ((worse,), (better,))
        rest = one.ranked[:place] + one.ranked[place + 1 :]
        assert {a for item in rest for a in item.aspects} <= {*"cd"}
        more, less, third = one.profile
        assert [item.aspects for item in one.profile] == [("a",), ("b",), ("c",)]
        assert (more.rating or 0) > (less.rating or 0) and third.rating == 1
        ratings.add(better.rating)
        liked |= {more.rating, less.rating}
    assert ratings == liked == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("name", "around"), [("MoreAsp", "abc"), ("MoreAsp, fresh", "d")]
)
def test_more_interest_is_left_in_the_better_item(name: str, around: str) -> None:
    """Below the list, rated alike; none of its aspects is exhausted. Of some pairs one
    item shows a and b and the other c, which is liked by one star less than both."""
    ratings, lengths, nearly = set(), set(), 0
    for pair in drawn(name):
        (one, other), (place,) = users(pair), places(pair)
        better, worse = one.ranked[place], other.ranked[place]
        above = one.ranked[:place]
        assert place == len(one.ranked) - 1 <= 4
        assert {a for item in above for a in item.aspects} <= {*around}
        assert {len(item.aspects) for item in above} <= {1}
        assert {item.rating for item in above} <= {1, 2, 3, 4, 5}
        assert better.rating == worse.rating
        assert {item.rating for item in one.profile} <= {0, 1, 2, 3, 4, 5}
        ratings.add(better.rating)
        lengths.add(place)
        of_user, of_list = shares(one.profile), shares(above)
        left = {a: of_user[a] - of_list.get(a, 0.0) for a in "abc"}
        assert min(left[a] for a in better.aspects + worse.aspects) > 0
        more, less = (sum(left[a] for a in item.aspects) for item in (better, worse))
        assert more > less + 1e-9
        if len(one.profile) > 3:
            nearly += 1
            stars = {
                a: sum(i.rating or 0 for i in one.profile if a in i.aspects)
                for a in "abc"
            }
            assert stars["c"] == stars["a"] + stars["b"] - 1
            assert [len(item.aspects) for item in (better, worse)] in ([2, 1], [1, 2])
            assert Counter(i.aspects for i in one.profile) == {
                ("a",): 2,
                ("b",): 2,
                ("c",): 4,
            }
    assert ratings == {1, 2, 3, 4, 5} and nearly
    assert max(lengths) > 2 or around == "abc"  # where most lists exhaust an aspect


def test_an_unknown_item_stands_in_the_better_list() -> None:
    """A disliked one in the other; an item of a that the user loves is left in both."""
    for pair in drawn("MissOverNon"):
        (one, other), (place,) = users(pair), places(pair)
        better, worse = one.ranked[place], other.ranked[place]
        assert (better.rating, worse.rating) == (None, 0.0)
        assert one.unlisted == (worse, Item(5.0, ("a",)))
        assert other.unlisted == (better, Item(5.0, ("a",)))


def test_what_is_saturated_is_enumerated() -> None:
    """One to eight items of b, then a rated 1 to 4 and b a star more; at the end of the
    list, and one rank above."""
    (group,) = grouped("NonPriSatAsp")
    assert len(group) == 8 * 4 * 2
    assert group[:3] == [
        "1a 1b > 5b 1a 2b @3 / 1a 1b > 5b 2b 1a @3",
        "1a 1b > 5b 1a 2b @2 / 1a 1b > 5b 2b 1a @2",
        "1a 1b > 5b 2a 3b @3 / 1a 1b > 5b 3b 2a @3",
    ]
    above = " ".join(["5b"] * 8)
    assert group[-1] == f"1a 1b > {above} 4a 5b @9 / 1a 1b > {above} 5b 4a @9"


def test_what_is_top_heavy_is_enumerated() -> None:
    """For each rating: one item above 2n - 1, against n below n, n from 2 to 512."""
    one, many = grouped("TopHeav"), grouped("TopHeavComp")
    assert [group[0] for group in one] == [
        f"1a > {r}a 0a 0a 0a | {r}a @4 / 1a > 0a 0a {r}a {r}a | 0a @4"
        for r in range(1, 6)
    ]
    lengths = [int(pair.rpartition("@")[2]) // 2 for pair in one[0]]
    assert lengths == [2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512]
    turned = [" / ".join(pair.split(" / ")[::-1]) for group in many for pair in group]
    assert turned == [pair for group in one for pair in group]
    top, deep = make_top_heavy_lists(2, 3)
    assert top == AspectCase.parse("1a > 2a 0a 0a 0a 0a 0a | 2a 2a @6")
    assert deep == AspectCase.parse("1a > 0a 0a 0a 2a 2a 2a | 0a 0a @6")
