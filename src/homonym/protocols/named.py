"""Protocols by name: start at `named_protocols`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from homonym.errors import UserError
from homonym.protocols.sampling import expected_value, rank_chances, value_at
from homonym.reference.variants import Variant


@dataclass(frozen=True)
class Protocol:
    """What one relevant item is ranked against.

    says: that in a sentence; negatives: how many others are drawn, 0 for all of them;
    replacement: whether one may be drawn twice; used_by: code that was read or run.
    """

    name: str
    title: str
    says: str
    source: str
    used_by: tuple[str, ...]
    negatives: int = 0
    replacement: bool = False

    def value(self, variant: Variant, rank: int, items: int, k: int) -> float:
        """What a definition gives on average to an item of this rank among all."""
        if not self.negatives:
            return value_at(variant, rank, items, k)
        chances = rank_chances(rank, items, self.negatives, self.replacement)
        return expected_value(variant, chances, k)


@cache
def named_protocols() -> Mapping[str, Protocol]:
    """Those of `protocols.toml`, by name."""
    text = files(__package__).joinpath("protocols.toml").read_text("utf-8")
    return {
        name: Protocol(name, **{**told, "used_by": tuple(told["used_by"])})
        for name, told in tomllib.loads(text)["protocol"].items()
    }


def find_protocol(name: str) -> Protocol:
    """The protocol of a name; UserError that lists those there are."""
    known = named_protocols()
    if name not in known:
        raise UserError(f"unknown protocol {name!r}; known are {', '.join(known)}")
    return known[name]
