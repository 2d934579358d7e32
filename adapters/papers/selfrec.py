"""SELFRec: an evaluation of dictionaries, whose lines have numbers to five decimals."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from homonym.adapters._shared.evaluation_lines import of_lines, of_ratings
from homonym.adapters._shared.functions import functions
from homonym.adapters.contract import Adapter, Documented

FIVE_DECIMALS = 1e-5
"""A number rounded to five decimals is less than that away."""

adapter = Adapter(
    library="selfrec",
    module="util.evaluation",
    title="SELFRec",
    homepage="https://github.com/Coder-Yu/SELFRec",
    names=lambda: [*functions(import_module("util.evaluation"), classes=True)],
    sources=("evaluation.py",),
    files=("util/evaluation.py",),
    checkout=True,
    out_of_scope={"Metric": "what the two evaluations call"},
)


def ranked(*given: Any) -> Any:
    """The evaluation of lists."""
    return import_module("util.evaluation").ranking_evaluation(*given)


def rated(*given: Any) -> Any:
    """The evaluation of ratings."""
    return import_module("util.evaluation").rating_evaluation(*given)


SHARE = Documented(
    "recall(divisor=r, users=pooled)",
    "(# retrieved interactions in the test set / #all the interactions in the test "
    "set)",
)

for name, claims, words in (
    ("Hit Ratio", "hit_rate", SHARE),
    ("Precision", "precision", None),
    ("Recall", "recall", None),
    ("NDCG", "ndcg", None),
):
    adapter.metric(
        f"ranking_evaluation[{name}]",
        claims,
        words,
        precision=FIVE_DECIMALS,
        cut_offs=True,
    )(of_lines(ranked, name))

for name in ("MAE", "RMSE"):
    adapter.metric(f"rating_evaluation[{name}]", name.lower(), precision=FIVE_DECIMALS)(
        of_ratings(rated, name)
    )
