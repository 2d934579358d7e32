"""What each user brings to definitions of aspects, for rows and intervals: start at
`build_user_parts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from homonym.evaluation.rankings.users import PartNames
from homonym.evaluation.user_parts import UserParts
from homonym.reference.parts import Part
from homonym.reference.variants import Variant


def build_user_parts(
    users: Any, k: int, parts: Mapping[Variant, Sequence[Part | None] | None]
) -> UserParts:
    """The parts of all users at a cut-off; users: their ids. A definition that is
    undefined for one of them has none."""
    columns: dict[str, Any] = {"user": users}
    named: dict[Variant, tuple[PartNames, ...]] = {}
    for place, (variant, its) in enumerate(parts.items()):
        names = f"above_{place}", f"below_{place}", f"kept_{place}"
        if its is not None:
            rows = [(*one, 1.0) if one else (0.0, 0.0, 0.0) for one in its]
            columns |= dict(
                zip(names, map(make_float_column, zip(*rows, strict=True)), strict=True)
            )
        named[variant] = (names,) if its is not None else ()
    return UserParts(k, pa.table(columns), named)


def make_float_column(column: Sequence[float]) -> Any:
    """A column of numbers."""
    return pa.array(column, pa.float64())
