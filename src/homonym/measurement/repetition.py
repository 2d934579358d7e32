"""The core, asked about again: start at `ask_again`.

At the end, in a process of its own with another hash seed, and in another order: the
last case first, and of each case the last metric first. What depends on anything but
its input gives something else then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from homonym.adapters.contract import Measurement, Value
from homonym.measurement.calls import Calls
from homonym.records.schema_entry import Repeated

SECONDS = 30.0
"""So long a metric may take for it, going by the time that its calls took before."""


def ask_again(
    calls: Calls, measured: Mapping[str, Mapping[Any, Measurement]]
) -> dict[str, Repeated]:
    """Ask about the cases on which each metric gave a number, and count those on which
    it gives another one now; a slow metric is asked about the last of them."""
    left = {name: limit_cases_by_time(calls, name, of) for name, of in measured.items()}
    differed = dict.fromkeys(left, 0)
    every = dict.fromkeys(case for cases in measured.values() for case in cases)
    for case in reversed(every):
        for name in reversed(left):
            if case in left[name]:
                differed[name] += not calls.again(name, case)
    return {
        name: Repeated(cases=len(cases), differed=differed[name])
        for name, cases in left.items()
        if cases
    }


def limit_cases_by_time(
    calls: Calls, metric: str, measured: Mapping[Any, Measurement]
) -> set[Any]:
    """The last of the cases that gave a number, as many as there is time for."""
    numbers = [case for case, m in measured.items() if isinstance(m, Value)]
    seconds = calls.seconds_a_call(metric)
    most = int(SECONDS / seconds) if seconds else len(numbers)
    return set(numbers[-max(1, most) :])
