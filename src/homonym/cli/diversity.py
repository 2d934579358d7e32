"""`homonym diversity`: how metrics of diversity behave on lists that get worse."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from homonym.cli.common import make_console, show_progress_bar, tell_note
from homonym.experiments.diversity import run_diversity_experiments
from homonym.experiments.missing_ratings import MISSING, ExperimentSize
from homonym.reports.pages.render import check_extras


def run_diversity(
    ratings: Path,
    seed: int,
    depth: int,
    size: ExperimentSize,
    out: Path | None,
    as_json: bool,
    resume: Path | None = None,
) -> None:
    """Run the three experiments and show their numbers."""
    if out:
        check_extras()
    try:
        with show_progress_bar() as told:
            found = run_diversity_experiments(ratings, seed, depth, size, told, resume)
    except KeyboardInterrupt:
        if resume and resume.exists():
            tell_note(
                f"what is done is kept in {resume}: run the same command again to go on"
            )
        raise
    if out:
        write_diversity_charts(found, out)
    if as_json:
        print(json.dumps(found, indent=1))
        return
    print(f"{found['data']}: {found['users']} users, lists of {found['depth']}")
    for k, swaps in found["perturbations"].items():
        print(f"\nKendall's tau with the order in which lists get worse, k = {k}")
        show_lists_made_worse(swaps)
    print("\np-value of the first step away from the ideal list, k =", found["depth"])
    print_first_steps(found["perturbations"][str(found["depth"])])
    print("\nKendall's tau of alpha-beta-nDCG with itself when ratings are missing")
    show_missing_ratings(found["missing"])


def write_diversity_charts(found: dict[str, Any], out: Path) -> None:
    """The charts, drawn as on the report's page."""
    from homonym.reports.pages import diversity, own_charts

    title = f"Metrics of diversity on {found['data']}"
    figures = diversity.draw_diversity_figures(found)
    page = own_charts.write_own_page(out, title, found, figures, "homonym diversity")
    print(f"wrote {page}", file=sys.stderr)


def show_lists_made_worse(swaps: dict[str, Any]) -> None:
    """A row a metric: does it rank the lists by how bad they are?"""
    table = make_diversity_grid("metric", *swaps)
    for metric in next(iter(swaps.values())):
        table.add_row(
            metric,
            *(format_signed_correlation(one[metric]["tau"]) for one in swaps.values()),
        )
    make_console().print(table)


def print_first_steps(swaps: dict[str, Any]) -> None:
    """A row a metric: does it tell the lists from the ideal ones?"""
    table = make_diversity_grid("metric", *swaps)
    for metric in next(iter(swaps.values())):
        table.add_row(metric, *(f"{one[metric]['p'][0]:.2g}" for one in swaps.values()))
    make_console().print(table)


def show_missing_ratings(rows: list[dict[str, Any]]) -> None:
    """A row a setting: tau by the share that is missing, all users."""
    most = max(row["users"] for row in rows)
    table = make_diversity_grid(
        "shuffles", "k", "beta", *(f"{share:.0%}" for share in MISSING)
    )
    for row in rows:
        if row["users"] == most:
            setting = row["shuffles"], str(row["k"]), f"{row['beta']:g}"
            table.add_row(*setting, *map(format_signed_correlation, row["tau"]))
    make_console().print(table)


def format_signed_correlation(tau: float | None) -> str:
    """A correlation with its sign."""
    return "undefined" if tau is None else f"{tau:+.2f}"


def make_diversity_grid(*columns: str) -> Any:
    """A table without borders."""
    from rich.table import Table

    return Table(*columns, box=None, pad_edge=False)
