"""What evaluation gives beside a library's own numbers: `evaluate_beside`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from homonym.equivalence.callers import replace_caller_by_mean
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import evaluate_inputs
from homonym.evaluation.inputs import Inputs, list_known_inputs
from homonym.evaluation.kinds import find_missing_input
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.result import Evaluation
from homonym.records.schema_entry import MetricEntry
from homonym.reference.variants import Variant
from homonym.tolerances import are_numbers_close

DIFFERS = "differs: "
"""How it begins that a number is not its definition's, by whatever convention."""
RecordedNumbers = Mapping[str, tuple[MetricEntry, float]]
"""By a metric's name what is on record of it, and the library's number."""


@dataclass(frozen=True)
class Compared:
    """A library's number, and what is on record of it: the definition of all users, the
    conventions and the precision."""

    value: float
    variant: Variant
    conventions: Conventions
    precision: float

    def told(self, usual: Evaluation, own: Evaluation) -> str:
        """How it compares with what the definition gives by the usual conventions, and
        by its own."""
        number, other = usual.value(self.variant), own.value(self.variant)
        if are_numbers_close(number, self.value, self.precision):
            return "equal"
        met = {fault.key for fault in usual.faults}
        by = Conventions().differing(self.conventions, met)
        if by and are_numbers_close(other, self.value, self.precision):
            return f"equal with {by}; without {format_library_number(number)}"
        return f"{DIFFERS}{format_library_number(other)}"


def evaluate_beside(inputs: Inputs, k: int, known: RecordedNumbers) -> dict[str, str]:
    """How the number of each metric compares with its definition on record: equal,
    equal by the conventions on record, or another number.

    Metrics that compute no one definition of rankings have nothing beside them, nor
    those whose definition asks for what is not given.
    """
    asked = {
        name: Compared(
            value,
            variant,
            Conventions().like(entry.conventions),
            entry.precision,
        )
        for name, (entry, value) in known.items()
        if (variant := find_identified_variant(entry))
        and not find_missing_input(variant, list_known_inputs(inputs))
    }
    if not asked:
        return {}
    ways = dict.fromkeys([Conventions(), *(one.conventions for one in asked.values())])
    numbers = {
        way: evaluate_own_variants(inputs, k, way, asked.values()) for way in ways
    }
    usual = numbers[Conventions()]
    return {
        name: one.told(usual, numbers[one.conventions]) for name, one in asked.items()
    }


def find_identified_variant(entry: MetricEntry) -> Variant | None:
    """The one definition of rankings that a metric computes."""
    if entry.status != "identified" or entry.claims not in PARTS:
        return None
    return replace_caller_by_mean(Variant.parse(entry.variants[0]))


def evaluate_own_variants(
    inputs: Inputs, k: int, conventions: Conventions, asked: Iterable[Compared]
) -> Evaluation:
    """What the definitions give: all by the usual conventions, by others those whose
    own they are."""
    every = conventions == Conventions()
    own = [str(one.variant) for one in asked if every or one.conventions == conventions]
    return evaluate_inputs(inputs, [k], dict.fromkeys(own), conventions=conventions)


def format_library_number(number: float | None) -> str:
    """A number in the table."""
    return "undefined" if number is None else f"{number:.6f}"
