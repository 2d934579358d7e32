"""How long the whole report takes for 40 library versions, or for so many.

`python benchmarks/report.py [VERSIONS]`: the committed records, copied under later
version numbers until there are so many. Imports count, the interpreter's start not.
"""

from __future__ import annotations

import sys
import time

STARTED = time.perf_counter()

import tempfile  # noqa: E402  (imports are measured)
from itertools import count, cycle, islice  # noqa: E402
from pathlib import Path  # noqa: E402

from msgspec.structs import replace  # noqa: E402

from homonym.records import store  # noqa: E402
from homonym.reports.build import build  # noqa: E402
from homonym.reports.findings.survey import survey  # noqa: E402

VERSIONS = 40
MOST = {40: 8.0, 85: 13.0}
"""Seconds, by so many versions or fewer."""


def copies(versions: int, folder: Path) -> None:
    """Write so many records: each as it is, then again under later versions."""
    found = store.read_every()
    later = (f"{999 + place // len(found)}.0.0" for place in count())
    for place, (record, version) in enumerate(
        islice(zip(cycle(found), later, strict=False), versions)
    ):
        again = record if place < len(found) else replace(record, version=version)
        store.write_record_of(again, [], folder)


def main(versions: int) -> int:
    """Build the pages of so many versions; 1 where it took too long."""
    with tempfile.TemporaryDirectory() as made:
        imported = time.perf_counter() - STARTED
        copies(versions, Path(made) / "records")
        began = time.perf_counter()
        build(Path(made) / "site", survey(folder=Path(made) / "records"))
        took = imported + time.perf_counter() - began
    busy = time.process_time()
    most = min(
        (s for n, s in MOST.items() if versions <= n), default=max(MOST.values())
    )
    print(
        f"{versions} versions: {took:.1f} s, at most {most:g}; {busy:.1f} s computing"
    )
    return int(took > most)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else VERSIONS))
