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
COUNTS = ("reversed", "reversed_significant")
ESTIMATES = ("inversion", "pearson", "tau")
COLUMNS = {
    "comparisons": (
        *("one", "other", "pairs", "reversed", "significant", "reversed_significant"),
        *(*ESTIMATES, "best", "another_wins", "another_wins_significantly", "flips"),
    ),
    "estimates": ("value", "lower", "upper"),
    "kinds": COUNTS,
}
"""What stands in a row of a comparison, of an estimate, and of two kinds of model."""
DIGITS = 6
"""Decimals of shares and correlations."""
LIBRARIES = "libraries"
Data = Mapping[str, Any]


def record_dissent(answers: Sequence[Path], project: Path) -> Path:
    """Write the answers as one file; UserError for what is none on a grid of models."""
    read = [read_answer(file) for file in answers]
    grids = [one for one in read if not one["grid"].get("published")]
    found = {
        "schema": 1,
        "label": "measured",
        "columns": COLUMNS,
        "settings": [condense_dissent_answer(one) for one in grids],
        "published": [
            condense_published_answer(one) for one in read if one not in grids
        ],
    }
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


def condense_published_answer(found: Data) -> Data:
    """What is shown of a published protocol: the two definitions that it compares."""
    definitions = [one for one in found["groups"] if one["what"] != LIBRARIES]
    ((group, (one,)),) = ((its, its["comparisons"]) for its in definitions)
    measures = [group["measures"][one[at]] for at in ("one", "other")]
    return {
        **{name: found[name] for name in KEPT if name != "winners"},
        "measures": [
            {name: its[name] for name in ("definition", "values")} for its in measures
        ],
        "comparison": shorten_comparison(one),
    }


def condense_dissent_answer(found: Data) -> Data:
    """What the pages show of an answer."""
    kept = {name: found[name] for name in KEPT}
    groups = [condense_dissent_group(one) for one in found["groups"]]
    return {"answer": found["answer"], **kept, "groups": groups}


def condense_dissent_group(group: Data) -> Data:
    """A group's; numbers and the surest reversed pair of models of libraries alone."""
    full = group["what"] == LIBRARIES
    kept = ("names", "definition", *(["values"] if full else []))
    kinds = group["kinds"]["comparisons"]
    return {
        "what": group["what"],
        "title": group["title"],
        "measures": [{name: one[name] for name in kept} for one in group["measures"]],
        "comparisons": [
            build_comparison_row(one, full) for one in group["comparisons"]
        ],
        "kinds": {"comparisons": [[one[name] for name in COUNTS] for one in kinds]},
    }


def build_comparison_row(one: Data, flips: bool) -> list[Any]:
    """A comparison as a row of `COLUMNS`."""
    short = {**shorten_comparison(one), "flips": one["flips"][:1] if flips else []}
    for name in ESTIMATES:
        short[name] = [short[name][end] for end in COLUMNS["estimates"]]
    return [short[name] for name in COLUMNS["comparisons"]]


def shorten_comparison(one: Any) -> Any:
    """Shares and correlations to a few decimals; without lists of pairs."""
    if isinstance(one, float):
        return round(one, DIGITS)
    if isinstance(one, Mapping):
        return {
            name: shorten_comparison(its)
            for name, its in one.items()
            if name != "flips"
        }
    return one
