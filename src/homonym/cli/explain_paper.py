"""`homonym explain --paper`: which formula a paper's text gives its metrics."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from homonym.explain.variant import describe_variant
from homonym.reports.findings.papers import Paper, PaperMetric, find_paper, papers_data


def explain_paper(name: str, as_json: bool) -> None:
    """Explain the metrics of one paper."""
    told = explained(find_paper(name))
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
    if code := told["code"]:
        print(f"\nits own code, {code['repository']} at {code['commit']}")
        for function, variant in code["computes"].items():
            print(f"  {function:<24} {variant}")
        print(f"  {code['note']}")


def explained(paper: Paper) -> dict[str, Any]:
    """A paper for a machine."""
    return {
        "paper": paper.name,
        "source": papers_data()["source"],
        "reference": paper.reference,
        "metrics": [paper_metric_as_data(told) for told in paper.metrics],
        "code": asdict(paper.code) if paper.code else None,
    }


def paper_metric_as_data(told: PaperMetric) -> dict[str, Any]:
    """One metric: the words, what they define, and who computes that."""
    return {
        "metric": told.name,
        "says": f"{told.text} ({told.place})",
        "defines": told.variant,
        "equals": told.when_equal,
        "note": told.note,
        "computed by": describe_variant(told.variant)["computed by"]
        if told.variant
        else [],
    }
