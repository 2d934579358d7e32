"""Whether new choices can be called as the others are: `check_new_choices`."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import signature
from itertools import islice

from homonym.errors import UserError, shorten_error
from homonym.reference.corpus import core
from homonym.reference.variants import Family, Problem, Variant


def check_new_choices(home: Family, choices: Iterable[str], file: str) -> None:
    """Raise UserError for a choice (as in `ideal=r`) whose function raises on a core
    case; file: where it stands."""
    for choice in sorted(choices):
        axis, _equals, name = choice.partition("=")
        making = (one for one in home.variants if one.names.get(axis) == name)
        for variant in islice(making, 1):
            for case in core(home.takes):
                check_new_choice(variant, axis, case, file)


def check_new_choice(variant: Variant, axis: str, case: Problem, file: str) -> None:
    """Raise UserError where the variant, which makes the choice, has no value for an
    error."""
    try:
        variant.value(case)
    except Exception as error:
        raise UserError(
            f"{variant} raises {shorten_error(error)}, on {case}",
            f"correct {axis}={variant.names[axis]} in {file}"
            f"{describe_other_arguments(variant, axis)}",
        ) from error


def describe_other_arguments(variant: Variant, axis: str) -> str:
    """What another choice of the axis takes, where there is one."""
    others = variant.home.axes[axis].choices.items()
    functions = (one.function for name, one in others if name != variant.names[axis])
    if (function := next(functions, None)) is None:
        return ""
    taken = ", ".join(signature(function).parameters)
    return f"; the others of {axis} take ({taken})"
