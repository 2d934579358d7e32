"""An adapter of functions, each reading of their arguments a metric.

`open_readings_process` asks them in a process of its own, by a module that is written
into a temporary folder; `ThisProcess` in this one.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from homonym.adapters.contract import Adapter, Measurement
from homonym.drafting import arranged
from homonym.drafting.shapes import Reading
from homonym.measurement.library_process import LibraryProcess, make_case_request
from homonym.measurement.worker import call_metric, describe_library, find_case

MODULE = "homonym_asked_functions"
SECONDS = 20.0
"""So long a call may take."""
HEAD = '''"""Functions, each asked in several shapes."""

import sys
from functools import cache

from homonym import Adapter
from homonym.drafting.arranged import *
from homonym.drafting.target import load_target


@cache
def function(name):
    """One of the functions."""
    return load_target({where!r} + ":" + name)


def load(name):
    """The functions' module, imported; this one stands for it."""
    function({first!r})
    return sys.modules[__name__]


adapter = Adapter(
    library="asked",
    module={package!r},
    title="asked",
    homepage="",
    names=lambda: adapter.metrics,
    distribution="homonym",
    load=load,
)


'''
Readings = Mapping[str, Sequence[Reading]]
"""Readings by the family that their function is named after."""


def render_reading_metrics(tried: Readings) -> str:
    """The text of the metrics."""
    return "\n\n".join(
        one.metric(one.name, claims, f"function({one.function.name!r})")
        for claims, readings in tried.items()
        for one in readings
    )


@contextmanager
def open_readings_process(where: str, tried: Readings) -> Iterator[LibraryProcess]:
    """The functions of a module or a file in a process of its own; the module that asks
    them is taken away."""
    first = next(one.function.name for its in tried.values() for one in its)
    package = Path(where).stem.partition(".")[0]
    head = HEAD.format(where=where, package=package, first=first)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{MODULE}.py"
        file.write_text(head + render_reading_metrics(tried), encoding="utf-8")
        sys.path.append(folder)
        try:
            with LibraryProcess(f"{MODULE}:adapter", seconds=SECONDS) as asked:
                yield asked
        finally:
            sys.path.remove(folder)
            sys.modules.pop(MODULE, None)


class ThisProcess(LibraryProcess):
    """A function that somebody has in their hands, asked in this process."""

    def __init__(self, found: Callable[..., Any], tried: Readings) -> None:
        self.found, self.tried = found, tried
        self.name, self.asked, self.spent, self.lost = "asked", 0, 0.0, []
        self.adapter = Adapter(
            library="asked",
            module=__name__,
            title="asked",
            homepage="",
            names=lambda: self.adapter.metrics,
            distribution="homonym",
        )
        names = {
            **vars(arranged),
            "adapter": self.adapter,
            "function": lambda name: found,
        }
        exec(render_reading_metrics(tried), names)  # noqa: S102  (our own text)
        self.about = describe_library(self.adapter, None)

    def another(self, hash_seed: int) -> LibraryProcess:
        """The same once more: there is no other process that has the function."""
        return type(self)(self.found, self.tried)

    def measure(self, metric: str, case: Any) -> Measurement:
        """What it returns on a case."""
        self.asked += 1
        named = case if isinstance(case, dict) else make_case_request(case)
        found = find_case(json.dumps(named))
        started = time.perf_counter()
        measured = call_metric(self.adapter, metric, found)
        self.spent += time.perf_counter() - started
        return measured

    def close(self) -> None:
        """There is nothing to end."""
