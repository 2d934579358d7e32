"""What the page of a paper's repository says beside that of a library:
`build_repository_context`.

On top, in one line, what its NDCG@20 means and with whom it may be compared; below, the
same of its other metrics, in numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from homonym.reports.findings.comparable import (
    Beside,
    Comparable,
    compare_with_namesakes,
    list_beside_metrics,
)
from homonym.reports.findings.finding import Finding, join_names
from homonym.reports.findings.names import normalise_metric_name, read_listed_names
from homonym.reports.findings.numbers import format_count, format_page_number
from homonym.reports.findings.survey import RecordedLibrary

FIRST = ("NDCG", "MRR", "MAP", "Hit rate", "Recall", "AUC")
"""The names that people compare papers by, the first of which has the line on top."""
NAMED = 6
"""So many who compute the same are named on top."""
K = 20
"""The cut-off of the example data."""


@dataclass(frozen=True)
class RepositoryAnswer:
    """What one of its metrics means, and who computes the same."""

    compared: Comparable

    @property
    def finding(self) -> Finding:
        """The metric."""
        return self.compared.asked.finding

    @property
    def title(self) -> str:
        """The name with its cut-off: an AUC has none. One that is not listed is
        written as the repository does."""
        known = self.compared.name in read_listed_names().values()
        name = self.compared.name if known else self.finding.name
        return name if self.finding.claims == "auc" else f"{name}@{K}"

    @property
    def number(self) -> str:
        """What it gives on the example data."""
        found = self.compared.asked.number
        return "no number" if found is None else format_page_number(found)

    @property
    def same(self) -> str:
        """Who computes the same, in words: by name where they are few."""
        alike = self.compared.same
        told = [one.title for one in (*alike.libraries, *alike.repositories)]
        if len(told) > NAMED:
            counts = len(alike.libraries), len(alike.repositories)
            return format_codebase_counts(*counts, other="other ")
        return join_names(told) if told else "nobody else on record"

    @property
    def different(self) -> str:
        """How many do not, in words."""
        libraries, papers = self.compared.different
        return format_codebase_counts(len(libraries), len(papers))


def format_codebase_counts(libraries: int, papers: int, other: str = "") -> str:
    """Both counts, with their nouns; other: before that of repositories.

    >>> format_codebase_counts(1, 0)
    '1 library and no repositories'
    """
    told = format_count(papers, f"{other}repository", f"{other}repositories")
    return f"{format_count(libraries, 'library', 'libraries')} and {told}"


def build_repository_context(
    library: RecordedLibrary, every: Sequence[Beside]
) -> dict[str, Any]:
    """What the template shows of a repository, beside what it shows of a library;
    every: the metrics of all that it may be compared with."""
    found = list_repository_answers(library, every)
    chief = found[0].compared.name if found else ""
    return {
        "answers_here": [one for one in found if one.compared.name == chief],
        "unsettled": [f for f in library.newest.findings if is_unsettled(f)],
        "compared": found,
        "example_k": K,
        "alone": [f.metric for f in library.newest.findings if is_alone(f)],
    }


def is_unsettled(finding: Finding) -> bool:
    """Whether it goes by the first name that people ask for, and has not one formula
    that has a name."""
    return normalise_metric_name(finding.name) == FIRST[0] and not finding.meaning


def is_alone(finding: Finding) -> bool:
    """Whether the function was loaded alone from its file."""
    return finding.entry.entry == "function alone"


def list_repository_answers(
    library: RecordedLibrary, every: Iterable[Beside]
) -> list[RepositoryAnswer]:
    """Each of its metrics that has one formula, those first that people compare."""
    known, made = list(every), []
    seen: set[tuple[str, str]] = set()
    for one in list_beside_metrics(library):
        name = normalise_metric_name(one.finding.name)
        if one.finding.meaning and (name, one.finding.meaning) not in seen:
            seen.add((name, one.finding.meaning))
            made.append(RepositoryAnswer(compare_with_namesakes(one, name, known)))
    return sorted(made, key=lambda one: find_name_position(one.compared.name))


def find_name_position(name: str) -> int:
    """Where a name stands: in the order in which people compare papers."""
    return FIRST.index(name) if name in FIRST else len(FIRST)
