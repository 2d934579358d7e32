"""`homonym witness`: the smallest case on which two definitions differ, worked out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from homonym.cases.conditions import WORDS
from homonym.cli.cases import describe_compared_case
from homonym.cli.common import make_console, read_own_record, tell_taken
from homonym.errors import UserError, in_brief
from homonym.explain.at_edge import (
    AtEdge,
    compare_at_edge,
    describe_rows,
    render_edge_code,
)
from homonym.explain.compare import Comparison, Equality, compare_definitions
from homonym.explain.large_cases import list_brief_step_rows
from homonym.explain.snippets import write_library_snippet
from homonym.records.lookup import Named, find_named
from homonym.records.violations import describe_violations, format_violations
from homonym.trace.plain_text import render_plain_formula as written
from homonym.trace.rankings import Line, Steps
from homonym.trace.side_by_side import list_step_rows

FORMATS = ("text", "markdown", "json")


def show_witness(
    one: str,
    other: str,
    code: str,
    form: str,
    file: Path | None = None,
    edge: str = "",
) -> None:
    """Compare the two, or what they do in an edge case, and print it, or the code that
    shows it with a library; file: one's own record."""
    if form not in FORMATS:
        raise UserError(f"--format {in_brief(form)} is none of {', '.join(FORMATS)}")
    own = read_own_record(file)
    sides = find_named(one, own), find_named(other, own)
    if edge:
        show_at_edge(compare_at_edge(*sides, edge), code, form)
        return
    found = compare_definitions(*sides)
    named = zip((one, other), sides, strict=True)
    tell_taken(text for text, side in named if not side.library)
    if code:
        print(write_library_snippet(code, found))
    elif form == "json":
        print(json.dumps(build_witness_data(found), indent=2))
    elif form == "markdown":
        print("\n".join(render_comparison_markdown(found)))
    else:
        show_comparison(found)


def show_at_edge(found: AtEdge, code: str, form: str) -> None:
    """What two metrics do in an edge case, in that form, or as code."""
    if code:
        print(render_edge_code(code, found))
    elif form == "json":
        print(json.dumps(build_edge_data(found), indent=2))
    else:
        fence = ["```"] if form == "markdown" else []
        print("\n".join([*fence, *describe_at_edge(found), *fence]))


def describe_at_edge(found: AtEdge) -> Iterator[str]:
    """The rows, what each metric does with them, and the steps to both numbers where
    each makes a well-formed case of them."""
    same = ": both do the same" if found.same else ""
    yield f"edge case {found.probe.id}, {found.probe.convention}{same}"
    yield from (f"   {line}" for line in describe_rows(found.probe.case))
    yield ""
    for letter, side in zip("AB", found.sides, strict=True):
        yield f"{letter}  {side.named.title}: {side.outcome}"
        if side.case is not None:
            yield f"   as it takes the rows: {side.case}"
    steps = [side.steps for side in found.sides if side.steps]
    if len(steps) == len(found.sides):
        yield ""
        yield from (
            f"{name}  {a} in A, {b} in B" for name, a, b in list_step_rows(steps)
        )


def build_edge_data(found: AtEdge) -> dict[str, Any]:
    """The same for a machine."""
    return {
        "edge": found.probe.id,
        "convention": found.probe.convention,
        "rows": list(describe_rows(found.probe.case)),
        "sides": [
            {
                "title": side.named.title,
                "outcome": side.outcome,
                "case": str(side.case) if side.case is not None else None,
                "steps": build_side_steps_data(side.steps) if side.steps else None,
            }
            for side in found.sides
        ],
    }


def show_comparison(found: Comparison) -> None:
    """For the terminal."""
    from rich.table import Table

    print("\n".join([*describe_both(found), ""]))
    if found.case is None:
        return
    print("\n".join([*describe_compared_case(found), ""]))
    table = Table("", "A", "B", box=None, pad_edge=False)
    for row in list_brief_step_rows(found.steps):
        table.add_row(*row)
    make_console().print(table)


def render_comparison_markdown(found: Comparison) -> Iterator[str]:
    """For a page or the summary of a build: a name of one's own record is no link."""
    yield from (f"{line}  ".replace("](", "]\\(") for line in describe_both(found))
    if found.case is None:
        return
    yield from ("", "```", *describe_compared_case(found), "```", "")
    yield from ("| | A | B |", "| --- | --- | --- |")
    for row in list_brief_step_rows(found.steps):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def describe_both(found: Comparison) -> Iterator[str]:
    """Of two metrics first whether their numbers compare; the two, what each chooses
    where they differ, when they are equal, which is never below the other, and in which
    edge cases they are not equal even then."""
    if comparable := describe_comparability(found):
        yield comparable
    for letter, side in zip("AB", found.sides, strict=True):
        yield f"{letter}  {describe_side(side)}"
    yield from describe_differing_choices(*(side.variant for side in found.sides))
    formulas = not any(side.library for side in found.sides)
    for equality in found.equalities:
        yield describe_equality(equality, formulas)
    if found.bound:
        yield found.bound
    for probe, one, other in found.edges:
        yield f"but in the edge case {probe}: {one} in A, {other} in B"


def describe_comparability(found: Comparison) -> str:
    """Whether two metrics' numbers can be compared, in a line that begins with yes or
    no; nothing where one side is a definition."""
    a, b = found.sides
    if not (a.library and b.library):
        return ""
    if a.of > 1 or b.of > 1:
        return (
            "no, not for sure: the inputs of one of them leave several definitions open"
        )
    if found.case is None:
        edges = ", but for the edge cases below" if found.edges else ""
        return (
            "yes, they can be compared: they compute the same number"
            f"{edges}{describe_sides_violations(found)}"
        )
    where = [describe_where_condition(one.condition) for one in found.equalities]
    if where:
        return f"no, unless {' or '.join(where)}: then they can be compared"
    return "no, they cannot be compared: they compute different numbers"


def describe_sides_violations(found: Comparison) -> str:
    """What matters to the metrics, though it must not, after their equality."""
    told = ""
    for letter, side in zip("AB", found.sides, strict=True):
        if side.entry and (words := describe_violations(side.entry)):
            told += f"; in {letter} {' and '.join(words)}, which must not"
    return told


def describe_side(side: Named) -> str:
    """A side's title, what it computes, and what else the record says."""
    if side.variant is None:
        return f"{side.title}: unexplained"
    computes = f" computes {side.variant}" if side.library else ""
    when = (
        f" where {describe_where_condition(side.when)}; it takes no other input"
        if side.when
        else ""
    )
    left = side.of - 1
    others = "one other" if left == 1 else f"one of {left} others"
    of = f", or {others}: its inputs cannot tell them apart" if left else ""
    but = format_violations(side.entry) if side.entry else ""
    return f"{side.title}{computes}{of}{when}{but}"


def describe_where_condition(condition: str) -> str:
    """A condition as it is said, after `where`."""
    return WORDS.get(condition, condition.replace("_", " "))


def describe_differing_choices(a: Any, b: Any) -> Iterator[str]:
    """The formulas of the choices in which two variants of one family differ."""
    if a is None or b is None or a.family != b.family:
        return
    for axis, its in a.home.axes.items():
        names = a.names[axis], b.names[axis]
        if names[0] != names[1]:
            formulas = (
                f"{name}: {written(its.choices[name].formula)}" for name in names
            )
            yield f"{axis} ({its.asks}): {' in A, '.join(formulas)} in B"


def describe_equality(equality: Equality, formulas: bool) -> str:
    """When they are equal, and why: two formulas always, what computes one only on the
    input that a formula is about."""
    always = "always" if formulas else "on well-formed input"
    where = (
        f"where {describe_where_condition(equality.condition)}"
        if equality.condition
        else always
    )
    because = f", because {'; '.join(equality.reasons)}" if equality.reasons else ""
    return f"equal {where}{because}"


def build_witness_data(found: Comparison) -> dict[str, Any]:
    """The comparison for a machine."""
    return {
        "sides": [
            {
                "title": side.title,
                "variant": str(side.variant) if side.variant else None,
                "when": side.when,
                "of": side.of,
                "violations": list(describe_violations(side.entry))
                if side.entry
                else [],
            }
            for side in found.sides
        ],
        "comparable": describe_comparability(found),
        "equal": [asdict(equality) for equality in found.equalities],
        "bound": found.bound or None,
        "edges": {probe: [one, other] for probe, one, other in found.edges},
        "case": found.case.id if found.case else None,
        "steps": [build_side_steps_data(side) for side in found.steps],
    }


def build_side_steps_data(found: Steps | Line) -> dict[str, Any]:
    """The steps of one side, for a machine."""
    if isinstance(found, Line):
        return {"users": [], "between": [], "value": asdict(found)}
    return {
        "users": [asdict(user) for user in found.users],
        "between": [asdict(step) for step in (*found.between, *found.groups)],
        "value": asdict(found.value) if found.value else None,
    }
