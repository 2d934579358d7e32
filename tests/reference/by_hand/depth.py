"""How deep is looked, as a number of ranks: start at `to`.

A choice that comes to several families at once has its values by hand here, a row each.
"""

from __future__ import annotations

from by_hand.lists import Names, Row

ROWS: list[Row] = []


def to(names: Names, k: int) -> float:
    return {"k": k, "below_k": k - 1, "all": float("inf")}[names.get("depth", "k")]
