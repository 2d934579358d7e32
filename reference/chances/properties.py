r"""What holds of a definition of a loss of chances, whatever they are.

- bounds: 0 without bound
- perfect, nearer, users_order, rows_order: as of predicted ratings
- mirrored: M(1 - y, 1 - p) = M(y, p), the labels exchanged with their chances

Start at `PROPERTIES`; what is declared is in properties.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from homonym.reference.chances.case import LabelCase
from homonym.reference.ranges import between, by_name, unchanged, within
from homonym.reference.rating_error.properties import SHARED, with_pairs


def mirrored(case: LabelCase) -> Iterator[LabelCase]:
    """The case with the labels exchanged, and 1 minus every chance."""
    lists = [
        [(1 - y, None if p is None else 1 - p) for y, p in user.pairs]
        for user in case.users
    ]
    yield with_pairs(case, lists)


PROPERTIES = by_name(
    within({"log_loss": between(0, inf)}),
    *SHARED,
    unchanged(
        "mirrored",
        "the labels exchanged, with 1 minus each chance, change nothing",
        mirrored,
    ),
)
