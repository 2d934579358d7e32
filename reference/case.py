"""What every type of case shares: what adapters read of one, and its parts in a line.

Start at `AnyCase`. Each type of case stands in the folder of its families, in
`case.py`; `TableCase` holds what no line can say: explicit ids, scores, repeated rows.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from operator import index
from typing import Any, Protocol, cast

from homonym.reference.brief import in_brief
from homonym.reference.error import Error

Id = Hashable
Scored = tuple[tuple[Id, float], ...]
ScoredLists = Mapping[Id, Scored]

RELEVANT = 1.0
"""An item is relevant when its grade is this or more."""
SAFE_GRADE = 1000
"""Up to this grade every formula gives a number on any list: 2^1000 is one."""
DIGITS = 9
"""So many digits a cut-off has at most."""


Scale = tuple[float, float]
"""The lowest rating and the highest."""


class Columns(Protocol):
    """Tables in columns: `predictions` (user, item, score), `truth` (user, item,
    relevance) and `train` (user, item), where every pair stands once and a user's rows
    stand together, in the order that the dictionaries have."""

    def __hash__(self) -> int: ...

    def has(self, table: str) -> bool:
        """Whether there is that table."""

    def read(self, table: str, *names: str) -> tuple[Any, ...]:
        """These columns of a table, as numpy's arrays."""

    def rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """A table row by row."""

    def count(self, query: str) -> int:
        """The number that a query in SQL gives, whose tables are `predictions` and
        `truth`, each with the number of the row, `place`."""


class AnyCase(Protocol):
    """What adapters read of a case, whatever its type.

    recommendations: user -> ((item, score), …), best first, or predicted ratings;
    truth: user -> ((item, grade), …); train: user -> items; catalogue: every item;
    k: the cut-off; scale: of the ratings, where one was given; groups, user_groups: of
    items and of users, where there are any; expected: lists of a recommender that
    surprises nobody; aspects: item -> what it is about; also: other cut-offs to ask for
    in the same call; together: whether to ask for other metrics in the same call;
    twice: whether to ask one object twice, for its second answer; columns: the same
    tables in columns, where they are large, else None.
    """

    @property
    def id(self) -> str: ...

    @property
    def recommendations(self) -> ScoredLists: ...

    @property
    def truth(self) -> ScoredLists: ...

    @property
    def train(self) -> Mapping[Id, tuple[Id, ...]]: ...

    @property
    def catalogue(self) -> tuple[Id, ...]: ...

    @property
    def k(self) -> int: ...

    @property
    def scale(self) -> Scale | None: ...

    @property
    def groups(self) -> Mapping[Id, int]: ...

    @property
    def user_groups(self) -> Mapping[Id, int]: ...

    @property
    def expected(self) -> ScoredLists: ...

    @property
    def aspects(self) -> Mapping[Id, tuple[str, ...]]: ...

    @property
    def also(self) -> tuple[int, ...]: ...

    @property
    def together(self) -> bool: ...

    @property
    def twice(self) -> bool: ...

    @property
    def columns(self) -> Columns | None: ...


class Plain:
    """What most cases have none of."""

    @property
    def scale(self) -> Scale | None:
        """No scale."""
        return None

    @property
    def groups(self) -> Mapping[Id, int]:
        """No groups of items."""
        return {}

    @property
    def user_groups(self) -> Mapping[Id, int]:
        """No groups of users."""
        return {}

    @property
    def expected(self) -> ScoredLists:
        """No other recommender."""
        return {}

    @property
    def aspects(self) -> Mapping[Id, tuple[str, ...]]:
        """No aspects."""
        return {}

    @property
    def also(self) -> tuple[int, ...]:
        """Other cut-offs to ask for in the same call: none."""
        return ()

    @property
    def together(self) -> bool:
        """Whether to ask for other metrics in the same call: not."""
        return False

    @property
    def twice(self) -> bool:
        """Whether to ask one object twice: not."""
        return False

    @property
    def columns(self) -> Columns | None:
        """The tables in columns: none are so large."""
        return None


class CaseError(Error, ValueError):
    """What is no case, or none of that type; the message is one sentence that says
    why."""

    __module__ = "homonym"  # where people import it


def check_line(line: object, kind: type, example: str) -> None:
    """CaseError for what is no text, where a type of case reads one."""
    if not isinstance(line, str):
        raise CaseError(
            f"{kind.__name__}.parse reads a text, as in {example!r}, not "
            f"{in_brief(line)}"
        )


def check_made(users: object, of: type, k: object) -> None:
    """CaseError for what makes no case: users that are none, or no cut-off."""
    if not isinstance(users, tuple) or not all(isinstance(one, of) for one in users):
        raise CaseError(
            f"the users of a case are {in_brief(users)}: give a tuple of "
            f"{of.__name__}, or have parse read the case from its line"
        )
    if not hasattr(k, "__index__"):
        raise CaseError(f"the cut-off k is {in_brief(k)}: give a whole number")


def before_cut_off(line: str, example: str, sign: str = "") -> tuple[str, int]:
    """What stands in a line before its cut-off, and the cut-off; sign: a pattern of
    what may stand before its digits.

    >>> before_cut_off("1 . @2", "1 . @2")
    ('1 . ', 2)

    Raises CaseError where the line ends in none, or in one of more than nine digits.
    """
    body, at, last = line.strip().rpartition("@")
    found = re.fullmatch(rf"\s*({sign})(\d+)", last)
    if not at or not found:
        raise CaseError(
            f"the case {in_brief(line)} must end in its cut-off, as in {example!r}"
        )
    if len(found[2]) > DIGITS:
        raise CaseError(
            f"the cut-off of the case {in_brief(line)} has {len(found[2])} digits: at "
            f"most {DIGITS} are read"
        )
    return body, int(found[0])


def told_case(given: object) -> str:
    """What stands where a case was expected, in a few words: its type, and its line.

    >>> told_case("1 . @2"), told_case(TableCase("mine", {}, {}, 1))
    ("'1 . @2'", "the TableCase 'mine'")
    """
    line = getattr(given, "id", None)
    if isinstance(given, type) or not isinstance(line, str):
        return in_brief(given)
    return f"the {type(given).__name__} {in_brief(line)}"


@dataclass(frozen=True)
class TableCase:
    """A case given by its tables: an edge case, or people's own data.

    It has what adapters read of a case, and no line: only libraries are asked about it.
    """

    id: str
    recommendations: ScoredLists
    truth: ScoredLists
    k: int
    train: Mapping[Id, tuple[Id, ...]] = field(default_factory=dict)
    catalogue: tuple[Id, ...] = ()
    also: tuple[int, ...] = ()
    """Other cut-offs to ask for in the same call."""
    together: bool = False
    """Whether to ask for other metrics in the same call."""
    twice: bool = False
    """Whether to ask one object twice, for its second answer."""
    scale: Scale | None = None
    groups: Mapping[Id, int] = field(default_factory=dict)
    user_groups: Mapping[Id, int] = field(default_factory=dict)
    expected: ScoredLists = field(default_factory=dict)
    aspects: Mapping[Id, tuple[str, ...]] = field(default_factory=dict)
    columns: Columns | None = None
    """The same tables in columns, where they are large."""

    @classmethod
    def like(cls, case: AnyCase) -> TableCase:
        """What adapters read of a case, and nothing else; CaseError for another."""
        if not hasattr(case, "recommendations"):
            raise CaseError(f"a case is a Case, or another type, not {in_brief(case)}")
        return cls(
            case.id,
            case.recommendations,
            case.truth,
            case.k,
            case.train,
            case.catalogue,
            scale=case.scale,
            groups=case.groups,
            user_groups=case.user_groups,
            expected=case.expected,
            aspects=case.aspects,
        )

    @classmethod
    def of(
        cls,
        id: str,
        recommendations: Sequence[Sequence[Any]],
        truth: Sequence[Sequence[Any]],
        k: int,
        catalogue: Sequence[Id] = (),
    ) -> TableCase:
        """From rows (user, item, score) and (user, item, grade), in their order.

        >>> TableCase.of("mine", [("ann", "a", 0.9)], [("ann", "b", 1)], k=1).catalogue
        ('a', 'b')

        Raises CaseError for a row that is none, for a user or an item that nothing can
        be looked up by, and for a cut-off that is no whole number.
        """
        if not isinstance(id, str):
            raise CaseError(f"a case is named by a text, not {in_brief(id)}")
        if not hasattr(k, "__index__") or isinstance(k, bool):
            raise CaseError(f"the cut-off k is {in_brief(k)}: give a whole number")
        listed = rows_of(recommendations, "recommendations", "score")
        wanted = rows_of(truth, "truth", "grade")
        if isinstance(catalogue, str | bytes) or not isinstance(catalogue, Iterable):
            raise CaseError(f"the catalogue is {in_brief(catalogue)}: give all items")
        others = [checked_id(item, "catalogue", "item") for item in catalogue]
        lists, judged = grouped(listed), grouped(wanted)
        users = dict.fromkeys([*lists, *judged], ())
        ordered = in_order({item for _, item, _ in [*listed, *wanted]} | {*others})
        return cls(id, lists, judged, index(k), users, ordered)


def is_relevant(grade: float | None) -> bool:
    """Whether an item of that grade is relevant; None is an item that nobody judged.

    Gains by the grade are the formula's: a grade of 0.5 gains 0.5, or 2^0.5 - 1.
    """
    return grade is not None and grade >= RELEVANT


def grade_of(word: str, line: str, what: str = "grade") -> float:
    """The number that a word of a case's line stands for, or CaseError."""
    with suppress(ValueError):
        if isfinite(grade := float(word)):
            return grade
    or_dot = " or ." if what == "grade" else ""
    raise CaseError(
        f"{in_brief(word)} in the case {in_brief(line)} is no {what}: write a "
        f"number{or_dot}"
    )


def falling_scores(
    length: int, user: int, users: int, longest: int
) -> tuple[float, ...]:
    """Falling, distinct in the case, within (0, 1); longer lists start higher."""
    offset = (user + 1) / (users + 1)
    return tuple((length - 1 - place + offset) / longest for place in range(length))


def written(number: float) -> str:
    """A number as short as it can be read back: 1, 2.5."""
    return repr(float(number)).removesuffix(".0")


def rows_of(given: Any, what: str, number: str) -> list[tuple[Any, Any, Any]]:
    """Rows of a user, an item and a number; CaseError for what is none."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise CaseError(
            f"the {what} are {in_brief(given)}: give rows of (user, item, {number})"
        )
    return [row_of(row, what, number) for row in given]


def row_of(row: Any, what: str, number: str) -> tuple[Any, Any, Any]:
    """One of them."""
    try:
        user, item, value = row
    except (TypeError, ValueError):
        raise CaseError(
            f"{in_brief(row)} is no row of the {what}: give (user, item, {number})"
        ) from None
    checked_id(user, what, "user")
    checked_id(item, what, "item")
    if not hasattr(value, "__float__"):
        raise CaseError(
            f"the {number} of item {in_brief(item)} of user {in_brief(user)} is "
            f"{in_brief(value)}: give a number"
        )
    return user, item, value


def checked_id(given: Any, where: str, what: str) -> Id:
    """A user or an item; CaseError for what names none: a list, None, or NaN, which
    equals nothing."""
    with suppress(TypeError, ValueError):
        if given is not None and {given} and given == given:  # noqa: PLR0124
            return cast(Id, given)
    raise CaseError(
        f"{in_brief(given)} in the {where} can be no {what}: give a text or a number"
    )


def in_order(items: set[Id]) -> tuple[Id, ...]:
    """The items, those of one type together, smallest first; CaseError for such as have
    no order."""
    try:
        return tuple(sorted(items, key=lambda item: (str(type(item)), item)))
    except TypeError as error:
        raise CaseError(
            f"items have no order ({error}): write them as texts or as numbers"
        ) from None


def grouped(rows: Sequence[Sequence[Any]]) -> dict[Id, Scored]:
    """(id, number) by user, from rows of three."""
    groups: dict[Id, list[tuple[Id, float]]] = {}
    for user, item, number in rows:
        groups.setdefault(user, []).append((item, number))
    return {user: tuple(pairs) for user, pairs in groups.items()}
