"""A record of a library with the metrics that a test needs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from homonym.records.schema import Corpus, Inventory, Provenance, Record
from homonym.records.schema_entry import MetricEntry


def record_of(metrics: Mapping[str, MetricEntry]) -> Record:
    """The record of version 1 of the library `lib`."""
    return Record(
        schema=2,
        library="lib",
        version="1",
        corpus=Corpus(edition=7, core=4, edge=0, sha256="0" * 12),
        inventory=Inventory(wrapped=tuple(metrics), unlisted=(), out_of_scope={}),
        metrics={**metrics},
        provenance=Provenance(
            measured=date(2026, 1, 1), origin="registry", python="3.11.7", packages={}
        ),
    )
