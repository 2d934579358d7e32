"""One ranking by every protocol, for the report: start at `record_protocols`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from homonym.datasets.movielens import find_ratings_file, read_ratings
from homonym.models.one_ranking import PENALTY, build_movielens_ranking, try_protocols
from homonym.models.run_folder import LEAST, LIKED, keep_popular_items

FILE = "reports/results/protocols.json"
DIGITS = 6


def record_protocols(ratings: Path, project: Path) -> Path:
    """Try them on a MovieLens folder, and write what they gave."""
    file = find_ratings_file(ratings)
    rows = keep_popular_items(read_ratings(file, LIKED))
    found = {
        "schema": 1,
        "label": "measured",
        "data": file.resolve().parent.name,
        "model": f"EASE (λ = {PENALTY:g})",
        "liked": LIKED,
        "least": LEAST,
        **round_protocol_numbers(try_protocols(build_movielens_ranking(rows))),
    }
    target = project / FILE
    text = json.dumps(found, indent=1, ensure_ascii=False)
    target.write_text(text + "\n", "utf-8")
    return target


def round_protocol_numbers(one: Any) -> Any:
    """Numbers to a few decimals: their last bits differ between machines."""
    if isinstance(one, float):
        return round(one, DIGITS)
    if isinstance(one, dict):
        return {name: round_protocol_numbers(its) for name, its in one.items()}
    return one
