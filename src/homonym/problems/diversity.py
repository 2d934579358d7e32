"""Lists of items with aspects, which diversity with relevance takes: small cases, and
drawn ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random

from homonym.problems import Kind, by_chance, variations
from homonym.reference.corpus import core
from homonym.reference.diversity.case import AspectCase

ITEMS = ("5a", "3a", ".a", "5b", ".b", "5ab")
PROFILES = {1: ("5a",), 2: ("5a 5b", "5a 3b")}
"""What a user rated in training, by the number of items."""
SIZES = range(2, 6)
"""So many items in all are tried."""
RATINGS = ("1", "2", "3", "4", "4.5", "5")


def smallest_first() -> Iterator[AspectCase]:
    """Every case of one user with one to three listed items: fewest items first, then
    the smallest k; then the core cases, in the same order."""
    for size, profile in product(SIZES, PROFILES):
        for k in range(1, 4):
            for listed in range(k, min(3, size - profile) + 1):
                for known in PROFILES[profile]:
                    yield from cases(known, listed, size - profile - listed, k)
    yield from sorted(core(AspectCase), key=lambda case: case.weight)


def cases(profile: str, listed: int, others: int, k: int) -> Iterator[AspectCase]:
    """All such cases with so many listed items, others and cut-off; a given ideal is
    the judged candidates, the last of them first."""
    for ranked in product(ITEMS, repeat=listed):
        for unlisted in combinations_with_replacement(ITEMS, others):
            judged = [item for item in (*ranked, *unlisted) if item[0] != "."]
            if judged:
                after = f" | {' '.join(unlisted)}" if unlisted else ""
                ideal = " ".join(judged[::-1])
                yield AspectCase.parse(
                    f"{profile} > {' '.join(ranked)}{after} = {ideal} @{k}"
                )


def one_aspect(case: AspectCase) -> bool:
    """Every item has one aspect, a category."""
    users = case.users
    return all(len(i.aspects) == 1 for u in users for i in (*u.profile, *u.candidates))


def single(chance: Random) -> AspectCase:
    """A drawn case in which every item has one aspect."""
    return drawn(chance, 1)


def drawn(chance: Random, most: int = 3) -> AspectCase:
    """One to five users, two to six aspects, up to `most` an item; a list of at least
    k, candidates beside it, a profile, and an ideal of the judged candidates."""
    k, aspects = chance.choice((1, 2, 3, 5)), "abcdef"[: chance.randint(2, 6)]
    most = chance.choice((1, most))
    users = range(chance.choice((1, 1, 2, 5)))
    lines = (drawn_user(chance, aspects, most, k) for _ in users)
    return AspectCase.parse(f"{' ; '.join(lines)} @{k}")


def drawn_user(chance: Random, aspects: str, most: int, k: int) -> str:
    """One user's part."""

    def item(missing: float) -> str:
        shown = "".join(chance.sample(aspects, min(len(aspects), most)))
        rating = "." if chance.random() < missing else chance.choice(RATINGS)
        return rating + shown[: chance.randint(1, len(shown))]

    ranked = [item(0.4) for _ in range(k + chance.randint(0, 4))]
    unlisted = [item(0), *(item(0.4) for _ in range(chance.randint(0, 3)))]
    profile = [item(0) for _ in range(chance.randint(1, 4))]
    judged = [one for one in (*ranked, *unlisted) if one[0] != "."]
    ideal = chance.sample(judged, len(judged))
    parts = (" ".join(part) for part in (profile, ranked, unlisted, ideal))
    return "{} > {} | {} = {}".format(*parts)


KIND = Kind(
    legend="profile > list | others = a given ideal   rating and aspects of an item, . "
    "where it has none   ; next user   @k",
    conditions={"one_aspect": one_aspect},
    variations={
        "second_call": variations.the_same,
        "users_reordered": variations.users_reordered,
        "ids_relabelled": variations.ids_relabelled,
        "scores_shifted": variations.scores_shifted,
        "scores_scaled": variations.scores_scaled,
    },
    smallest_first=smallest_first,
    drawn=by_chance(drawn, single),
)
