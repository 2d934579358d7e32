"""The page of experiments 1 to 3 of Parapar and Radlinski 2021: start at `context`.

The numbers are data, written by `homonym diversity --json` on MovieLens ratings
(`results/diversity.json`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from homonym.diversity_experiments import MISSING
from homonym.errors import UserError
from homonym.reports import axioms
from homonym.reports.chart import Chart, Series

SCHEMA = 1


@lru_cache(maxsize=1)
def results() -> dict[str, Any]:
    """What the experiments gave."""
    found: dict[str, Any] = json.loads(axioms.text("results/diversity.json"))
    if found.get("schema") != SCHEMA or found.get("label") != "measured":
        raise UserError(f"diversity.json is no result of schema {SCHEMA}")
    return found


def context() -> dict[str, Any]:
    """What the template of the page shows."""
    found = results()
    perturbed = found["perturbations"]
    return {
        "source": axioms.published(),
        "found": found,
        "metrics": list(next(iter(perturbed.values()))),
        "shares": [f"{share:.0%}" for share in MISSING],
        "curve": by_swaps(found["by_beta"]),
        "p_values": [p_chart(name, one) for name, one in perturbed.items()],
    }


def by_swaps(curves: dict[str, list[float]]) -> Chart:
    """Figure 1: αβ-NDCG@10 by the number of swaps, a line for each beta."""
    labels = sparse(len(next(iter(curves.values()))))
    series = [Series(f"β = {beta}", tuple(values)) for beta, values in curves.items()]
    return Chart.of("αβ-NDCG@10", "swaps from bottom to top", "mean", labels, series)


def p_chart(name: str, metrics: dict[str, Any]) -> Chart:
    """Figure 3: p-values by how far the lists are from the ideal ones."""
    count = len(next(iter(metrics.values()))["p"])
    labels = sparse(count + 1)[1:]
    series = [
        Series(short(metric), tuple(found["p"])) for metric, found in metrics.items()
    ]
    return Chart.of(f"Swapping {name}", "s", "p-value", labels, series)


def sparse(count: int) -> list[str]:
    """The numbers from 0, of which every fifth is written."""
    return [str(n) if n % 5 == 0 else "" for n in range(count)]


def short(variant: str) -> str:
    """The family's name.

    >>> short("eu(reader=stops)")
    'eu'
    """
    return variant.partition("(")[0]
