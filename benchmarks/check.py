"""What a check costs beyond the library: `python benchmarks/check.py LIBRARY`.

Prints the seconds of a whole check, those inside the library's own functions, and what
homonym adds, against its allowance: 1 s plus 20 percent of the time inside.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from homonym.gate.check import measure_against_record


def main() -> None:
    """Time one check in this environment."""
    name, *checkout = sys.argv[1:]
    started = time.perf_counter()
    result = measure_against_record(name, Path(checkout[0]) if checkout else None)
    took = time.perf_counter() - started
    added = took - result.spent
    allowed = 1 + 0.2 * result.spent
    print(f"{name}: {took:.2f} s, of which {result.spent:.2f} s inside the library")
    print(f"added {added:.2f} s, allowed {allowed:.2f} s")


if __name__ == "__main__":
    main()
