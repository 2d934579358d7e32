"""Logged data: what a policy showed, what it earned, and where another would show it.

Start at `LoggedCase.parse`: a case is one line, and the line is its id.

    1/3 0/1 2.5/. -/2 ; 1:0.5:0.25 0:1:1 ^ 1 0.6 0.3

A trajectory is a list of impressions in the order in which they were shown. `1/3`: a
reward of 1, and the policy that is evaluated puts the item at rank 3 (`.`: nowhere).
`1:0.5:0.25`: a reward of 1, an exposure of 0.5 under the logging policy and of 0.25
under the other one (Eq. 6). `-` for a reward: the item was never shown. `;` starts the
next trajectory; after `^` comes P(V | R), the chance that each rank is viewed.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError, check_line, check_made, written
from homonym.reference.large import is_large, large_case

NUMBER = r"\d+(?:\.\d+)?"
RANKED = re.compile(rf"(-|-?{NUMBER})/(\.|[1-9]\d*)")
EXPOSED = re.compile(rf"(-|-?{NUMBER}):({NUMBER}):({NUMBER})")


@dataclass(frozen=True)
class Impression:
    """An item in a context.

    reward: None where it was not shown; rank: where the other policy puts it, None for
    nowhere; logged, target: exposures, None where the ranks say all.
    """

    reward: float | None
    rank: int | None = None
    logged: float | None = None
    target: float | None = None

    def __str__(self) -> str:
        reward = "-" if self.reward is None else written(self.reward)
        if self.logged is not None and self.target is not None:
            return f"{reward}:{written(self.logged)}:{written(self.target)}"
        return f"{reward}/{'.' if self.rank is None else self.rank}"


Trajectory = tuple[Impression, ...]


@dataclass(frozen=True)
class Logged:
    """One trajectory, and the position bias that was given with the case."""

    impressions: Trajectory
    bias: tuple[float, ...] = ()


@dataclass(frozen=True)
class LoggedCase:
    """One evaluation problem: all trajectories of a log."""

    kind: ClassVar[str] = "logged rewards"
    folder: ClassVar[str] = "off_policy"
    users: tuple[Logged, ...]
    k: int = 0
    """No cut-off: a position bias of 0 says that a rank is not shown."""

    def __post_init__(self) -> None:
        check_made(self.users, Logged, self.k)

    @classmethod
    def parse(cls, line: str) -> LoggedCase:
        """Read a case from its line.

        >>> case = LoggedCase.parse("1/3 0/1 -/2 ; 1:0.5:0.25 ^ 1 0.6 0.3")
        >>> str(case), case.users[0].bias
        ('1/3 0/1 -/2 ; 1:0.5:0.25 ^ 1 0.6 0.3', (1.0, 0.6, 0.3))

        Raises CaseError when the line is not of that form.
        """
        check_line(line, cls, "1/3 0/1")
        if is_large(line):
            return large_case(cls, line)
        body, _, after = line.partition("^")
        bias = tuple(_chance(word, line) for word in after.split())
        lists = [_trajectory(text, line) for text in body.split(";")]
        return cls(tuple(Logged(impressions, bias) for impressions in lists))

    def __str__(self) -> str:
        lists = (" ".join(map(str, one.impressions)) for one in self.users)
        text, bias = " ; ".join(lists), self.users[0].bias
        return f"{text} ^ {' '.join(map(written, bias))}" if bias else text

    @cached_property
    def id(self) -> str:
        """The line."""
        return str(self)

    @property
    def weight(self) -> tuple[int, int, str]:
        """What makes a case small: few trajectories, few impressions, a short line."""
        shown = sum(len(logged.impressions) for logged in self.users)
        return len(self.users), shown, str(self)


def _trajectory(text: str, line: str) -> Trajectory:
    """Impressions of which the other policy puts no two at the same rank."""
    found = tuple(_impression(word, line) for word in text.split())
    if not found:
        raise CaseError(
            f"a trajectory of the case {in_brief(line)} has no impressions: write what "
            "was shown in it, as in 1/3 0/1"
        )
    ranks = [one.rank for one in found if one.rank is not None]
    if twice := {rank for rank in ranks if ranks.count(rank) > 1}:
        raise CaseError(
            f"a trajectory of the case {in_brief(line)} has two items at the other "
            f"policy's rank {min(twice)}: a rank shows one item, and . says nowhere"
        )
    return found


def _impression(word: str, line: str) -> Impression:
    if match := RANKED.fullmatch(word):
        return Impression(_reward(match[1]), None if match[2] == "." else int(match[2]))
    if match := EXPOSED.fullmatch(word):
        reward, target = _reward(match[1]), _chance(match[3], line)
        if reward is not None and float(match[2]) == 0:
            raise CaseError(
                f"{in_brief(word)} in {in_brief(line)} was shown with a propensity of "
                "0: what was shown has one above 0, and what was not has - for its "
                "reward"
            )
        return Impression(reward, None, _chance(match[2], line), target)
    raise CaseError(
        f"{in_brief(word)} in the case {in_brief(line)} is no impression: write "
        "reward/rank, as in 1/3, or reward:exposure:exposure, as in 1:0.5:0.25"
    )


def _reward(text: str) -> float | None:
    return None if text == "-" else float(text)


def _chance(word: str, line: str) -> float:
    with suppress(ValueError):
        if 0 <= (chance := float(word)) <= 1:
            return chance
    raise CaseError(
        f"{in_brief(word)} in the case {in_brief(line)} is no propensity: it must be "
        "from 0 to 1"
    )
