"""How long the commands that read records take, each in a process of its own.

`python benchmarks/commands.py` prints the best of three, imports and the interpreter's
start included, beside the most that it may take on a quiet machine; 1 where one took
longer. `.ci/run` runs it with 3: there it ends with 1 where one took three times that.
"""

from __future__ import annotations

import subprocess
import sys
import time

MOST = {
    ("libraries",): 1.0,
    ("explain", "recommenders.map_at_k"): 0.6,
    ("explain", "NDCG"): 0.6,
    ("witness", "replay-rec.MAP", "rs-metrics.mapr"): 0.6,
}
"""Seconds by command."""


def seconds(words: tuple[str, ...]) -> float:
    """How long one run takes."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "homonym", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main(slack: str = "1") -> int:
    """Time each command; 1 where one took longer than so many times its limit."""
    slow = 0
    for words, most in MOST.items():
        best = min(seconds(words) for _ in range(3))
        slow |= best > float(slack) * most
        print(f"homonym {' '.join(words)}: {best:.2f} s, at most {most:g}")
    return slow


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
