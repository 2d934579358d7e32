"""Shares between each two of some definitions, as tables: the greater, the darker.

Start at `collect_heat_maps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from homonym.reports.pages.dissent_settings import Data, shorten_measure_name

CELLS = 16
"""So many rows a heat map has at most."""


@dataclass(frozen=True)
class HeatMap:
    """title: what is shown; names: of rows and of columns; shares: of each row those of
    the columns before its own, None where there is none."""

    title: str
    names: list[str]
    shares: list[list[float | None]]

    @cached_property
    def most(self) -> float:
        """The greatest share."""
        return max(one for row in self.shares for one in row if one is not None)

    @property
    def words(self) -> str:
        """What it shows, said aloud."""
        count = len(self.names)
        return f"{self.title}: {count} rows and columns, up to {self.most:.1%}"

    def dark(self, share: float) -> float:
        """How dark its cell is, from 0 to 1."""
        return share / (self.most or 1)


def collect_heat_maps(found: Data, what: str, fewest: int = 2) -> dict[str, HeatMap]:
    """Those of the groups with so many measures, by their titles."""
    return {
        one["title"]: build_heat_map(one)
        for one in found["groups"]
        if one["what"] == what and one["comparisons"] and len(one["measures"]) >= fewest
    }


def build_heat_map(group: Data) -> HeatMap:
    """How often each two measures of a group order two models otherwise; of many those
    that do it most."""
    most = [0.0] * len(group["measures"])
    for one in group["comparisons"]:
        for place in (one["one"], one["other"]):
            most[place] = max(most[place], one["inversion"]["value"])
    kept = sorted(sorted(range(len(most)), key=most.__getitem__)[-CELLS:])
    row = {place: number for number, place in enumerate(kept)}
    shares: list[list[float | None]] = [[None] * at for at in range(len(kept))]
    for one in group["comparisons"]:
        if one["one"] in row and one["other"] in row:
            shares[row[one["other"]]][row[one["one"]]] = one["inversion"]["value"]
    names = [shorten_measure_name(group["measures"][place]) for place in kept]
    return HeatMap(describe_heat_map(group), names, shares)


def describe_heat_map(group: Data) -> str:
    """What a heat map shows, in words."""
    words = f"{group['title']}: pairs of models in another order"
    many = len(group["measures"]) > CELLS
    return f"{words}, the {CELLS} measures that differ most" if many else words
