"""A library of scripted answers, in the place of one in a child process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from homonym.adapters.contract import Adapter, Failed, Measurement, Metric, Value
from homonym.measurement.library_process import LibraryProcess
from homonym.reference.variants import Variant

Answer = Callable[[Any, int], Measurement]
"""What a metric answers about a case in a process of that hash seed."""


class Scripted(LibraryProcess):
    """Metrics that answer as they are told, each named after what it claims to be;
    log: every (hash seed, metric, case) in the order of the calls."""

    def __init__(
        self,
        answers: Mapping[str, Answer],
        takes: float = 0.0,
        hash_seed: int = 1,
        log: list[tuple[int, str, str]] | None = None,
    ) -> None:
        self.answers, self.takes, self.hash_seed = answers, takes, hash_seed
        self.log = [] if log is None else log
        self.asked, self.spent, self.closed = 0, 0.0, False
        self.lost = []
        self.adapter = Adapter("scripted", "scripted", "Scripted", "", list)
        self.adapter.metrics |= {
            name: Metric(name, name, lambda case: 0.0) for name in answers
        }

    def another(self, hash_seed: int) -> Scripted:
        """The same in a process of its own."""
        return Scripted(self.answers, self.takes, hash_seed, self.log)

    def measure(self, metric: str, case: Any) -> Measurement:
        """What it is told to answer, after the time that a call takes."""
        self.asked += 1
        self.spent += self.takes
        line = str(case) if isinstance(case, dict) else case.id
        self.log.append((self.hash_seed, metric, line))
        return self.answers[metric](case, self.hash_seed)

    def close(self) -> None:
        self.closed = True


def right(case: Any, seed: int) -> Measurement:
    """Recall as it is defined."""
    value = Variant.with_defaults("recall").value(case)
    assert isinstance(value, float | int)
    return Value(value)


def raises(case: Any, seed: int) -> Measurement:
    return Failed("KeyError: 1")
