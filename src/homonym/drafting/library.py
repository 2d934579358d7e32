"""The metrics of a module: start at `find_module_metrics`.

A function, or a class, is one where its name is that of a family; one function may have
many, by names that stand in its module. In which shape it takes data is found by asking
it, or said.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from homonym.adapters._shared.functions import functions
from homonym.drafting.draft_adapter import Wrapped
from homonym.drafting.families import find_family_in_text, match_name_to_family
from homonym.drafting.fitting import (
    describe_missing_number,
    find_asked_case_type,
    find_best_fit,
)
from homonym.drafting.named_metrics import find_metric_names, takes_name
from homonym.drafting.readings_adapter import open_readings_process
from homonym.drafting.roles import CannotTell
from homonym.drafting.shapes import Reading, list_shape_readings
from homonym.drafting.signature import Function, read_function
from homonym.measurement.calls import Calls
from homonym.measurement.session import Progress
from homonym.reference.corpus import core

NO_NUMBERS = "not wrapped yet: it gave no numbers in any shape that homonym knows"


@dataclass
class Metrics:
    """What a module has: the metrics that can be wrapped, and what is left out, each
    with the reason; classes: whether one of them is a class."""

    wrapped: list[Wrapped] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    classes: bool = False


@dataclass(frozen=True)
class CandidateMetric:
    """A metric that a module may have, with every way to ask it."""

    name: str
    claims: str
    tried: tuple[Reading, ...]


def find_module_metrics(module: ModuleType, shape: str, progress: Progress) -> Metrics:
    """The metrics of a module, in the shape named, or each in the one it takes."""
    found = Metrics(classes=has_classes(module))
    candidates: list[CandidateMetric] = []
    for name, one in find_public_functions(module, found.classes).items():
        try:
            function = replace(read_function(one), name=name)
            candidates += yield_candidate_metrics(function, module, shape)
        except CannotTell as error:
            found.left_out[name] = f"not wrapped yet: {error}"
    if shape:
        found.wrapped = [Wrapped(c.name, c.claims, c.tried[0]) for c in candidates]
    elif candidates:
        wrap_candidate_metrics(found, candidates, module.__name__, progress)
    return found


def wrap_candidate_metrics(
    found: Metrics, candidates: list[CandidateMetric], module: str, progress: Progress
) -> None:
    """Ask the candidates in a process of their own; wrap those that give numbers."""
    tried: dict[str, list[Reading]] = {}
    for one in candidates:
        tried.setdefault(one.claims, []).extend(one.tried)
    with open_readings_process(module, tried) as asked, Calls(asked) as calls:
        broken = "error" in asked.about
        for one in candidates:
            fit = None if broken else find_best_fit(calls, one.tried, progress)
            if fit or broken:
                reading = fit[0].reading if fit else one.tried[0]
                found.wrapped.append(Wrapped(one.name, one.claims, reading))
            else:
                first = one.tried[0].name
                case = core(find_asked_case_type(calls, first))[0]
                came = describe_missing_number(calls.ask(first, case))
                found.left_out[one.tried[0].function.name] = f"{NO_NUMBERS}: {came}"
    for metric in found.wrapped:
        found.left_out.pop(metric.reading.function.name, None)


def find_public_functions(
    module: ModuleType, classes: bool
) -> Mapping[str, Callable[..., Any]]:
    """The module's own public functions, and its classes."""
    return functions(module, module.__name__.partition(".")[0], classes)


def has_classes(module: ModuleType) -> bool:
    """Whether one of its classes is named after a family."""
    every = find_public_functions(module, True).items()
    return any(
        inspect.isclass(one) and find_family_in_text(name) for name, one in every
    )


def yield_candidate_metrics(
    function: Function, module: ModuleType, shape: str
) -> Iterator[CandidateMetric]:
    """The metrics that a function may be; CannotTell where it is none."""
    name = function.name
    if takes_name(function):
        known = find_metric_names(list_module_texts(module))
        if not known:
            raise CannotTell("it takes the name of a metric, and its file has none")
        for metric, claims in known.items():
            tried = tuple(list_shape_readings(function, claims, shape, metric))
            yield CandidateMetric(f"{name}({metric})", claims, tried)
        return
    claims = match_name_to_family(name) or find_family_in_text(name)
    if not claims:
        raise CannotTell("its name is no metric's")
    yield CandidateMetric(
        name, claims, tuple(list_shape_readings(function, claims, shape))
    )


def list_module_texts(module: ModuleType) -> list[str]:
    """The texts in a module's code."""
    with suppress(OSError, TypeError):
        nodes = ast.walk(ast.parse(inspect.getsource(module)))
        constants = (node.value for node in nodes if isinstance(node, ast.Constant))
        return [one for one in constants if isinstance(one, str)]
    return []
