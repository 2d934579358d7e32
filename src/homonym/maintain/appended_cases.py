"""What was appended to the corpus, looked at before an edition holds it for good: start
at `check_appended_cases`."""

from __future__ import annotations

import tomllib
from itertools import islice
from typing import Any

from homonym.cases.kinds import find_case_kind
from homonym.errors import UserError
from homonym.reference import corpus
from homonym.reference.corpus import Edition
from homonym.reference.variants import every_family

NEEDED = frozenset(["id", "convention", "outcomes"])
KNOWN = NEEDED | corpus.WORDS | corpus.ASKED
"""What a probe may say."""


def check_appended_cases(last: Edition) -> None:
    """UserError for a core case or a probe that the last edition does not hold and that
    none may: an edition cannot be taken back."""
    for takes in {home.takes: None for home in every_family().values()}:
        cores, edges = last.size(takes)
        check_core_cases(takes, cores)
        check_probes(takes, edges)


def check_core_cases(takes: Any, held: int) -> None:
    """UserError for a core case after so many that is not well formed."""
    kind = find_case_kind(takes)
    for case in islice(corpus.core(takes), held, None):
        if found := kind.flaws(case):
            raise UserError(
                f"reference/{takes.folder}/core.txt: the case {case} is not well "
                f"formed: {', '.join(found)}",
                "what only such cases show is a convention: write a probe (edge.toml)",
            )


def check_probes(takes: Any, held: int) -> None:
    """UserError for a probe after so many that cannot be read, or says what no probe
    does, or has the name of another."""
    file = f"reference/{takes.folder}/edge.toml"
    try:
        entries = corpus.entries(takes.folder)
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise UserError(f"{file} cannot be read: {error}") from None
    ids = [entry.get("id") for entry in entries]
    for place, entry in islice(enumerate(entries), held, None):
        at = f"{file}, the probe {entry.get('id', place + 1)}"
        if ids.index(entry.get("id")) < place:
            raise UserError(f"{at}: another has that id already")
        if missing := sorted(NEEDED - entry.keys()):
            raise UserError(f"{at} has no {missing[0]}")
        if odd := sorted(entry.keys() - KNOWN):
            raise UserError(
                f"{at}: {odd[0]} is nothing that a probe says; known are "
                f"{', '.join(sorted(KNOWN))}"
            )
        try:
            corpus.make_edge(entry, takes)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UserError(f"{at} cannot be read: {error}") from None
