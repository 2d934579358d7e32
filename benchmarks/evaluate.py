"""What `homonym evaluate` costs beside other libraries, from the same Parquet files.

`python benchmarks/evaluate.py PEERS SPARK [USERS]` makes lists of 100 for so many
users, and about 14 relevant items each, and runs one program after the other, each in a
process of its own: homonym in this Python; others in PEERS, the Python of an
environment with benchmarks/peers/requirements.txt; homonym on Spark in SPARK, that of
one with `homonym[spark]`. homonym's start is what it takes of few users. Then homonym
alone takes lists of 7,800 items of 2,733 users, and 1, 10 and 100 million rows, the
last within 4 GB. It prints seconds (and those of all processors together) and
gigabytes, and writes docs/speed.md and, with matplotlib, which homonym itself does not
need, docs/speed.png.
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
from textwrap import fill

from tables_drawn import ITEMS, LENGTH, write_files

USERS, K, FEW = 138_000, 20, 10
FULL_USERS, FULL_LENGTH = 2_733, 7_800
MILLIONS = 1, 10, 100
SPARK_MILLIONS = 1, 10
MEMORY = "4GB"
"""What DuckDB may hold of the most rows."""
BY_HAND = "\n## Experiments\n"
HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
TWENTY = """
import sys, homonym
from homonym.evaluation.recorded_metrics import group_metrics_by_variant
from homonym.evaluation.depth import find_variant_depth
from homonym.evaluation.rankings.families import PARTS
lists = [one for one in group_metrics_by_variant() if one.family in PARTS]
cut = [one for one in lists if find_variant_depth(one, 20)]
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
AUCS = """
import sys, homonym
from homonym.identification.candidates import list_class_definitions
every = [str(one) for one in list_class_definitions("auc")]
found = homonym.evaluate(*sys.argv[1:3], k=20, metrics=every, catalogue=7_800)
print(len(every), found.to_pandas())
"""
WITHIN = f"""
import sys
from homonym.evaluation.depth import find_variant_depth
from homonym.evaluation.evaluate import evaluate_inputs
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.recorded_metrics import group_metrics_by_variant
lists = [one for one in group_metrics_by_variant() if one.family in PARTS]
cut = [one for one in lists if find_variant_depth(one, 20)]
near = [str(one) for one in cut if one.names["users"] != "stacked"]
inputs = Inputs(*sys.argv[1:3], memory="{MEMORY}")
print(evaluate_inputs(inputs, [20], near[:20]).to_pandas())
"""
SPARK = WITHIN.replace(f'memory="{MEMORY}"', 'engine="spark"')
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
    """The seconds that a program takes, those of all processors together, and the most
    gigabytes that it holds."""

    program: Program
    seconds: float
    busy: float
    gigabytes: float


@dataclass(frozen=True)
class Goal:
    """A number that was to be at most so large, and what was measured."""

    what: str
    measured: float
    most: float

    @property
    def row(self) -> str:
        """In Markdown."""
        met = "met" if self.measured <= self.most else "missed"
        return f"| {self.what} | {self.most:g} | {self.measured:.2f} | {met} |"


def programs(peers: str) -> list[Program]:
    """All that is run."""
    mine, its = sys.executable, HERE / "peers"
    return [
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


def beginning() -> Program:
    """What homonym does before rows count: it takes few users."""
    return Program(
        "homonym evaluate",
        f"20 definitions, {FEW} users",
        [sys.executable, "-c", TWENTY],
    )


def alone() -> list[tuple[Program, tuple[int, int, int]]]:
    """What homonym runs on other tables: their users, and the length of their lists and
    how many items there are."""
    full = Program(
        "homonym evaluate", "full rankings, every AUC", [sys.executable, "-c", AUCS]
    )
    sizes = [
        (
            Program(
                "homonym evaluate",
                f"20 definitions, {millions} million rows",
                [sys.executable, "-c", WITHIN],
            ),
            (millions * 10**6 // LENGTH, LENGTH, ITEMS),
        )
        for millions in MILLIONS
    ]
    return [(full, (FULL_USERS, FULL_LENGTH, FULL_LENGTH)), *sizes]


def on_spark(python: str) -> list[tuple[Program, tuple[int, int, int]]]:
    """What homonym runs on Spark, on this machine, and on what tables."""
    return [
        (
            Program(
                "homonym on Spark",
                f"20 definitions, {millions} million rows",
                [python, "-c", SPARK],
            ),
            (millions * 10**6 // LENGTH, LENGTH, ITEMS),
        )
        for millions in SPARK_MILLIONS
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
    busy = used.ru_utime + used.ru_stime
    return Cost(program, time.perf_counter() - began, busy, used.ru_maxrss / 1e6)


def table_of(costs: Sequence[Cost]) -> str:
    """The costs in Markdown."""
    rows = [
        f"| {one.program.who} | {one.program.what} | {one.seconds:.1f} "
        f"| {one.busy:.1f} | {one.gigabytes:.2f} |"
        for one in costs
    ]
    return "\n".join(
        [
            "| | | seconds | of all processors | gigabytes |",
            "| --- | --- | --: | --: | --: |",
            *rows,
        ]
    )


def per_row(costs: Sequence[Cost], start: float) -> list[float]:
    """What a million rows cost, beyond the start."""
    return [
        (one.seconds - start) / millions
        for one, millions in zip(costs[-len(MILLIONS) :], MILLIONS, strict=True)
    ]


def goals_of(
    started: Cost, costs: Sequence[Cost], others: Sequence[Cost]
) -> list[Goal]:
    """What was wanted before it was measured, and what was."""
    by = {(one.program.who, one.program.what): one for one in costs}
    start = started.seconds
    floor = by["DuckDB", "a scan, a cut at 21 and a join"]
    twenty = by["homonym evaluate", "20 definitions"]
    every = by["homonym evaluate", "all recorded"]
    product = by["homonym identify", "the whole product"]
    peer = min(
        (one for one in costs if one.program.what == "6 metrics"),
        key=lambda one: one.seconds,
    )
    _least, *more = per_row(others, start)
    return [
        Goal("the start, in seconds", start, 2),
        Goal(
            "20 definitions without the start, as a multiple of DuckDB's bare scan, "
            "cut and join",
            (twenty.seconds - start) / floor.seconds,
            2.5,
        ),
        Goal("gigabytes for all recorded definitions", every.gigabytes, 1),
        Goal(
            f"all recorded definitions, as a multiple of the 6 metrics of the fastest "
            f"peer, {peer.program.who}",
            every.seconds / peer.seconds,
            0.33,
        ),
        Goal("identify over the whole product, in seconds", product.seconds, 30),
        Goal(
            f"a million of {MILLIONS[-1]} million rows, as a multiple of one of "
            f"{MILLIONS[-2]} million",
            more[-1] / more[0],
            1.5,
        ),
        Goal(f"gigabytes for {MILLIONS[-1]} million rows", others[-1].gigabytes, 4),
    ]


def spark_sentence(few: Cost, many: Cost) -> str:
    """What Spark takes by the clock, and for each further row."""
    cores = os.cpu_count() or 1
    fewer, more = SPARK_MILLIONS
    each = (many.seconds - few.seconds) / (more - fewer)
    return (
        f"On Apache Spark, on the {cores} cores of this machine, the same definitions "
        f"take {few.seconds:.0f} s of {fewer} million rows and {many.seconds:.0f} s of "
        f"{more} million, Java and Spark started: {each:.2f} s for each further "
        f"million, {each * cores:.2f} s of one core."
    )


def start_sentences(started: Cost, costs: Sequence[Cost]) -> str:
    """What the start is, and what is compared with it and without."""
    by = {one.program.what: one.seconds for one in costs}
    whole = by["20 definitions"] / by["a scan, a cut at 21 and a join"]
    return (
        f"The start is what homonym takes of {FEW} users: {started.seconds:.1f} s, "
        "most of it imports. DuckDB's scan has its own in its number; with homonym's, "
        f"20 definitions are {whole:.1f} times it. A million of 1 million rows is "
        "within the noise of the start, and so no part of the goal. Not run: "
        "scikit-learn, whose ndcg_score takes a dense matrix of users by items, and "
        "RePlay."
    )


def told(
    started: Cost,
    costs: Sequence[Cost],
    others: Sequence[Cost],
    spark: Sequence[Cost],
    users: int,
) -> str:
    """The page; started: `beginning`; others: what homonym alone ran; spark: on
    Spark."""
    pinned = (HERE / "peers" / "requirements.txt").read_text().split()
    mine = [f"{name}=={version(name)}" for name in ("duckdb", "ibis-framework")]
    goals = "\n".join(one.row for one in goals_of(started, costs, others))
    each = ", ".join(f"{one:.2f}" for one in per_row(others, started.seconds))
    return f"""# Speed and memory

`python benchmarks/evaluate.py PEERS SPARK` made this page: {users:,} users with lists
of {LENGTH}, {users * LENGTH:,} rows, and about 14 relevant items each, as Parquet; k is
{K}; each program in a process of its own, one after the other, from the files to the
numbers, imports included. All recorded definitions are those that need no more than the
lists, the truth and the number of items. homonym also counts what is wrong with the
tables; the others do not.

{table_of([started, *costs])}

![seconds by program](speed.png)

| goal | at most | measured | |
| --- | --: | --: | --- |
{goals}

{fill(start_sentences(started, costs), 88)}

On other tables, DuckDB held to {MEMORY} where rows are counted:

{table_of(others)}

The full rankings are of {FULL_USERS:,} users and {FULL_LENGTH:,} items. Without the
start a million rows take {each} s at
{", ".join(map(str, MILLIONS))} million.

{fill(spark_sentence(*spark), 88)}

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


def costs_on(programs: Sequence[Program], *shape: int) -> list[Cost]:
    """What each program takes of tables of that shape, printed as it comes."""
    costs = []
    with TemporaryDirectory() as made:
        with ProcessPoolExecutor(1) as other:  # whose memory is not the programs'
            files = other.submit(write_files, Path(made), *shape).result()
        for program in programs:
            costs.append(cost(program, files))
            print(table_of(costs[-1:]).splitlines()[-1], flush=True)
    return costs


def costs_of(runs: Sequence[tuple[Program, tuple[int, int, int]]]) -> list[Cost]:
    """What each program takes of its own tables."""
    return [one for program, shape in runs for one in costs_on([program], *shape)]


def write_page(text: str) -> None:
    """Write the page; what it says of experiments, by hand, stays below."""
    page = DOCS / "speed.md"
    _, heading, experiments = page.read_text(encoding="utf-8").partition(BY_HAND)
    page.write_text(f"{text}{heading}{experiments}", encoding="utf-8")


def main() -> None:
    """Run everything, print it, write the page."""
    peers, spark_python, *more = sys.argv[1:]
    users = int(more[0]) if more else USERS
    (started,) = costs_on([beginning()], FEW)
    costs = costs_on(programs(peers), users)
    others = costs_of(alone())
    spark = costs_of(on_spark(spark_python))
    write_page(told(started, costs, others, spark, users))
    draw(costs, DOCS / "speed.png")


if __name__ == "__main__":
    main()
