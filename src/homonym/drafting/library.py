"""The metrics of a module: start at `metrics_of_module`.

A function, or a class, is one where its name is that of a family; one function may have
many, by names that stand in its module. In which shape it takes data is found by asking
it, or said.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from homonym.adapters._shared.functions import functions
from homonym.drafting.asked import process_of
from homonym.drafting.draft_adapter import Wrapped
from homonym.drafting.families import family, family_within, of_rankings
from homonym.drafting.fitting import best_fit, what_came
from homonym.drafting.roles import CannotTell, is_metrics_name
from homonym.drafting.shapes import Reading, check_rankings, readings
from homonym.drafting.signature import Function, read_function
from homonym.measurement.calls import Calls
from homonym.measurement.session import Progress
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case

NO_NUMBERS = "not wrapped yet: it gave no numbers in any shape that homonym knows"
NAMED = re.compile(r"([A-Za-z][A-Za-z_]*?)(?:@(?:k|\d+))?", re.IGNORECASE)
"""How a metric is named in a text of the code: `ndcg`, `ndcg@10`, `ndcg@k`."""


@dataclass
class Metrics:
    """What a module has: the metrics that can be wrapped, and what is left out, each
    with the reason; classes: whether one of them is a class."""

    wrapped: list[Wrapped] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    classes: bool = False


@dataclass(frozen=True)
class Candidate:
    """A metric that a module may have, with every way to ask it."""

    name: str
    claims: str
    tried: tuple[Reading, ...]


def metrics_of_module(module: ModuleType, shape: str, progress: Progress) -> Metrics:
    """The metrics of a module, in the shape named, or each in the one it takes."""
    found = Metrics(classes=has_classes(module))
    candidates: list[Candidate] = []
    for name, one in public(module, found.classes).items():
        try:
            function = replace(read_function(one), name=name)
            candidates += candidates_of(function, module, shape)
        except CannotTell as error:
            found.left_out[name] = f"not wrapped yet: {error}"
    if shape:
        found.wrapped = [Wrapped(c.name, c.claims, c.tried[0]) for c in candidates]
    elif candidates:
        choose(found, candidates, module.__name__, progress)
    return found


def choose(
    found: Metrics, candidates: list[Candidate], module: str, progress: Progress
) -> None:
    """Ask the candidates in a process of their own; wrap those that give numbers."""
    tried: dict[str, list[Reading]] = {}
    for one in candidates:
        tried.setdefault(one.claims, []).extend(one.tried)
    with process_of(module, tried) as asked, Calls(asked) as calls:
        broken = "error" in asked.about
        for one in candidates:
            fit = None if broken else best_fit(calls, one.tried, progress)
            if fit or broken:
                reading = fit[0].reading if fit else one.tried[0]
                found.wrapped.append(Wrapped(one.name, one.claims, reading))
            else:
                came = what_came(calls.ask(one.tried[0].name, core(Case)[0]))
                found.left_out[one.tried[0].function.name] = f"{NO_NUMBERS}: {came}"
    for metric in found.wrapped:
        found.left_out.pop(metric.reading.function.name, None)


def public(module: ModuleType, classes: bool) -> Mapping[str, Callable[..., Any]]:
    """The module's own public functions, and its classes."""
    return functions(module, module.__name__.partition(".")[0], classes)


def has_classes(module: ModuleType) -> bool:
    """Whether one of its classes is named after a family."""
    every = public(module, True).items()
    return any(inspect.isclass(one) and family_within(name) for name, one in every)


def candidates_of(
    function: Function, module: ModuleType, shape: str
) -> Iterator[Candidate]:
    """The metrics that a function may be; CannotTell where it is none."""
    name = function.name
    if any(map(is_metrics_name, function.arguments)):
        known = metric_names(module)
        if not known:
            raise CannotTell("it takes the name of a metric, and its file has none")
        for metric, claims in known.items():
            tried = tuple(readings(function, shape, metric))
            yield Candidate(f"{name}({metric})", claims, tried)
        return
    claims = family(name) or family_within(name)
    if not claims:
        raise CannotTell("its name is no metric's")
    check_rankings(claims)
    yield Candidate(name, claims, tuple(readings(function, shape)))


def metric_names(module: ModuleType) -> dict[str, str]:
    """The names of metrics among the texts of a module's code, with their families."""
    texts: list[str] = []
    with suppress(OSError, TypeError):
        nodes = ast.walk(ast.parse(inspect.getsource(module)))
        constants = (node.value for node in nodes if isinstance(node, ast.Constant))
        texts = [one for one in constants if isinstance(one, str)]
    said = (NAMED.fullmatch(text) for text in texts)
    named = {found[1]: family(found[1]) for found in said if found}
    return {name: claims for name, claims in named.items() if of_rankings(claims)}
