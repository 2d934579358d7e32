"""What a metric does at an edge, or makes of a variation: start at `Outcome`.

Records, pages and messages hold outcomes as text; `Outcome.parse` reads it and `str`
gives it back as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf, nan

from homonym.adapters.contract import Failed
from homonym.failures import classify_failure, name_failure

RAISES = "raises"
"""The detail is the exception's type."""
REFUSED = "refused"
"""By the adapter; the detail is its reason."""
VIOLATED = "violated"
"""An invariance; the detail is what became of the number, and on which case."""
HOLDS = "holds"
"""So does an invariance."""
NUMBER = "number"
"""It has no name; the detail is the number, or every user's in brackets."""

SKIPPED = "skipped"
"""A user, so that the others alone make the mean."""
COUNTS_AS_0, COUNTS_AS_1 = "counts as 0", "counts as 1"
"""What a user adds to it of whom the formula says nothing."""

ONE = r"NaN|infinite|-inf|-?\d+(?:\.\d+)?(?:e[+-]\d+)?"
NUMBERS = re.compile(rf"{ONE}|\((?:(?:{ONE})(?:, (?:{ONE}))*)?\)")
ENDLESS = {"NaN": nan, "infinite": inf}

OR, ON, BECAME = " or ", " on ", " became "
USERS_NUMBERS = re.compile(rf"\([^()]*\)(?={BECAME}|{ON})")
"""The users' numbers before and after, in a violation's detail."""


@dataclass(frozen=True)
class Outcome:
    """What a metric does in one situation.

    kind: one of those above, or what a probe calls it, with `or` between several that
    give the same number; detail: what the kind says it is, or the number for a name
    that fits several.

    >>> Outcome.parse("silently wrong: 0.5")
    Outcome(kind='silently wrong', detail='0.5')
    >>> Outcome.parse("raises KeyError"), Outcome.parse("(0.5, NaN)").numbers
    (Outcome(kind='raises', detail='KeyError'), (0.5, nan))
    >>> Outcome.parse("skipped or counts as 0").names
    ('skipped', 'counts as 0')
    """

    kind: str
    detail: str | None = None

    @classmethod
    @lru_cache(maxsize=8192)
    def parse(cls, text: str) -> Outcome:
        """The outcome that prints so; any text is one."""
        if text.startswith(f"{RAISES} "):
            return cls(RAISES, text.removeprefix(f"{RAISES} "))
        if NUMBERS.fullmatch(text):
            return cls(NUMBER, text)
        kind, colon, detail = text.partition(": ")
        if not colon or kind in (RAISES, NUMBER):
            return cls(text)
        return cls(kind, detail)

    def __str__(self) -> str:
        if self.detail is None:
            return self.kind
        if self.kind == NUMBER:
            return self.detail
        return f"{self.kind}{' ' if self.kind == RAISES else ': '}{self.detail}"

    @property
    def refused(self) -> bool:
        """Whether the adapter refused to ask."""
        return self.kind == REFUSED

    @property
    def broken(self) -> bool:
        """Whether an invariance does not hold."""
        return self.kind == VIOLATED

    @property
    def failed(self) -> bool:
        """Whether the library gave no answer: it raised, died or hung."""
        return self.kind == RAISES or not classify_failure(str(self)).raised

    @property
    def name(self) -> str:
        """What it is called without its number, which is each family's own."""
        return str(self) if self.kind in (RAISES, NUMBER) else self.kind

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names it may have: several where they give the same number."""
        return tuple(self.name.split(OR))

    @property
    def by_choice(self) -> bool:
        """Whether it is what the formula gives with another choice (`users=pooled`)."""
        return all("=" in name for name in self.names)

    @property
    def open(self) -> bool:
        """Whether it may be one of several."""
        return len(self.names) > 1

    def may_be(self, other: Outcome) -> bool:
        """Whether both may be one: an open one is whichever of its names fits.

        >>> Outcome.parse("skipped or counts as 0").may_be(Outcome.parse("skipped"))
        True
        """
        if self == other:
            return True
        either = self.open or other.open
        return either and not {*self.names}.isdisjoint(other.names)

    @property
    def numbers(self) -> tuple[float, ...]:
        """Its number, or every user's; none where it tells no number."""
        return tuple(ENDLESS.get(told) or float(told) for told in self.told_numbers)

    @property
    def told_numbers(self) -> tuple[str, ...]:
        """The same as they are written.

        >>> Outcome.parse("(0.5, NaN)").told_numbers
        ('0.5', 'NaN')
        """
        if self.detail is None or not NUMBERS.fullmatch(self.detail):
            return ()
        return tuple(told for told in self.detail.strip("()").split(", ") if told)

    @property
    def by_user(self) -> bool:
        """Whether it is the users' numbers, and nothing else."""
        return self.kind == NUMBER and str(self).startswith("(")

    @property
    def violation(self) -> tuple[str, str]:
        """What became of the number, and the line of the case."""
        what, _, line = (self.detail or "").partition(ON)
        return what, line

    @property
    def change(self) -> tuple[str, str]:
        """What the number was before a violation, and what it became.

        >>> Outcome.parse("violated: in single precision: 1 became 0.5 on 1 @1").change
        ('1', '0.5')
        """
        before, _, after = self.violation[0].rpartition(": ")[2].partition(BECAME)
        return before, after

    def with_users(self, words: str) -> Outcome:
        """A violation with these words for the users' numbers."""
        return Outcome.parse(USERS_NUMBERS.sub(words, str(self)))


def combine_outcomes(names: Iterable[str]) -> Outcome:
    """One that may be each of these."""
    return Outcome(OR.join(names))


def make_failure_outcome(measured: Failed) -> Outcome:
    """`raises TypeError`, or how the call ended."""
    if measured.kind.raised:
        return Outcome(RAISES, name_failure(measured.error))
    return Outcome.parse(measured.error)


def make_violated_outcome(what: str, line: str) -> Outcome:
    """An invariance that does not hold: what became of the number on a case."""
    return Outcome(VIOLATED, f"{what}{ON}{line}")


def make_changed_outcome(before: str, after: str, line: str, why: str = "") -> Outcome:
    """One where the number became another one; why: the reason, where it is known."""
    became = f"{before}{BECAME}{after}"
    return make_violated_outcome(f"{why}: {became}" if why else became, line)
