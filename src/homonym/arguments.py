"""What people hand to the public functions, looked at before it is used.

Each raises a UserError that names what was given and what is accepted; people's lists
are looked at in `homonym.datasets.lists`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from math import isfinite, nan
from operator import index
from pathlib import Path
from typing import Any, SupportsFloat

from homonym.adapters.contract import Adapter
from homonym.errors import UserError, in_brief
from homonym.reference.variants import Variant


def require_definition(text: Variant | str) -> Variant:
    """The variant, or the one that a text names; UserError for anything else, and
    UnknownName for one that was made by hand of what makes none or of what its family
    leaves out."""
    if isinstance(text, Variant):
        return Variant.parse(str(text))
    if not isinstance(text, str):
        raise UserError(
            "a definition is a Variant or its id, as in 'recall(divisor=r)', not "
            f"{in_brief(text)}"
        )
    return Variant.parse(text)


def as_path(path: Path | str | None, name: str) -> Path | None:
    """A path, or none; UserError for anything else, and for what can name no file.
    name: the argument's."""
    if path is None:
        return None
    if not isinstance(path, str | Path) or path == "":
        raise UserError(f"{name} is {in_brief(path)}: give a path, as a Path or a text")
    try:
        Path(path).stat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UserError(f"{in_brief(str(path))} can be no path here: {why}") from None
    return Path(path)


def resolve_table_path(given: Any) -> Any:
    """A table as it is given, a path looked at (see `as_path`), a lazy frame of polars
    computed."""
    if isinstance(given, str | Path):
        return as_path(given, "a table")
    return given.collect() if type(given).__name__ == "LazyFrame" else given


def resolve_table_paths(given: Any) -> Any:
    """Several of them, in a list or by their names."""
    if isinstance(given, Mapping):
        return {name: resolve_table_path(one) for name, one in given.items()}
    return (
        [*map(resolve_table_path, given)]
        if isinstance(given, list | tuple)
        else resolve_table_path(given)
    )


def check_lists(variant: Variant, recommendations: object, catalogue: object) -> None:
    """UserError where the variant needs more than lists, or something else."""
    from homonym.cases.kinds import find_case_kind

    takes = variant.home.takes
    if not find_case_kind(takes).of_tables:
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


def check_measure_arguments(library: object, case: object, seconds: object) -> None:
    """UserError for what is no library, no case or no time."""
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
    if not (isinstance(seconds, int | float) and seconds > 0):
        raise UserError(f"seconds are {in_brief(seconds)}: give a number above 0")


def check_held(library: object, **numbers: object) -> None:
    """UserError for what is no library's name, or no whole number from 0."""
    if not isinstance(library, str):
        raise UserError(
            "check asks a library in a process of its own: give its name, or the "
            f"MODULE:NAME of an adapter, not {in_brief(library)}"
        )
    for name, number in numbers.items():
        if number is not None and not (isinstance(number, int) and number >= 0):
            raise UserError(f"{name} is {in_brief(number)}: give a whole number from 0")


def check_engine() -> None:
    """UserError where what evaluates tables is not installed."""
    try:
        import ibis  # noqa: F401
    except ImportError:
        raise UserError(
            "this needs Ibis and DuckDB", 'pip install "homonym[evaluate]"'
        ) from None


def require_cut_offs(given: int | Iterable[int]) -> list[int]:
    """One cut-off, or several, each once; UserError for what is none."""
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping):
        return list(dict.fromkeys(require_cut_off(one) for one in given))
    return [require_cut_off(given, ", or several")]


def require_cut_off(given: object, more: str = "") -> int:
    """One cut-off, as Python's or numpy's types have it; more: what else is taken."""
    if not hasattr(given, "__index__") or isinstance(given, bool):
        raise UserError(f"k is {in_brief(given)}: give a whole number{more}")
    return index(given)


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


def require_texts(given: object, what: str) -> list[str]:
    """Several texts, or the one that is given; UserError for what is none."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, bytes | Mapping) or not isinstance(given, Iterable):
        raise UserError(f"{what} are names in a list, not {in_brief(given)}")
    return [require_text(one, f"one of {what}") for one in given]


def require_metrics(given: object) -> list[str]:
    """Names of definitions, or the one that is given, a Variant's its id; UserError for
    what is none."""
    if isinstance(given, str | Variant):
        return [require_metric(given)]
    if isinstance(given, bytes | Mapping) or not isinstance(given, Iterable):
        raise UserError(f"metrics are names in a list, not {in_brief(given)}")
    return [require_metric(one, "one of metrics") for one in given]


def require_metric(given: Any, what: str = "metric") -> str:
    """The name of a definition, a Variant's its id; UserError for anything else."""
    if isinstance(given, Variant):
        return str(require_definition(given))
    return require_text(given, what)


def require_text(given: Any, what: str) -> str:
    """A text; UserError for anything else."""
    if not isinstance(given, str):
        raise UserError(f"{what} is {in_brief(given)}: give a text")
    return given


def require_bool(given: Any, what: str) -> bool:
    """True or False; UserError for anything else."""
    if not isinstance(given, bool):
        raise UserError(f"{what} is {in_brief(given)}: give True or False")
    return given


def require_texts_by_name(given: Any, what: str, example: str) -> Mapping[str, str]:
    """Texts by name, none for None; UserError for anything else."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise UserError(f"{what} are {in_brief(given)}: give them by name, {example}")
    return {
        require_text(k, f"a name in {what}"): require_text(v, f"one of {what}")
        for k, v in given.items()
    }


def require_printed_numbers(given: Any) -> Mapping[str, str]:
    """Printed numbers by the names that they go by, a Variant's its id; UserError for
    anything else, and for a definition that is there twice."""
    what = "the printed numbers"
    if isinstance(given, Mapping):
        named = {require_metric(k, f"a name in {what}"): v for k, v in given.items()}
        if len(named) < len(given):
            raise UserError(f"{what} have a definition twice, as a text and a Variant")
        given = named
    return require_texts_by_name(given, what, "as {'map': '0.0317', 'ndcg': '0.0512'}")


def list_chosen_conventions(given: Any) -> list[str]:
    """Conventions as `PROBE=OUTCOME`, as the command line has them."""
    found = require_texts_by_name(
        given, "conventions", "as {'user_without_list': 'skipped'}"
    )
    return [f"{probe}={outcome}" for probe, outcome in found.items()]


def require_column_names(given: Any) -> Mapping[str, str]:
    """Names of columns by their role."""
    return require_texts_by_name(given, "columns", "as {'user': 'uid'}")


def read_threshold(given: Any) -> float | None:
    """The grade from which on an item is relevant, or none; UserError for what is no
    finite number."""
    if given is None:
        return None
    found = nan
    if isinstance(given, SupportsFloat) and not isinstance(given, bool):
        with suppress(TypeError, ValueError, OverflowError):
            found = float(given)
    if not isfinite(found):
        raise UserError(f"the threshold is {in_brief(given)}: give a finite number")
    return found


def read_catalogue(given: Any) -> Path | int | None:
    """The file of all items, or how many there are; UserError for anything else."""
    if hasattr(given, "__index__") and not isinstance(given, bool):
        if (items := index(given)) < 1:
            raise UserError(f"the catalogue is {items}: give how many items there are")
        return items
    if given is None or isinstance(given, str | Path):
        return as_path(given, "catalogue")
    frame = hasattr(given, "columns")
    what = f"a {type(given).__name__}" if frame else in_brief(given)
    raise UserError(
        f"the catalogue is {what}: give a file, or how many items there are"
    )
