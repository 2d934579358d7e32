"""Every family of rankings over tables, by its name: a file here for each."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from homonym.evaluation import rankings
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.auc import compute_stacked_auc
from homonym.evaluation.rankings.f_score import build_mean_parts
from homonym.evaluation.rankings.ndcg import DcgLookup
from homonym.evaluation.tables import Tables
from homonym.reference.rankings.case import Case
from homonym.reference.variants import families

FIRST = (
    *("precision", "recall", "hit_rate", "f_score", "reciprocal_rank"),
    *("average_precision", "average_precision_interpolated", "mean_average_recall"),
    *("r_precision", "ndcg", "rbp", "err", "auc", "partial_auc"),
)
"""In this order results show families; one that is not named comes after them."""


def import_part_functions() -> dict[str, Callable[[Asked], PartColumns]]:
    """The function of each family that has a file here: both have the family's name."""
    there = {one.name for one in iter_modules(rankings.__path__)}
    found = [name for name in (*FIRST, *families(Case)) if name in there]
    modules = ((n, import_module(f"{rankings.__name__}.{n}")) for n in found)
    return {name: getattr(module, name) for name, module in modules}


PARTS = import_part_functions()
"""A user's part."""


def compute_partless_number(asked: Asked, tables: Tables) -> Column | None:
    """The number of a variant that no user has a part of; None of any other."""
    if asked.names["users"] != "stacked":
        return None
    return compute_stacked_auc(asked, tables)


def is_larger_than_numbers(asked: Asked) -> bool:
    """Whether grades of the truth make a variant larger than any number."""
    return asked.variant.family == "ndcg" and DcgLookup(asked).too_large


def build_part_columns(asked: Asked) -> tuple[PartColumns, ...]:
    """What a user brings to a variant: a part, two of an F score of two means, none of
    pairs that are stacked."""
    if two := build_mean_parts(asked):
        return two
    if asked.names["users"] == "stacked":
        return ()
    return (PARTS[asked.variant.family](asked),)
