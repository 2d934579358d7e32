"""Rankings: what precision, recall, NDCG and their kin look at.

Start at `Case.parse`: a core case is one line, and the line is its id.

    . 1 0 2.5 | 1 ; 1 . @2

Grades stand in rank order (`.` unjudged, below 1 judged and not relevant); after `|`
come the judged items that were left unranked; `;` starts the next user; `@k` is the
cut-off. Scores follow from the line by one rule; where they are others, a user's stand
by rank after `~`, as in `1 . ~ 0.9 0.1 @1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import gcd
from typing import ClassVar

from homonym.reference.brief import in_brief
from homonym.reference.case import (
    CaseError,
    Id,
    Plain,
    ScoredLists,
    before_cut_off,
    check_line,
    check_made,
    falling_scores,
    grade_of,
    is_relevant,
    written,
)
from homonym.reference.large import is_large, large_case

Grade = float | None
"""None where nobody judged the item."""


@dataclass(frozen=True)
class Ranking:
    """One user's ranked list and what the truth knows of it.

    grades: by rank, None where unjudged; scores: by rank, falling; missed: grades of
    the judged items left unranked; unranked: how many candidates (catalogue minus the
    user's train items) that nobody judged were left unranked, 0 for a full ranking;
    train: how many items of the catalogue are no candidates.
    """

    grades: tuple[Grade, ...]
    scores: tuple[float, ...]
    missed: tuple[float, ...] = ()
    unranked: int = 0
    train: int = 0

    @cached_property
    def hits(self) -> tuple[bool, ...]:
        """Whether the item at each rank is relevant."""
        return tuple(map(is_relevant, self.grades))

    @cached_property
    def judged(self) -> tuple[float, ...]:
        """All grades of the truth, ranked or missed, best first."""
        ranked = [g for g in self.grades if g is not None]
        return tuple(sorted([*ranked, *self.missed], reverse=True))

    @cached_property
    def relevant(self) -> tuple[float, ...]:
        """The grades of all relevant items, ranked or missed, best first."""
        return tuple(filter(is_relevant, self.judged))

    @property
    def r(self) -> int:
        """The number of relevant items."""
        return len(self.relevant)

    def found(self, depth: int) -> int:
        """The number of relevant items in the first `depth` ranks."""
        return sum(self.hits[:depth])


@dataclass(frozen=True)
class Case(Plain):
    """One evaluation problem: every user's ranking, and the cut-off k.

    Adapters read its views: `recommendations`, `truth`, `train`, `catalogue`, `k`.
    """

    kind: ClassVar[str] = "rankings"
    folder: ClassVar[str] = "rankings"
    users: tuple[Ranking, ...]
    k: int

    def __post_init__(self) -> None:
        check_made(self.users, Ranking, self.k)

    @classmethod
    def parse(cls, line: str) -> Case:
        """Read a case from its line.

        >>> case = Case.parse(". 1 0 2.5 | 1 ; 1 . @2")
        >>> case.k, case.users[0].hits, case.users[0].missed
        (2, (False, True, False, True), (1.0,))
        >>> str(case)
        '. 1 0 2.5 | 1 ; 1 . @2'

        Raises CaseError when the line is not of that form.
        """
        check_line(line, cls, "1 . @2")
        if is_large(line):
            return large_case(cls, line)
        body, k = before_cut_off(line, "1 . @2", "-?")
        texts = [_UserText.parse(text, line) for text in body.split(";")]
        size = max(t.size for t in texts)
        longest = max(len(t.ranked) for t in texts)
        rankings = (
            Ranking(
                grades=t.ranked,
                scores=t.scores
                or falling_scores(len(t.ranked), index, len(texts), longest),
                missed=t.missed,
                unranked=size - len(t.ranked) - len(t.missed) if t.cut else 0,
                train=0 if t.cut else size - len(t.ranked) - len(t.missed),
            )
            for index, t in enumerate(texts)
        )
        return cls(tuple(rankings), k)

    def __str__(self) -> str:
        longest = max(len(user.grades) for user in self.users)
        users = (
            _user_line(
                user, falling_scores(len(user.grades), index, len(self.users), longest)
            )
            for index, user in enumerate(self.users)
        )
        return f"{' ; '.join(users)} @{self.k}"

    @cached_property
    def id(self) -> str:
        """The line."""
        return str(self)

    @property
    def weight(self) -> tuple[float, ...]:
        """What makes a case small: few users, then few items in all, a small k, few
        relevant items, simple grades."""
        listed = sum(len(user.grades) + len(user.missed) for user in self.users)
        relevant = [grade for user in self.users for grade in user.relevant]
        return len(self.users), listed, self.k, len(relevant), sum(relevant)

    @cached_property
    def size(self) -> int:
        """The number of items in the catalogue: one more than any one user needs."""
        return max(
            len(u.grades) + len(u.missed) + (u.unranked or 1) for u in self.users
        )

    @cached_property
    def _items(self) -> tuple[tuple[int, ...], ...]:
        """For each user the ids of all items: ranked, then missed, then the rest."""
        n = self.size
        stride = next(s for s in range(round(0.618 * n), n + 1) if gcd(s, n) == 1)
        return tuple(
            tuple(1 + (user + stride * place) % n for place in range(n))
            for user in range(len(self.users))
        )

    @cached_property
    def recommendations(self) -> ScoredLists:
        """user -> ((item, score), …), best first; ids are numbers from 1."""
        return {
            number: tuple(zip(items, user.scores, strict=False))
            for number, (user, items) in self._numbered()
        }

    @cached_property
    def truth(self) -> ScoredLists:
        """user -> ((item, grade), …): every judged item, in the order of the ids."""
        return {
            number: tuple(sorted(_judged(user, items)))
            for number, (user, items) in self._numbered()
        }

    @cached_property
    def train(self) -> Mapping[Id, tuple[Id, ...]]:
        """user -> the items of the catalogue that are no candidates for the user."""
        return {
            number: items[len(u.grades) + len(u.missed) + u.unranked :]
            for number, (u, items) in self._numbered()
        }

    @cached_property
    def catalogue(self) -> tuple[Id, ...]:
        """Every item's id."""
        return tuple(range(1, self.size + 1))

    def _numbered(self) -> enumerate[tuple[Ranking, tuple[int, ...]]]:
        return enumerate(zip(self.users, self._items, strict=True), start=1)


@dataclass(frozen=True)
class _UserText:
    """One user's part of a line, read but not yet placed in a case."""

    ranked: tuple[Grade, ...]
    missed: tuple[float, ...]
    cut: bool
    scores: tuple[float, ...]

    @classmethod
    def parse(cls, text: str, line: str) -> _UserText:
        graded_text, tilde, scores_text = text.partition("~")
        ranked_text, bar, missed_text = graded_text.partition("|")
        ranked = tuple(
            None if word == "." else grade_of(word, line)
            for word in ranked_text.split()
        )
        missed = tuple(grade_of(word, line) for word in missed_text.split())
        scores = tuple(grade_of(word, line, "score") for word in scores_text.split())
        falling = all(above > below for above, below in pairwise(scores))
        if tilde and (len(scores) != len(ranked) or not falling):
            raise CaseError(
                f"after ~ the case {in_brief(line)} needs a score a rank, each below "
                "the one before"
            )
        return cls(ranked, missed, bool(bar), scores)

    @property
    def size(self) -> int:
        return len(self.ranked) + len(self.missed) + 1


def _judged(user: Ranking, items: Sequence[int]) -> list[tuple[int, float]]:
    grades = [*user.grades, *user.missed]
    return [(item, g) for item, g in zip(items, grades, strict=False) if g is not None]


def _user_line(user: Ranking, usual: tuple[float, ...]) -> str:
    words = ["." if g is None else written(g) for g in user.grades]
    if user.unranked or user.missed:
        words += ["|", *map(written, user.missed)]
    if user.scores != usual:
        words += ["~", *map(written, user.scores)]
    return " ".join(words)
