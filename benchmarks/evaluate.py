"""What `homonym evaluate` costs beside other libraries, from the same Parquet files.

`python benchmarks/evaluate.py PEERS [USERS]` makes lists of 100 for so many users, and
about 14 relevant items each, and runs one program after the other, each in a process of
its own: homonym in this Python, others in PEERS, the Python of an environment with
benchmarks/peers/requirements.txt. It prints seconds and gigabytes, and writes
docs/speed.md and docs/speed.png.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from pyarrow import parquet

USERS, LENGTH, ITEMS, K = 138_000, 100, 20_000, 20
HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
TWENTY = """
import sys, homonym
from homonym.evaluation.recorded import computed_by
from homonym.evaluation.depth import depth_of
cut = [one for one in computed_by() if depth_of(one, 20)]
near = [str(one) for one in cut if one.names["users"] != "stacked"]
print(homonym.evaluate(*sys.argv[1:3], k=20, metrics=near[:20]).to_pandas())
"""
EVERY = """
import sys, homonym
print(homonym.evaluate(*sys.argv[1:3], k=20, catalogue=20_000).to_pandas())
"""
IDENTIFY = """
import sys, homonym
for one in homonym.identify(*sys.argv[1:3], "0.31415926", k=20, catalogue=20_000):
    print(one.tier, one.tried)
"""
START = "import homonym.evaluation.evaluate, duckdb"
FLOOR = """
import sys, duckdb
print(duckdb.sql(f'''
WITH cut AS (SELECT user, unnest(max({{'score': score, 'item': -item}}, 21)) AS one
FROM '{sys.argv[1]}' GROUP BY user)
SELECT count(*) FROM cut JOIN '{sys.argv[2]}' AS truth
ON cut.user = truth.user AND -one.item = truth.item'''))
"""


@dataclass(frozen=True)
class Program:
    """What is run: who, what it computes, and the words of its command."""

    who: str
    what: str
    command: Sequence[str]


@dataclass(frozen=True)
class Cost:
    """The seconds that a program takes, and the most gigabytes that it holds."""

    program: Program
    seconds: float
    gigabytes: float


def write_files(folder: Path, users: int) -> list[str]:
    """Lists by falling score, and a truth of which two fifths are listed."""
    drawn = np.random.default_rng(1)
    items = np.argsort(drawn.random((users, ITEMS // 50)), axis=1)[:, :LENGTH] * 50
    items += drawn.integers(0, 50, items.shape)
    score = -np.sort(-drawn.random((users, LENGTH)), axis=1)
    user = np.repeat(np.arange(users), LENGTH)
    listed = drawn.random((users, LENGTH)) < np.linspace(0.11, 0.01, LENGTH)
    others = drawn.integers(0, ITEMS, (users, 8))
    pairs = np.unique(
        np.concatenate(
            [
                user[listed.ravel()] * ITEMS + items[listed],
                np.repeat(np.arange(users), 8) * ITEMS + others.ravel(),
            ]
        )
    )
    lists, truth = folder / "lists.parquet", folder / "truth.parquet"
    columns = {"user": user, "item": items.ravel(), "score": score.ravel()}
    parquet.write_table(pa.table(columns), lists)
    parquet.write_table(
        pa.table({"user": pairs // ITEMS, "item": pairs % ITEMS}), truth
    )
    return [str(lists), str(truth)]


def programs(peers: str) -> list[Program]:
    """All that is run."""
    mine, its = sys.executable, HERE / "peers"
    return [
        Program("start of homonym", "imports", [mine, "-c", START]),
        Program("DuckDB", "a scan, a cut at 21 and a join", [mine, "-c", FLOOR]),
        Program("homonym evaluate", "20 definitions", [mine, "-c", TWENTY]),
        Program("homonym evaluate", "all recorded", [mine, "-c", EVERY]),
        Program("homonym identify", "the whole product", [mine, "-c", IDENTIFY]),
        Program("RecTools", "6 metrics", [peers, str(its / "rectools_six.py")]),
        Program(
            "RecTools", "6, cut by hand", [peers, str(its / "rectools_six.py"), "cut"]
        ),
        Program("pytrec_eval", "6 metrics", [peers, str(its / "trec_six.py")]),
        Program("ir-measures", "6 metrics", [peers, str(its / "ir_six.py")]),
        Program("ranx", "6 metrics", [peers, str(its / "ranx_six.py")]),
        Program("torchmetrics", "6 metrics", [peers, str(its / "torch_six.py")]),
    ]


def cost(program: Program, files: list[str]) -> Cost:
    """Run it and wait; a word like `cut` stays behind the files."""
    python, first, *more = program.command
    script = [first, more.pop(0)] if first == "-c" else [first]
    began = time.perf_counter()
    started = subprocess.Popen(
        [python, *script, *files, *more], stdout=subprocess.DEVNULL
    )
    _pid, status, used = os.wait4(started.pid, 0)
    assert status == 0, program
    return Cost(program, time.perf_counter() - began, used.ru_maxrss / 1e6)


def table_of(costs: Sequence[Cost]) -> str:
    """The costs in Markdown."""
    rows = [
        f"| {one.program.who} | {one.program.what} | {one.seconds:.1f} "
        f"| {one.gigabytes:.2f} |"
        for one in costs
    ]
    return "\n".join(
        ["| | | seconds | gigabytes |", "| --- | --- | --: | --: |", *rows]
    )


def told(costs: Sequence[Cost], users: int) -> str:
    """The page."""
    pinned = (HERE / "peers" / "requirements.txt").read_text().split()
    mine = [f"{name}=={version(name)}" for name in ("duckdb", "ibis-framework")]
    by = {(one.program.who, one.program.what): one.seconds for one in costs}
    start = by["start of homonym", "imports"]
    floor = by["DuckDB", "a scan, a cut at 21 and a join"]
    twenty = by["homonym evaluate", "20 definitions"] - start
    every = by["homonym evaluate", "all recorded"]
    peer = by["RecTools", "6 metrics"]
    return f"""# Speed and memory

`python benchmarks/evaluate.py` made this page: {users:,} users with lists of
{LENGTH}, {users * LENGTH:,} rows, as Parquet; k = {K}; each program in a process of its
own, one after the other, from the files to the numbers, imports included.

{table_of(costs)}

![seconds by program](speed.png)

Without its start of {start:.1f} s, homonym's twenty definitions take
{twenty / floor:.1f} times what DuckDB needs for a bare scan, cut and join of the same
files. All recorded definitions take {every / peer:.1f} times what RecTools takes for
six metrics. homonym also counts what is wrong with the tables; the others do not.

{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()};
{", ".join([*mine, *pinned])}.
"""


def draw(costs: Sequence[Cost], path: Path) -> None:
    """The seconds as bars."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    names = [f"{one.program.who}: {one.program.what}" for one in costs]
    mine = ["#0b6e6e" if "homonym" in name else "#9aa5a5" for name in names]
    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    bars = axes.barh(names, [one.seconds for one in costs], color=mine)
    axes.bar_label(bars, fmt="%.1f", padding=3)
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Run everything, print it, write the page."""
    peers = sys.argv[1]
    users = int(sys.argv[2]) if len(sys.argv) > 2 else USERS
    costs = []
    with TemporaryDirectory() as folder:
        with ProcessPoolExecutor(1) as other:  # whose memory is not the programs'
            files = other.submit(write_files, Path(folder), users).result()
        for program in programs(peers):
            costs.append(cost(program, files))
            print(table_of(costs[-1:]).splitlines()[-1], flush=True)
    (DOCS / "speed.md").write_text(told(costs, users), encoding="utf-8")
    draw(costs, DOCS / "speed.png")


if __name__ == "__main__":
    main()
