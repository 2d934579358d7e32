"""Whole runs, which the families beyond accuracy take: small cases, and drawn ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random
from string import ascii_lowercase

from homonym.cases import variations
from homonym.cases.kinds import Kind, by_chance
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.corpus import core

SIZES = {1: 5, 2: 5, 3: 3}
"""The most items of the catalogue that are tried for so many users."""
GROUPED = 4
"""Up to so many items of one user or two are parted into groups; more are in one."""
FEW = 3
"""Up to so many items are tried in every way: any may be relevant, of more at most one
is to a user; and several users' are named in every order, since ties in popularity are
broken by name, or as items are first seen in training."""
TRAINED = 5
"""Drawn cases have as many items in training. In a Python set of so many ids they rise;
how ties in popularity are broken among fewer is a convention with an edge case."""


def smallest_first() -> Iterator[RunCase]:
    """Every case of one user, of two and of three, to SIZES, with lists of length k:
    fewest items first, then the smallest k; then the core cases, in the same order."""
    for users, most in SIZES.items():
        for size in range(2, most + 1):
            for k in range(1, size):
                yield from cases(users, ascii_lowercase[:size], k)
    yield from sorted(core(RunCase), key=lambda case: case.weight)


def cases(users: int, items: str, k: int) -> Iterator[RunCase]:
    """All such cases of so many users with these items and this cut-off."""
    for parts in product(tuple(user_parts(items, k)), repeat=users):
        if named(parts, items):
            for catalogue, second in groupings(users, items):
                yield RunCase.parse(written(parts, catalogue, second, k))


def named(parts: tuple[tuple[str, str, str], ...], items: str) -> bool:
    """Whether items are named in the order in which they occur, so that no case comes
    twice under other names; for the few of several users any order will do."""
    seen = "".join(dict.fromkeys("".join("".join(part) for part in parts)))
    return items.startswith(seen) or (len(parts) > 1 and len(items) <= FEW)


def groupings(users: int, items: str) -> Iterator[tuple[str, str]]:
    """The catalogue in one group or two, and how the second user's part begins: of the
    first user's group, or of another."""
    if users > 2 or len(items) > GROUPED:
        return iter([(items, "")])
    return product(grouped(items), ("", "2: ")[:users])


def user_parts(items: str, k: int) -> Iterator[tuple[str, str, str]]:
    """Training items, a list of k others, and the relevant items among all others."""
    for size in range(1, len(items) - k + 1):
        for train in map("".join, combinations(items, size)):
            rest = [item for item in items if item not in train]
            for listed in map("".join, permutations(rest, k)):
                for relevant in relevant_ones(rest, len(items)):
                    yield train, listed, relevant


def relevant_ones(rest: list[str], size: int) -> Iterator[str]:
    """None, each, and where there are few items each two or more."""
    for count in range((len(rest) if size <= FEW else 1) + 1):
        yield from map("".join, combinations(rest, count))


def grouped(items: str) -> Iterator[str]:
    """The catalogue as one group, and as each two that leave its order as it is."""
    yield items
    for cut in range(1, len(items)):
        yield f"{items[:cut]},{items[cut:]}"


def written(
    parts: tuple[tuple[str, str, str], ...], catalogue: str, second: str, k: int
) -> str:
    """The line of a case; `second`: how the second user's part begins."""
    users = [f"{train} > {listed} = {relevant}" for train, listed, relevant in parts]
    return f"{f' ; {second}'.join(users)} | {catalogue} @{k}"


def drawn(chance: Random) -> RunCase:
    """A run with `TRAINED` items or more in its training data."""
    while True:
        case = any_run(chance)
        if len(case.users[0].run.counts) >= TRAINED:
            return case


def drawn_trained(chance: Random) -> RunCase:
    """The same, in which every listed item was trained on."""
    while True:
        if only_trained(case := drawn(chance)):
            return case


def any_run(chance: Random) -> RunCase:
    """Two to thirty users, six to twenty-six items in two or three groups; every user
    has training items, others in a list of at least k, and relevant ones."""
    items = ascii_lowercase[: chance.choice((6, 9, 12, 26))]
    k = chance.choice((2, 2, 3, 4, len(items) // 2))
    users = range(chance.choice((2, 3, 5, 30)))
    lines = (drawn_user(chance, items, k) for _ in users)
    cuts = sorted(chance.sample(range(1, len(items)), chance.choice((1, 2))))
    ends = zip((0, *cuts), (*cuts, len(items)), strict=True)
    groups = ",".join(items[start:end] for start, end in ends)
    return RunCase.parse(f"{' ; '.join(lines)} | {groups} @{k}")


def drawn_user(chance: Random, items: str, k: int) -> str:
    """One user's part."""
    shuffled = "".join(chance.sample(items, len(items)))
    known = chance.randint(1, len(items) - k)
    train, rest = shuffled[:known], shuffled[known:]
    listed = rest[: chance.randint(k, len(rest))]
    relevant = "".join(chance.sample(rest, chance.randint(1, min(3, len(rest)))))
    return f"{chance.randint(1, 2)}: {train} > {listed} = {relevant}"


def only_new(case: RunCase) -> bool:
    """No list shows its user a training item."""
    return not any({*user.items} & {*user.train} for user in case.users)


def only_trained(case: RunCase) -> bool:
    """Every listed item was trained on by somebody."""
    return all({*user.items} <= {*user.run.counts} for user in case.users)


def flaws(case: RunCase) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    wrong = {
        "the cut-off leaves no pair of items": case.k < 2,
        "there is no pair of users": len(case.users) < 2,
    }
    found = [flaw for flaw, holds in wrong.items() if holds]
    return found + [flaw for user in case.users for flaw in flaws_of(user, case.k)]


def flaws_of(user: Listed, k: int) -> list[str]:
    """What is wrong with one user's part."""
    wrong = {
        "the list is shorter than k": len(user.items) < k,
        "no item is trained on": not user.train,
        "no item is relevant": not user.truth,
        "a relevant item is trained on": bool({*user.truth} & {*user.train}),
        "a listed item is trained on": bool({*user.items} & {*user.train}),
    }
    return [flaw for flaw, holds in wrong.items() if holds]


def fair(case: RunCase) -> bool:
    """Well formed, with as many items in training as those drawn."""
    return not flaws(case) and len(case.users[0].run.counts) >= TRAINED


KIND = Kind(
    legend="a, b, … items   train > list = relevant   ; next user   "
    "2: group of users   | catalogue, its groups parted by commas   @k",
    conditions={"only_new": only_new, "only_trained_items": only_trained},
    variations={
        "second_call": variations.the_same,
        "same_object": variations.same_object,
        "users_reordered": variations.users_reordered,
        "ids_relabelled": variations.ids_relabelled,
        "scores_shifted": variations.scores_shifted,
        "scores_scaled": variations.scores_scaled,
        "other_cut_offs": variations.other_cut_offs,
        "other_metrics": variations.other_metrics,
    },
    smallest_first=smallest_first,
    drawn=by_chance(drawn, drawn_trained),
    fair=fair,
)
