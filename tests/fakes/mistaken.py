"""A small library whose metrics return what is no number, or fail, and its adapter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fakes.honest import computes
from homonym.adapters.contract import Adapter, Value
from homonym.reference.case import AnyCase

__version__ = "1.0.0"
__path__: list[str] = [str(Path(__file__).parent)]

adapter = Adapter(
    library="fakes.mistaken",
    module="fakes.mistaken",
    title="Mistaken",
    homepage="https://example.org/mistaken",
    names=lambda: [*adapter.metrics],
    sources=("mistaken.py",),
)


class Shaped:
    """An array, as far as it matters here."""

    shape = (2,)


ANSWERS: dict[str, Any] = {
    "nothing": None,
    "text": "0.5",
    "truth": True,
    "array": Shaped(),
    "constant": 0.5,
    "users_texts": Value(None, ("0.5",)),  # type: ignore[arg-type]
}


def returning(name: str) -> Any:
    """A metric that returns that answer."""
    return lambda case: ANSWERS[name]


for answer in ANSWERS:
    adapter.metric(answer, "recall")(returning(answer))


@adapter.metric("precision", "precision")
def precision(case: AnyCase) -> float:
    return computes("precision", case)


@adapter.metric("short_cut_offs_only", "recall")
def short_cut_offs_only(case: AnyCase) -> float:
    if case.k > 2:
        raise ValueError("k too large")
    return computes("recall", case)


@adapter.metric("none_beyond_four", "hit_rate")
def none_beyond_four(case: AnyCase) -> Any:
    return computes("hit_rate", case) if case.k <= 4 else None


@adapter.metric("::stop-commands::x", "recall")
def stop_commands(case: AnyCase) -> float:
    return computes("recall", case)
