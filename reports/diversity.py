"""The page of experiments 1 to 3 of Parapar and Radlinski 2021: start at `context`.

The numbers are data, written by `homonym diversity --json` on MovieLens ratings
(`results/diversity.json`).
"""

from __future__ import annotations

from typing import Any

from homonym.diversity_experiments import MISSING
from homonym.reference.axes import every_family
from homonym.reports import axioms
from homonym.reports.curves import Curve, Scales, curves
from homonym.reports.data import read
from homonym.reports.finding import listed

NEAR = 0.05
"""A line that never leaves an edge of the chart by more lies on it."""
BETA = every_family()["alpha_beta_ndcg"].parameters["beta"]


def results() -> dict[str, Any]:
    """What the experiments gave."""
    return read("results/diversity.json", "result", "measured")


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
        "beta": BETA,
        "p_values": {
            told(name, one): p_chart(name, one) for name, one in perturbed.items()
        },
    }


def by_swaps(found: dict[str, list[float]]) -> str:
    """Figure 1: αβ-NDCG@10 by the number of swaps, a line for each beta."""
    labels = sparse(len(next(iter(found.values()))))
    scales = Scales("Mean αβ-NDCG@10", "swaps from bottom to top", labels)
    return curves(scales, [Curve(f"β = {beta}", found[beta]) for beta in found])


def told(name: str, metrics: dict[str, Any]) -> str:
    """What a chart shows, with the lines that lie on its edges, on one another."""
    low = [short(m) for m, one in metrics.items() if max(one["p"]) < NEAR]
    high = [short(m) for m, one in metrics.items() if min(one["p"]) > 1 - NEAR]
    along = [
        f"at {end} all along: {listed(names)}"
        for end, names in (("0", low), ("1", high))
        if names
    ]
    return "; ".join([f"p-values, swapping {name}", *along])


def p_chart(name: str, metrics: dict[str, Any]) -> str:
    """Figure 3: p-values by how far the lists are from the ideal ones."""
    count = len(next(iter(metrics.values()))["p"])
    scales = Scales(f"p-value, swapping {name}", "s", sparse(count + 1)[1:])
    return curves(scales, [Curve(short(m), metrics[m]["p"]) for m in metrics])


def sparse(count: int) -> list[str]:
    """The numbers from 0, of which every fifth is written."""
    return [str(n) if n % 5 == 0 else "" for n in range(count)]


def short(variant: str) -> str:
    """The family's name.

    >>> short("eu(reader=stops)")
    'eu'
    """
    return variant.partition("(")[0]
