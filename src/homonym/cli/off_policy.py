"""`homonym off-policy`: DCG and nDCG as estimates of reward, simulated."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from homonym.cli.common import make_console
from homonym.reports.pages.render import check_extras


def run_off_policy(
    seed: int, sessions: int, repeats: int, out: Path | None, as_json: bool
) -> None:
    """Run the experiments and show their numbers."""
    from homonym.experiments import off_policy as experiments
    from homonym.experiments.off_policy_causes import find_causes
    from homonym.experiments.two_stages import list_two_stage_rows

    if out:
        check_extras()
    size = experiments.LogSize(sessions=sessions, repeats=repeats)
    with make_console(stderr=True).status("simulating"):
        found = experiments.run_off_policy_experiments(seed, size)
        found |= {
            "causes": find_causes(seed, size),
            "two_stages": list_two_stage_rows(),
        }
    if out:
        write_off_policy_charts(found, out)
    if as_json:
        print(json.dumps(found, indent=1))
        return
    show_estimate_errors(found["bias"])
    print(
        f"\nnDCG orders {found['inversions']['inverted']} of "
        f"{found['inversions']['pairs']} pairs of policies against their reward\n"
    )
    show_correlations(found["correlations"])
    print()
    show_sensitivity(found["sensitivity"])
    print("\ncorrelation with the target policy's reward, by how days differ\n")
    show_days(found["causes"]["days"])
    print("\na better policy and a random log: DCG of raw labels, and nDCG\n")
    show_raw_labels(found["causes"]["raw_labels"])
    print("\npolicies in two stages, estimated from one log\n")
    show_two_stages(found["two_stages"])


def write_off_policy_charts(found: dict[str, Any], out: Path) -> None:
    """The charts, drawn as on the report's page."""
    from homonym.reports.pages import off_policy, own_charts

    title = "DCG and nDCG as estimates of reward, simulated"
    figures = off_policy.draw_off_policy_figures(found)
    page = own_charts.write_own_page(out, title, found, figures, "homonym off-policy")
    print(f"wrote {page}", file=sys.stderr)


def show_estimate_errors(rows: list[dict[str, Any]]) -> None:
    """Mean error of each estimate of the target policy's reward."""
    table = make_off_policy_grid("estimate", "mean error", "99% interval")
    for row in rows:
        low, high = row["interval"]
        told = f"{row['mean_error']:+.4f}", f"{low:+.4f} to {high:+.4f}"
        table.add_row(row["estimate"], *told)
    make_console().print(table)


def show_correlations(rows: list[dict[str, Any]]) -> None:
    """Pearson's r with the online reward, over days."""
    table = make_off_policy_grid("feed", "reward", "policy", *rows[0]["estimates"])
    for row in rows:
        found = (f"{one['r']:+.2f}" for one in row["estimates"].values())
        table.add_row(row["feed"], row["reward"], row["policy"], *found)
    make_console().print(table)


def show_sensitivity(rows: list[dict[str, Any]]) -> None:
    """How often a better policy is found to be better, by clip."""
    table = make_off_policy_grid(
        "platform", "metric", "m", "right sign", "true positives", "p-value"
    )
    for row in rows:
        m = "inf" if row["m"] is None else str(row["m"])
        means = f"{row['sign'][0]:.2f}", f"{row['tpr'][0]:.2f}", f"{row['p'][0]:.3f}"
        table.add_row(row["platform"], row["metric"], m, *means)
    make_console().print(table)


def show_days(rows: list[dict[str, Any]]) -> None:
    """Pearson's r, the mean of the repeats."""
    table = make_off_policy_grid("days differ in", "sessions", *rows[0]["r"])
    for row in rows:
        found = (f"{r[0]:+.3f}" for r in row["r"].values())
        table.add_row(row["days differ in"], str(row["sessions"]), *found)
    make_console().print(table)


def show_raw_labels(rows: list[dict[str, Any]]) -> None:
    """The rise that is needed and the one that is there, and both differences."""
    table = make_off_policy_grid(
        "spread", "viewed", "rise needed", "rise", "raw DCG", "nDCG, z"
    )
    for row in rows:
        rises = f"{row['needed']:.2f}", f"{row['rises']:.2f}"
        signs = f"{row['raw']:+.4f}", f"{row['ndcg']:+.1f}"
        table.add_row(f"{row['spread']:g}", f"{row['viewed']:g}", *rises, *signs)
    make_console().print(table)


def show_two_stages(rows: list[dict[str, Any]]) -> None:
    """The reward and both estimates."""
    table = make_off_policy_grid("generator", "reward", "by exposure", "by rank")
    for row in rows:
        numbers = (f"{row[key]:.3f}" for key in ("reward", "by exposure", "by rank"))
        table.add_row(row["generator"], *numbers)
    make_console().print(table)


def make_off_policy_grid(*columns: str) -> Any:
    """A table without borders."""
    from rich.table import Table

    return Table(*columns, box=None, pad_edge=False)
