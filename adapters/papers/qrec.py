"""QRec: an evaluation of dictionaries that gives lines of text."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from homonym.adapters._shared.evaluation_lines import of_lines, of_ratings
from homonym.adapters.contract import Adapter

CALLED = ("hits", "precision", "recall", "F1", "NDCG", "MAE", "RMSE")


def measure() -> Any:
    """The class that holds them all."""
    return import_module("util.measure").Measure


adapter = Adapter(
    library="qrec",
    module="util.measure",
    title="QRec",
    homepage="https://github.com/Coder-Yu/QRec",
    names=lambda: [name for name in vars(measure()) if not name.startswith("_")],
    files=("util/measure.py",),
    checkout=True,
    out_of_scope=dict.fromkeys(CALLED, "what the two evaluations call"),
)

for name, claims in (
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("F1", "f_score"),
    ("NDCG", "ndcg"),
):
    adapter.metric(f"rankingMeasure[{name}]", claims, cut_offs=True)(
        of_lines(lambda *given: measure().rankingMeasure(*given), name)
    )

for name in ("MAE", "RMSE"):
    adapter.metric(f"ratingMeasure[{name}]", name.lower())(
        of_ratings(lambda *given: measure().ratingMeasure(*given), name)
    )
