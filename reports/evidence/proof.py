"""What a verdict rests on: a recorded case, two formulas worked out, the number that
the library returned.

Start at `find_verdict_proof`. The case is the smallest of the corpus on which the
formula that a metric computes is not its rival's, among those on which the library gave
a number. The rival is the runner-up of a search, else the formula that is documented,
else of what libraries compute (where that is nothing else, of those that make one other
choice) the one that gives the same number on the most cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from homonym.adapters.contract import Measurement, Value
from homonym.equivalence.callers import replace_caller_by_mean, replace_mean_by_caller
from homonym.equivalence.witness import are_told_apart
from homonym.explain.compare import trace_variant_steps
from homonym.reference.corpus import core
from homonym.reference.variants import Number, Variant
from homonym.reports.evidence.witness import Witness, build_returned_witness
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant

Raw = Mapping[str, Measurement]
"""What was measured of a metric, by the id of the case."""


@dataclass(frozen=True)
class Proof:
    """The formula that a metric computes and its rival's worked out on a case, and what
    the library returned there; without a rival that number stands in its place."""

    rival: str
    worked: Witness
    returned: Number


def find_verdict_proof(
    finding: Finding, raw: Raw, computed: Iterable[Variant]
) -> Proof | None:
    """The smallest recorded case that tells the metric's formula from its rival's; the
    smallest where it has none; None where none was recorded. computed: what libraries
    compute of the family, first what most metrics do."""
    variant = parse_variant(finding.variants[0]) if finding.variants else None
    if variant is None:
        return None
    if not (cases := find_cases_with_number(variant, raw)):
        return None
    for group in (
        list_recorded_rivals(finding, variant),
        computed,
        yield_neighbour_variants(variant),
    ):
        tried = dict.fromkeys(as_the_variant(variant, one) for one in group)
        among = drop_own_variants(finding, filter(None, tried))
        if found := find_nearest_rival(variant, among, cases):
            rival, case = found
            worked = compare_rivals_on_case(variant, rival, case)
            return Proof(str(rival), worked, find_returned_number(raw, case.id))
    return prove_formula_alone(variant, cases[0], raw)


def prove_formula_alone(variant: Variant, case: Any, raw: Raw) -> Proof:
    """The formula alone, where no rival differs on any case."""
    number = find_returned_number(raw, case.id)
    return Proof("", build_returned_witness(variant, case, number), number)


def list_recorded_rivals(finding: Finding, variant: Variant) -> list[Variant]:
    """What its record sets it against: the runner-up, and what it documents instead."""
    runner_up = finding.entry.runner_up.variant if finding.entry.runner_up else ""
    promised = finding.promises if finding.differs else ()
    found = (parse_variant(id) for id in (runner_up, *promised) if id)
    takes = variant.home.takes
    return [one for one in found if one and one.home.takes is takes][:1]


def yield_neighbour_variants(variant: Variant) -> Iterator[Variant]:
    """Those of its family that make one other choice."""
    home = variant.home
    for axis, its in home.axes.items():
        for choice in its.choices:
            names = {**variant.names, axis: choice}
            if choice != variant.names[axis] and not home.void(**names):
                yield home.variant(**names)


def as_the_variant(variant: Variant, other: Variant) -> Variant | None:
    """The other, before the mean where the variant leaves that to its caller; None of
    one that takes no such mean."""
    if variant.names["users"] != "caller":
        return replace_caller_by_mean(other)
    mean = other.names["users"] in ("mean", "caller")
    return replace_mean_by_caller(other) if mean else None


def drop_own_variants(finding: Finding, among: Iterable[Variant]) -> list[Variant]:
    """Those that are none of what the metric may compute."""
    own = {Variant.parse(id).canonical() for id in finding.variants}
    return [one for one in among if one.canonical() not in own]


def find_cases_with_number(variant: Variant, raw: Raw) -> list[Any]:
    """The cases of the corpus on which the library gave a number, the smallest
    first."""
    every = sort_core_by_size(variant.home.takes)
    return [case for case in every if isinstance(raw.get(case.id), Value)]


@cache
def sort_core_by_size(takes: Any) -> list[Any]:
    """The cases of the corpus, the smallest first."""
    return sorted(core(takes), key=lambda case: case.weight)


def find_nearest_rival(
    variant: Variant, rivals: Sequence[Variant], cases: Sequence[Any]
) -> tuple[Variant, Any] | None:
    """Of the rivals the one that differs on the fewest of the cases, but on some, and
    the first of them."""
    told = []
    for rival in rivals:
        apart = find_differing_on_core(variant, rival)
        if differing := [case for case in cases if case.id in apart]:
            told.append((len(differing), rival, differing[0]))
    found = min(told, key=lambda one: one[0], default=None)
    return found[1:] if found else None


@lru_cache(maxsize=16_384)
def find_differing_on_core(one: Variant, other: Variant) -> frozenset[str]:
    """The cases of the corpus on which two variants differ, by their ids."""
    own, its = compute_core_values(one), compute_core_values(other)
    return frozenset(id for id, value in own.items() if are_told_apart(value, its[id]))


@lru_cache(maxsize=4096)
def compute_core_values(variant: Variant) -> dict[str, Number]:
    """What a variant gives on every case of the corpus."""
    return {case.id: variant.value(case) for case in core(variant.home.takes)}


@lru_cache(maxsize=4096)
def compare_rivals_on_case(one: Variant, other: Variant, case: Any) -> Witness:
    """Both worked out on the case."""
    return Witness(
        case, (trace_variant_steps(one, case), trace_variant_steps(other, case))
    )


def find_returned_number(raw: Raw, id: str) -> Number:
    """The number that the library gave on a case, or the users' numbers; None where it
    gave none."""
    found = raw.get(id)
    if not isinstance(found, Value):
        return None
    return found.per_user if found.value is None else found.value
