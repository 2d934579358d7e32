"""What `homonym measure` costs beside the library itself, on large files of people's.

`python benchmarks/people.py LIBRARY [ROWS]`, with an environment's Python that has the
library, pandas and `homonym[parquet]`, makes predictions and a truth, and prints the
seconds and the memory, all processes together, of a program that reads the files and
calls the library's functions, and of `homonym measure`, which should take at most 1.5
times as much of both.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROWS = 1_400_000
LENGTH, RELEVANT, ITEMS, K = 20, 3, 5_000, 10
PAGE = 4096
"""Bytes of a page of memory, as /proc counts them."""

READ = """
import sys, pandas as pd
lists, truth = (pd.read_csv(file) for file in sys.argv[1:3])
"""
DICTS = """
import csv, sys
def read(file, number):
    found = {}
    with open(file) as rows:
        for row in csv.DictReader(rows):
            found.setdefault(row["user"], {})[row["item"]] = number(row)
    return found
lists = read(sys.argv[1], lambda row: float(row["score"]))
truth = read(sys.argv[2], lambda row: int(row["relevance"]))
"""
OWN = {
    "rs-metrics": READ
    + """
import rs_metrics
lists, truth = (its.rename(columns={"user": "user_id", "item": "item_id"})
    for its in (lists, truth))
for name in sys.argv[3:]:
    print(name, getattr(rs_metrics, name)(truth, lists, k=10))
""",
    "recommenders": READ
    + """
from recommenders.evaluation import python_evaluation
lists, truth = (its.rename(columns={"user": "userID", "item": "itemID",
    "score": "prediction", "relevance": "rating"}) for its in (lists, truth))
for name in sys.argv[3:]:
    print(name, getattr(python_evaluation, name)(truth, lists, k=10))
""",
    "pytrec-eval-terrier": DICTS
    + """
import pytrec_eval
for name in sys.argv[3:]:
    asked = f"{name}_10"
    users = pytrec_eval.RelevanceEvaluator(truth, {asked}).evaluate(lists).values()
    found = [user[asked] for user in users]
    print(name, pytrec_eval.compute_aggregated_measure(asked, found))
""",
}
METRICS = {
    "rs-metrics": ["recall", "ndcg"],
    "recommenders": ["recall_at_k", "ndcg_at_k"],
    "pytrec-eval-terrier": ["recall", "ndcg_cut"],
}


def write_files(folder: Path, rows: int) -> tuple[Path, Path]:
    """Predictions of so many rows, lists of LENGTH by falling score, and a truth."""
    drawn = random.Random(1)
    predictions, truth = folder / "predictions.csv", folder / "truth.csv"
    with predictions.open("w") as lists, truth.open("w") as judged:
        lists.write("user,item,score\n")
        judged.write("user,item,relevance\n")
        for user in range(rows // LENGTH):
            for rank, item in enumerate(drawn.sample(range(ITEMS), LENGTH)):
                lists.write(f"{user},{item},{1 - (rank + drawn.random()) / LENGTH}\n")
            for item in drawn.sample(range(ITEMS), RELEVANT):
                judged.write(f"{user},{item},1\n")
    return predictions, truth


def memory_of(process: int) -> int:
    """The bytes that a process and its children hold now."""
    try:
        proc = Path(f"/proc/{process}")
        pages = int((proc / "statm").read_text().split()[1])
        children = (proc / "task" / str(process) / "children").read_text().split()
    except (OSError, IndexError):
        return 0
    return pages * PAGE + sum(memory_of(int(child)) for child in children)


def cost(command: list[str]) -> tuple[float, float]:
    """The seconds that a command takes, and the most gigabytes that it holds."""
    started, most = time.perf_counter(), 0
    with subprocess.Popen([sys.executable, *command]) as process:
        while process.poll() is None:
            most = max(most, memory_of(process.pid))
            time.sleep(0.02)
    assert process.returncode == 0, command
    return time.perf_counter() - started, most / 1e9


def main() -> None:
    """Print both costs, and how they compare."""
    library, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else ROWS
    metrics = METRICS[library]
    with TemporaryDirectory() as folder:
        predictions, truth = map(str, write_files(Path(folder), rows))
        own = cost(["-c", OWN[library], predictions, truth, *metrics])
        files = ["--predictions", predictions, "--truth", truth, "--k", str(K)]
        chosen = [word for name in metrics for word in ("--metric", name)]
        ours = cost(["-m", "homonym", "measure", library, *files, *chosen])
    print(f"\n{rows:,} predictions{'':4}{'seconds':>10}{'gigabytes':>11}")
    for who, (seconds, held) in ((library, own), ("homonym measure", ours)):
        print(f"{who:24}{seconds:>10.1f}{held:>11.2f}")
    print(f"{'times':24}{ours[0] / own[0]:>10.2f}{ours[1] / own[1]:>11.2f}")


if __name__ == "__main__":
    main()
