"""Code to paste that shows a difference with a library, called as its users call it.

Start at `write_library_snippet`. Per library, adapters/snippets/ has the lines that
make the data and the call of every metric, with `$names` for the case's data, see
`case_tables`, and for the metric's name, see `name_and_options`. Calls that only older
versions take say so, `before`, and stand below the newer ones.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import Template
from typing import Any

from homonym.adapters import find_adapter
from homonym.adapters._shared.frames import labels
from homonym.adapters.contract import Refuse
from homonym.equivalence.callers import replace_caller_by_mean
from homonym.errors import UserError, in_brief
from homonym.explain.compare import Comparison
from homonym.explain.large_cases import is_large_case, render_case_call
from homonym.records.lookup import Named, yield_newest_metrics
from homonym.reference.case import AnyCase, Id, ScoredLists
from homonym.versions import parse_release_numbers

SCHEMA = 1
AS_ABOVE = "as above"


@dataclass(frozen=True)
class SnippetCall:
    """How one metric is called: the lines before, and the expression."""

    metric: str
    data: str
    expression: str


@lru_cache(maxsize=16)
def read_snippet_calls(library: str, version: str = "") -> dict[str, SnippetCall]:
    """The library's calls by metric, of the newest version if none is named; UserError
    where there are none."""
    file = files("homonym.adapters").joinpath("snippets", f"{library}.toml")
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        raise UserError(f"{library} has no code to show: there is no {file}") from None
    found = tomllib.loads(text)
    if found.get("schema") != SCHEMA:
        raise UserError(f"{file} has schema {found.get('schema')}, not {SCHEMA}")
    return {call.metric: call for call in read_entries(found["call"], version)}


def read_entries(entries: list[dict[str, Any]], version: str) -> Iterator[SnippetCall]:
    """The calls of a library's file that hold at a version."""
    above = ""
    for entry in entries:
        above = above if entry["data"] == AS_ABOVE else entry["data"]
        if is_call_taken(entry.get("before"), version):
            for metric in entry["metrics"]:
                yield SnippetCall(metric, above.strip(), entry["call"].strip())


def is_call_taken(before: str | None, version: str) -> bool:
    """Whether a version takes a call that is for those before another; "" is newest."""
    return not before or (
        bool(version) and parse_release_numbers(version) < parse_release_numbers(before)
    )


def name_and_options(metric: str) -> dict[str, str]:
    """The function's name, and what stands in the brackets behind it, if anything."""
    function, *inside = re.split(r"[(\[]", metric, maxsplit=1)
    return {"function": function, "argument": "".join(inside)[:-1]}


def render_library_snippet(
    library: str, metric: str, case: AnyCase, version: str = ""
) -> str:
    """Lines that print what the library's metric gives on the case."""
    known = read_snippet_calls(library, version)
    call = known.get(metric)
    if call is None:
        names = ", ".join(known)
        raise UserError(
            f"no code shows {library}'s {in_brief(metric)}; known are {names}"
        )
    named = is_large_case(case)
    tables = render_table_lookups(case) if named else render_case_tables(case)
    filled = {**tables, **name_and_options(metric)}
    before, expression = (
        Template(text).substitute(filled) for text in (call.data, call.expression)
    )
    made = f"{render_tables_code(case)}\n\n" if named else ""
    return f"{made}{before}\n\nprint({expression})"


def render_case_tables(case: AnyCase) -> dict[str, str]:
    """The case's tables as Python, by name."""
    return {name: repr(value) for name, value in case_tables(case).items()}


def render_table_lookups(case: AnyCase) -> dict[str, str]:
    """The same of a large case, whose tables would fill pages: what
    `render_tables_code` makes is looked up."""
    return {
        name: repr(value) if isinstance(value, int) else f"tables[{name!r}]"
        for name, value in case_tables(case).items()
    }


def render_tables_code(case: AnyCase) -> str:
    """Lines that make a large case's tables, by its name; they need homonym."""
    imported, call = render_case_call(case)
    own = "from homonym.explain.snippets import case_tables"
    return f"{own}\n{imported}\n\ntables = case_tables({call})"


def case_tables(case: AnyCase) -> dict[str, Any]:
    """The case's tables by name: user -> {item: grade}, user -> [(item, score), …], the
    rows of either; label: whether a listed item is relevant, no row where a grade below
    1 has no label; shown: the same of the first k alone."""
    try:
        told = labels(case)
    except Refuse:
        told = {}
    first = {user: pairs[: case.k] for user, pairs in told.items()}
    return {
        "k": case.k,
        "items": len(case.catalogue),
        "catalogue": list(case.catalogue),
        "truth": {user: dict(pairs) for user, pairs in case.truth.items()},
        "lists": {user: list(pairs) for user, pairs in case.recommendations.items()},
        "expected": {user: list(pairs) for user, pairs in case.expected.items()},
        "train": {u: dict.fromkeys(items, 1.0) for u, items in case.train.items()},
        "groups": dict(case.groups),
        "aspects": {item: list(shown) for item, shown in case.aspects.items()},
        "truth_rows": list_pair_rows(case.truth),
        "lists_rows": list_pair_rows(case.recommendations),
        "expected_rows": list_pair_rows(case.expected),
        "train_rows": [(u, item) for u, items in case.train.items() for item in items],
        "label_rows": list_pair_rows(told),
        "shown_rows": list_pair_rows(first),
        "group_rows": list(case.groups.items()),
        "user_group_rows": list(case.user_groups.items()),
        "aspect_rows": [(item, *shown) for item, shown in case.aspects.items()],
    }


def list_pair_rows(table: ScoredLists) -> list[tuple[Id, Id, float]]:
    """(user, item, number) of every pair."""
    return [(user, item, n) for user, pairs in table.items() for item, n in pairs]


def write_library_snippet(library: str, found: Comparison) -> str:
    """Code for each of the two, A first, that is a metric of the library, or that its
    metrics compute; UserError where none does, or where the two are equal."""
    adapter = find_adapter(library)
    if found.case is None:
        equal = "the two are equal" if found.equalities else "its inputs cannot tell"
        raise UserError(f"{equal}: no case shows a difference")
    shown = [find_computing_metrics(library, side) for side in found.sides]
    if not any(shown):
        names = " or ".join(side.title for side in found.sides)
        raise UserError(f"no recorded metric of {library} computes {names}")
    blocks = [
        f"# {letter}: {metric.title}\n{write_metric_code(metric, found.case)}"
        if all(shown)
        else write_metric_code(metric, found.case)
        for letter, metrics in zip("AB", shown, strict=True)
        for metric in metrics
    ]
    return "\n\n\n".join([f"# {adapter.title} on the case {found.case.id}", *blocks])


def find_computing_metrics(library: str, side: Named) -> list[Named]:
    """The metric itself, if it is the library's; else those that compute the variant,
    by the library's newest record, and that there is code for."""
    if side.library == library:
        return [side]
    if not side.variant:
        return []
    wanted = replace_caller_by_mean(side.variant).canonical()
    return [
        metric
        for metric in yield_newest_metrics(library)
        if metric.variant
        and replace_caller_by_mean(metric.variant).canonical() == wanted
        and metric.metric in read_snippet_calls(library)
    ]


def write_metric_code(side: Named, case: Any) -> str:
    """One metric's code, and what it gives."""
    shown = render_library_snippet(side.library, side.metric, case, side.version)
    if side.variant is None:
        return shown
    return f"{shown}\n# {side.variant.value(case)}, as {side.variant} gives"
