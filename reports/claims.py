"""The paper's claims, each with a verdict that follows from records and reference.

Start at `claims`. A claim is data (`published/claims.toml`): its words, where they
stand, and the check that settles it, with what the check needs. The checks live in
`rulings` (against the records) and `arithmetic` (against the reference alone); none of
them knows a verdict beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from homonym.errors import UserError
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number
from homonym.reports.data import read
from homonym.reports.finding import same
from homonym.reports.survey import Survey

FILE = "published/claims.toml"
HOLDS, REFUTED = "holds", "refuted"
CONDITION = "holds under a condition"
PARTLY = "holds as far as it goes"
OPEN = "not settled"
RULES = {
    HOLDS: "Everything that it speaks of does what it says, wherever it was measured.",
    CONDITION: "Some of it does: some libraries, ways to call or kinds of input, and "
    "others not. The sentence says which.",
    PARTLY: "The choices that its words name are as they say; the formula has another "
    "that they leave open.",
    REFUTED: "Nothing that it speaks of does what it says; or it says that all agree, "
    "that two are one or what a cause is, and a well-formed case shows otherwise.",
    OPEN: "There is no record to go by, or no formula explains the numbers. What is "
    "refused, raises whatever it is given or cannot be told is evidence for nothing.",
}
"""How a verdict follows from what was measured; every check keeps to it."""
OTHERWISE = "The library computes another formula than both: see the evidence."
UNTOLD = {
    OPEN: "There is no record at the paper’s version.",
    CONDITION: "It is so in some of the ways to call it: the evidence says in which.",
}
"""Where the data has no sentence for a verdict."""
NEEDED = ("id", "source", "words", "check", "says")


@dataclass(frozen=True)
class Shown:
    """A case, and what each of several formulas or libraries gives on it, or does."""

    case: Case
    numbers: tuple[tuple[str, Number | str], ...]


@dataclass(frozen=True)
class Ruling:
    """What a check found: the verdict, the evidence in lines, and a case in numbers.

    actual: the formula that the library computes instead of the one claimed; because:
    why it is not settled, where that is not for want of a record; table: who does what,
    the header first.
    """

    verdict: str
    evidence: tuple[str, ...]
    witness: Shown | None = None
    actual: str = ""
    because: str = ""
    table: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Claim:
    """A claim with its ruling; says: the sentence for this verdict; quoted: whether
    the words are the source's own; also: what else was read about it, not measured."""

    id: str
    source: str
    words: str
    ruling: Ruling
    says: str
    quoted: bool = True
    also: str = ""

    @property
    def colour(self) -> str:
        """The style of its verdict."""
        return {HOLDS: "c2", REFUTED: "c9", CONDITION: "c1", PARTLY: "c1"}.get(
            self.ruling.verdict, "none"
        )


Check = Callable[[dict[str, Any], Survey], Ruling]
_checks: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Register a function as a check, under its own name, and return it."""
    _checks[function.__name__] = function
    return function


def claims(survey: Survey) -> list[Claim]:
    """All claims, in the order of the data, each put to its check."""
    return [ruled(given, survey) for given in stated()]


def ruled(given: dict[str, Any], survey: Survey) -> Claim:
    """One claim, put to its check."""
    load()
    if given["check"] not in _checks:
        known = ", ".join(sorted(_checks))
        raise UserError(
            f"the claim {given['id']} asks for a check {given['check']!r}; "
            f"known are {known}"
        )
    ruling = _checks[given["check"]](given, survey)
    quoted = not given.get("paraphrase", False)
    says = sentence(given, ruling)
    also = str(given.get("also", ""))
    return Claim(
        given["id"], given["source"], given["words"], ruling, says, quoted, also
    )


def load() -> None:
    """Import the modules that register checks; they import this one."""
    for name in ("arithmetic", "one_class", "rulings"):
        import_module(f"homonym.reports.{name}")


def sentence(given: dict[str, Any], ruling: Ruling) -> str:
    """The sentence for this verdict, if it speaks of the formula that was found."""
    instead = given.get("instead", "")
    if instead and ruling.actual and not same(instead, ruling.actual):
        return OTHERWISE
    if ruling.because:
        return ruling.because
    generally = UNTOLD.get(ruling.verdict, "The evidence says what was found.")
    return str(given["says"].get(ruling.verdict, generally))


def stated() -> tuple[dict[str, Any], ...]:
    """The claims as data; UserError where the file lacks something."""
    found = read(FILE, "list of claims")["claim"]
    for one in found:
        if lacks := [name for name in NEEDED if name not in one]:
            raise UserError(f"{FILE}: a claim lacks {', '.join(lacks)}: {one}")
    return tuple(found)
