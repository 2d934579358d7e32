"""`homonym identify`: which definition gives a printed number."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from homonym.cli.common import console, tell_note
from homonym.cli.people import read_cut_offs
from homonym.errors import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.runs import runs_of
from homonym.identification.identify import (
    Identification,
    Match,
    as_data,
    identify_inputs,
    libraries_that_explain,
    read_values,
)
from homonym.reference.variants import Variant

SHOWN = 4
"""So many metrics stand beside a definition, and as many numbers below an answer."""


def identify_number(
    inputs: Inputs,
    cut_offs: str,
    asked: tuple[str, str, str],
    conventions: Conventions,
    as_json: bool,
) -> None:
    """Look for the number, or for several, and print what gives it.

    asked: the value, the metric's name and `NAME=VALUE,…`; UserError where both or
    neither are given.
    """
    value, metric, several = asked
    if bool(value) == bool(several):
        raise UserError(
            "write --value 0.0317 with --metric map, or --values map=0.0317,…"
        )
    numbers = read_values(several) if several else {metric: value}
    ks = read_cut_offs(cut_offs)
    found = {
        name: identify_inputs(inputs, ks, number, name, conventions)
        for name, number in numbers.items()
    }
    if runs := runs_of(inputs.predictions):
        tell_note(
            f"numbers are means over the {len(runs)} runs in {inputs.predictions}"
        )
    if as_json:
        print(json.dumps(answers_as_data(found), indent=2, allow_nan=False))
    else:
        show_answers(found)


def answers_as_data(found: Mapping[str, Sequence[Identification]]) -> dict[str, object]:
    """The answers for a machine."""
    return {
        "explained_by": libraries_that_explain(found) if len(found) > 1 else [],
        "numbers": {
            name: [as_data(answer) for answer in answers]
            for name, answers in found.items()
        },
    }


def show_answers(found: Mapping[str, Sequence[Identification]]) -> None:
    """The answers for the terminal, what explains all numbers first."""
    if len(found) > 1:
        libraries = libraries_that_explain(found)
        told = ", ".join(libraries) if libraries else "no library on record"
        print(f"all {len(found)} numbers are given by: {told}\n")
    for place, (name, answers) in enumerate(found.items()):
        print(end="\n" if place else "")
        show_answer(name, answers[-1], answers[:-1])


def show_answer(
    name: str, answer: Identification, before: Sequence[Identification]
) -> None:
    """One number's."""
    titled = f"{name} = " if name else ""
    print(f"{titled}{answer.printed.text}")
    for one in before:
        print(f"  {told(one)}: none")
    if not answer.matches:
        print(f"  {told(answer)}: none; the nearest")
        for candidate in answer.nearest:
            print(
                f"    {candidate.value:.6f}  {candidate.variant} at k = {candidate.k}"
            )
        return
    print(f"  {told(answer)}:")
    show_matches(answer.matches)
    print(f"  {verdict(answer)}")


def told(answer: Identification) -> str:
    """What a tier tried, at how many cut-offs."""
    return f"{answer.tier}, {answer.tried:,} tried"


def show_matches(matches: Sequence[Match]) -> None:
    """A row a definition at a cut-off, whatever conventions it was found with."""
    from rich.table import Table

    rows: dict[tuple[Variant, int, str], dict[str, None]] = {}
    for one in matches:
        found = one.candidate
        key = found.variant, found.k, f"    {found.value:.6f}"
        rows.setdefault(key, {}).update(dict.fromkeys(found.computed_by))
    table = Table("    value", "k", "definition", "computed by", box=None)
    for (variant, k, value), by in rows.items():
        more = f" and {len(by) - SHOWN} more" if len(by) > SHOWN else ""
        names = ", ".join([*by][:SHOWN]) + more
        table.add_row(value, str(k), str(variant), names)
    console().print(table)


def verdict(answer: Identification) -> str:
    """What the digits decide."""
    chance = f"about {answer.expected:.2g} would match by chance"
    if answer.decides:
        return f"The digits decide: one number matches, and {chance}."
    if answer.classes == 1:
        return f"One number matches, but {chance}: ask for more digits."
    digits = answer.digits_that_tell
    more = "" if digits is None else f" {digits} more would tell some of them apart."
    return (
        f"The digits do not decide: {answer.classes} different numbers match, and "
        f"{chance}.{more}"
    )
