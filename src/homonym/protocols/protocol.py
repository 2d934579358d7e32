"""Protocols by name: start at `read_protocols`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from homonym.errors import UserError, in_brief
from homonym.protocols.sampling import (
    Chances,
    compute_expected_value,
    compute_value_at_rank,
    rank_chances,
)
from homonym.reference.variants import Variant

UNRATED, UNTRAINED, ALL = OTHERS = ("unrated", "untrained", "all")
UNIFORM, POPULARITY = ("uniform", "popularity")
METRICS = {
    "HR": "hit_rate(counts=any)",
    "NDCG": "ndcg(gain=binary)",
    "MRR": "reciprocal_rank(counts=first)",
}
"""What is shown: with one relevant item recall is HR, and average precision MRR."""


@dataclass(frozen=True)
class Protocol:
    """What one relevant item is ranked against.

    says: that in a sentence; others: which, of `OTHERS`; negatives: how many of them
    are drawn, 0 for all; replacement: whether one may be drawn twice; by: each as
    likely as the next, or the more popular the more likely; masked: the score that
    rated items get where they are ranked, None for their own; used_by: code that was
    read or run.
    """

    name: str
    title: str
    says: str
    source: str
    used_by: tuple[str, ...]
    others: str = UNRATED
    negatives: int = 0
    replacement: bool = False
    by: str = UNIFORM
    masked: float | None = None

    @property
    def in_closed_form(self) -> bool:
        """Whether what it gives on average follows from an item's rank among all that
        may stand beside it."""
        return self.by == UNIFORM

    def chances(self, rank: int, items: int) -> Chances:
        """The chance of each rank among the drawn; rank, items: among all that may be
        drawn, and the item. Where that may be drawn itself it is not above itself."""
        at_hand = items + (self.others == UNTRAINED)
        return rank_chances(rank, at_hand, self.negatives, self.replacement)

    def value(self, variant: Variant, rank: int, items: int, k: int) -> float:
        """What a definition gives on average to an item of this rank among all.

        Raises UserError where that does not follow from the rank.
        """
        if not self.in_closed_form:
            raise UserError(
                f"{self.name} draws by popularity: which rank that gives depends on "
                "how popular the items above it are"
            )
        if not self.negatives:
            return compute_value_at_rank(variant, rank, items, k)
        return compute_expected_value(variant, self.chances(rank, items), k)


@cache
def read_protocols() -> Mapping[str, Protocol]:
    """Those of `protocols.toml`, by name."""
    text = files(__package__).joinpath("protocols.toml").read_text("utf-8")
    return {
        name: Protocol(name, **{**told, "used_by": tuple(told["used_by"])})
        for name, told in tomllib.loads(text)["protocol"].items()
    }


def find_protocol(name: str) -> Protocol:
    """The protocol of a name; UserError that lists those there are."""
    known = read_protocols()
    if name not in known:
        raise UserError(
            f"unknown protocol {in_brief(name)}; known are {', '.join(known)}"
        )
    return known[name]
