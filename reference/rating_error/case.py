"""What a metric of predicted ratings looks at: true ratings with their predictions.

Start at `RatingCase.parse`: a case is one line, and the line is its id.

    5=4.5 3=. ; 4=2 ~ 1 5

A pair is a rating and its prediction (`.` where there is none); `;` starts the next
user; after `~` stand the lowest and the highest rating of the scale.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from homonym.reference.brief import in_brief
from homonym.reference.case import (
    CaseError,
    Id,
    Plain,
    Scale,
    Scored,
    ScoredLists,
    check_line,
    check_made,
    written,
)
from homonym.reference.large import is_large, large_case

NUMBER = r"-?\d+(?:\.\d+)?"
PAIR = re.compile(rf"({NUMBER})=(\.|{NUMBER})")
SCALE = re.compile(rf"\s*({NUMBER})\s+({NUMBER})\s*")

RatingPair = tuple[float, float | None]
"""A rating and its prediction, None where there is none."""


@dataclass(frozen=True)
class Rated:
    """One user's pairs, the scale of the ratings (none where it was not given), and the
    lowest and the highest rating that occurs in the case."""

    pairs: tuple[RatingPair, ...]
    scale: Scale | None = None
    seen: Scale = (0, 0)


@dataclass(frozen=True)
class RatingCase(Plain):
    """One evaluation problem: all users' pairs.

    Adapters read its views: `recommendations` are the predictions, `truth` the ratings.
    """

    kind: ClassVar[str] = "predicted ratings"
    folder: ClassVar[str] = "rating_error"
    example: ClassVar[str] = "5=4.5 3=."
    pair_form: ClassVar[str] = "rating=prediction, as in 5=4.5, or 5=."
    users: tuple[Rated, ...]
    k: int = 0
    """No cut-off: errors have no ranks."""

    def __post_init__(self) -> None:
        check_made(self.users, Rated, self.k)

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a case from its line.

        >>> case = RatingCase.parse("5=4.5 3=. ; 4=2 ~ 1 5")
        >>> case.users[0].pairs, case.users[0].scale, str(case)
        (((5.0, 4.5), (3.0, None)), (1.0, 5.0), '5=4.5 3=. ; 4=2 ~ 1 5')

        Raises CaseError when the line is not of that form.
        """
        check_line(line, cls, cls.example)
        if is_large(line):
            return large_case(cls, line)
        body, given, after = line.partition("~")
        scale = _scale(after, line) if given else None
        users = [
            tuple(_pair(word, line, scale, cls.pair_form) for word in text.split())
            for text in body.split(";")
        ]
        ratings = [rating for pairs in users for rating, _ in pairs] or [0]
        seen = min(ratings), max(ratings)
        return cls(tuple(Rated(pairs, scale, seen) for pairs in users))

    def __str__(self) -> str:
        users = (" ".join(map(_written, user.pairs)) for user in self.users)
        text, scale = " ; ".join(users), self.users[0].scale
        return f"{text} ~ {' '.join(map(written, scale))}" if scale else text

    @cached_property
    def id(self) -> str:
        """The line."""
        return str(self)

    @property
    def weight(self) -> tuple[int, int, str]:
        """What makes a case small: few users, then few ratings, then a short line."""
        return len(self.users), sum(len(user.pairs) for user in self.users), str(self)

    @property
    def scale(self) -> Scale | None:
        """The lowest and the highest rating; none where it was not given."""
        return self.users[0].scale

    @cached_property
    def truth(self) -> ScoredLists:
        """user -> ((item, rating), …); users and items are numbered from 1."""
        return {
            number: tuple((item, r) for item, (r, _) in enumerate(user.pairs, start=1))
            for number, user in enumerate(self.users, start=1)
        }

    @cached_property
    def recommendations(self) -> ScoredLists:
        """user -> ((item, predicted rating), …): those that were predicted."""
        found: dict[Id, Scored] = {}
        for number, user in enumerate(self.users, start=1):
            pairs = enumerate((p for _, p in user.pairs), start=1)
            found[number] = tuple((item, p) for item, p in pairs if p is not None)
        return found

    @property
    def train(self) -> Mapping[Id, tuple[Id, ...]]:
        """Nothing: errors do not look at it."""
        return {}

    @cached_property
    def catalogue(self) -> tuple[Id, ...]:
        """Every item's id."""
        return tuple(range(1, max(len(user.pairs) for user in self.users) + 1))


def _scale(text: str, line: str) -> Scale:
    match = SCALE.fullmatch(text)
    if not match or float(match[1]) >= float(match[2]):
        raise CaseError(
            f"the scale {in_brief(text.strip())} of the case {in_brief(line)} must be "
            "two numbers, the lowest rating and the highest, as in ~ 1 5"
        )
    return float(match[1]), float(match[2])


def _pair(word: str, line: str, scale: Scale | None, form: str) -> RatingPair:
    match = PAIR.fullmatch(word)
    if not match:
        raise CaseError(
            f"{in_brief(word)} in the case {in_brief(line)} is no pair: write "
            f"{form} where there is no prediction"
        )
    rating = float(match[1])
    if scale and not scale[0] <= rating <= scale[1]:
        raise CaseError(
            f"the rating {match[1]} in the case {in_brief(line)} is outside the scale: "
            f"it must be from {written(scale[0])} to {written(scale[1])}"
        )
    return rating, None if match[2] == "." else float(match[2])


def _written(pair: RatingPair) -> str:
    rating, prediction = pair
    return f"{written(rating)}={'.' if prediction is None else written(prediction)}"
