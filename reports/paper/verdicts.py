"""What a check of a claim finds: a verdict, by written rules, with its evidence.

Start at `Ruling`. A check registers by `register_claim_check`; the checks stand in
`rulings` (against the records), `one_class` and `arithmetic` (against the reference
alone).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number
from homonym.reports.findings.survey import Survey

HOLDS = "holds"


REFUTED = "refuted"


CONDITION = "holds under a condition"


PARTLY = "partly right"


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


ClaimParameters = dict[str, Any]
"""What a claim gives its check."""
ClaimCheck = Callable[[ClaimParameters, Survey], Ruling]


CHECKS: dict[str, ClaimCheck] = {}
"""Every check by its name."""


def register_claim_check(function: ClaimCheck) -> ClaimCheck:
    """Register a function as a check, under its own name, and return it."""
    CHECKS[function.__name__] = function
    return function
