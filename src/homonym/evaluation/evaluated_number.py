"""One number of an evaluation, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from homonym.evaluation.bootstrap import Bounds
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.evaluation.left_open import OpenConvention
from homonym.evaluation.user_parts import Array
from homonym.reference.variants import Variant


def name_group_metric(metric: str, group: str) -> str:
    """A definition, and the group that its number is of, where it is of one."""
    return f"{metric} of {group}" if group else metric


@dataclass(frozen=True)
class EvaluatedNumber:
    """One definition's number at one cut-off, None for one that has none; value: None
    where it is undefined.

    may_compute: the metrics whose records leave open whether they compute it; bounds:
    the ends of its interval, where one was drawn; drawn: its samples; sample:
    which users these were drawn from; left_out:
    how many of the users the definition does not count, where that was asked and users
    have parts of it; run: the file of the predictions, where there are several; group:
    what the number is of, where a definition gives one for each group.
    """

    variant: Variant
    k: int | None
    value: float | None
    computed_by: tuple[str, ...]
    conventions: Conventions
    may_compute: tuple[str, ...] = ()
    bounds: Bounds = None
    drawn: Array | None = field(default=None, compare=False, repr=False)
    sample: str = ""
    left_out: int | None = None
    run: str = ""
    group: str = ""

    @property
    def called(self) -> str:
        """The definition, and the group that the number is of."""
        return name_group_metric(str(self.variant), self.group)


PLURAL = {"user": "users", "trajectory": "trajectories"}
"""What is counted, where it is not one."""


@dataclass(frozen=True)
class Basis:
    """What the numbers by one set of conventions rest on: how many users and rows are
    evaluated, and what was wrong with the tables and what was done about it.

    rows: of each table as it was given; left_out: users of the tables who are not
    evaluated; both where that was asked; run: as of a number; of: what is counted,
    `trajectory` in a log, which no convention bears on; order: what put the lists in
    order; like: the libraries whose conventions these are, where some were asked for;
    open_conventions: what their records leave open of that.
    """

    conventions: Conventions
    counts: Mapping[str, int]
    faults: Sequence[Fault]
    rows: Mapping[str, int] = field(default_factory=dict)
    left_out: int | None = None
    run: str = ""
    of: str = "user"
    order: str = "score"
    like: tuple[str, ...] = ()
    open_conventions: tuple[OpenConvention, ...] = ()

    @property
    def users(self) -> str:
        """How many are counted, in words."""
        many = self.counts["users"]
        return f"{many:,} {self.of if many == 1 else PLURAL[self.of]}"
