"""Which variants are never below others, whatever the data: start at
`find_bound_reasons`.

What is declared stands in each type's properties.toml, as relations; from one to the
next, and so from the first to the last, no value falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, product

from homonym.equivalence.across_families import USERS
from homonym.reference.properties import Relation, relations
from homonym.reference.variants import Problem, Variant

InequalityStep = tuple[Variant, Relation]
"""A variant that is never below, and why."""


def find_bound_reasons(upper: Variant, lower: Variant) -> tuple[str, ...]:
    """Why the first is never below the second; nothing where none is declared.

    >>> upper, lower = map(Variant.with_defaults, ("ndcg(ideal=list_k)", "ndcg"))
    >>> find_bound_reasons(upper, lower)
    ('the whole truth gains no less than its best k, nor these than the listed k',)
    """
    wanted, first = upper.canonical(), lower.canonical()
    known = find_inequality_steps(lower.home.takes)
    found: dict[Variant, tuple[str, ...]] = {first: ()}
    queue = [first]
    for one in queue:
        for following, relation in known.get(one, ()):
            if following not in found:
                found[following] = (*found[one], relation.because)
                queue.append(following)
    return tuple(dict.fromkeys(found.get(wanted, ()))) if wanted != first else ()


@lru_cache(maxsize=8)
def find_inequality_steps(
    takes: type[Problem],
) -> Mapping[Variant, tuple[InequalityStep, ...]]:
    """From each variant to those that are never below it by one relation."""
    found: dict[Variant, list[InequalityStep]] = {}
    for relation in relations(takes):
        for rising in enumerate_rising_chains(relation):
            for lower, upper in pairwise(one.canonical() for one in rising):
                if lower != upper:
                    found.setdefault(lower, []).append((upper, relation))
    return {lower: tuple(its) for lower, its in found.items()}


@lru_cache(maxsize=8)
def group_chains_by_variant(
    takes: type[Problem],
) -> Mapping[Variant, tuple[tuple[tuple[Variant, ...], Relation], ...]]:
    """The chains that each variant stands in, by its canonical form."""
    found: dict[Variant, list[tuple[tuple[Variant, ...], Relation]]] = {}
    for relation in relations(takes):
        for rising in enumerate_rising_chains(relation):
            for one in dict.fromkeys(one.canonical() for one in rising):
                found.setdefault(one, []).append((rising, relation))
    return {one: tuple(its) for one, its in found.items()}


def enumerate_rising_chains(relation: Relation) -> Iterator[tuple[Variant, ...]]:
    """A relation with each of its choices, and each way to combine users."""
    each = dict(relation.each)
    ways = relation.rising[0].home.axes["users"].choices
    if set(USERS) <= ways.keys():
        each.setdefault("users", USERS)
    for chosen in product(*each.values()):
        names = dict(zip(each, chosen, strict=True))
        rising = tuple(replace_choices(one, names) for one in relation.rising)
        if not any(one.home.void(**one.names) for one in rising):
            yield rising


def replace_choices(variant: Variant, names: Mapping[str, str]) -> Variant:
    """The variant with these choices on the axes that it has."""
    mine = {axis: name for axis, name in names.items() if axis in variant.names}
    choices = tuple({**variant.names, **mine}.items())
    return Variant(variant.family, choices, variant.parameters)


def describe_printed_bound(printed: Variant, yours: Variant) -> str:
    """What a printed number of one definition is of the other's, where one is declared
    never to be below the other; nothing where that is not declared.

    >>> one = Variant.parse("average_precision(divisor=k)")
    >>> other = Variant.parse("average_precision(divisor=min_k_r)")
    >>> describe_printed_bound(one, other).partition(", ")[2].partition(",")[0]
    'the printed number is a lower bound of it'
    """
    both = ("an upper", (printed, yours)), ("a lower", (yours, printed))
    for bound, pair in both:
        if reasons := find_bound_reasons(*pair):
            return (
                f"where yours is {yours}, the printed number is {bound} bound of it, "
                f"because {'; '.join(reasons)}"
            )
    return ""


def describe_bound(one: Variant, other: Variant) -> str:
    """Which of two is never below the other, and what that makes of a printed number;
    nothing where that is not declared."""
    for upper, lower in ((one, other), (other, one)):
        if reasons := find_bound_reasons(upper, lower):
            return (
                f"{upper} is never below {lower}, because {'; '.join(reasons)}: the "
                "first is an upper bound of the second"
            )
    return ""
