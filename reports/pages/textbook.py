"""The page of textbook definitions: who computes them under their name, and who not.

Start at `build_textbook_context`. Nothing is ranked: a library may have a reason of its
own. The two that recommenders are often checked against, scikit-learn and trec_eval,
are told of once more below each table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import Meaning
from homonym.reports.findings.names import Name
from homonym.reports.findings.survey import Survey
from homonym.reports.findings.textbook import Taught, read_textbook_definitions

REFERENCES = ("scikit-learn", "pytrec-eval-terrier")


@dataclass(frozen=True)
class BookDefinition:
    """A definition from a book, and the metrics of its name that compute it."""

    taught: Taught
    computed: tuple[Finding, ...]


@dataclass(frozen=True)
class Entry:
    """A name, its definitions, and what else metrics of the name compute.

    others: the other classes, with the metrics that compute them; unclear: the metrics
    that have not one formula that is known.
    """

    name: Name
    definitions: tuple[BookDefinition, ...]
    others: tuple[Meaning, ...]
    unclear: tuple[Finding, ...]

    @property
    def anchor(self) -> str:
        return self.name.anchor

    @property
    def defined(self) -> set[Finding]:
        """The metrics that compute one of the definitions."""
        return {one for found in self.definitions for one in found.computed}

    @property
    def references(self) -> dict[str, list[Finding]]:
        """The metrics of the name in scikit-learn and in trec_eval."""
        others = [one for meaning in self.others for one in meaning.findings]
        told = sorted([*self.defined, *others, *self.unclear], key=lambda f: f.metric)
        mine = {name: [f for f in told if f.library == name] for name in REFERENCES}
        return {name: found for name, found in mine.items() if found}


def build_textbook_context(survey: Survey, called: Iterable[Name]) -> dict[str, Any]:
    """What the template of the page shows."""
    by_title = {name.title: name for name in called}
    titles = dict.fromkeys(one.name for one in read_textbook_definitions())
    recorded = {library.name for library in survey.libraries}
    return {
        "entries": [
            build_textbook_entry(by_title[one], survey)
            for one in titles
            if one in by_title
        ],
        "references": [one for one in REFERENCES if one in recorded],
    }


def build_textbook_entry(name: Name, survey: Survey) -> Entry:
    """A name with its definitions, of the newest versions."""
    newest = {*survey.newest}
    mine = [finding for finding in name.findings if finding in newest]
    definitions = tuple(
        BookDefinition(one, tuple(f for f in mine if f.meaning == one.variant))
        for one in read_textbook_definitions()
        if one.name == name.title
    )
    known = {one.taught.variant for one in definitions}
    others = tuple(
        replace(meaning, findings=tuple(found))
        for meaning in name.meanings
        if meaning.variant not in known
        and (found := [f for f in meaning.findings if f in newest])
    )
    unclear = tuple(f for f in mine if not f.meaning and not f.reason)
    return Entry(name, definitions, others, unclear)
