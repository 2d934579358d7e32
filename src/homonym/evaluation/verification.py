"""A metric card, computed again: start at `verify_card`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.card_differences import describe_card_differences
from homonym.evaluation.card_schema import SCHEMA, Card, Evaluated
from homonym.evaluation.cards import build_card
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs, list_known_inputs
from homonym.evaluation.numbers import Further
from homonym.evaluation.result import Evaluation
from homonym.evaluation.runs import evaluate_runs
from homonym.evaluation.wanted_variants import choose_variants
from homonym.records.invalid_values import convert_value
from homonym.reference.names import Ambiguous
from homonym.reference.variants import Variant

KINDS = (
    *("predictions", "truth", "train", "catalogue"),
    *("aspects", "item_groups", "user_groups"),
)


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


def verify_card(
    path: Path, given: Mapping[str, Any], how: Mapping[str, Any] = MappingProxyType({})
) -> Verification:
    """Compute a card again.

    given: files by table, instead of those that the card names, or how many items the
    catalogue has; how: the engine, its
    master and its memory, as `Inputs` calls them. Raises UserError for what is no card,
    and for tables that cannot be evaluated.
    """
    card = read_card(path)
    inputs = replace(build_card_inputs(card, path, given), **how)
    now = build_card(evaluate_card_again(card, inputs), inputs, path.parent)
    numbers = sum(len(one.numbers) for one in card.evaluated)
    return Verification(path, tuple(describe_card_differences(card, now)), numbers)


def read_card(path: Path) -> Card:
    """The card in a file; UserError where it is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"there is no file {path}") from None
    except OSError as error:
        raise UserError(f"{path} is no metric card: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is no metric card: it is no JSON ({error})") from None
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


def build_card_inputs(card: Card, path: Path, given: Mapping[str, Any]) -> Inputs:
    """The tables of a card; UserError where one is not there."""
    files: dict[str, Any] = {}
    for kind in dict.fromkeys(("predictions", "truth", *card.files, *given)):
        if kind not in KINDS:
            raise UserError(
                f"{path}: files.{kind} is no table: tables are {', '.join(KINDS)}"
            )
        named = path.parent / card.files[kind] if kind in card.files else None
        files[kind] = given.get(kind, named)
        if isinstance(files[kind], int):
            continue
        if files[kind] is None or not files[kind].exists():
            called = kind.replace("_", " ")
            raise UserError(
                f"{path} names {files[kind] or 'no file'} for the {called}, and there "
                "is none",
                f"name it with {render_option(called.replace(' ', '_'), 'FILE')}",
            )
    return Inputs(
        **{"catalogue": card.items, **files},
        columns=card.columns,
        order=card.order,
        threshold=card.threshold,
    )


def evaluate_card_again(card: Card, inputs: Inputs) -> Evaluation:
    """What the definitions of a card give now."""
    drawn = card.interval
    interval = Interval(drawn.level, drawn.seed, drawn.draws) if drawn else None
    groups: dict[Conventions, list[Variant]] = {}
    for one in card.evaluated:
        its = groups.setdefault(read_card_conventions(one), [])
        its += (
            new
            for new in list_card_variants(one, list_known_inputs(inputs))
            if new not in its
        )
    cut_offs = [one.k for its in card.evaluated for one in its.numbers]
    further = Further(interval=interval, card=True)
    return evaluate_runs(inputs, list(dict.fromkeys(cut_offs)), groups, further)


def read_card_conventions(one: Evaluated) -> Conventions:
    """Those of a part of a card."""
    pairs = (f"{probe}={outcome}" for probe, outcome in one.conventions.items())
    return Conventions.of(pairs, one.ties)


def list_card_variants(one: Evaluated, known: Sequence[str]) -> list[Variant]:
    """The definitions of a part of a card; UserError for one that cannot be evaluated.

    known: what is given beside lists and truth.
    """
    found = []
    for metric in dict.fromkeys(number.metric for number in one.numbers):
        meant: list[Variant] = []
        with suppress(Ambiguous):
            meant = choose_variants([metric], known)
        if [str(variant) for variant in meant] != [metric]:
            raise UserError(
                f"{in_brief(metric)} on the card is no definition's id, as "
                "recall(divisor=r) is"
            )
        found += meant
    return found
