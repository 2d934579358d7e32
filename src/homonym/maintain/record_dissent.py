"""What `homonym dissent --json` says of the grid of models, condensed for the report:
start at `record_dissent`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from homonym.errors import UserError

FILE = "reports/results/dissent.json"
KEPT = (
    *("k", "users", "users_with_more", "interval", "alpha", "models", "kinds", "grid"),
    "winners",
)
DIGITS = 4
"""Decimals of shares and correlations."""
LIBRARIES = "libraries"
Data = Mapping[str, Any]


def record_dissent(answers: Sequence[Path], project: Path) -> Path:
    """Write the answers as one file, the first with its models' numbers; UserError for
    what is none on a grid of models."""
    settings = [
        condensed(read_answer(file), whole=not place)
        for place, file in enumerate(answers)
    ]
    found = {"schema": 1, "label": "measured", "settings": settings}
    text = json.dumps(found, separators=(",", ":"))
    target = project / FILE
    target.write_text(text.replace(',{"what"', ',\n{"what"') + "\n", "utf-8")
    return target


def read_answer(file: Path) -> Data:
    """An answer; UserError for anything else."""
    try:
        found: Data = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{file} cannot be read: {error}") from None
    if "grid" not in found or "answer" not in found:
        raise UserError(
            f"{file} is no answer on a grid of models",
            "homonym example --models grid, then homonym dissent --json > FILE",
        )
    return found


def condensed(found: Data, whole: bool) -> Data:
    """What the page shows of an answer; whole: definitions and models' numbers too."""
    groups = [
        condensed_group(one, whole)
        for one in found["groups"]
        if whole or one["what"] == LIBRARIES
    ]
    kept = {name: found[name] for name in KEPT}
    return {"answer": found["answer"], **kept, "groups": groups}


def condensed_group(group: Data, whole: bool) -> Data:
    """A group's; numbers and reversed pairs of models of libraries alone."""
    full = whole and group["what"] == LIBRARIES
    kept = ("names", "definition", *(["values"] if full else []))
    kinds = group["kinds"]["comparisons"]
    return {
        "what": group["what"],
        "title": group["title"],
        "measures": [{name: one[name] for name in kept} for one in group["measures"]],
        "comparisons": [
            {**shortened(one), "flips": one["flips"][:1] if full else []}
            for one in group["comparisons"]
        ],
        "kinds": {"comparisons": [{**shortened(one)} for one in kinds]},
    }


def shortened(one: Any) -> Any:
    """Shares and correlations to a few decimals; without lists of pairs."""
    if isinstance(one, float):
        return round(one, DIGITS)
    if isinstance(one, Mapping):
        return {name: shortened(its) for name, its in one.items() if name != "flips"}
    return one
