"""`homonym explain --paper`: which formula a paper's text gives its metrics."""

from __future__ import annotations

import json
from typing import Any

from homonym.explain.variant import variant
from homonym.reports.findings.papers import Paper, Told, data, find


def run(name: str, as_json: bool) -> None:
    """Explain the metrics of one paper."""
    told = explained(find(name))
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return
    print(f"{told['paper']}, as reported by {told['source']}")
    for metric in told["metrics"]:
        print(f"\n{metric['metric']}")
        for key in ("says", "defines", "equals", "note"):
            if metric[key]:
                print(f"  {key:<12} {metric[key]}")
        if metric["defines"]:
            print(f"  {'computed by':<12} {', '.join(metric['computed by']) or 'none'}")


def explained(paper: Paper) -> dict[str, Any]:
    """A paper for a machine."""
    return {
        "paper": paper.name,
        "source": data()["source"],
        "reference": paper.reference,
        "metrics": [metric(told) for told in paper.metrics],
    }


def metric(told: Told) -> dict[str, Any]:
    """One metric: the words, what they define, and who computes that."""
    return {
        "metric": told.name,
        "says": f"{told.text} ({told.place})",
        "defines": told.variant,
        "equals": told.when_equal,
        "note": told.note,
        "computed by": variant(told.variant)["computed by"] if told.variant else [],
    }
