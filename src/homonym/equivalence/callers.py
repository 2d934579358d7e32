"""Definitions of whose users a metric gives each number, and leaves the mean to its
caller."""

from __future__ import annotations

from homonym.reference.variants import Variant

CALLER = "caller"
"""The choice of `users` that is no way to combine them."""


def replace_caller_by_mean(variant: Variant) -> Variant:
    """The variant with the mean that its caller takes."""
    left = variant.names["users"] == CALLER
    return replace_users_choice(variant, "mean") if left else variant


def replace_mean_by_caller(variant: Variant) -> Variant:
    """The variant before the mean is taken."""
    return replace_users_choice(variant, CALLER)


def replace_users_choice(variant: Variant, users: str) -> Variant:
    """The variant with another way to combine users."""
    names = {**variant.names, "users": users}
    return Variant(variant.family, tuple(names.items()), variant.parameters)
