"""What a metric of diversity looks at: rated items with aspects, listed for users.

Start at `AspectCase.parse`: a case is one line, and the line is its id.

    3a 5bc > 5ab .c 0d | 4a = 4a 5ab ; 5a > 4ab @2

An item is a rating (`.` where it is missing, 0 where the user is known to dislike it)
and its aspects, a letter each. What the user rated in training stands before `>`, then
come the listed items in rank order, after `|` the candidates that were not listed,
after `=` an ideal ordering that somebody gave; `;` starts the next user; `@k` is the
cut-off.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from homonym.reference.brief import in_brief
from homonym.reference.case import (
    CaseError,
    Id,
    Plain,
    Scored,
    ScoredLists,
    before_cut_off,
    check_line,
    check_made,
    falling_scores,
    written,
)
from homonym.reference.large import is_large, large_case

ITEM = re.compile(r"(\.|\d+(?:\.\d+)?)([a-z]*)")


@dataclass(frozen=True)
class Item:
    """An item in one user's eyes: the rating, None where missing, and its aspects."""

    rating: float | None
    aspects: tuple[str, ...]

    def __str__(self) -> str:
        rating = "." if self.rating is None else written(self.rating)
        return rating + "".join(self.aspects)

    @property
    def liked(self) -> bool:
        """Whether the user gave it a rating above 0."""
        return bool(self.rating)


Items = tuple[Item, ...]


@dataclass(frozen=True)
class User:
    """One user's list and what is known of the user.

    ranked: the list, best first; unlisted: candidates that are not in it; profile: the
    items rated in training; ideal: an ordering that was given, None where none was;
    catalogue: the aspects of all items of the case; trained: of all users' profiles.
    """

    ranked: Items
    unlisted: Items = ()
    profile: Items = ()
    ideal: Items | None = None
    catalogue: tuple[str, ...] = ()
    trained: tuple[str, ...] = ()

    @cached_property
    def candidates(self) -> Items:
        """All items that could be listed."""
        return self.ranked + self.unlisted

    @cached_property
    def judged(self) -> Items:
        """The candidates that the user rated."""
        return tuple(item for item in self.candidates if item.rating is not None)

    @cached_property
    def interests(self) -> tuple[str, ...]:
        """The aspects of the candidates that the user likes."""
        return aspects_of(tuple(item for item in self.judged if item.liked))

    def __str__(self) -> str:
        text = _written(self.ranked)
        if self.profile:
            text = f"{_written(self.profile)} > {text}"
        if self.unlisted:
            text += f" | {_written(self.unlisted)}"
        return text if self.ideal is None else f"{text} = {_written(self.ideal)}"


@dataclass(frozen=True)
class AspectCase(Plain):
    """One evaluation problem: every user's list, and the cut-off k.

    Adapters read its views: `recommendations`, `truth` (the ratings), `aspects`,
    `train`, `catalogue`, `k`. No two users have an item in common: items are numbered
    from 1 as they stand, a user's profile, list and others.
    """

    kind: ClassVar[str] = "lists of items with aspects"
    folder: ClassVar[str] = "diversity"
    users: tuple[User, ...]
    k: int

    def __post_init__(self) -> None:
        check_made(self.users, User, self.k)

    @classmethod
    def parse(cls, line: str) -> AspectCase:
        """Read a case from its line.

        >>> case = AspectCase.parse("3a > 5ab .c 0d | 4a @2")
        >>> case.users[0].catalogue, case.users[0].interests
        (('a', 'b', 'c', 'd'), ('a', 'b'))
        >>> str(case)
        '3a > 5ab .c 0d | 4a @2'

        Raises CaseError when the line is not of that form.
        """
        check_line(line, cls, "5ab .c @2")
        if is_large(line):
            return large_case(cls, line)
        body, k = before_cut_off(line, "5ab .c @2")
        return cls.of([_user(text, line) for text in body.split(";")], k)

    @classmethod
    def of(cls, users: list[User], k: int) -> AspectCase:
        """The users, each told the aspects of all items and of all profiles."""
        everything = [i for u in users for i in (*u.candidates, *u.profile)]
        known = aspects_of(tuple(everything))
        trained = aspects_of(tuple(i for u in users for i in u.profile))
        told = (replace(user, catalogue=known, trained=trained) for user in users)
        return cls(tuple(told), k)

    def __str__(self) -> str:
        return f"{' ; '.join(map(str, self.users))} @{self.k}"

    @cached_property
    def id(self) -> str:
        """The line."""
        return str(self)

    @cached_property
    def _items(self) -> tuple[tuple[tuple[int, Item], ...], ...]:
        """For each user the numbered items: profile, list, others."""
        count = itertools.count(1)
        return tuple(
            tuple((next(count), item) for item in (*u.profile, *u.candidates))
            for u in self.users
        )

    def _numbered(self) -> Iterator[tuple[int, User, tuple[tuple[int, Item], ...]]]:
        parts = zip(self.users, self._items, strict=True)
        return ((n, user, items) for n, (user, items) in enumerate(parts, start=1))

    @cached_property
    def recommendations(self) -> ScoredLists:
        """user -> ((item, score), …), best first."""
        longest = max(len(user.ranked) for user in self.users)
        found: dict[Id, Scored] = {}
        for number, user, items in self._numbered():
            start, length = len(user.profile), len(user.ranked)
            scores = falling_scores(length, number - 1, len(self.users), longest)
            listed = (item for item, _ in items[start : start + length])
            found[number] = tuple(zip(listed, scores, strict=True))
        return found

    @cached_property
    def truth(self) -> ScoredLists:
        """user -> ((item, rating), …): every rated candidate."""
        return {
            number: tuple(
                (item, seen.rating)
                for item, seen in items[len(user.profile) :]
                if seen.rating is not None
            )
            for number, user, items in self._numbered()
        }

    @cached_property
    def train(self) -> Mapping[Id, tuple[Id, ...]]:
        """user -> the items of the profile."""
        return {
            number: tuple(item for item, _ in items[: len(user.profile)])
            for number, user, items in self._numbered()
        }

    @cached_property
    def catalogue(self) -> tuple[Id, ...]:
        """Every item's id."""
        return tuple(self.aspects)

    @cached_property
    def aspects(self) -> Mapping[Id, tuple[str, ...]]:
        """item -> its aspects."""
        return {item: seen.aspects for items in self._items for item, seen in items}

    @property
    def weight(self) -> tuple[int, int, int, str]:
        """What makes a case small: few users, few items, few aspects, a short line."""
        items = [i for u in self.users for i in (*u.candidates, *u.profile)]
        shown = sum(len(item.aspects) for item in items)
        return len(self.users), len(items), shown, str(self)


def aspects_of(items: Items) -> tuple[str, ...]:
    """The aspects that the items show, in alphabetical order."""
    return tuple(sorted({aspect for item in items for aspect in item.aspects}))


def _user(text: str, line: str) -> User:
    text, equals, ideal = text.partition("=")
    text, _, unlisted = text.partition("|")
    profile, arrow, ranked = text.rpartition(">")
    return User(
        ranked=_items(ranked, line),
        unlisted=_items(unlisted, line),
        profile=_items(profile, line) if arrow else (),
        ideal=_items(ideal, line) if equals else None,
    )


def _items(text: str, line: str) -> Items:
    return tuple(_item(word, line) for word in text.split())


def _item(word: str, line: str) -> Item:
    match = ITEM.fullmatch(word)
    if not match:
        raise CaseError(
            f"{in_brief(word)} in the case {in_brief(line)} is no item: write its "
            "rating or a dot, and a letter for each aspect, as in 5ab"
        )
    if not match[2]:
        raise CaseError(
            f"the item {in_brief(word)} in the case {in_brief(line)} has no aspects: "
            "write a letter for each, as in 5ab"
        )
    rating = None if match[1] == "." else float(match[1])
    return Item(rating, tuple(sorted(set(match[2]))))


def _written(items: Items) -> str:
    return " ".join(map(str, items))
