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

from homonym.errors import UserError, render_option
from homonym.evaluation.backends.backend import Backend
from homonym.reference.case import RELEVANT, SAFE_GRADE

LISTING = "predictions", "truth", "train"
"""The tables that items are in, whatever is said of their groups."""
USABLE = "user IS NOT NULL AND item IS NOT NULL AND number IS NOT NULL"
"""What a row of them needs, lest it is left out."""


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

    @property
    def data(self) -> dict[str, Any]:
        """The same for a machine."""
        return {"fault": self.key, "count": self.count, "done": self.done}


@cache
def read_known_faults() -> Mapping[str, Mapping[str, str]]:
    """What is looked for, by its key."""
    return tomllib.loads((files(__package__) / "faults.toml").read_text("utf-8"))


def count_faults(
    backend: Backend,
    relevant: float,
    again: Container[str],
    kinds: Container[str],
    met: Mapping[str, int],
) -> dict[str, int]:
    """How often each fault stands in the tables that were read.

    relevant: the grade from which on an item is; again: the tables whose pairs may
    stand again; kinds: the tables that are given; met: how often each fault that is met
    as they are read stands there.
    """
    of_items = " UNION ".join(
        f"SELECT item FROM given_{kind} WHERE {USABLE}"
        for kind in LISTING
        if kind in kinds
    )
    found = {}
    for key, fault in read_known_faults().items():
        if "again" in fault and fault["again"] not in again:
            continue
        if "table" in fault and fault["table"] not in kinds:
            continue
        if "usual" in fault and relevant != RELEVANT:
            continue
        if "met" in fault:
            found[key] = met.get(key, 0)
            continue
        ((count,),) = backend.rows_of(
            fault["query"].format(
                relevant=relevant, items=of_items, usable=USABLE, safe=SAFE_GRADE
            )
        )
        found[key] = int(count)
    return {key: count for key, count in found.items() if count}


def list_found_faults(
    counted: Mapping[str, int], decided: Mapping[str, str]
) -> list[Fault]:
    """The faults that there are; decided: what is done about those that a convention
    decides on."""
    return [
        Fault(key, its["what"], counted[key], describe_fault_action(its, decided))
        for key, its in read_known_faults().items()
        if key in counted
    ]


def describe_fault_action(fault: Mapping[str, str], decided: Mapping[str, str]) -> str:
    """What is done about a fault, in words."""
    return decided[fault["decided"]] if "decided" in fault else fault["done"]


def check_strictly(faults: list[Fault], tables: str = "the tables") -> None:
    """UserError where there is a fault; tables: whose."""
    if faults:
        told = "; ".join(f"{fault.what}: {fault.count:,}" for fault in faults)
        raise UserError(
            f"{tables} have faults, and {render_option('strict')} allows none: {told}"
        )
