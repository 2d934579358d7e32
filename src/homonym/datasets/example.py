"""A dataset on which the definitions of the published paper all differ.

Start at `generate_example`, which tells the story.

The numbers must be the same in every library's environment and on every platform: pure
Python, `random()` alone (no other generator promises its sequence), and of arithmetic
only + - * / in a written order (`sum` of floats changed with Python 3.12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from homonym.datasets.dataset import Dataset, RatingRow
from homonym.reference.case import Id, Scored

USERS, ITEMS = 1000, 800
START, SPLIT = 1_100_000_000, 1_200_000_000
"""Time stamps: all of train is between the two, all of the test after the second."""

Taste = tuple[float, float, float]


class ExampleItem(NamedTuple):
    """What an item is: its fame, 0 to 1, and its place in three tastes, -1 to 1."""

    fame: float
    taste: Taste


class Wish(NamedTuple):
    """What a user looks for: fame, nearness to a taste, and how much is whim."""

    fame: float
    taste: Taste
    whim: float


class ItemGroup(NamedTuple):
    """How many ratings a user has in train and in the test (from, to), the whim of the
    train's, and the share of users who move on between the two."""

    train: tuple[int, int]
    test: tuple[int, int]
    whim: float
    moves_on: float


COMPLETIST = ItemGroup(train=(660, 720), test=(21, 45), whim=30, moves_on=0)
ORDINARY = ItemGroup(train=(10, 60), test=(2, 20), whim=1.5, moves_on=0.7)
ONE_ITEM = ItemGroup(train=(8, 30), test=(1, 1), whim=1.5, moves_on=0.7)
GROUPS = (COMPLETIST,) * 8 + (ONE_ITEM,) * 3 + (ORDINARY,) * 9
"""The groups of each twenty users."""


def generate_example(seed: int = 1) -> Dataset:
    """1,000 users, 800 items and a model's rankings: the same for a seed everywhere.

    The story: everyone likes what is famous (4.5) and loves what few know (5.0).
    Completists have seen nearly everything, in any order, so that their lists are short
    and full of hits. Of the others most move on, away from fame and from their old
    taste, so that the model has no hit for them. The model knows train alone: it
    recommends what many have rated and what is near to what the user rated.
    """
    random = Random(seed)
    items = [
        ExampleItem(200 / (200 + place), _draw_taste(random)) for place in range(ITEMS)
    ]
    train: list[RatingRow] = []
    test: list[RatingRow] = []
    for user in range(1, USERS + 1):
        past, future = _draw_user_items(GROUPS[user % len(GROUPS)], items, random)
        train += _make_user_ratings(user, past, items, START, random)
        test += _make_user_ratings(user, future, items, SPLIT, random)
    return Dataset(
        name="example",
        train=tuple(train),
        test=tuple(test),
        rankings=_rank_candidates(items, train),
        catalogue=tuple(range(1, ITEMS + 1)),
        notes="generated: it shows how definitions differ, and nothing about a model",
        origin=(("seed", seed), ("split", "global"), ("model", "fame and nearness")),
    )


def _draw_taste(random: Random) -> Taste:
    x, y, z = (2 * random.random() - 1 for _ in range(3))
    return x, y, z


def _draw_user_items(
    group: ItemGroup, items: Sequence[ExampleItem], random: Random
) -> tuple[list[int], list[int]]:
    """The places of one user's train and test items."""
    taste = _draw_taste(random)
    wish = Wish(5, taste, group.whim)
    past = _select_best_places(
        range(ITEMS), _draw_integer(group.train, random), wish, items, random
    )
    moves_on = random.random() < group.moves_on
    wish = Wish(-5, _draw_taste(random), 1.5) if moves_on else Wish(5, taste, 1.5)
    left = sorted(set(range(ITEMS)) - set(past))
    return past, _select_best_places(
        left, _draw_integer(group.test, random), wish, items, random
    )


def _select_best_places(
    places: Iterable[int],
    count: int,
    wish: Wish,
    items: Sequence[ExampleItem],
    random: Random,
) -> list[int]:
    """The places, given in order, of the items that answer a wish best."""
    x, y, z = wish.taste
    answer = {}
    for place in places:
        fame, (a, b, c) = items[place]
        near = a * x + b * y + c * z
        answer[place] = wish.fame * fame + near + wish.whim * random.random()
    return sorted(answer, key=answer.__getitem__, reverse=True)[:count]


def _draw_integer(bounds: tuple[int, int], random: Random) -> int:
    low, high = bounds
    return low + int(random.random() * (high - low + 1))


def _make_user_ratings(
    user: int,
    places: list[int],
    items: Sequence[ExampleItem],
    start: int,
    random: Random,
) -> Iterator[RatingRow]:
    """A user's ratings, minutes apart: what is famous is liked, the rest is loved."""
    time = start + int(random.random() * 50_000_000)
    for place in places:
        time += 60 + int(random.random() * 3600)
        loved = items[place].fame + 0.1 * random.random() < 0.5
        yield RatingRow(user, place + 1, 5.0 if loved else 4.5, time)


def _rank_candidates(
    items: Sequence[ExampleItem], train: Iterable[RatingRow]
) -> dict[Id, Scored]:
    """Every user's candidates, best first.

    A score is the share of all users' candidates that stand below: distinct over the
    whole case, also in single precision, so that no library's ties matter.
    """
    seen: dict[int, list[int]] = {}
    for row in train:
        seen.setdefault(row.user, []).append(row.item - 1)
    counts = Counter(place for places in seen.values() for place in places)
    famous = [8 * counts[place] / USERS for place in range(len(items))]
    pairs: list[tuple[int, int]] = []
    scores: list[float] = []
    for user, places in sorted(seen.items()):
        others = _list_unrated_places(places, items)
        pairs += [(user, place + 1) for place in others]
        scores += _score_unrated_items(places, others, famous, items)
    found: dict[Id, list[tuple[Id, float]]] = {user: [] for user in seen}
    best_first = sorted(range(len(pairs)), key=scores.__getitem__, reverse=True)
    for above, pair in enumerate(best_first, 1):
        user, item = pairs[pair]
        found[user].append((item, round(1 - above / (len(pairs) + 1), 6)))
    return {user: tuple(ranked) for user, ranked in found.items()}


def _list_unrated_places(
    places: Iterable[int], items: Sequence[ExampleItem]
) -> list[int]:
    """The places of what a user has not rated."""
    rated = set(places)
    return [place for place in range(len(items)) if place not in rated]


def _score_unrated_items(
    places: Sequence[int],
    others: Iterable[int],
    famous: Sequence[float],
    items: Sequence[ExampleItem],
) -> Iterator[float]:
    """The raw scores of what a user has not rated: how famous it is, and how near to
    what they rated, at these places."""
    x = y = z = 0.0
    for place in places:
        a, b, c = items[place].taste
        x, y, z = x + a, y + b, z + c
    x, y, z = x / len(places), y / len(places), z / len(places)
    for place in others:
        a, b, c = items[place].taste
        yield famous[place] + (x * a + y * b + z * c)
