"""The page of off-policy DCG: the paper's Table 1, and what the simulation gave.

Start at `context`. The numbers are data, written by `homonym off-policy --json`
(`results/off_policy.json`); the paper's are in `published/jeunen2024.toml`.
"""

from __future__ import annotations

from typing import Any

from homonym.reference.axes import Number, Variant
from homonym.reference.off_policy.case import LoggedCase
from homonym.reports.curves import Curve, Scales, curves
from homonym.reports.data import read

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


def published() -> dict[str, Any]:
    """The paper's tables and their source."""
    return read("published/jeunen2024.toml", "published table", "published")


def results() -> dict[str, Any]:
    """What the simulation gave."""
    return read("results/off_policy.json", "simulation", "simulated")


def context() -> dict[str, Any]:
    """What the template of the page shows."""
    found = results()
    return {
        "source": published(),
        "columns": COLUMNS,
        "table_1": [(row, recomputed(row["case"])) for row in published()["table_1"]],
        "table_2": published()["table_2"],
        "simulated": found,
        "figures": {
            "True positives: the share of better policies that are found better": chart(
                "tpr", "True positives"
            ),
            "p-values: their mean": chart("p", "Mean p-value"),
        },
    }


def recomputed(case: str) -> list[Number]:
    """A row of Table 1 by each of the columns."""
    return [Variant.parse(id).value(LoggedCase.parse(case)) for _, id in COLUMNS]


def chart(key: str, title: str) -> str:
    """The analogue of one half of Figure 1: DCG and nDCG by clip, with bands."""
    rows = results()["sensitivity"]
    labels = [str(r["m"] or "∞") for r in rows if r["metric"] == "DCG"]
    scales = Scales(title, "clip m of the weights", labels)
    return curves(scales, [curve(name, key) for name in ("DCG", "nDCG")])


def curve(name: str, key: str) -> Curve:
    """One metric's line: the mean over repeated logs, and the middle 90 percent."""
    rows = [row[key] for row in results()["sensitivity"] if row["metric"] == name]
    return Curve(name, *zip(*rows, strict=True))
