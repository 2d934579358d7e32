"""The calls of one session: start at `Calls.ask`, which asks a library about a case.

What a case gave first is remembered: a call that gives something else when it is made
again, here or in another process, has moved, and a metric of which one has is unstable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Refused, Value
from homonym.failures import FailureKind
from homonym.measurement.environment import HASH_SEED
from homonym.measurement.library_process import LibraryProcess
from homonym.records.measurements import MeasuredRow
from homonym.records.schema_entry import RepeatedCall
from homonym.records.values import list_measured_numbers, make_recorded_values
from homonym.tolerances import are_all_close

SHOWN = 3
"""So many moved calls of a metric are kept."""
OTHER_HASH_SEED = HASH_SEED + 1
"""Of the process in which calls are made again: sets of strings have another order."""
Ask = Callable[[str, Any], Measurement]
"""What a metric of this name measures on a case."""


@dataclass
class Calls:
    """A library's calls: rows, those to keep; spent: seconds inside each metric; made:
    how many calls of each; moved: those that gave two numbers, by metric."""

    library: LibraryProcess
    rows: list[MeasuredRow] = field(default_factory=list)
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    made: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    moved: dict[str, list[RepeatedCall]] = field(default_factory=dict)
    _first: dict[tuple[str, str], Measurement] = field(default_factory=dict)
    _other: LibraryProcess | None = None

    def ask(self, metric: str, case: Any) -> Measurement:
        """Ask the library about a case, or about what a request names."""
        before = self.library.spent
        measured = self.library.measure(metric, case)
        self.spent[metric] += self.library.spent - before
        self.made[metric] += 1
        if not isinstance(case, dict):
            self.compare(metric, case.id, measured)
        return measured

    def keep(self, metric: str, case: Any) -> Measurement:
        """Ask, and keep the row."""
        measured = self.ask(metric, case)
        self.rows.append((metric, case.id, measured))
        return measured

    def again(self, metric: str, case: Any) -> bool:
        """Ask in another process; whether it gives what it gave here."""
        return self.compare(metric, case.id, self.ask_elsewhere(metric, case))

    def ask_elsewhere(self, metric: str, case: Any) -> Measurement:
        """Ask in the other process, which has another hash seed."""
        if self._other is None:
            self._other = self.library.another(OTHER_HASH_SEED)
        return self._other.measure(metric, case)

    def compare(self, metric: str, line: str, measured: Measurement) -> bool:
        """Whether the case gave the same before; what moved is noted."""
        first = self._first.setdefault((metric, line), measured)
        precision = self.library.adapter.metrics[metric].precision
        if are_answers_equal(first, measured, precision):
            return True
        told = RepeatedCall(
            case=line, gave=tuple(map(make_recorded_values, (first, measured)))
        )
        known = self.moved.setdefault(metric, [])
        if len(known) < SHOWN and line not in {one.case for one in known}:
            known.append(told)
        return False

    def seconds_a_call(self, metric: str) -> float:
        """The time that a call of a metric took inside the library, on average."""
        return self.spent[metric] / max(1, self.made[metric])

    @property
    def asked(self) -> int:
        """How many calls were made, in both processes."""
        return self.library.asked + (self._other.asked if self._other else 0)

    @property
    def seconds(self) -> float:
        """The time spent inside the library, in both processes."""
        return self.library.spent + (self._other.spent if self._other else 0)

    @property
    def lost(self) -> list[str]:
        """Why the processes were started again, where no call was to blame."""
        return [*self.library.lost, *(self._other.lost if self._other else ())]

    def __enter__(self) -> Calls:
        return self

    def __exit__(self, *_: object) -> None:
        """End the other process, where there is one."""
        if self._other:
            self._other.close()


def are_answers_equal(one: Measurement, other: Measurement, precision: float) -> bool:
    """Whether two answers are equal numbers, or both none; a call that was not answered
    in time, or not made, says nothing."""
    if is_unanswered(one) or is_unanswered(other):
        return True
    if isinstance(one, Value) and isinstance(other, Value):
        return are_all_close(
            list_measured_numbers(one), list_measured_numbers(other), precision
        )
    return type(one) is type(other)


def is_unanswered(measured: Measurement) -> bool:
    """Whether the library had no time to answer, or was not asked."""
    return has_timed_out(measured) or isinstance(measured, Refused)


def has_timed_out(measured: Measurement) -> bool:
    """Whether the call was ended because it took too long."""
    return isinstance(measured, Failed) and measured.kind is FailureKind.HUNG
