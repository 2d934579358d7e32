"""A metric card, computed again: start at `verify_card`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from homonym.errors import UserError
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.card_schema import SCHEMA, Card, Evaluated
from homonym.evaluation.cards import card_of
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import check_cut_offs
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.numbers import Further
from homonym.evaluation.result import Evaluation
from homonym.evaluation.runs import evaluate_runs
from homonym.records.invalid import convert_value
from homonym.reference.names import UnknownName
from homonym.reference.variants import Variant
from homonym.tolerances import close

NEAR = 1e-9
"""Numbers that are closer are the same: sums differ in their last digits from one
processor to the next."""
KINDS = ("predictions", "truth", "train", "catalogue")
HEAD = 12
"""So much of a hash is shown."""


@dataclass(frozen=True)
class Verification:
    """What came of a card: what differs, in words, and how many numbers it has."""

    card: Path
    differences: tuple[str, ...]
    numbers: int

    @property
    def same(self) -> bool:
        """Whether all is as the card says."""
        return not self.differences


def verify_card(path: Path, given: Mapping[str, Any]) -> Verification:
    """Compute a card again.

    given: files by table, instead of those that the card names. Raises UserError for
    what is no card, and for tables that cannot be evaluated.
    """
    card = read_card(path)
    inputs = inputs_of(card, path, given)
    now = card_of(evaluated_again(card, inputs), inputs, path.parent)
    numbers = sum(len(one.numbers) for one in card.evaluated)
    return Verification(path, tuple(differences(card, now)), numbers)


def read_card(path: Path) -> Card:
    """The card in a file; UserError where it is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} is no metric card: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is no metric card: {error}") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise UserError(
            f"{path} is no metric card of schema {SCHEMA}, which this homonym reads: "
            f"its schema is {json.dumps(schema)}"
        )
    try:
        card: Card = convert_value(found, Card)
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    if not card.evaluated or not all(one.numbers for one in card.evaluated):
        raise UserError(f"{path} has no numbers: there is nothing to verify")
    return card


def inputs_of(card: Card, path: Path, given: Mapping[str, Any]) -> Inputs:
    """The tables of a card; UserError where one is not there."""
    files: dict[str, Any] = {}
    for kind in dict.fromkeys(("predictions", "truth", *card.files, *given)):
        if kind not in KINDS:
            raise UserError(
                f"{path}: files.{kind} is no table: tables are {', '.join(KINDS)}"
            )
        named = path.parent / card.files[kind] if kind in card.files else None
        files[kind] = given.get(kind, named)
        if files[kind] is None or not files[kind].exists():
            raise UserError(
                f"{path} names {files[kind] or 'no file'} for the {kind}, and there is "
                "none",
                f"name it with --{kind} FILE",
            )
    return Inputs(
        **{"catalogue": card.items, **files},
        columns=card.columns,
        order=card.order,
        threshold=card.threshold,
    )


def evaluated_again(card: Card, inputs: Inputs) -> Evaluation:
    """What the definitions of a card give now."""
    drawn = card.interval
    interval = Interval(drawn.level, drawn.seed, drawn.draws) if drawn else None
    groups = {conventions_of(one): variants_of(one) for one in card.evaluated}
    cut_offs = [one.k for its in card.evaluated for one in its.numbers]
    check_cut_offs(cut_offs)
    further = Further(interval=interval, card=True)
    return evaluate_runs(inputs, list(dict.fromkeys(cut_offs)), groups, further)


def conventions_of(one: Evaluated) -> Conventions:
    """Those of a part of a card."""
    pairs = (f"{probe}={outcome}" for probe, outcome in one.conventions.items())
    return Conventions.of(pairs, one.ties)


def variants_of(one: Evaluated) -> list[Variant]:
    """The definitions of a part of a card; UserError for one that is unknown."""
    try:
        found = [Variant.parse(number.metric) for number in one.numbers]
    except UnknownName as error:
        raise UserError(str(error)) from None
    return list(dict.fromkeys(found))


def differences(card: Card, now: Card) -> Iterator[str]:
    """What is now otherwise than a card says, in words."""
    yield from files_apart(card, now)
    again = {one.by: one for one in now.evaluated}
    for one in card.evaluated:
        if one.by in again:
            yield from numbers_apart(one, again[one.by])
            yield from facts_apart(one, again[one.by])
    means = {one.by: one for one in now.means}
    for mean in card.means:
        its = means[mean.by]
        called = f"the mean of {mean.metric} at k = {mean.k}"
        if not close(its.mean, mean.mean, NEAR):
            yield f"{called} is {compared(its.mean, mean.mean)}"
        elif not close(its.standard_deviation, mean.standard_deviation, NEAR):
            apart = compared(its.standard_deviation, mean.standard_deviation)
            yield f"the standard deviation of {mean.metric} at k = {mean.k} is {apart}"


def files_apart(card: Card, now: Card) -> Iterator[str]:
    """The files that are others, gone or new."""
    for name in {**card.sha256, **now.sha256}:
        found, was = now.sha256.get(name, ""), card.sha256.get(name, "")
        kind, _slash, run = name.partition("/")
        called = "/".join(part for part in (now.files.get(kind, kind), run) if part)
        if not found:
            yield f"{called} is on the card, and is not there"
        elif not was:
            yield f"{called} is there, and is not on the card"
        elif found != was:
            yield (
                f"{called} is another file: its SHA-256 begins with {found[:HEAD]}, "
                f"and with {was[:HEAD]} on the card"
            )


def numbers_apart(card: Evaluated, now: Evaluated) -> Iterator[str]:
    """The numbers that differ, and by how much."""
    again = {(one.metric, one.k): one for one in now.numbers}
    for one in card.numbers:
        found = again[str(Variant.parse(one.metric)), one.k]
        called = f"{found.metric} at k = {one.k}"
        if not close(found.value, one.value, NEAR):
            yield f"{called} is {compared(found.value, one.value)}"
            continue
        for end in ("lower", "upper"):
            its, was = getattr(found, end), getattr(one, end)
            if not close(its, was, NEAR):
                yield f"the {end} end of {called} is {compared(its, was)}"
        if found.left_out != one.left_out:
            yield (
                f"{called} leaves out {found.left_out} users, and {one.left_out} on "
                "the card"
            )


def compared(now: float | None, was: float | None) -> str:
    """A number, and by how much it is off."""
    if now is None or was is None:
        its, other = (
            "undefined" if one is None else f"{one:.10g}" for one in (now, was)
        )
        return f"{its}, and {other} on the card"
    more = "more" if now > was else "less"
    return f"{now:.10g}, {abs(now - was):.3g} {more} than on the card"


def facts_apart(card: Evaluated, now: Evaluated) -> Iterator[str]:
    """Counts of users, rows and faults that differ."""
    for what, its, was in (
        ("users evaluated", now.users.evaluated, card.users.evaluated),
        ("users left out", now.users.left_out, card.users.left_out),
        *(
            (f"rows of {kind}", now.rows.get(kind, 0), card.rows.get(kind, 0))
            for kind in {**card.rows, **now.rows}
        ),
        *faults_of(card, now),
    ):
        if its != was:
            yield f"{what}: {its:,}, and {was:,} on the card"


def faults_of(card: Evaluated, now: Evaluated) -> Iterator[tuple[str, int, int]]:
    """Each fault with its counts, now and on the card."""
    its, was = ({one.fault: one.count for one in of.faults} for of in (now, card))
    for fault in {**was, **its}:
        yield f"the fault {fault}", its.get(fault, 0), was.get(fault, 0)
