"""The pages of the matrices: one for each section, with its filters.

Start at `build_matrix_context`; `order_families` says in which order the columns stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from homonym.reference.variants import Family
from homonym.reports.evidence.matrix import Matrix
from homonym.reports.findings.meaning import Meanings, sort_claimed_families
from homonym.reports.findings.survey import Survey

FIRST = ("ndcg", "average_precision", "auc")
"""The families that people ask for, which stand first."""
Options = list[tuple[str, str]]
"""A filter's (value, words)."""
EVERY = ("", "all")


def order_families(survey: Survey, known: dict[str, Meanings]) -> list[Family]:
    """The columns: those that people ask for, then those that most libraries have; last
    those that have no two meanings."""

    def order(family: Family) -> tuple[int, bool]:
        place = FIRST.index(family.name) if family.name in FIRST else len(FIRST)
        return place, len(known[family.name]) < 2

    return sorted(sort_claimed_families(survey), key=order)


def build_matrix_context(
    matrix: Matrix, following: str, among: list[Matrix]
) -> dict[str, Any]:
    """What the template of a matrix shows; following: the page of the next; among: it
    and those beside it."""
    return {
        "matrix": matrix,
        "filters": list_matrix_filters(matrix),
        "next": following,
        "among": among,
    }


def yield_matrix_pages(
    shown: list[Matrix],
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The matrix of each section, which knows the page of the next: file, template,
    what it shows."""
    files = [one.section.page for one in shown]
    for one, following in zip(shown, [*files, ""][1:], strict=True):
        yield (
            one.section.page,
            "matrix.html",
            build_matrix_context(one, following, shown),
        )


def list_matrix_filters(matrix: Matrix) -> dict[str, tuple[str, Options]]:
    """The filters by name: what each is called, and its options."""
    libraries = [(one.library.name, one.library.title) for one in matrix.libraries]
    families = [(one.name, one.title) for one in matrix.families]
    groups = (group for row in matrix.rows for cell in row.cells for group in cell)
    verdicts = sorted({one.status for group in groups for one in group.findings})
    return {
        "library": (matrix.section.who, [EVERY, *libraries]),
        "family": ("Family", [EVERY, *families]),
        "verdict": (
            "Verdict",
            [
                EVERY,
                *((verdict, verdict) for verdict in verdicts),
                ("differs", "documented ≠ computed"),
                ("several", "documentation fits several"),
            ],
        ),
        "run": ("Measured", [EVERY, ("live", "live"), ("recorded", "recorded")]),
        "versions": ("Versions", [("", "newest"), ("all", "all")]),
        "drift": ("Between versions", [EVERY, ("changed", "changed")]),
    }
