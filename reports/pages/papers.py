"""The page of the code that papers ran: start at `build_paper_code_context`.

Repositories of papers are measured as libraries are, and have a matrix, a page of edge
cases and pages of their own; nothing here counts a library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from homonym.reports.evidence.matrix import Matrix
from homonym.reports.findings.comparable import (
    Beside,
    collect_newest_metrics,
    list_beside_metrics,
)
from homonym.reports.findings.data import read_data
from homonym.reports.findings.equal_code import find_equal_code_families
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meanings, count_metrics
from homonym.reports.findings.names import Name, normalise_metric_name
from homonym.reports.findings.repositories import Repository, read_paper_repositories
from homonym.reports.findings.survey import RecordedLibrary, Survey
from homonym.reports.pages.repository import RepositoryAnswer, list_repository_answers

OF = "papers-"
"""Before the names of the files of their matrices."""
PAGE = "papers.html"
CHIEF = "NDCG"
"""The name that the table is about."""


@dataclass(frozen=True)
class RepositoryRow:
    """A repository, and what it computes under the chief name."""

    library: RecordedLibrary
    repository: Repository
    answers: tuple[RepositoryAnswer, ...]
    unsettled: tuple[Finding, ...]


def build_paper_code_context(
    survey: Survey,
    known: dict[str, Meanings],
    called: Sequence[Name],
    among: Sequence[Matrix],
) -> dict[str, Any]:
    """What the template shows; known: the meanings of libraries and repositories;
    called: the names that repositories' metrics carry; among: their matrices."""
    return {
        "among": among,
        "rows": list_paper_rows(survey),
        "metrics": count_metrics(survey.papers.findings),
        "homonyms": [name for name in called if name.homonym],
        "chief": next((name for name in called if name.title == CHIEF), None),
        "letters": {(f, id): m for f, mine in known.items() for id, m in mine.items()},
        "equal": find_equal_code_families(survey),
        "days": {
            name: min(one.first_commits.values(), default="")
            for name, one in read_paper_repositories().items()
        },
        "expected": list_unrecorded_repositories(survey),
        "left_out": read_left_out_repositories(),
    }


def read_left_out_repositories() -> list[dict[str, str]]:
    """The repositories that were looked at and have no record, each with the reason,
    from A to Z."""
    found = read_data("published/unrecorded.toml", "list of libraries")["code"]
    return sorted(found, key=lambda one: str(one["repository"]).casefold())


def list_paper_rows(survey: Survey) -> list[RepositoryRow]:
    """The repositories, from A to Z."""
    every = collect_newest_metrics(survey)
    return [build_paper_row(one, every) for one in survey.repositories]


def build_paper_row(library: RecordedLibrary, every: Sequence[Beside]) -> RepositoryRow:
    """One of them."""
    repository = library.repository
    assert repository
    mine = [
        one
        for one in list_repository_answers(library, every)
        if one.compared.name == CHIEF
    ]
    rest = [
        one.finding
        for one in list_beside_metrics(library)
        if normalise_metric_name(one.finding.name) == CHIEF and not one.finding.meaning
    ]
    return RepositoryRow(library, repository, tuple(mine), tuple(rest))


def list_unrecorded_repositories(survey: Survey) -> list[Repository]:
    """The repositories that have an adapter and no record yet."""
    here = {one.name for one in survey.repositories}
    return [one for name, one in read_paper_repositories().items() if name not in here]
