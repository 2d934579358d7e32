"""The page of experiments 1 to 3 of Parapar and Radlinski 2021: start at
`build_diversity_context`.

The numbers are data, written by `homonym diversity --json` on MovieLens ratings: with
lists of 40 and 20 perturbed systems (`results/diversity.json`), and with lists of 100
and the paper's 50 (`results/diversity_100.json`). `draw_diversity_figures` draws them,
and those of other ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import nan
from typing import Any

from homonym.experiments.missing_ratings import CUTS, MISSING, SHUFFLES
from homonym.reference.variants import Variant, every_family
from homonym.reports.charts.lines import (
    Curve,
    Scales,
    draw_line_chart,
    draw_point_chart,
)
from homonym.reports.findings.data import read_data
from homonym.reports.findings.finding import join_names
from homonym.reports.pages import axioms
from homonym.reports.pages.own_charts import Figures
from homonym.reports.pages.published_figures import (
    FOUND,
    compare_figure_claims,
    yield_study_cut_offs,
)

NEAR = 0.05
"""A line that never leaves an edge of the chart by more lies on it."""
BETA = every_family()["alpha_beta_ndcg"].parameters["beta"]
SHARES = [f"{share:.0%}" for share in MISSING]


def read_diversity_results() -> dict[str, Any]:
    """What the experiments gave."""
    return read_data("results/diversity.json", "result", "measured")


def read_long_list_results() -> dict[str, Any]:
    """What they gave on lists long enough for as many systems as the paper has."""
    return read_data("results/diversity_100.json", "result", "measured")


@cache
def build_diversity_context() -> dict[str, Any]:
    """What the template of the page shows."""
    studies = [read_diversity_results(), read_long_list_results()]
    first = next(iter(studies[0]["perturbations"].values()))
    return {
        "source": axioms.read_published_axioms(),
        "found": studies[0],
        "studies": studies,
        "said": compare_figure_claims(studies),
        "cut_offs": list(yield_study_cut_offs(studies)),
        "swaps": list(first),
        "metrics": list(next(iter(first.values()))),
        "told": [find_detection_steps(found) for found in studies],
        "beta": BETA,
        "shares": SHARES,
        "figures": draw_study_figures(studies),
    }


def draw_study_figures(studies: Sequence[dict[str, Any]]) -> Figures:
    """The charts of all studies, by the paper's figure; captions say whose."""
    found: Figures = {}
    for study in studies:
        for figure, charts in draw_diversity_figures(study).items():
            for caption, chart in charts.items():
                found.setdefault(figure, {})[
                    f"{caption}; {format_system_count(study)}"
                ] = chart
    return found


def format_system_count(study: dict[str, Any]) -> str:
    """How many perturbed systems a study has at most.

    >>> format_system_count({"depth": 40})
    '20 systems'
    """
    return f"{study['depth'] // 2} systems"


def draw_diversity_figures(found: dict[str, Any]) -> Figures:
    """The charts that the paper has, of these numbers."""
    depth = str(found["depth"])
    return {
        "Figure 1": {
            "αβ-NDCG@10 by swaps, mean over the users": draw_swaps_chart(
                found["by_beta"]
            )
        },
        "Figure 2": {
            f"Kendall’s τ, {name}": draw_tau_chart(name, found["perturbations"])
            for name in found["perturbations"][depth]
        },
        "Figure 3": {
            caption_p_chart(name, one): draw_p_chart(name, one)
            for name, one in found["perturbations"][depth].items()
        },
        "Figure 4": {
            title: draw_missing_ratings_chart(
                select_setting_rows(found["missing"], shuffles, k)
            )
            for shuffles in SHUFFLES
            for k in CUTS
            for title in (f"τ of αβ-NDCG@{k} with itself, shuffles: {shuffles}",)
        },
    }


def draw_swaps_chart(found: dict[str, list[float]]) -> str:
    """Figure 1: αβ-NDCG@10 by the number of swaps, a line for each beta."""
    labels = make_sparse_labels(len(next(iter(found.values()))))
    scales = Scales("Mean αβ-NDCG@10", "swaps from bottom to top", labels)
    return draw_line_chart(
        scales, [Curve(f"β = {beta}", found[beta]) for beta in found]
    )


def draw_tau_chart(name: str, cuts: dict[str, Any]) -> str:
    """Figure 2: a dot for each metric, at each cut-off; none where all are equal."""
    first = next(iter(cuts.values()))[name]
    scales = Scales(
        f"τ, swapping {name}", "metric", [*map(shorten_family_title, first)], least=-1
    )
    return draw_point_chart(
        scales,
        [
            Curve(
                f"k = {k}",
                convert_none_to_nan([one["tau"] for one in by_swap[name].values()]),
            )
            for k, by_swap in cuts.items()
        ],
    )


def caption_p_chart(name: str, metrics: dict[str, Any]) -> str:
    """What a chart shows, with the lines that lie on its edges, on one another."""
    low = [
        shorten_family_title(m) for m, one in metrics.items() if max(one["p"]) < NEAR
    ]
    high = [
        shorten_family_title(m)
        for m, one in metrics.items()
        if min(one["p"]) > 1 - NEAR
    ]
    along = [
        f"at {end} all along: {join_names(names)}"
        for end, names in (("0", low), ("1", high))
        if names
    ]
    return "; ".join([f"p-values, {name}", *along])


def draw_p_chart(name: str, metrics: dict[str, Any]) -> str:
    """Figure 3: p-values by how far the lists are from the ideal ones."""
    count = len(next(iter(metrics.values()))["p"])
    scales = Scales(f"p-value, swapping {name}", "s", make_sparse_labels(count + 1)[1:])
    return draw_line_chart(
        scales, [Curve(shorten_family_title(m), metrics[m]["p"]) for m in metrics]
    )


def draw_missing_ratings_chart(rows: Sequence[dict[str, Any]]) -> str:
    """Figure 4: tau by the share of ratings that are gone, a line for each beta; the
    band goes from the lowest of the repeats to the highest."""
    scales = Scales("τ", "ratings missing", SHARES, least=-1)
    return draw_line_chart(
        scales,
        [
            Curve(
                f"β = {row['beta']:g}",
                *(convert_none_to_nan(row[key]) for key in ("tau", "low", "high")),
            )
            for row in rows
        ],
    )


def select_setting_rows(
    rows: Sequence[dict[str, Any]], shuffles: str, k: int
) -> list[dict[str, Any]]:
    """The rows of one way to shuffle and one cut-off, on all users."""
    most = max(row["users"] for row in rows)
    same = {"shuffles": shuffles, "k": k, "users": most}
    return [row for row in rows if same.items() <= row.items()]


def find_detection_steps(found: dict[str, Any]) -> dict[str, dict[str, dict[str, str]]]:
    """From how many steps on a list is told from the ideal one, by cut-off, metric and
    swap: p stays below 0.01."""
    return {
        k: {
            metric: {
                name: describe_first_significant(swaps[name][metric]["p"])
                for name in swaps
            }
            for metric in next(iter(swaps.values()))
        }
        for k, swaps in found["perturbations"].items()
    }


def describe_first_significant(p: Sequence[float]) -> str:
    """The first s from which on all p-values are below 0.01.

    >>> [*map(describe_first_significant, ([0.5, 0.001, 0.02, 0.001], [0.0], [1.0]))]
    ['s = 4', 's = 1', 'never']
    """
    above = [n for n, value in enumerate(p, start=1) if value >= FOUND]
    first = above[-1] + 1 if above else 1
    return f"s = {first}" if first <= len(p) else "never"


def make_sparse_labels(count: int) -> list[str]:
    """The numbers from 0, of which every fifth is written."""
    return [str(n) if n % 5 == 0 else "" for n in range(count)]


def convert_none_to_nan(values: Sequence[float | None]) -> list[float]:
    """NaN, which is not drawn, for what is undefined."""
    return [nan if value is None else value for value in values]


def shorten_family_title(variant: str) -> str:
    """The family's title, shorter where it has an abbreviation.

    >>> [*map(shorten_family_title, ("eu(reader=stops)", "rbu(factor=none)"))]
    ['EU', 'RBU']
    """
    home = Variant.parse(variant).home
    return home.name.upper() if home.name == "eu" else home.title
