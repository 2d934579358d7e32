"""The page of off-policy DCG: the paper's Table 1, and what the simulation gave.

Start at `context`. The numbers are data, written by `homonym off-policy --json`
(`results/off_policy.json`); the paper's are in `published/jeunen2024.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from homonym.off_policy_experiments import LEVELS
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
        "assumptions": ASSUMPTIONS,
        "levels": {name: 1 / (1 + exp(-level)) for name, level in LEVELS.items()},
        "faded": faded(found["correlations"]),
        "unsteady": unsteady(found["correlations"]),
        "sensitivity": merged(found["sensitivity"]),
        "best": best(found["sensitivity"]),
        "rivals": rivals(found["sensitivity"]),
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


def faded(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in which nDCG may be uncorrelated with reward, while no DCG may."""
    return [
        row
        for row in rows
        if [name for name, one in row["estimates"].items() if one["p"] > SURE]
        == ["nDCG pbm, Q"]
    ]


def unsteady(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The policies for which the unbiased DCG correlates less than every biased one,
    whatever the rewards."""

    def lowest(row: dict[str, Any]) -> bool:
        r = {name: one["r"] for name, one in row["estimates"].items()}
        unbiased = r.pop("DCG pbm, Q")
        return bool(unbiased < min(v for n, v in r.items() if n.startswith("DCG")))

    policies = dict.fromkeys(row["policy"] for row in rows)
    return [p for p in policies if all(lowest(r) for r in rows if r["policy"] == p)]


def merged(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str, list[str]]]:
    """(metric, clips, true positives and p-value): neighbours that print alike are one
    row."""
    found: list[tuple[str, list[Any], list[str]]] = []
    for row in rows:
        cells = [banded(row["tpr"]), banded(row["p"])]
        if found and (found[-1][0], found[-1][2]) == (row["metric"], cells):
            found[-1][1].append(row["m"])
        else:
            found.append((row["metric"], [row["m"]], cells))
    return [(metric, clips(m), cells) for metric, m, cells in found]


def banded(band: Sequence[float]) -> str:
    """A mean with the band around it."""
    mean, low, high = (f"{number:.3f}" for number in band)
    return f"{mean} ({low} to {high})"


def clips(found: Sequence[float | None]) -> str:
    """One clip, or the first and the last of several.

    >>> clips([2, 4, None]), clips([8])
    ('2 to ∞', '8')
    """
    ends = [found[0], found[-1]] if len(found) > 1 else found
    return " to ".join(str(m or "∞") for m in ends)


def best(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The clip with which DCG finds most of the better policies."""
    mine = [row for row in rows if row["metric"] == "DCG"]
    return max(mine, key=lambda row: float(row["tpr"][0]))


def rivals(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The other clips whose band reaches into that of the best."""
    top = best(rows)
    return [
        f"m = {row['m'] or '∞'}"
        for row in rows
        if row["metric"] == "DCG" and row != top and row["tpr"][2] >= top["tpr"][1]
    ]
