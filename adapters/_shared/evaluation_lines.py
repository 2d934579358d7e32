"""The evaluations of QRec and SELFRec: dictionaries go in, lines of text come out.

Start at `of_lines`. The truth is user -> {item: grade} and the lists user -> [(item,
score), …]: scores and grades are not read. Each cut-off asked for has its lines, after
one that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from homonym.adapters._shared.neurec_evaluators import items
from homonym.adapters._shared.rated_pairs import rated_pairs
from homonym.reference.case import AnyCase


def of_lines(
    ask: Callable[..., Iterable[str]], told: str
) -> Callable[[AnyCase], float]:
    """A call with everybody's lists; told: what the line is called."""

    def call(case: AnyCase) -> float:
        items(case)  # refuses what no dictionary holds
        truth = {user: dict(pairs) for user, pairs in case.truth.items()}
        lists = {user: [*pairs] for user, pairs in case.recommendations.items()}
        lines = [*ask(truth, lists, [*case.also, case.k])]
        return number(lines[lines.index(f"Top {case.k}\n") :], told)

    return call


def of_ratings(
    ask: Callable[..., Iterable[str]], told: str
) -> Callable[[AnyCase], float]:
    """A call with rows of (user, item, rating, prediction)."""

    def call(case: AnyCase) -> float:
        pairs = zip(*rated_pairs(case), strict=True)
        return number(ask([(None, None, *pair) for pair in pairs]), told)

    return call


def number(lines: Iterable[str], told: str) -> float:
    """The number in the first line of that name.

    >>> number(["Top 5\\n", "Recall:0.25\\n"], "Recall")
    0.25
    """
    found: dict[str, Any] = {}
    for line in lines:
        name, _, text = line.partition(":")
        found.setdefault(name, text)
    return float(found[told])
