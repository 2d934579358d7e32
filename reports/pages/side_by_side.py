"""The page of numbers that are printed side by side: start at
`build_side_by_side_context`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.meaning import Meanings
from homonym.reports.findings.side_by_side import (
    PrintedPair,
    list_printed_pairs,
    read_printed_tables,
)
from homonym.reports.findings.survey import Survey

PAGE, TEMPLATE = "papers-side-by-side.html", "side_by_side.html"


def build_side_by_side_context(
    survey: Survey, known: Mapping[str, Meanings]
) -> dict[str, Any]:
    """What the template shows; known: the meanings of libraries and repositories."""
    found = list_printed_pairs(survey)
    return {
        "apart": [one for one in found if one.same is False],
        "same": [one for one in found if one.same],
        "untold": [one for one in found if one.same is None],
        "tables": read_printed_tables(),
        "letters": {(f, id): m for f, mine in known.items() for id, m in mine.items()},
        "anchor": make_pair_anchor,
    }


def make_pair_anchor(pair: PrintedPair) -> str:
    """The permanent name of a row."""
    return make_slug(
        "pair", pair.name, pair.one.finding.library, pair.other.finding.library
    )
