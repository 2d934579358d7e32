"""`homonym off-policy`: DCG and nDCG as estimates of reward, simulated."""

from __future__ import annotations

import json
from typing import Any

from homonym.commands.common import console


def run(seed: int, sessions: int, repeats: int, as_json: bool) -> None:
    """Run the experiments and show their numbers."""
    from homonym import off_policy_experiments as experiments

    size = experiments.Size(sessions=sessions, repeats=repeats)
    with console(stderr=True).status("simulating"):
        found = experiments.run(seed, size)
    if as_json:
        print(json.dumps(found, indent=1))
        return
    biases(found["bias"])
    print(
        f"\nnDCG orders {found['inversions']['inverted']} of "
        f"{found['inversions']['pairs']} pairs of policies against their reward\n"
    )
    correlations(found["correlations"])
    print()
    sensitivity(found["sensitivity"])


def biases(rows: list[dict[str, Any]]) -> None:
    """Mean error of each estimate of the target policy's reward."""
    table = grid("estimate", "mean error", "standard errors from 0")
    for row in rows:
        table.add_row(row["estimate"], f"{row['mean_error']:+.4f}", f"{row['z']:+.1f}")
    console().print(table)


def correlations(rows: list[dict[str, Any]]) -> None:
    """Pearson's r with the online reward, over days."""
    table = grid("reward", "policy", *rows[0]["estimates"])
    for row in rows:
        found = (f"{one['r']:+.2f}" for one in row["estimates"].values())
        table.add_row(row["reward"], row["policy"], *found)
    console().print(table)


def sensitivity(rows: list[dict[str, Any]]) -> None:
    """How often a better policy is found to be better, by clip."""
    table = grid("metric", "m", "true positives", "mean p-value")
    for row in rows:
        m = "inf" if row["m"] is None else str(row["m"])
        table.add_row(row["metric"], m, f"{row['tpr'][0]:.2f}", f"{row['p'][0]:.3f}")
    console().print(table)


def grid(*columns: str) -> Any:
    from rich.table import Table

    return Table(*columns, box=None, pad_edge=False)
