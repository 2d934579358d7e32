"""Lists cut at k, for functions that are given the first k items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase

CutItem = TypeVar("CutItem")


def cut_list(case: AnyCase, listed: Sequence[CutItem]) -> Sequence[CutItem]:
    """The first items of a list, as many as the largest cut-off of the call asks for.

    A cut-off below 1 is refused: what came of it would be the slice's doing.
    """
    if case.k < 1:
        raise Refuse("lists are cut before it is asked: none at a cut-off below 1")
    return listed[: max([case.k, *case.also])]
