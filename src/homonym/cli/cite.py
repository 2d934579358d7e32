"""`homonym cite`: what a paper's methods section says of a metric."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from homonym.address import find_project_url, parse_site_url
from homonym.cli.common import read_own_record
from homonym.errors import UserError
from homonym.explain.methods import make_metric_citation
from homonym.records import store
from homonym.records.lookup import (
    explain_no_formula,
    find_on_record,
    require_metric_name,
)
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry
from homonym.reports.findings.addresses import name_variant_page
from homonym.reports.findings.finding import Finding


def cite_metric(
    library: str,
    metric: str,
    k: int,
    site: str,
    as_json: bool,
    file: Path | None = None,
) -> None:
    """Print what to write about a library's metric; site: where the report stands;
    file: one's own record."""
    site = "" if file else site or find_project_url("Report")
    record, metric = find_cited_metric(library, metric, read_own_record(file))
    told = build_citation_data(
        record, metric, k, parse_site_url(site) if site else "", file
    )
    if as_json:
        print(json.dumps(told, indent=2))
        return
    for name, value in told.items():
        rows = value if isinstance(value, list) else [value]
        if rows:
            print(f"{name}\n" + "\n".join(f"  {row}" for row in rows) + "\n")
    if not site and not file:
        print("no address of the report is known: --site URL adds links to its pages")


def find_cited_metric(
    library: str, metric: str, own: Record | None
) -> tuple[Record, str]:
    """The record of `LIBRARY` or `LIBRARY==VERSION`, or one's own, and the metric's
    name there."""
    name, _, version = library.partition("==")
    if own is None:
        return find_on_record(name, metric, version)
    if name.lower() != own.library.lower() or version not in ("", own.version):
        raise UserError(f"the record is of {own.library} {own.version}, not {library}")
    return own, require_metric_name(own, metric)


def build_citation_data(
    record: Record, metric: str, k: int, site: str, file: Path | None = None
) -> dict[str, Any]:
    """The sentence, the formula, the sources, the conventions and where it stands."""
    entry = record.metrics[metric]
    if len(entry.variants) != 1:
        raise UserError(
            f"{record.library}.{metric} has no single formula: "
            f"{explain_no_formula(entry)}"
        )
    found = list_page_links(record, metric, entry, site)
    kept = file or store.locate_record_file(record.library, record.version)
    told = make_metric_citation(
        record, metric, k, kept, found[0] if found else "", bool(file)
    )
    return {
        "sentence": told.sentence,
        "formula": told.formula.splitlines(),
        "conventions": list(told.conventions),
        "permanent name": told.name,
        "links": found,
        "bibtex": told.bibtex.splitlines(),
    }


def list_page_links(
    record: Record, metric: str, entry: MetricEntry, site: str
) -> list[str]:
    """The pages of the metric and of its variant, where the report is published."""
    if not site:
        return []
    finding = Finding(record.library, record.version, metric, entry)
    pages = (finding.page, name_variant_page(entry.variants[0]))
    return [f"{site}/{page}" for page in pages]
