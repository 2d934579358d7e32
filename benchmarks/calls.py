"""What each stage of a check costs: `python benchmarks/calls.py LIBRARY [CHECKOUT]`.

Measures the library that is installed here by the newest edition of the corpus, and
prints for each stage how many calls it made, the seconds inside the library and those
outside, and how long this process computed: where others are busy that alone tells.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from pathlib import Path

from homonym.measurement.calls import Calls
from homonym.measurement.library_process import LibraryProcess
from homonym.measurement.refutation import TRIES
from homonym.measurement.session import Session
from homonym.records import store
from homonym.reference.corpus import editions


class Stages:
    """The costs by stage: calls, seconds inside, seconds outside, seconds computing."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.costs: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
        self.stage, self.before = "", self.now()

    def now(self) -> tuple[float, float, float, float]:
        """All that was spent so far."""
        calls, inside = self.calls.asked, self.calls.seconds
        return calls, inside, time.perf_counter() - inside, time.process_time()

    def progress(self, said: str, done: int = 0, of: int = 1) -> None:
        """What was spent since the last stage began is of that stage."""
        _, _, stage = said.rpartition(": ")
        if stage == self.stage:
            return
        now = self.now()
        if self.stage:
            spent = (b - a for a, b in zip(self.before, now, strict=True))
            costs = zip(self.costs[self.stage], spent, strict=True)
            self.costs[self.stage] = [sum(both) for both in costs]
        self.stage, self.before = stage, now

    def show(self) -> None:
        """A line a stage, and their sum."""
        print(f"{'':24}{'calls':>8}{'inside':>11}{'outside':>11}{'computing':>11}")
        sums = [sum(column) for column in zip(*self.costs.values(), strict=True)]
        for stage, costs in {**self.costs, "all": sums}.items():
            made, *seconds = costs
            told = "".join(f"{number:>9.2f} s" for number in seconds)
            print(f"{stage:24}{made:>8.0f}{told}")


def main() -> None:
    """Measure the library once."""
    name, *checkout = sys.argv[1:]
    folder = Path(checkout[0]) if checkout else None
    with LibraryProcess(name, folder) as library, Calls(library) as calls:
        about = library.about
        if "error" in about:
            sys.exit(f"{name} cannot be measured: {about['error']}")
        file = store.locate_record_file(library.adapter.library, about["version"])
        known = store.read_expected_record(file) if file.exists() else None
        stages = Stages(calls)
        Session(calls, editions()[-1], known, stages.progress, TRIES, True).record(
            about
        )
        stages.progress("end")
        print(name, about["version"])
        stages.show()


if __name__ == "__main__":
    main()
