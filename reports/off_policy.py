"""The page of off-policy DCG: the paper's Table 1, and what the simulation gave.

Start at `context`. The numbers are data, written by `homonym off-policy --json`
(`results/off_policy.json`); the paper's are in `published/jeunen2024.toml`.
"""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from typing import Any

from homonym.errors import UserError
from homonym.reference.axes import Number, Variant
from homonym.reference.off_policy.case import LoggedCase
from homonym.reports.axioms import text
from homonym.reports.curves import Curve, Scales, curves

SCHEMA = 1
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


@lru_cache(maxsize=1)
def published() -> dict[str, Any]:
    """The paper's tables and their source."""
    found = tomllib.loads(text("published/jeunen2024.toml"))
    if found.get("schema") != SCHEMA or found.get("label") != "published":
        raise UserError(f"jeunen2024.toml is no published table of schema {SCHEMA}")
    return found


@lru_cache(maxsize=1)
def results() -> dict[str, Any]:
    """What the simulation gave."""
    found: dict[str, Any] = json.loads(text("results/off_policy.json"))
    if found.get("schema") != SCHEMA or found.get("label") != "simulated":
        raise UserError(f"off_policy.json is no simulation of schema {SCHEMA}")
    return found


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
