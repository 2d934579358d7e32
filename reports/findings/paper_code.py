"""A paper's words beside its code: start at `find_paper_or_code`.

The words are those of `published/papers.toml`, the code is a repository that is on
record, and either may be all that there is. `yield_code_metrics` has what each function
computes, and who may be compared with it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homonym.adapters import adapters
from homonym.errors import UserError
from homonym.records.lookup import describe_recorded_formula
from homonym.reports.findings.comparable import (
    Beside,
    collect_newest_metrics,
    compare_with_namesakes,
    list_beside_metrics,
)
from homonym.reports.findings.names import normalise_metric_name
from homonym.reports.findings.papers import Paper, read_papers
from homonym.reports.findings.repositories import Repository, read_paper_repositories
from homonym.reports.findings.survey import Survey


@dataclass(frozen=True)
class PaperOrCode:
    """What is known of a paper: its words, its code, or both."""

    words: Paper | None
    code: Repository | None

    @property
    def name(self) -> str:
        """What the paper is called."""
        if self.words:
            return self.words.name
        assert self.code
        return find_repository_title(self.code)


def find_paper_or_code(name: str) -> PaperOrCode:
    """What goes by that name, whatever its case: a paper's model, an adapter's name or
    title, or the name of a repository; UserError that lists what is known."""
    words = next(
        (one for one in read_papers() if one.name.lower() == name.lower()), None
    )
    code = next(
        (
            r
            for r in read_paper_repositories().values()
            if name.lower() in collect_repository_names(r)
        ),
        None,
    )
    if words and not code and words.code:
        code = find_repository_by_address(words.code.repository)
    if code and not words:
        words = next(
            (p for p in read_papers() if p.code and is_own_code(p, code)), None
        )
    if not words and not code:
        raise make_unknown_paper_error(name)
    return PaperOrCode(words, code)


def collect_repository_names(code: Repository) -> set[str]:
    """What a repository is called, without capitals."""
    names = (code.library, find_repository_title(code), code.repository)
    return {*map(str.lower, names), code.repository.lower().rpartition("/")[2]}


def find_repository_title(code: Repository) -> str:
    """How people write its name."""
    return adapters()[code.library].title


def find_repository_by_address(repository: str) -> Repository | None:
    """The one at `owner/name`."""
    every = read_paper_repositories().values()
    return next((one for one in every if one.repository == repository), None)


def is_own_code(paper: Paper, code: Repository) -> bool:
    """Whether a paper's own code is this repository."""
    return bool(paper.code and paper.code.repository == code.repository)


def make_unknown_paper_error(name: str) -> UserError:
    """The sentence that names the nearest, and all that are known."""
    names = [one.name for one in read_papers()]
    names += [find_repository_title(one) for one in read_paper_repositories().values()]
    known = {one.lower(): one for one in names}
    close = difflib.get_close_matches(name.lower(), known, n=1)
    hint = f"did you mean {known[close[0]]}? " if close else ""
    listed = ", ".join(sorted(known.values(), key=str.casefold))
    return UserError(f"unknown paper {name!r}; {hint}known are {listed}")


def yield_code_metrics(code: Repository, gathered: Survey) -> Iterator[dict[str, Any]]:
    """What each function of the newest record computes: its formula, its number on the
    example data, who computes the same and how many do not."""
    every = collect_newest_metrics(gathered)
    for library in gathered.repositories:
        if library.name == code.library:
            yield from (
                build_code_metric(one, every) for one in list_beside_metrics(library)
            )


def build_code_metric(one: Beside, every: list[Beside]) -> dict[str, Any]:
    """One function."""
    entry = one.finding.entry
    told = {
        "metric": one.finding.metric,
        "computes": one.finding.meaning or describe_recorded_formula(entry),
        "when": one.finding.when,
        "matters": list(one.finding.matters),
        "example": one.number,
    }
    if not one.finding.meaning:
        return told
    found = compare_with_namesakes(one, normalise_metric_name(one.finding.name), every)
    libraries, apart = found.different
    return told | {
        "name": found.name,
        "same": {
            "libraries": [other.title for other in found.same.libraries],
            "repositories": [other.title for other in found.same.repositories],
        },
        "different": {"libraries": libraries, "repositories": apart},
    }
