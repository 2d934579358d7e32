"""Variants of two families that are equal, always or under conditions.

Start at `name_of_class`. What holds stands in `ACROSS`, and is tested on cases that
fulfil the condition; within a family the rules of equality decide (`canonical`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from homonym.reference.variants import Variant

ACROSS: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("ndcg(discount=flat, ideal=none)", "hit_rate(counts=hits)"),
        (
            "ndcg(discount=flat, depth=all, ideal=none)",
            "hit_rate(counts=hits, depth=all)",
        ),
        (
            "ndcg(discount=flat, depth=all, ideal=ones_k)",
            "precision(divisor=length, depth=all)",
        ),
        ("ndcg(discount=flat, depth=all)", "recall(divisor=r, depth=all)"),
        ("ndcg(discount=flat, ideal=ones_k)", "precision(divisor=k)"),
        ("ndcg(discount=flat, ideal=truth_all)", "recall(divisor=r)"),
        ("ndcg(discount=flat)", "recall(divisor=min_k_r)"),
        ("ndcg(discount=reciprocal, ideal=none)", "ARHR"),
        (
            "ndcg(discount=reciprocal, ideal=undiscounted)",
            "reciprocal_rank(counts=sum_over_r)",
        ),
        (
            "ndcg(discount=reciprocal, depth=all, ideal=none)",
            "reciprocal_rank(counts=sum, depth=all)",
        ),
        (
            "ndcg(discount=reciprocal, depth=all, ideal=undiscounted)",
            "reciprocal_rank(counts=sum_over_r, depth=all)",
        ),
        ("ndcg(discount=reciprocal)", "reciprocal_rank(counts=normalised)"),
    ),
    "one_relevant": (
        ("average_precision(divisor=r)", "reciprocal_rank(counts=first)"),
        (
            "average_precision(divisor=r, depth=all)",
            "reciprocal_rank(counts=first, depth=all)",
        ),
        (
            "average_precision_interpolated(points=11)",
            "reciprocal_rank(counts=first, depth=all)",
        ),
        (
            "ndcg(discount=reciprocal, depth=all)",
            "reciprocal_rank(counts=first, depth=all)",
        ),
        ("hit_rate(counts=any)", "recall(divisor=r)"),
        (
            "hit_rate(counts=any, depth=below_k)",
            "recall(divisor=r, depth=below_k)",
        ),
        ("precision(divisor=last_hit)", "reciprocal_rank(counts=first)"),
        ("mean_average_recall(divisor=r)", "recall(divisor=r)"),
        ("r_precision(cut=r)", "reciprocal_rank(counts=first_rank_only)"),
    ),
}
"""By condition (always, where it is empty) two variants of different families whose
value for each user is the same, so that they are equal for every choice in `USERS`."""


USERS = ("mean", "mean_hit", "by_length", "by_r", "caller")
"""The ways to combine users that look at their values and rankings alone."""


def find_averaged_class(variant: Variant) -> Variant:
    """The class that averages what `users=caller` leaves to the caller.

    >>> str(find_averaged_class(Variant.parse("recall(divisor=r, users=caller)")))
    'recall(divisor=r)'
    """
    if variant.names.get("users") != "caller":
        return variant.canonical()
    return variant.home.variant(**{**variant.names, "users": "mean"}).canonical()


def name_of_class(variant: Variant, when: Sequence[str]) -> str:
    """The name of a variant's class under conditions, across families too.

    >>> name_of_class(Variant.parse("MAP(divisor=r)"), ["one_relevant"])
    'reciprocal_rank(counts=first)'
    """
    return find_cached_name(variant, tuple(when))


@lru_cache(maxsize=16_384)
def find_cached_name(variant: Variant, when: tuple[str, ...]) -> str:
    """The same, for what can be kept."""
    found = [
        variant.canonical(when),
        *(other for _, other in yield_family_links(variant, when)),
    ]
    return str(found[-1])


def yield_family_links(
    variant: Variant, when: Sequence[str]
) -> Iterator[tuple[Variant, Variant]]:
    """The pairs of `ACROSS`, one after the other, by which it goes by another name."""
    found = variant.canonical(when)
    for condition in ("", *when):
        for one, other in pair_equal_classes(condition, tuple(when)):
            if found == one:
                yield one, other
                found = other


@lru_cache(maxsize=64)
def pair_equal_classes(
    condition: str, when: tuple[str, ...]
) -> tuple[tuple[Variant, Variant], ...]:
    """The same pairs as `pair_across_families`, by the classes that they are of under
    conditions."""
    pairs = pair_across_families(condition)
    return tuple((one.canonical(when), other.canonical(when)) for one, other in pairs)


@lru_cache(maxsize=16)
def pair_across_families(condition: str) -> tuple[tuple[Variant, Variant], ...]:
    """The pairs that are equal under a condition, for each way to combine the users."""
    return tuple(
        (make_variant_for_users(one, users), make_variant_for_users(other, users))
        for one, other in ACROSS.get(condition, ())
        for users in USERS
    )


def make_variant_for_users(id: str, users: str) -> Variant:
    """A variant with another choice on the users axis."""
    variant = Variant.with_defaults(id)
    return variant.home.variant(**{**variant.names, "users": users})
