"""A row for each user, definition and cut-off: start at `yield_per_user_tables`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from homonym.evaluation.user_parts import Array, OwnPart, UserParts
from homonym.reference.variants import Variant


def yield_per_user_tables(users: UserParts) -> Iterator[Any]:
    """A table for each definition that users have a part of, users by their ids."""
    for variant in users.parts:
        found = users.values(variant)
        if found is not None:
            yield make_per_user_table(users, variant, *found)


def make_per_user_table(
    users: UserParts, variant: Variant, part: OwnPart, counted: Array
) -> Any:
    """One definition's rows, with the run where there are several; the value is null
    for whom the definition leaves out."""
    rows = users.users.num_rows
    return pa.table(
        {
            **({"run": pa.repeat(users.run, rows)} if users.run else {}),
            "user": users.users["user"],
            "metric": pa.repeat(str(variant), rows),
            "k": pa.repeat(users.k, rows),
            "numerator": pa.array(part.above, pa.float64()),
            "denominator": pa.array(part.below, pa.float64()),
            "value": pa.array(part.ratio, pa.float64(), mask=~counted),
        }
    )


def list_rowless_variants(users: UserParts) -> list[Variant]:
    """The definitions that no user has one part of."""
    return [one for one in users.parts if users.values(one) is None]
