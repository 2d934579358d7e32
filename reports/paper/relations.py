"""Relations that hold among the published numbers whatever the predictions were.

Start at `list_paper_relations`. Each is a pair of numbers computed from the published
table alone: equal where they are to be equal, ordered where one bounds the other. They
are evidence for what the libraries compute that needs neither a library nor the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, log2
from typing import Any

from homonym.errors import UserError
from homonym.reports.findings.data import read_data
from homonym.reports.paper.tables import read_published_numbers
from homonym.tolerances import are_recorded_alike

Cells = Callable[[str, str], float]
PublishedBeside = dict[str, float]
TABLES, OWN = "published/tamm2021.toml", "published/relations.toml"
BESIDE = {
    "k": (TABLES, "k"),
    "users": (TABLES, "test_set.users"),
    "repaired": (OWN, "repaired_auc.one_class_as_0"),
    "two_classes": (OWN, "repaired_auc.two_classes_alone"),
}
"""What was published beside the tables: its file, and its key there."""


@dataclass(frozen=True)
class PaperRelation:
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
            return are_recorded_alike(self.left, self.right)
        return self.left >= self.right


def list_paper_relations(table: dict[str, Any] | None = None) -> list[PaperRelation]:
    """All relations of the published table (or of another of its shape)."""
    rows = {
        row["name"]: row["cells"]
        for row in (table or read_published_numbers()["table_1"])["row"]
    }
    beside = {name: read_positive_number(*place) for name, place in BESIDE.items()}

    def cell(library: str, column: str) -> float:
        return float(rows[library][column])

    return [
        *yield_count_relations(cell, beside),
        *yield_auc_relations(cell, beside),
        *yield_bound_relations(cell, beside),
    ]


def read_positive_number(file: str, key: str) -> float:
    """A number of a file of published numbers; UserError where it is none above 0."""
    found: Any = read_data(file, "published table", "published")
    for part in key.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    if type(found) not in (int, float) or not 0 < found < inf:
        told = "is missing" if found is None else f"is {found!r}"
        raise UserError(f"{file}: {key} {told}; it is a number above 0")
    return float(found)


def yield_count_relations(
    cell: Cells, beside: PublishedBeside
) -> Iterator[PaperRelation]:
    """Sums over users are whole numbers."""
    k, everyone = beside["k"], beside["users"]
    hits = k * cell("RecBole", "Precision") * everyone
    users = cell("RecBole", "HitRate") * everyone
    yield PaperRelation(
        f"{k:g} × Precision × {everyone:,.0f} users",
        hits,
        "=",
        round(hits),
        f"A whole number of hits: every list is divided by {k:g}, and no user is left "
        "out.",
    )
    yield PaperRelation(
        f"HitRate × {everyone:,.0f} users",
        users,
        "=",
        round(users),
        "A whole number of users with a hit.",
    )
    yield PaperRelation(
        "HitRate of DL RS Evaluation",
        cell("DL RS Evaluation", "HitRate"),
        "=",
        k * cell("DL RS Evaluation", "Precision"),
        f"It is {k:g} × Precision: it counts hits, not users.",
    )


def yield_auc_relations(
    cell: Cells, beside: PublishedBeside
) -> Iterator[PaperRelation]:
    """What the repaired AUC of DaisyRec is."""
    repaired, two_classes = beside["repaired"], beside["two_classes"]
    gauc, rate = cell("RePlay", "RocAuc"), cell("RePlay", "HitRate")
    yield PaperRelation(
        "GAUC@20 of RePlay + DaisyRec’s repaired AUC",
        gauc + repaired,
        "=",
        rate,
        "They add up to HitRate: over the users with a hit DaisyRec’s repaired AUC is "
        "1 − AUC, upside down.",
    )
    yield PaperRelation(
        "DaisyRec’s two repaired AUCs, the less ÷ the greater",
        repaired / two_classes,
        "=",
        rate,
        "The share of users of two classes is the share of users with a hit: no user "
        f"had {beside['k']:g} hits, so that what such a user counts did not show.",
    )
    yield PaperRelation(
        "1 − (GAUC@20 of RePlay ÷ its HitRate)",
        1 - gauc / rate,
        "=",
        two_classes,
        f"The same from the other side: {two_classes:.4f} is 1 − AUC over the users "
        "with a hit.",
    )


def yield_bound_relations(
    cell: Cells, beside: PublishedBeside
) -> Iterator[PaperRelation]:
    """What no predictions can turn around."""
    yield from yield_map_relations(cell)
    yield from yield_hit_relations(cell, beside["k"])
    yield PaperRelation(
        "NDCG of Elliot",
        cell("Elliot", "NDCG"),
        "≥",
        cell("DL RS Evaluation", "NDCG"),
        "An ideal list that is not cut at k can only be worth more, and the NDCG less. "
        "Another base of the logarithm could not do that.",
    )


def yield_map_relations(cell: Cells) -> Iterator[PaperRelation]:
    """What the divisors of average precision do."""
    k, r, smaller = (
        cell(name, "MAP") for name in ("DaisyRec", "rs_metrics", "RecBole")
    )
    yield PaperRelation(
        "MAP with min(k, r), of RecBole",
        smaller,
        "≥",
        max(k, r),
        "It is at least the MAP with r and the MAP with k, for it divides by the less.",
    )
    yield PaperRelation(
        "MAP of Elliot",
        cell("Elliot", "MAP"),
        "≥",
        k,
        "It divides by k as DaisyRec does, but sums the ranks without a hit too.",
    )


def yield_hit_relations(cell: Cells, k: float) -> Iterator[PaperRelation]:
    """What the number of hits a user bounds."""
    hits = k * cell("RecBole", "Precision")
    yield PaperRelation(
        "MRR of DaisyRec",
        cell("DaisyRec", "MRR"),
        "≥",
        cell("RecBole", "MRR"),
        "The sum over all hits is at least the first hit’s part.",
    )
    yield PaperRelation(
        f"{k:g} × Precision",
        hits,
        "≥",
        cell("RecBole", "HitRate"),
        "There are at least as many hits as users with a hit.",
    )
    yield PaperRelation(
        f"{k:g} × Precision",
        hits,
        "≥",
        cell("OpenRec", "NDCG"),
        "OpenRec’s NDCG is a sum of discounts of at most 1 a hit …",
    )
    yield PaperRelation(
        "NDCG of OpenRec",
        cell("OpenRec", "NDCG"),
        "≥",
        hits / log2(k + 1),
        f"… and of at least 1/log₂ {k + 1:g} a hit: a DCG fits between the two.",
    )
