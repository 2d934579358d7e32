"""`homonym ask`: what somebody's own function computes; nothing is written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any

from homonym.cli.cases import describe_compared_case
from homonym.cli.common import make_console, show_measuring_status, tell_note
from homonym.drafting.asked_function import FunctionAnswer, ask_every
from homonym.errors import in_brief
from homonym.explain.compare import Comparison
from homonym.explain.large_cases import list_brief_step_rows
from homonym.records.lookup import describe_recorded_formula, find_smallest_call
from homonym.records.outcomes import Outcome
from homonym.records.schema_entry import MetricEntry, RepeatedCall
from homonym.records.values import format_recorded_value
from homonym.reference.variants import Variant
from homonym.trace.plain_text import render_plain_formula

USUAL = {"as any other", "ranked as any other", "told apart", "as its formula says"}
"""What metrics do at edges that are none to them."""


def ask_about(target: str, shape: str, metric: str, as_json: bool) -> None:
    """Ask the function, and print the answer, or one for each metric whose name it
    takes; on standard error, those that it has no answer for."""
    with show_measuring_status(target) as moved:
        found = ask_every(target, shape, metric, moved)
    answers = {n: one for n, one in found.items() if isinstance(one, FunctionAnswer)}
    for name in (one for one in found if one not in answers):
        tell_note(f"asked for {in_brief(name)}, it gave no numbers")
    if as_json:
        data = [answer_as_data(one, name) for name, one in answers.items()]
        print(json.dumps(data[0] if len(found) == 1 else data, indent=2))
        return
    for place, answer in enumerate(answers.values()):
        print("\n" if place else "", end="")
        show_function_answer(answer)


def show_function_answer(answer: FunctionAnswer) -> None:
    """One answer, for the terminal."""
    print(
        "\n".join(
            [
                *describe_function_call(answer),
                *describe_function_verdict(answer),
                *describe_function_edges(answer.entry),
            ]
        )
    )
    print("\n".join(describe_same_number(answer)))
    if answer.textbook:
        show_textbook(answer.textbook)


def describe_function_call(answer: FunctionAnswer) -> Iterator[str]:
    """The function, and how it was called."""
    reading, shape = answer.reading, answer.reading.shape
    yield f"{reading.function}, asked with {shape.words} ({shape.name}):"
    yield f"  {reading.call(reading.function.name)}"
    if reading.cut_by_caller:
        yield "  it takes no cut-off: its caller cuts the lists to the first k"


def describe_function_verdict(answer: FunctionAnswer) -> Iterator[str]:
    """What it computes, with the formulas of the choices, or what is nearest."""
    entry = answer.entry
    yield ""
    yield f"computes {describe_recorded_formula(entry)}"
    if entry.core:
        yield f"  {entry.status}: {describe_cases_run(entry)}"
    if answer.variant:
        yield from describe_choice_formulas(answer.variant)
    if not answer.claims:
        yield "  its name matches no family: all of them were searched"
    yield from describe_nearest_to_function(entry)
    if answer.mostly_fails:
        yield "it fails on most cases: the shape may not be its own (--shape NAME)"
    if names := dict.fromkeys(shape.name for shape in answer.guessed):
        told = ", ".join(names)
        yield f"the shape is a guess: it gives numbers in {told} too (--shape NAME)"
    for shape, other in answer.also:
        yield f"with {shape.words} ({shape.name}) it is {other}"


def describe_choice_formulas(variant: Variant) -> Iterator[str]:
    """Each of its choices that is no default, with the first, in words."""
    for axis, name in variant.choices:
        choice = variant.home.axes[axis].choices[name]
        if f"{axis}={name}" in str(variant):
            formula = render_plain_formula(choice.formula)
            yield f"  {axis} = {name}: {choice.doc} {formula}"


def describe_cases_run(entry: MetricEntry) -> str:
    """How many cases say so, and what became of the others."""
    assert entry.core
    told = [f"{entry.core.ran} of {entry.core.of} core cases"]
    if entry.large:
        told.append(f"{entry.large.ran} of {entry.large.of} large ones")
    if entry.refuted:
        told.append(f"{entry.refuted.tried} drawn ones")
    reasons = {**entry.core.refused, **entry.core.failed}
    return ", ".join(told) + "".join(f"; {n} × {why}" for why, n in reasons.items())


def describe_nearest_to_function(entry: MetricEntry) -> Iterator[str]:
    """Of a function that nothing explains: what comes nearest, and where it differs."""
    if not (near := entry.nearest):
        return
    yield f"nearest is {near.variant}, which agrees on {near.agrees_on} of {near.of}"
    variant = Variant.parse(near.variant)
    expected = variant.value(variant.home.takes.parse(near.witness))
    got = entry.values[near.witness]
    yield f"  on {near.witness} that is {expected}, and yours {got}"


def describe_function_edges(entry: MetricEntry) -> Iterator[str]:
    """The conventions that matter: what is refused is no function's, the usual none."""
    every = {id: Outcome.parse(told) for id, told in entry.conventions.items()}
    odd = {
        id: outcome
        for id, outcome in every.items()
        if not outcome.refused and USUAL.isdisjoint(outcome.names)
    }
    yield from ("", "edge cases") if odd else ()
    for probe, outcome in odd.items():
        yield f"  {probe.replace('_', ' ')}: {outcome}"


def describe_same_number(answer: FunctionAnswer) -> Iterator[str]:
    """Who computes the same on record."""
    if len(answer.entry.variants) != 1:
        return
    mean = " (the mean of its numbers)" if answer.by_user else ""
    yield f"\nthe same number{mean}"
    by_library: dict[str, list[str]] = {}
    for metric in answer.same:
        on = f" on {metric.entry.when}".replace("_", " ") if metric.entry.when else ""
        library = f"{metric.library} {metric.version}"
        by_library.setdefault(library, []).append(f"{metric.name}{on}")
    for library, names in by_library.items():
        yield f"  {library}: {', '.join(names)}"
    if not by_library:
        yield "  nobody on record"


def show_textbook(found: Comparison) -> None:
    """The definition that the name stands for, beside the function's."""
    from rich.table import Table

    textbook = found.sides[1]
    if found.case is None:
        print(f"\nthat is the definition that its name stands for: {textbook.title}")
        return
    print(f"\nthe name stands for {textbook.title}; the smallest case that differs")
    print("\n".join([*describe_compared_case(found), ""]))
    table = Table("", "yours", "textbook", box=None, pad_edge=False)
    for row in list_brief_step_rows(found.steps):
        table.add_row(*row)
    make_console().print(table)


def answer_as_data(answer: FunctionAnswer, metric: str) -> dict[str, Any]:
    """The answer for a machine."""
    entry, reading = answer.entry, answer.reading
    shown = find_smallest_call(entry)
    return {
        "function": str(reading.function),
        **({"metric": metric} if metric else {}),
        "shape": reading.shape.name,
        "call": reading.call(reading.function.name),
        "claims": answer.claims,
        "status": entry.status,
        "computes": list(entry.variants),
        "on": entry.when,
        "unstable": convert_call_to_data(shown) if shown else None,
        "guessed": [shape.name for shape in answer.guessed],
        "nearest": entry.nearest.variant if entry.nearest else None,
        "also": {shape.name: other for shape, other in answer.also},
        "conventions": entry.conventions,
        "same": [str(metric) for metric in answer.same],
        "differs_from_textbook_on": answer.textbook.case.id
        if answer.textbook and answer.textbook.case
        else None,
    }


def convert_call_to_data(call: RepeatedCall) -> dict[str, Any]:
    """A call that gave two numbers: what JSON has no number for is in words.

    >>> convert_call_to_data(RepeatedCall(case="1 . @1", gave=(0.5, float("nan"))))
    {'case': '1 . @1', 'gave': [0.5, 'NaN']}
    """
    return {
        "case": call.case,
        "gave": [
            one
            if isinstance(one, float) and isfinite(one)
            else format_recorded_value(one)
            for one in call.gave
        ],
    }
