"""`homonym explain --paper`: which formula a paper's text gives its metrics, which its
code has, and who may be compared with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from homonym.explain.variant import describe_variant
from homonym.reports.findings.finding import join_names
from homonym.reports.findings.numbers import format_count
from homonym.reports.findings.paper_code import (
    PaperOrCode,
    find_paper_or_code,
    yield_code_metrics,
)
from homonym.reports.findings.papers import PaperMetric, read_papers_data
from homonym.reports.findings.repositories import Repository
from homonym.reports.findings.survey import RecordedLibrary, read_survey


def explain_paper(name: str, as_json: bool) -> None:
    """Explain the metrics of one paper: its words, then its code."""
    told = build_paper_data(find_paper_or_code(name))
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return
    print("\n".join([*describe_paper_words(told), *describe_paper_code(told)]))


def describe_paper_words(told: dict[str, Any]) -> Iterator[str]:
    """What its text says, in lines."""
    if not told["metrics"]:
        yield f"{told['paper']}: its text is not on record here; its code alone"
        return
    yield f"{told['paper']}, as reported by {told['source']}"
    for metric in told["metrics"]:
        yield f"\n{metric['metric']}"
        for key in ("says", "defines", "equals", "note"):
            if metric[key]:
                yield f"  {key:<12} {metric[key]}"
        if metric["defines"]:
            yield f"  {'computed by':<12} {', '.join(metric['computed by']) or 'none'}"


def describe_paper_code(told: dict[str, Any]) -> Iterator[str]:
    """What its code computes, in lines: as recorded, or as it was run once."""
    recorded, code = told["recorded"], told["code"]
    if recorded:
        at = ", ".join(recorded["commits"]) or "no commit yet"
        yield f"\nits own code, {recorded['repository']} recorded at {at}"
        yield f"  {recorded['paper']}; licence: {recorded['licence']}"
        for one in recorded["metrics"]:
            yield from describe_code_metric(one)
        yield from (f"  said before: {one}" for one in recorded["said"])
    elif code:
        yield f"\nits own code, {code['repository']} at {code['commit']}"
        for function, variant in code["computes"].items():
            yield f"  {function:<24} {variant}"
        yield f"  {code['note']}"


def describe_code_metric(one: dict[str, Any]) -> Iterator[str]:
    """One function of the code, in lines."""
    when = f" where {one['when']}" if one["when"] else ""
    but = f", but {' and '.join(one['matters'])}" if one["matters"] else ""
    yield f"\n  {one['metric']:<24} {one['computes']}{when}{but}"
    if one["example"] is not None:
        yield f"    on the example data  {one['example']:.4f}"
    if "same" in one:
        same = [*one["same"]["libraries"], *one["same"]["repositories"]]
        libraries, papers = map(len, one["different"].values())
        others = format_count(libraries, "library", "libraries")
        others += " and " + format_count(papers, "repository", "repositories")
        named = join_names(same) if same else "nobody on record"
        yield f"    the same             {named}"
        yield f"    another {one['name']:<12} {others}"


def build_paper_data(found: PaperOrCode) -> dict[str, Any]:
    """A paper for a machine; recorded: its code as it is on record."""
    words = found.words
    return {
        "paper": found.name,
        "source": read_papers_data()["source"] if words else None,
        "reference": words.reference if words else None,
        "metrics": [build_paper_metric_data(one) for one in words.metrics]
        if words
        else [],
        "code": asdict(words.code) if words and words.code else None,
        "recorded": build_paper_code_data(found.code) if found.code else None,
    }


def build_paper_metric_data(told: PaperMetric) -> dict[str, Any]:
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


def build_paper_code_data(code: Repository) -> dict[str, Any]:
    """The repository, and what its functions compute."""
    gathered = read_survey()
    mine = [one for one in gathered.repositories if one.name == code.library]
    return {
        "library": code.library,
        "repository": code.repository,
        "commits": [version for one in mine for version in list_recorded_commits(one)],
        "paper": code.paper,
        "venue": code.venue,
        "year": code.year,
        "licence": code.licence,
        "said": list(code.said),
        "metrics": list(yield_code_metrics(code, gathered)),
    }


def list_recorded_commits(library: RecordedLibrary) -> list[str]:
    """The commits on record, the newest first."""
    return [release.version for release in library.recorded]
