"""The page of off-policy DCG: the paper's Table 1, and what the simulation gave.

Start at `build_off_policy_context`. The numbers are data, written by `homonym
off-policy --json` (`results/off_policy.json`); the paper's are in
`published/jeunen2024.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Any

from homonym.experiments.off_policy import ESTIMATES, LEVELS
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.variants import Number, Variant
from homonym.reports.charts.lines import Curve, Scales, draw_line_chart
from homonym.reports.findings.data import read_data

COLUMNS = (
    ("DCG", "off_policy_dcg(bias=given)"),
    (
        "nDCG, undiscounted ideal",
        "off_policy_dcg(bias=given, ideal=undiscounted, users=ndcg)",
    ),
    ("nDCG, ideal DCG", "off_policy_dcg(bias=given, users=ndcg)"),
    ("post-normalised nDCG", "off_policy_dcg(bias=given, users=pndcg)"),
)
"""The columns in which Table 1 is computed again."""

UNBIASED = "DCG pbm, Q"
BIASED = [name for name in ESTIMATES if name.startswith("DCG") and name != UNBIASED]
SURE = 0.05
"""A correlation of a greater p-value could be none."""
ASSUMPTIONS = (
    "rewards of one session do not depend on what other sessions show",
    "whether an item is viewed depends on its rank alone",
    "the reward for an item does not depend on the other items of its list",
    "an item is rewarded when it is viewed and is good: neither alone is enough",
    "what the target policy may show, the logging policy may show",
)
"""Of Jeunen et al. 2024, section 4, in their order."""
SHOWN = {
    "sign": ("Right sign", "Differences of which the sign is right"),
    "tpr": ("True positives", "True positives: better policies that are found better"),
    "p": ("Mean p-value", "p-values: their mean"),
}
"""What is drawn: the title of the scale, and the caption."""


def read_published_off_policy() -> dict[str, Any]:
    """The paper's tables and their source."""
    return read_data("published/jeunen2024.toml", "published table", "published")


def read_off_policy_results() -> dict[str, Any]:
    """What the simulation gave."""
    return read_data("results/off_policy.json", "simulation", "simulated")


@cache
def build_off_policy_context() -> dict[str, Any]:
    """What the template of the page shows."""
    found = read_off_policy_results()
    return {
        "source": read_published_off_policy(),
        "columns": COLUMNS,
        "table_1": [
            (row, recompute_table_row(row["case"]))
            for row in read_published_off_policy()["table_1"]
        ],
        "table_2": read_published_off_policy()["table_2"],
        "simulated": found,
        "assumptions": ASSUMPTIONS,
        "levels": {name: 1 / (1 + exp(-level)) for name, level in LEVELS.items()},
        "faded": select_uncorrelated_ndcg(found["correlations"]),
        "against": select_ndcg_inversions(found["correlations"]),
        "biased": BIASED,
        "unsteady": find_unsteady_policies(found["correlations"]),
        "best_clip": find_best_clip(found["sensitivity"]),
        "figures": draw_off_policy_figures(found),
        "own": select_own_log_rows(found["causes"]["own_logs"]),
    }


def recompute_table_row(case: str) -> list[Number]:
    """A row of Table 1 by each of the columns."""
    return [Variant.parse(id).value(LoggedCase.parse(case)) for _, id in COLUMNS]


def draw_off_policy_figures(found: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The analogues of Figure 1 on each platform: charts by caption."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in found["sensitivity"]:
        rows.setdefault(row["platform"], []).append(row)
    return {
        platform: {
            caption: clip_chart(its, key, f"{title}, {platform}")
            for key, (title, caption) in SHOWN.items()
        }
        for platform, its in rows.items()
    }


def clip_chart(rows: Sequence[dict[str, Any]], key: str, title: str) -> str:
    """DCG and nDCG by clip, with bands: the middle 90 percent of the repeated logs."""
    labels = [str(row["m"] or "∞") for row in rows if row["metric"] == "DCG"]
    scales = Scales(title, "clip m of the weights", labels)
    found = (
        (name, [row[key] for row in rows if row["metric"] == name])
        for name in ("DCG", "nDCG")
    )
    return draw_line_chart(
        scales, [Curve(name, *zip(*v, strict=True)) for name, v in found]
    )


def select_uncorrelated_ndcg(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in which nDCG may be uncorrelated with reward, while no DCG may."""

    def may_be_none(row: dict[str, Any]) -> set[bool]:
        found = row["estimates"].items()
        return {name.startswith("nDCG") for name, one in found if one["p"] > SURE}

    return [row for row in rows if may_be_none(row) == {True}]


def select_ndcg_inversions(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in which nDCG surely falls while reward rises."""
    found = ((row, row["estimates"]["nDCG pbm, Q"]) for row in rows)
    return [row for row, one in found if one["r"] < 0 and one["p"] <= SURE]


def find_unsteady_policies(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """The feeds and policies for which the unbiased DCG correlates less than every
    biased one, whatever the rewards."""

    def lowest(row: dict[str, Any]) -> bool:
        r = {name: one["r"] for name, one in row["estimates"].items()}
        return bool(r[UNBIASED] < min(r[name] for name in BIASED if name in r))

    pairs = dict.fromkeys((row["feed"], row["policy"]) for row in rows)
    return [
        pair
        for pair in pairs
        if all(lowest(r) for r in rows if (r["feed"], r["policy"]) == pair)
    ]


def select_own_log_rows(
    rows: Sequence[dict[str, Any]],
) -> list[tuple[str, dict[str, Any], Any]]:
    """Of both metrics, from own logs: the row of m = 1, and that of no clip."""
    return [
        (metric, own[0], own[-1])
        for metric in ("DCG", "nDCG")
        if (own := [row for row in rows if row["metric"] == metric])
    ]


def find_best_clip(
    rows: Sequence[dict[str, Any]],
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Of DCG in the long feed: the row of most true positives, and that of no clip."""
    own = [r for r in rows if r["metric"] == "DCG" and "long feed" in r["platform"]]
    return max(own, key=lambda row: float(row["tpr"][0])), own[-1]
