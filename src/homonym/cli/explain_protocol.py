"""`homonym explain --protocol`: what a relevant item is ranked against, and what that
does to metrics."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from homonym.cli.common import console
from homonym.errors import UserError
from homonym.protocols.correction import corrected_values, cut_off_of_all
from homonym.protocols.named import Protocol, find_protocol
from homonym.protocols.sampling import value_at
from homonym.reference.variants import Variant

METRICS = {
    "HR": "hit_rate(counts=any)",
    "NDCG": "ndcg(gain=binary)",
    "MRR": "reciprocal_rank(counts=first)",
}
"""What is shown: with one relevant item recall is HR, and average precision MRR."""
RANKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
SHOWN = 5
"""So many corrected values are printed."""


def explain_protocol(
    name: str, items: int, k: int, gamma: float | None, as_json: bool
) -> None:
    """Print what metrics give to an item of each rank, by the protocol and of all."""
    protocol = find_protocol(name)
    if gamma is not None and not protocol.negatives:
        raise UserError("--gamma corrects for sampling, and full samples nothing")
    told = protocol_data(protocol, items, k, gamma)
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        show_protocol(protocol, told)


def protocol_data(
    protocol: Protocol, items: int, k: int, gamma: float | None
) -> dict[str, Any]:
    """The answer for a machine."""
    told: dict[str, Any] = {**asdict(protocol), "items": items, "k": k}
    told["ranks"] = [
        {"rank": rank, **values_at(protocol, rank, items, k)}
        for rank in RANKS
        if rank <= items
    ]
    if protocol.negatives:
        told["cut_off_of_all"] = cut_off_of_all(k, items, protocol.negatives)
    if gamma is not None:
        told["corrected"] = {
            title: corrected_values(
                [value_at(variant, r, items, k) for r in range(1, items + 1)],
                protocol.negatives,
                protocol.replacement,
                gamma,
            )
            for title, variant in ((t, Variant.parse(id)) for t, id in METRICS.items())
        }
    return told


def values_at(
    protocol: Protocol, rank: int, items: int, k: int
) -> dict[str, dict[str, float]]:
    """What each metric gives to an item of a rank: among all, and by the protocol."""
    variants = {title: Variant.parse(id) for title, id in METRICS.items()}
    return {
        title: {
            "full": value_at(variant, rank, items, k),
            "expected": protocol.value(variant, rank, items, k),
        }
        for title, variant in variants.items()
    }


def show_protocol(protocol: Protocol, told: dict[str, Any]) -> None:
    """The answer for people."""
    from rich.table import Table

    print(f"{protocol.title}: {protocol.says}")
    print(f"source   {protocol.source}")
    print(f"used by  {'; '.join(protocol.used_by) or 'nobody who was looked at'}")
    k, items = told["k"], told["items"]
    print(f"\nan item of {items:,}, by its rank among all of them; k = {k}:")
    heads = [f"{t}@{k}{how}" for t in METRICS for how in ("", " expected")]
    shown = heads if protocol.negatives else heads[::2]
    table = Table("rank", *shown, box=None, pad_edge=False)
    for row in told["ranks"]:
        each = (f"{row[t][how]:.4f}" for t in METRICS for how in ("full", "expected"))
        cells = [*each][:: 1 if protocol.negatives else 2]
        table.add_row(str(row["rank"]), *cells)
    console().print(table)
    if protocol.negatives:
        about = told["cut_off_of_all"]
        print(f"\nHR@{k} of the sample is about HR@{about:.1f} of all items.")
    for title, values in told.get("corrected", {}).items():
        first = ", ".join(f"{one:.4f}" for one in values[:SHOWN])
        print(
            f"to estimate {title}@{k} of all, count for sampled ranks 1, 2, …: {first}"
        )
