"""Names that people read, and what metrics that carry one of them compute.

Start at `list_names_by_meanings`. A name is that of the metric in its library: NDCG is
`nDCG`, `ndcg_cut` and `ndcg_at_k`, and not `dcg_score`, although both are of one
family; `Novelty` has formulas of two. Which spellings are one name stands in
`published/names.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from homonym.reference.variants import Family, every_family
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.data import read_data
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning, Meanings
from homonym.reports.findings.survey import Survey

CALLED = re.compile(r"^get(?=.)|(?<=.)(at[kn]|cut|score)$")
"""What libraries add to a name in front and behind."""


@dataclass(frozen=True)
class Name:
    """A name, the metrics that carry it, and the classes that they compute.

    meanings: those of most libraries first, as the families' pages have them, with the
    metrics of this name alone.
    """

    title: str
    findings: tuple[Finding, ...]
    meanings: tuple[Meaning, ...]

    @property
    def homonym(self) -> bool:
        return len(self.meanings) > 1

    @property
    def libraries(self) -> int:
        """How many libraries have a metric of this name."""
        return len({finding.home for finding in self.findings})

    @property
    def sure(self) -> int:
        """How many libraries have one that computes a known formula."""
        return len({home for one in self.meanings for home in one.libraries})

    @property
    def spellings(self) -> list[str]:
        """As the libraries write it."""
        return sort_words_alphabetically(finding.name for finding in self.findings)

    @property
    def also(self) -> list[str]:
        """Spellings that stand for the name, whether a library has them or not."""
        return [one for one, name in read_listed_names().items() if name == self.title]

    @property
    def families(self) -> list[Family]:
        """The families whose formulas it stands for, that of most metrics first."""
        claims = [finding.claims for finding in self.findings]
        found = sorted(dict.fromkeys(claims), key=claims.count, reverse=True)
        return [every_family()[name] for name in found]

    @property
    def anchor(self) -> str:
        return make_slug("called", self.title.lower())


def list_names_by_meanings(survey: Survey, known: dict[str, Meanings]) -> list[Name]:
    """The names, those of most meanings first, then those of most libraries."""
    groups: dict[str, list[Finding]] = {}
    for finding in survey.findings:
        groups.setdefault(normalise_metric_name(finding.name), []).append(finding)
    found = (build_name_entry(title, mine, known) for title, mine in groups.items())

    def order(one: Name) -> tuple[int, int, str]:
        return -len(one.meanings), -one.libraries, one.title.casefold()

    return sorted(found, key=order)


def build_name_entry(
    title: str, findings: list[Finding], known: dict[str, Meanings]
) -> Name:
    """A name of these metrics; one that is not listed is written as in the first."""
    carrying = set(findings)
    meanings = [
        replace(meaning, findings=tuple(mine))
        for family in dict.fromkeys(finding.claims for finding in findings)
        for meaning in known[family].values()
        if (mine := [f for f in meaning.findings if f in carrying])
    ]
    shown = title if title in read_listed_names().values() else findings[0].name
    return Name(shown, tuple(findings), tuple(meanings))


@lru_cache(maxsize=4096)
def normalise_metric_name(written: str) -> str:
    """The name that a spelling stands for; the bare spelling where it is not listed.

    >>> [*map(normalise_metric_name, ("ndcg_at_k", "getNDCG", "dcg_score", "ACLT"))]
    ['NDCG', 'NDCG', 'DCG', 'aclt']
    """
    bare = re.sub(r"[\W_]", "", written.lower())
    spelled = CALLED.sub("", bare)
    return read_listed_names().get(spelled, spelled)


@lru_cache
def read_listed_names() -> dict[str, str]:
    """Every listed spelling, and its name."""
    listed = read_data("published/names.toml", "list of names")["names"]
    return {one: name for name, spellings in listed.items() for one in spellings}


def sort_words_alphabetically(words: Iterable[str]) -> list[str]:
    """Each once, from A to Z; of those that only capitals tell apart the capitals
    first, so that every build writes the same.

    >>> sort_words_alphabetically(["map", "AP", "Map", "MAP", "map"])
    ['AP', 'MAP', 'Map', 'map']
    """
    return sorted({*words}, key=lambda word: (word.casefold(), word))
