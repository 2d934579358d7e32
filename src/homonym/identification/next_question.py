"""What to ask for where several definitions give a printed number: start at
`tell_apart`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeVar

from homonym.identification.candidates import Candidate
from homonym.identification.printed_values import Printed
from homonym.identification.settings import OpenedSettings, Setting
from homonym.reference.variants import Variant

NAMES = ("ndcg", "map", "recall", "precision", "hit_rate", "mrr")
"""The common names; each stands for the first of its definitions."""
CUT_OFFS = (5, 10, 20, 1)
"""The common ones, the more usual first."""
DIGITS = 6
"""So many digits more are tried."""
SETTINGS = 24
"""With so many settings left no other number is computed."""
T = TypeVar("T")


@dataclass(frozen=True)
class Match:
    """A candidate that gives the printed number, and how that was made of it."""

    candidate: Candidate
    how: str

    def __repr__(self) -> str:
        return f"<Match {self.how}: {self.candidate!r}>"


@dataclass(frozen=True)
class FurtherNumber:
    """A number that could be asked for; metric: None for the one that is printed; k:
    None for its cut-off."""

    metric: Variant | None
    k: int | None

    def __str__(self) -> str:
        metric = "the same metric" if self.metric is None else str(self.metric)
        return f"{metric} at " + ("the same k" if self.k is None else f"k = {self.k}")

    def of(self, one: Candidate) -> tuple[Setting, int, Variant]:
        """What it asks of a candidate."""
        return one.setting, self.k or one.k, self.metric or one.variant


@dataclass(frozen=True)
class NextQuestion:
    """What tells the definitions that are left apart.

    digits: how many more digits of the number make the most different numbers, and how
    many these are; number: of the numbers that were tried, to as many digits as the
    printed one, that which makes the most, and how many; None where all are one; tried:
    how many numbers were; facts: what else differs among them, `threshold`, `ties` and
    the probes of conventions.
    """

    digits: tuple[int, int] | None
    number: tuple[FurtherNumber, int] | None
    tried: int
    facts: tuple[str, ...] = ()


def tell_apart(
    tables: OpenedSettings, printed: Printed, matches: Sequence[Match]
) -> NextQuestion | None:
    """The digits, and the number, that would tell the matches apart; None where one
    definition is left."""
    if len({(one.candidate.variant, *locate_candidate(one)) for one in matches}) < 2:
        return None
    asked = list(yield_further_numbers(matches)) if has_few_settings(matches) else []
    computed = {
        (setting, k, variant): value
        for setting, k in {
            place for one in asked for place in locate_further_number(one, matches)
        }
        for variant, value in tables.values(
            setting, list_answering_variants(asked, matches), k
        ).items()
    }

    def answers(question: FurtherNumber) -> int:
        return count_printed_numbers(
            (computed[question.of(one.candidate)], printed.unit_of(one.how))
            for one in matches
        )

    def finer(digits: int) -> int:
        return count_printed_numbers(
            (one.candidate.value, printed.unit_of(one.how) / 10**digits)
            for one in matches
        )

    digits = find_finest_grouping(range(1, DIGITS + 1), finer)
    number = find_finest_grouping(asked, answers)
    return NextQuestion(digits, number, len(asked), list_differing_facts(matches))


def list_differing_facts(matches: Iterable[Match]) -> tuple[str, ...]:
    """What of their settings is not the same in all matches."""
    values: dict[str, set[object]] = {}
    for setting in {one.candidate.setting for one in matches}:
        its = setting.conventions
        for name, value in {
            "threshold": setting.threshold,
            **its.chosen,
            "ties": its.ties,
        }.items():
            values.setdefault(name, set()).add(value)
    return tuple(name for name, found in values.items() if len(found) > 1)


def locate_candidate(one: Match) -> tuple[Setting, int]:
    """The candidate's setting and cut-off."""
    return one.candidate.setting, one.candidate.k


def locate_further_number(
    question: FurtherNumber, matches: Sequence[Match]
) -> set[tuple[Setting, int]]:
    """Where the engine is asked for it."""
    return {question.of(one.candidate)[:2] for one in matches}


def has_few_settings(matches: Sequence[Match]) -> bool:
    """Whether other numbers can be computed in little time."""
    return len({one.candidate.setting for one in matches}) < SETTINGS


def yield_further_numbers(matches: Sequence[Match]) -> Iterator[FurtherNumber]:
    """The numbers that are tried: that of the metric at the common cut-offs, and those
    of the common names at the same cut-off and at the common ones."""
    own = {one.candidate.k for one in matches}
    every = [k for k in CUT_OFFS if own != {k}]
    yield from (FurtherNumber(None, k) for k in every)
    for name in NAMES:
        usual = Variant.with_defaults(name)
        yield from (FurtherNumber(usual, k) for k in (None, *every))


def list_answering_variants(
    asked: Sequence[FurtherNumber], matches: Sequence[Match]
) -> list[Variant]:
    """The definitions that answer them."""
    every = [one.candidate.variant for one in matches]
    return list(dict.fromkeys([*every, *(one.metric for one in asked if one.metric)]))


def count_printed_numbers(numbers: Iterable[tuple[float | None, float]]) -> int:
    """How many different numbers there are, each printed to its unit."""
    return len({round_to_unit(value, unit) for value, unit in numbers})


def round_to_unit(value: float | None, unit: float) -> float | None:
    """The number in units; None for what is none."""
    return None if value is None or not isfinite(value) else round(value / unit) * unit


def find_finest_grouping(
    every: Iterable[T], groups: Callable[[T], int]
) -> tuple[T, int] | None:
    """The first that makes the most groups, with their number; None where none makes
    two."""
    counted = [(one, groups(one)) for one in every]
    most = max(counted, key=lambda pair: pair[1], default=None)
    return most if most and most[1] > 1 else None
