"""Where things stand in the report: files and anchors. Start at `make_slug`."""

from __future__ import annotations

import re
from functools import lru_cache

from homonym.reports.findings.ids import (
    find_averaged_id,
    parse_variant,
    shorten_variant_id,
)
from homonym.reports.findings.repositories import is_paper_repository


@lru_cache(maxsize=16_384)
def make_slug(*parts: str) -> str:
    """A name for files and anchors.

    >>> make_slug("cell", "rs-metrics", "0.6.0", "ndcg(gain=grade)")
    'cell-rs-metrics-0.6.0-ndcg-gain-grade'
    """
    words = (re.sub(r"[^A-Za-z0-9_.-]+", "-", part).strip("-.") for part in parts)
    return "-".join(word or "x" for word in words)


def name_library_page(library: str) -> str:
    """The file of a library's page, or of a paper's repository's.

    >>> name_library_page("recbole"), name_library_page("ngcf")
    ('library-recbole.html', 'repository-ngcf.html')
    """
    kind = "repository" if is_paper_repository(library) else "library"
    return f"{kind}-{make_slug(library)}.html"


def name_cite_page(library: str) -> str:
    """The file of the page that says what to write of a library's metrics."""
    return f"cite-{make_slug(library)}.html"


def name_edges_page(library: str) -> str:
    """The file of the page of what a library does in edge cases."""
    return f"edges-{make_slug(library)}.html"


def name_cases_page(library: str) -> str:
    """The file of the page of the cases on which the verdicts on a library rest."""
    return f"cases-{make_slug(library)}.html"


def name_family_page(family: str) -> str:
    """The file of a family's page."""
    return f"family-{make_slug(family)}.html"


def name_metric_anchor(metric: str) -> str:
    """A metric's place on its library's page."""
    return make_slug("metric", metric)


def name_variant_anchor(variant: str) -> str:
    """The name of a class on its family's page."""
    return make_slug("class", shorten_variant_id(variant))


def name_variant_page(variant: str) -> str:
    """Where a class is explained, if this homonym knows it; per user as averaged."""
    if parse_variant(variant) is None:
        return "index.html"
    return f"variant-{make_slug(find_averaged_id(variant))}.html"
