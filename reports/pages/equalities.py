"""What is equal in a family: each rule with the simplest pairs that it makes one.

Start at `list_family_equalities`. A pair is simple where few of its choices are not the
default.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from homonym.reference.axes import Rule
from homonym.reference.variants import Variant, every_family

EqualPair = tuple[Variant, Variant]
"""A variant, and the equal one that stands for it."""


@dataclass(frozen=True)
class ListedEquality:
    """A rule, and the pairs that it makes equal with the fewest choices named."""

    rule: Rule
    pairs: tuple[EqualPair, ...]


@cache
def list_family_equalities(name: str) -> tuple[ListedEquality, ...]:
    """Every rule of a family that makes some pair equal."""
    family = every_family()[name]
    ordered = sorted(family.variants, key=count_named_choices)
    levels = [list(same) for _, same in groupby(ordered, key=count_named_choices)]
    found = (
        ListedEquality(rule, find_simplest_pairs(rule, levels)) for rule in family.rules
    )
    return tuple(one for one in found if one.pairs)


def count_named_choices(variant: Variant) -> int:
    """How many of its choices are not the default.

    >>> count_named_choices(Variant.parse("nDCG(gain=binary, discount=ln_next)"))
    1
    """
    axes = variant.home.axes
    return sum(choice != axes[axis].default for axis, choice in variant.choices)


def find_simplest_pairs(
    rule: Rule, levels: list[list[Variant]]
) -> tuple[EqualPair, ...]:
    """The pairs of a rule on the first level that has some."""
    for variants in levels:
        pairs = ((one, apply_equality_rule(rule, one)) for one in variants)
        if found := tuple(pair for pair in pairs if are_equal_by_rule(rule, *pair)):
            return found
    return ()


def apply_equality_rule(rule: Rule, variant: Variant) -> Variant:
    """What a rule puts in a variant's place: itself where it does not apply."""
    names = variant.names
    choices = {**names, **rule.names(**names)}
    return replace(variant, choices=tuple(choices.items()))


def are_equal_by_rule(rule: Rule, one: Variant, other: Variant) -> bool:
    """Whether these are two of one class: a rule may speak only of what the rules
    before it leave."""
    when = (rule.when,) if rule.when else ()
    home = one.home
    return one != other and home.canonical(one, when) == home.canonical(other, when)
