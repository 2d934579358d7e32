"""A small library, one of whose metrics reads training data, and its adapter."""

from __future__ import annotations

from pathlib import Path

from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase, Id

__version__ = "1.0.0"
__path__: list[str] = [str(Path(__file__).parent)]

adapter = Adapter(
    library="fakes.trained",
    module="fakes.trained",
    title="Trained",
    homepage="https://example.org/trained",
    names=lambda: ["popularity", "coverage"],
)


def shown(case: AnyCase) -> list[Id]:
    """The items in the first k ranks, user by user."""
    lists = case.recommendations.values()
    return [item for pairs in lists for item, _ in pairs[: case.k]]


@adapter.metric("popularity", "average_popularity")
def popularity(case: AnyCase) -> float:
    """How many of the users have an item that is shown, on average."""
    had = [item for items in case.train.values() for item in items]
    counts = [had.count(item) for item in shown(case)]
    return sum(counts) / len(counts) / max(1, len(case.train))


@adapter.metric("coverage", "coverage")
def coverage(case: AnyCase) -> float:
    """The share of all items that is shown."""
    return len({*shown(case)}) / len(case.catalogue)
