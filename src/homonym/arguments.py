"""What people hand to the public functions, looked at before it is used.

Each raises a UserError that names what was given and what is accepted; people's lists
are looked at in `homonym.datasets.lists`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from homonym.adapters.contract import Adapter
from homonym.errors import UserError, in_brief
from homonym.reference.variants import Variant


def definition(text: Variant | str) -> Variant:
    """The variant, or the one that a text names; UserError for anything else."""
    if isinstance(text, Variant):
        return text
    if not isinstance(text, str):
        raise UserError(
            "a definition is a Variant or its id, as in 'recall(divisor=r)', not "
            f"{in_brief(text)}"
        )
    return Variant.parse(text)


def as_path(path: Path | str | None) -> Path | None:
    """A path, or none; UserError for anything else."""
    if path is None or isinstance(path, str | Path):
        return None if path is None else Path(path)
    raise UserError(f"{in_brief(path)} is no path: give a Path or a text")


def check_lists(variant: Variant, recommendations: object, catalogue: object) -> None:
    """UserError where the variant needs more than lists, or something else."""
    from homonym.cases.kinds import kind_of

    takes = variant.home.takes
    if not kind_of(takes).of_tables:
        raise UserError(
            f"{variant} takes {takes.kind}, no lists: give its value a case, as "
            f"homonym.{takes.__name__}.parse reads it"
        )
    if catalogue is None and variant.names.get("negatives", "list") != "list":
        raise UserError(
            f"{variant} counts items that no list has: give catalogue, all items"
        )
    scored = isinstance(recommendations, Mapping) and all(
        isinstance(found, Mapping) for found in recommendations.values()
    )
    if not scored and variant.names["users"] == "stacked":
        raise UserError(
            f"{variant} compares the scores of all users: give item -> score"
        )


def check_asked(
    library: object, case: object, metrics: object, seconds: object
) -> None:
    """UserError for what is no library, no case, no names or no time."""
    if not isinstance(library, str | Adapter):
        raise UserError(
            "a library is its name, the MODULE:NAME of an adapter, or an Adapter, not "
            f"{in_brief(library)}"
        )
    if not hasattr(case, "recommendations"):
        raise UserError(
            "a case is a Case, or another type of case, as homonym.Case.parse("
            f"'1 . @2') gives it, not {in_brief(case)}"
        )
    if not isinstance(metrics, Iterable):
        raise UserError(f"metrics are names in a list, not {in_brief(metrics)}")
    if not (isinstance(seconds, int | float) and seconds > 0):
        raise UserError(f"seconds are {in_brief(seconds)}: give a number above 0")


def check_held(library: object, **numbers: object) -> None:
    """UserError for what is no library's name, or no whole number."""
    if not isinstance(library, str):
        raise UserError(
            "check asks a library in a process of its own: give its name, or the "
            f"MODULE:NAME of an adapter, not {in_brief(library)}"
        )
    for name, number in numbers.items():
        if number is not None and not isinstance(number, int):
            raise UserError(f"{name} is {in_brief(number)}: give a whole number")


def check_engine() -> None:
    """UserError where what evaluates tables is not installed."""
    try:
        import ibis  # noqa: F401
    except ImportError:
        raise UserError(
            "this needs Ibis and DuckDB", 'pip install "homonym[evaluate]"'
        ) from None


def cut_offs(given: int | Iterable[int]) -> list[int]:
    """One cut-off, or several; UserError for what is none."""
    if isinstance(given, int):
        return [given]
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UserError(f"k is {in_brief(given)}: give a whole number, or several")
    return list(given)


def read_scale(given: Iterable[Any] | None) -> tuple[float, float] | None:
    """The lowest and the highest rating; UserError for what is no scale."""
    if given is None:
        return None
    try:
        low, high = map(float, given)
    except (TypeError, ValueError):
        low = high = 0.0
    if not (isfinite(low) and isfinite(high) and low < high):
        raise UserError(
            f"the scale is {in_brief(given)}: give the lowest rating and the highest"
        )
    return low, high


def read_bias(given: Iterable[Any]) -> tuple[float, ...]:
    """How likely each rank is viewed, the first first; UserError for what is none."""
    try:
        found = tuple(map(float, given))
    except (TypeError, ValueError, OverflowError):
        found = (-1.0,)
    if not all(0 <= one <= 1 for one in found):
        raise UserError(
            f"the position bias is {in_brief(given)}: give a number from 0 to 1 for "
            "each rank, as 1, 0.6, 0.3"
        )
    return found


def texts(given: Iterable[str] | str) -> list[str]:
    """Several texts, or the one that is given."""
    return [given] if isinstance(given, str) else list(given)
