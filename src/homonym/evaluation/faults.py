"""What is wrong with people's tables, counted and named: start at `count_faults`.

What can be wrong stands in faults.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from homonym.datasets.large_tables import fetched
from homonym.errors import UserError


@dataclass(frozen=True)
class Fault:
    """One kind of it, in words, how often it stands there and what was done.

    key: its name.
    """

    key: str
    what: str
    count: int
    done: str

    def __str__(self) -> str:
        return f"{self.what}: {self.count:,} ({self.done})"


@cache
def known_faults() -> Mapping[str, Mapping[str, str]]:
    """What is looked for, by its key."""
    return tomllib.loads((files(__package__) / "faults.toml").read_text("utf-8"))


def count_faults(
    opened: Any, decided: Mapping[str, str], relevant: float, again: Container[str]
) -> list[Fault]:
    """The faults of the tables that were read.

    decided: what is done about those that a convention decides on; relevant: the grade
    from which on an item is; again: the tables whose pairs may stand again.
    """
    found = []
    for key, fault in known_faults().items():
        if "again" in fault and fault["again"] not in again:
            continue
        query = fault["query"].format(relevant=relevant)
        ((count,),) = fetched(opened, query)
        done = decided[fault["decided"]] if "decided" in fault else fault["done"]
        found.append(Fault(key, fault["what"], int(count), done))
    return [fault for fault in found if fault.count]


def check_strictly(faults: list[Fault]) -> None:
    """UserError where there is a fault."""
    if faults:
        told = "; ".join(f"{fault.what}: {fault.count:,}" for fault in faults)
        raise UserError(f"the tables have faults, and --strict allows none: {told}")
