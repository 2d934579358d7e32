"""Relations that hold among the published numbers whatever the predictions were.

Start at `relations`. Each is a pair of numbers computed from the published table alone:
equal where they are to be equal, ordered where one bounds the other. They are evidence
for what the libraries compute that needs neither a library nor the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isclose, log2
from typing import Any

from homonym.reports.paper.tables import published

USERS = 2733
"""The users of the published test set."""
REPAIRED = 0.19139559641952136
"""DaisyRec's AUC after the companion repository's repair, users of one class as 0."""
REPAIRED_TWO_CLASSES = 0.4033031341669637
"""The same over the users of two classes alone."""
CLOSE = 1e-6

Cells = Callable[[str, str], float]


@dataclass(frozen=True)
class Relation:
    """One relation: in words, its two sides in numbers, and what it says.

    sign: `=` or `≥`.
    """

    words: str
    left: float
    sign: str
    right: float
    says: str

    @property
    def holds(self) -> bool:
        if self.sign == "=":
            return isclose(self.left, self.right, rel_tol=CLOSE)
        return self.left >= self.right


def relations(table: dict[str, Any] | None = None) -> list[Relation]:
    """All relations of the published table (or of another of its shape)."""
    rows = {
        row["name"]: row["cells"] for row in (table or published()["table_1"])["row"]
    }

    def cell(library: str, column: str) -> float:
        return float(rows[library][column])

    return [*counts(cell), *of_auc(cell), *bounds(cell)]


def counts(cell: Cells) -> Iterator[Relation]:
    """Sums over users are whole numbers."""
    hits = 20 * cell("RecBole", "Precision") * USERS
    users = cell("RecBole", "HitRate") * USERS
    yield Relation(
        "20 × Precision × 2,733 users",
        hits,
        "=",
        round(hits),
        "A whole number of hits: every list is divided by 20, and no user is left out.",
    )
    yield Relation(
        "HitRate × 2,733 users",
        users,
        "=",
        round(users),
        "A whole number of users with a hit.",
    )
    yield Relation(
        "HitRate of DL RS Evaluation",
        cell("DL RS Evaluation", "HitRate"),
        "=",
        20 * cell("DL RS Evaluation", "Precision"),
        "It is 20 × Precision: it counts hits, not users.",
    )


def of_auc(cell: Cells) -> Iterator[Relation]:
    """What the repaired AUC of DaisyRec is."""
    gauc, rate = cell("RePlay", "RocAuc"), cell("RePlay", "HitRate")
    yield Relation(
        "GAUC@20 of RePlay + DaisyRec’s repaired AUC",
        gauc + REPAIRED,
        "=",
        rate,
        "They add up to HitRate: over the users with a hit DaisyRec’s repaired AUC is "
        "1 − AUC, upside down.",
    )
    yield Relation(
        "DaisyRec’s two repaired AUCs, the less ÷ the greater",
        REPAIRED / REPAIRED_TWO_CLASSES,
        "=",
        rate,
        "The share of users of two classes is the share of users with a hit: no user "
        "had 20 hits, so that what such a user counts did not show.",
    )
    yield Relation(
        "1 − (GAUC@20 of RePlay ÷ its HitRate)",
        1 - gauc / rate,
        "=",
        REPAIRED_TWO_CLASSES,
        "The same from the other side: 0.4033 is 1 − AUC over the users with a hit.",
    )


def bounds(cell: Cells) -> Iterator[Relation]:
    """What no predictions can turn around."""
    k, r, smaller = (
        cell(name, "MAP") for name in ("DaisyRec", "rs_metrics", "RecBole")
    )
    yield Relation(
        "MAP with min(k, r), of RecBole",
        smaller,
        "≥",
        max(k, r),
        "It is at least the MAP with r and the MAP with k, for it divides by the less.",
    )
    yield Relation(
        "MAP of Elliot",
        cell("Elliot", "MAP"),
        "≥",
        k,
        "It divides by k as DaisyRec does, but sums the ranks without a hit too.",
    )
    yield Relation(
        "MRR of DaisyRec",
        cell("DaisyRec", "MRR"),
        "≥",
        cell("RecBole", "MRR"),
        "The sum over all hits is at least the first hit’s part.",
    )
    yield Relation(
        "20 × Precision",
        20 * cell("RecBole", "Precision"),
        "≥",
        cell("RecBole", "HitRate"),
        "There are at least as many hits as users with a hit.",
    )
    yield Relation(
        "20 × Precision",
        20 * cell("RecBole", "Precision"),
        "≥",
        cell("OpenRec", "NDCG"),
        "OpenRec’s NDCG is a sum of discounts of at most 1 a hit …",
    )
    yield Relation(
        "NDCG of OpenRec",
        cell("OpenRec", "NDCG"),
        "≥",
        20 * cell("RecBole", "Precision") / log2(21),
        "… and of at least 1/log₂ 21 a hit: a DCG fits between the two.",
    )
    yield Relation(
        "NDCG of Elliot",
        cell("Elliot", "NDCG"),
        "≥",
        cell("DL RS Evaluation", "NDCG"),
        "An ideal list that is not cut at k can only be worth more, and the NDCG less. "
        "Another base of the logarithm could not do that.",
    )
