"""Says how long a part of .ci/run took beside its limit: `clock.py NAME MINUTES TIME`.

TIME is a number of seconds, or the file that tox writes for `--result-json`: then it is
that of the environment's own commands, without what it took to install it. Limits are
those of two quiet processors. A shared machine is slower: the end is 1 from three times
the limit on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

SLACK = 3
"""So many times the limit is still no failure."""


def seconds(name: str, time: str) -> float:
    """A number, or what an environment's commands took by tox's own report."""
    if not time.endswith(".json"):
        return float(time)
    told = json.loads(Path(time).read_text(encoding="utf-8"))
    return sum(one["elapsed"] for one in told["testenvs"][name]["test"])


def main(name: str, limit: str, time: str) -> int:
    """Print a line; 1 where it is far above the limit."""
    took, most = seconds(name, time) / 60, float(limit)
    said = f"{name}: {took:.1f} minutes of {most:g}"
    if took >= SLACK * most:
        print(f"{said}, {SLACK} times the limit: too slow", file=sys.stderr)
        return 1
    print(said if took <= most else f"{said}: above the limit of a quiet machine")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
