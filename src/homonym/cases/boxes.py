"""How pages draw a case: rows of boxes, an item each. Start at `Boxes`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Box:
    """One place of a list: its mark, whether it is relevant, and in the first k."""

    mark: str
    relevant: bool
    seen: bool


@dataclass(frozen=True)
class BoxRow:
    """One user's list, and the relevant items that it does not hold."""

    items: tuple[Box, ...]
    missed: tuple[str, ...]


@dataclass(frozen=True)
class Boxes:
    """A type of case as boxes.

    rows: one for every user; aloud: the boxes read out; beside: what they do not show,
    as `describe` tells it of the whole case.
    """

    rows: Callable[[Any], list[BoxRow]]
    aloud: Callable[[Any], str]
    beside: Callable[[Any, bool, bool], list[str]]
