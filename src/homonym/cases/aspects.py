"""Lists of items with aspects, which diversity with relevance takes: start at `KIND`,
below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from homonym.cases import variations
from homonym.cases.kinds import TRAINING, Kind
from homonym.reference.case import written as number
from homonym.reference.corpus import core
from homonym.reference.diversity.case import AspectCase, Item, Items, User
from homonym.trace.numbers import make_numbers_given
from homonym.trace.other_cases import Followed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

ASPECTS = ("a", "b", "c", "ab", "ac", "bc", "abc")
RATED = tuple(f"{rating}{aspects}" for aspects in ASPECTS for rating in "53")
ITEMS = tuple(f"{rating}{aspects}" for aspects in ASPECTS for rating in "53.")
SIZES = {2: 6, 3: 9, 4: 5}
"""The most aspects, of all items together, that are tried with so many items in all."""


def enumerate_small_aspect_lists() -> Iterator[AspectCase]:
    """Every case of one user, to SIZES, with a profile of one item or two and one to
    three listed items: fewest items first, then the fewest aspects in all, then the
    smallest profile and the smallest k; then the core cases, in the same order."""
    for size, most in SIZES.items():
        for aspects in range(size, most + 1):
            for profile, k in product((1, 2), (1, 2, 3)):
                for listed in range(k, min(3, size - profile) + 1):
                    others = size - profile - listed
                    yield from enumerate_lists(profile, listed, others, aspects, k)
    yield from sorted(core(AspectCase), key=lambda case: case.weight)


def enumerate_few_aspect_lists() -> Iterator[AspectCase]:
    """Those of `FEW_ARE`."""
    for shown in (2, 3, 4):
        yield from enumerate_lists(1, 1, 0, shown, 1)
    for listed, others, k in ((2, 0, 1), (2, 0, 2), (1, 1, 1)):
        yield from enumerate_lists(1, listed, others, 3, k)
    yield from core(AspectCase)


FEW_ARE = "one user with 2 items or with 3 of one aspect each, and the core cases"


def enumerate_lists(
    profile: int, listed: int, others: int, aspects: int, k: int
) -> Iterator[AspectCase]:
    """All such cases with so many items in the profile, listed and beside the list, so
    many aspects and this cut-off; a given ideal is the judged candidates, the last of
    them first."""
    known = group_by_aspect_count(combinations_with_replacement(RATED, profile))
    ranked = group_by_aspect_count(product(ITEMS, repeat=listed))
    unlisted = group_by_aspect_count(combinations_with_replacement(ITEMS, others))
    for a, b in product(sorted(known), sorted(ranked)):
        for parts in product(known[a], ranked[b], unlisted.get(aspects - a - b, ())):
            judged = [item for item in parts[1] + parts[2] if item[0] != "."]
            if judged and names_aspects_in_order("".join(map("".join, parts))):
                yield AspectCase.parse(render_aspect_line(*parts, judged[::-1], k))


ItemWords = Sequence[str]


def group_by_aspect_count(
    rows: Iterable[tuple[str, ...]],
) -> dict[int, list[tuple[str, ...]]]:
    """The rows of items by the number of aspects that they show in all."""
    found: dict[int, list[tuple[str, ...]]] = {}
    for row in rows:
        found.setdefault(len("".join(row)) - len(row), []).append(row)
    return found


def names_aspects_in_order(text: str) -> bool:
    """Whether the aspects in it are the first of the alphabet."""
    used = "".join(aspect for aspect in "abc" if aspect in text)
    return "abc".startswith(used)


def render_aspect_line(
    profile: ItemWords, ranked: ItemWords, rest: ItemWords, ideal: ItemWords, k: int
) -> str:
    """The line of a case."""
    after = f" | {' '.join(rest)}" if rest else ""
    return f"{' '.join(profile)} > {' '.join(ranked)}{after} = {' '.join(ideal)} @{k}"


def has_one_aspect_each(case: AspectCase) -> bool:
    """Every item has one aspect, a category."""
    users = case.users
    return all(len(i.aspects) == 1 for u in users for i in (*u.profile, *u.candidates))


@cache
def draw_aspects() -> Sequence[SearchStrategy[AspectCase]]:
    """Any case; then cases in which every item has one aspect."""
    from homonym.cases.aspects_drawn import draw_aspect_case

    return draw_aspect_case(), draw_aspect_case(most=1)


def list_user_aspect_flaws(user: User, k: int) -> list[str]:
    """What keeps one user's part from being well formed; nothing when it is."""
    ratings = [i.rating for i in (*user.judged, *user.profile) if i.rating is not None]
    wrong = {
        "the cut-off is not positive": k < 1,
        "the list is shorter than k": len(user.ranked) < k,
        "nothing is unlisted": not user.unlisted,
        "no candidate is liked": not user.interests,
        "a rating is not from 1 to 5": not all(1 <= r <= 5 for r in ratings),
        "no training item is liked": not any(item.liked for item in user.profile),
        "the ideal is not of judged candidates": not user.ideal
        or not set(user.ideal) <= set(user.judged),
    }
    return [flaw for flaw, holds in wrong.items() if holds]


def list_aspect_flaws(case: AspectCase) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    users = case.users
    return [flaw for user in users for flaw in list_user_aspect_flaws(user, case.k)]


def is_fair_aspect_case(case: AspectCase) -> bool:
    """Well formed, with ideals of all judged candidates."""
    return not list_aspect_flaws(case) and all(
        Counter(user.ideal or ()) == Counter(user.judged) for user in case.users
    )


def describe_aspect_case(case: AspectCase, scores: bool, others: bool) -> Iterator[str]:
    """Each user's items with their ratings and aspects: by rank, then the others."""
    for place, user in enumerate(case.users, start=1):
        yield f"user {place}: {'; '.join(describe_aspect_user(user, case.k))}"


def describe_aspect_user(user: User, k: int) -> Iterator[str]:
    """One user's items."""
    for rank, item in enumerate(user.ranked, start=1):
        place = f"rank {rank}{' (after k)' if rank > k else ''}"
        yield f"{place}: {describe_aspect_item(item)}"
    named = (
        ("not listed", user.unlisted),
        ("in training", user.profile),
        ("the ideal that was given", user.ideal or ()),
    )
    for name, items in named:
        if items:
            yield f"{name}: {' and '.join(map(describe_aspect_item, items))}"


def describe_aspect_item(item: Item) -> str:
    """An item by its aspects, and its rating."""
    rating = "not rated" if item.rating is None else f"rated {number(item.rating)}"
    return f"{'+'.join(item.aspects)} {rating}"


def watch_item_ratings(user: User) -> User:
    """The user, with ratings that remember what is done to them."""

    def items(of: Items) -> Items:
        return tuple(
            replace(item, rating=make_numbers_given(item.rating)) for item in of
        )

    return replace(
        user,
        ranked=items(user.ranked),
        unlisted=items(user.unlisted),
        profile=items(user.profile),
        ideal=None if user.ideal is None else items(user.ideal),
    )


def remove_aspects(case: AspectCase) -> AspectCase:
    """The case whose items have none."""

    def plain(items: Items) -> Items:
        return tuple(replace(item, aspects=()) for item in items)

    users = [
        replace(
            user,
            ranked=plain(user.ranked),
            unlisted=plain(user.unlisted),
            profile=plain(user.profile),
            ideal=user.ideal and plain(user.ideal),
        )
        for user in case.users
    ]
    return AspectCase.of(users, case.k)


def remove_profiles(case: AspectCase) -> AspectCase:
    """The case in which nobody has a profile."""
    return AspectCase.of([replace(user, profile=()) for user in case.users], case.k)


KIND = Kind(
    takes=AspectCase,
    legend="profile > list | others = a given ideal   rating and aspects of an item, . "
    "where it has none   ; next user   @k",
    describe=describe_aspect_case,
    conditions={"one_aspect": has_one_aspect_each},
    variations={
        "second_call": variations.leave_case_unchanged,
        "same_object": variations.same_object,
        "users_reordered": variations.users_reordered,
        "lists_reordered": variations.lists_reordered,
        "truth_reordered": variations.truth_reordered,
        "ids_relabelled": variations.ids_relabelled,
        "scores_shifted": variations.scores_shifted,
        "scores_scaled": variations.scores_scaled,
    },
    smallest_first=enumerate_small_aspect_lists,
    few=enumerate_few_aspect_lists,
    few_are=FEW_ARE,
    drawn=draw_aspects,
    flaws=list_aspect_flaws,
    fair=is_fair_aspect_case,
    steps=Followed(lambda case: list(map(watch_item_ratings, case.users))).steps,
    cut_off=True,
    beside={"aspects of the items": remove_aspects, TRAINING: remove_profiles},
)
