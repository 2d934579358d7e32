"""The repositories of papers whose evaluation code is on record:
`read_paper_repositories`.

They are measured as libraries are, and counted apart from them everywhere. The data is
`published/repositories.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from homonym.reports.findings.data import read_data


@dataclass(frozen=True)
class Repository:
    """A paper's repository, by the name of its adapter.

    licence: "none stated" where there is none; said: where its authors, or its users,
    have already said what it computes; first_commits: of each file whose functions are
    measured, the day of its first commit.
    """

    library: str
    repository: str
    licence: str
    paper: str
    venue: str
    year: int
    said: tuple[str, ...]
    first_commits: dict[str, str]

    @property
    def address(self) -> str:
        """Where it is, and where it can answer."""
        return f"https://github.com/{self.repository}"


@cache
def read_paper_repositories() -> dict[str, Repository]:
    """Every repository by the name of its adapter, in the order of the file."""
    found = read_data("published/repositories.toml", "list of repositories")
    return {
        one["library"]: Repository(
            one["library"],
            one["repository"],
            one["licence"],
            one["paper"],
            one["venue"],
            one["year"],
            tuple(one.get("said", ())),
            {file: str(day) for file, day in one.get("first_commit", {}).items()},
        )
        for one in found["repository"]
    }


def is_paper_repository(library: str) -> bool:
    """Whether a name on record is that of a paper's repository, and of no library."""
    return library in read_paper_repositories()
