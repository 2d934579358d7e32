"""`homonym diversity`: how metrics of diversity behave on lists that get worse."""

from __future__ import annotations

import json
from pathlib import Path

from homonym.commands.common import console
from homonym.diversity_experiments import run as experiments


def run(ratings: Path, seed: int, depth: int, as_json: bool) -> None:
    """Run the three experiments and show their numbers."""
    from rich.table import Table

    with console(stderr=True).status("reading") as line:
        found = experiments(ratings, seed, depth, line.update)
    if as_json:
        print(json.dumps(found, indent=1))
        return
    print(f"{found['data']}: {found['users']} users, lists of {found['depth']}")
    table = Table("metric", *found["perturbations"], box=None, pad_edge=False)
    for metric in next(iter(found["perturbations"].values())):
        taus = (one[metric]["tau"] for one in found["perturbations"].values())
        cells = ("undefined" if tau is None else f"{tau:+.2f}" for tau in taus)
        table.add_row(metric, *cells)
    console().print(table)
    print("Kendall's tau of a metric's ranking with the order in which lists get worse")
