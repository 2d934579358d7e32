"""What is to be asked of a function: start at `list_draft_questions`.

Its name says which family it claims, or that of each metric whose name it takes; its
arguments, in which ways it may be asked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from homonym.drafting.families import (
    find_definition_in_text,
    find_family_in_text,
    is_ranking_family,
    match_name_to_definition,
    match_name_to_family,
)
from homonym.drafting.named_metrics import (
    find_metrics_in_function,
    strip_name_cut_off,
    takes_name,
)
from homonym.drafting.roles import CannotTell
from homonym.drafting.shapes import Reading, list_shape_readings
from homonym.drafting.signature import Function, parse_function_json
from homonym.drafting.target import NotThere, split_target
from homonym.errors import Broken, UserError, in_brief, render_option
from homonym.measurement.child_process import describe_exit_code
from homonym.measurement.module_process import START_SECONDS, run_apart
from homonym.reference.variants import Variant

ON_LISTS = (
    "lists",
    "one user's items, best first, and the list of the relevant ones",
    "recommended, relevant, k",
    "recommended[:k], relevant",
)
ON_VALUES = (
    "values",
    "all predictions and the true values, in one order",
    "predictions, true_values",
    "true_values, predictions",
)
"""A wrapper's name, what its arguments are, these, and those of the call."""
UNNAMED = {"precision": "rankings", "rmse": "rating_error"}
"""A family of each type of case that shapes hold."""


@dataclass(frozen=True)
class DraftQuestion:
    """metric: the name that a function of several is given, else nothing; claims: the
    family that it is named after, nothing where none is; tried: the ways to ask."""

    metric: str
    claims: str
    tried: Sequence[Reading]


def list_draft_questions(
    function: Function, shape: str, metric: str
) -> list[DraftQuestion]:
    """One, or one for each metric whose name the function takes: the name given, else
    those that it names itself. UserError where there is none, or no way to ask."""
    return [
        DraftQuestion(
            name, claims, list_function_readings(function, claims, shape, name)
        )
        for name, claims in find_asked_metrics(function, metric).items()
    ]


def find_asked_metrics(function: Function, metric: str) -> dict[str, str]:
    """The names of the metrics to ask for, with their families."""
    if not takes_name(function):
        if metric:
            raise UserError(
                f"{function} takes no metric's name, and {in_brief(metric)} is given: "
                "leave it out"
            )
        return {"": find_textbook_family(function)}
    if metric:
        name = strip_name_cut_off(metric) or metric
        return {name: match_name_to_family(name) or find_family_in_text(name)}
    if found := find_metrics_in_function(function):
        return found
    raise UserError(
        f"{function} takes the name of a metric, and neither its docstring nor its "
        "code has one that homonym knows: say which, as in "
        + render_option("metric", "ndcg", "metric='ndcg'")
    )


def require_one_question(asked: Sequence[DraftQuestion]) -> DraftQuestion:
    """The one question; UserError where there are several."""
    if len(asked) > 1:
        named = ", ".join(one.metric for one in asked)
        function = asked[0].tried[0].function
        raise UserError(
            f"{function} takes the name of a metric: say which, as in "
            f"metric={in_brief(asked[0].metric)}; it names {named}"
        )
    return asked[0]


def group_readings_by_family(
    asked: Sequence[DraftQuestion],
) -> dict[str, list[Reading]]:
    """All ways to ask, by the family that is claimed."""
    found: dict[str, list[Reading]] = {}
    for one in asked:
        found.setdefault(one.claims or choose_unnamed_family(one.tried), []).extend(
            one.tried
        )
    return found


def choose_unnamed_family(tried: Sequence[Reading]) -> str:
    """What is taken for claimed where no name says anything: all families are searched
    that take the same cases."""
    holds = tried[0].shape.holds
    return next(name for name, its in UNNAMED.items() if its in holds)


def read_elsewhere(target: str) -> Function:
    """What a function says of itself, read in another process."""
    try:
        split_target(target)
    except NotThere as error:
        raise UserError(str(error)) from None
    done = run_apart("-m", "homonym.drafting.signature", target)
    if done.code is None:
        raise Broken(f"{target} is not imported in {START_SECONDS:g} s")
    printed = done.printed.decode("utf-8", "replace")
    last = (printed.strip().splitlines() or [""])[-1]
    told: dict[str, Any] = json.loads(last) if last.startswith("{") else {}
    if "missing" in told:
        raise UserError(told["missing"])
    if not told or "error" in told:
        why = told.get("error", describe_exit_code(done.code))
        raise Broken(f"{target} cannot be imported: {why}")
    return parse_function_json(last)


def find_textbook_family(function: Function) -> str:
    """The family that a function's name or the first line of its docstring says."""
    found = find_textbook_definition(function, "")
    return found.family if found else ""


def find_textbook_definition(function: Function, metric: str) -> Variant | None:
    """The definition that these stand for, or the name of the metric that it is
    given."""
    if metric:
        return match_name_to_definition(metric) or find_definition_in_text(metric)
    first = function.doc.strip().partition("\n")[0]
    name = function.name
    return (
        match_name_to_definition(name)
        or find_definition_in_text(name)
        or find_definition_in_text(first)
    )


def list_function_readings(
    function: Function, claims: str, shape: str, metric: str
) -> list[Reading]:
    """The ways to ask it; UserError where there is none."""
    try:
        return list_shape_readings(function, claims, shape, metric)
    except CannotTell as error:
        raise UserError(
            f"{function.name} cannot be asked: {error}; a metric takes lists and "
            "truth, or one list of hits, and perhaps a cut-off",
            render_wrapper_function(function, claims),
        ) from None


def render_wrapper_function(function: Function, claims: str) -> str:
    """Five lines to write, where no shape is the function's."""
    name, comment, given, call = ON_LISTS
    if claims and not is_ranking_family(claims):
        name, comment, given, call = ON_VALUES
    has_name = function.name.isidentifier()
    called = function.name if has_name else "metric"
    imported = f"  from MODULE import {called}\n\n" if has_name else ""
    return (
        f"write a function that calls it, and ask that one:\n{imported}"
        f"  def {called}_of_{name}({given}):\n"
        f"      # {comment}\n"
        f"      return {called}({call})"
    )
