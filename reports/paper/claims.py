"""The paper's claims, each with a verdict that follows from records and reference.

Start at `rule_on_claims`. A claim is data (`published/claims.toml`): its words, where
they stand, and the check that settles it, with what the check needs: `verdicts` says
where the checks are. None of them knows a verdict beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from homonym.errors import UserError
from homonym.reports.findings.data import read_data
from homonym.reports.findings.ids import is_same_class
from homonym.reports.findings.survey import Survey
from homonym.reports.paper import arithmetic, one_class, rulings
from homonym.reports.paper.verdicts import (
    CHECKS,
    CONDITION,
    HOLDS,
    OPEN,
    PARTLY,
    REFUTED,
    Ruling,
)

REGISTERING = (arithmetic, one_class, rulings)
"""The modules whose checks are registered by being imported."""
FILE = "published/claims.toml"
OTHERWISE = "The library computes another formula than both: see the evidence."
UNTOLD = {
    OPEN: "There is no record at the paper’s version.",
    CONDITION: "It is so in some of the ways to call it: the evidence says in which.",
}
"""Where the data has no sentence for a verdict."""
NEEDED = ("id", "source", "words", "check", "says")


@dataclass(frozen=True)
class Claim:
    """A claim with its ruling; says: the sentence for this verdict; quoted: whether
    the words are the source's own; also: what else was read about it, not measured;
    headline: the verdict in short, where the data has one for it."""

    id: str
    source: str
    words: str
    ruling: Ruling
    says: str
    quoted: bool = True
    also: str = ""
    headline: str = ""

    @property
    def colour(self) -> str:
        """The style of its verdict."""
        return {HOLDS: "c2", REFUTED: "c9", CONDITION: "c1", PARTLY: "c1"}.get(
            self.ruling.verdict, "none"
        )


def rule_on_claims(survey: Survey) -> list[Claim]:
    """All claims, in the order of the data, each put to its check."""
    return [rule_on_claim(given, survey) for given in read_stated_claims()]


def rule_on_claim(given: dict[str, Any], survey: Survey) -> Claim:
    """One claim, put to its check."""
    if given["check"] not in CHECKS:
        known = ", ".join(sorted(CHECKS))
        raise UserError(
            f"the claim {given['id']} asks for a check {given['check']!r}; "
            f"known are {known}"
        )
    ruling = CHECKS[given["check"]](given, survey)
    says = choose_claim_sentence(given, ruling)
    headline = (
        "" if says == OTHERWISE else read_claim_headlines(given).get(ruling.verdict, "")
    )
    return Claim(
        id=given["id"],
        source=given["source"],
        words=given["words"],
        ruling=ruling,
        says=says,
        quoted=not given.get("paraphrase", False),
        also=str(given.get("also", "")),
        headline=headline,
    )


def read_claim_headlines(given: dict[str, Any]) -> dict[str, str]:
    """The short sentences of a claim, by verdict."""
    return dict(given.get("headline", {}))


def choose_claim_sentence(given: dict[str, Any], ruling: Ruling) -> str:
    """The sentence for this verdict, if it speaks of the formula that was found."""
    instead = given.get("instead", "")
    if instead and ruling.actual and not is_same_class(instead, ruling.actual):
        return OTHERWISE
    if ruling.because:
        return ruling.because
    generally = UNTOLD.get(ruling.verdict, "The evidence says what was found.")
    return str(given["says"].get(ruling.verdict, generally))


def read_stated_claims() -> tuple[dict[str, Any], ...]:
    """The claims as data; UserError where the file lacks something."""
    found = read_data(FILE, "list of claims")["claim"]
    for one in found:
        if lacks := [name for name in NEEDED if name not in one]:
            raise UserError(f"{FILE}: a claim lacks {', '.join(lacks)}: {one}")
    return tuple(found)
