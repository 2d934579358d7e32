"""The pages of the code of papers that are about all of it: start at
`yield_paper_pages`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from homonym.reports.evidence.matrix import Matrix
from homonym.reports.findings.meaning import Meanings
from homonym.reports.findings.names import Name
from homonym.reports.findings.survey import Survey
from homonym.reports.pages import (
    conventions,
    matrix,
    papers,
    protocols,
    side_by_side,
    ties,
)

REPOSITORIES = {"who": "repository", "many": "repositories", "of": papers.OF}
"""What pages call repositories where those of libraries say library."""


def yield_paper_pages(
    survey: Survey,
    known: dict[str, Meanings],
    called: Sequence[Name],
    shown: list[Matrix],
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The list, the matrices, the pairs that are printed side by side, constant scores,
    protocols, the edge cases: file, template, what it shows. known: the meanings of
    libraries and repositories; called: the names of the repositories' metrics; shown:
    their matrices."""
    yield (
        papers.PAGE,
        papers.PAGE,
        papers.build_paper_code_context(survey, known, called, shown),
    )
    for file, template, told in matrix.yield_matrix_pages(shown):
        yield file, template, {**told, **REPOSITORIES}
    yield (
        side_by_side.PAGE,
        side_by_side.TEMPLATE,
        side_by_side.build_side_by_side_context(survey, known),
    )
    yield ties.PAGE, ties.TEMPLATE, ties.build_ties_context(survey)
    yield protocols.PAGE, protocols.TEMPLATE, protocols.build_protocols_context()
    edges = conventions.list_convention_parts(survey.papers)
    told = conventions.build_conventions_context(survey.papers, edges, called)
    yield f"{papers.OF}conventions.html", "conventions.html", {**told, **REPOSITORIES}
