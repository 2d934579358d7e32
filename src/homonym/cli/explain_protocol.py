"""`homonym explain --protocol`: what a relevant item is ranked against, and what that
does to metrics."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from homonym.cli.common import make_console
from homonym.errors import UserError
from homonym.protocols.correction import (
    SHAPES,
    compute_corrected_values,
    cut_off_by_beta,
    cut_off_of_all,
)
from homonym.protocols.protocol import METRICS, Protocol, find_protocol
from homonym.protocols.sampling import compute_value_at_rank
from homonym.reference.variants import Variant
from homonym.reports.findings.protocols import read_protocol_ranking

NOBODY = "none of those that were looked at"
RANKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
SHOWN = 5
"""So many corrected values are printed."""
Data = Mapping[str, Any]


def explain_protocol(
    name: str, items: int, k: int, gamma: float | None, as_json: bool
) -> None:
    """Print what metrics give to an item of each rank, by the protocol and of all, and
    what the protocol makes of one ranking."""
    protocol = find_protocol(name)
    if gamma is not None and not protocol.negatives:
        raise UserError(f"--gamma corrects for sampling, and {name} samples nothing")
    if gamma is not None and not protocol.in_closed_form:
        raise UserError(
            f"--gamma corrects for uniform sampling, and {name} samples otherwise"
        )
    told = build_protocol_data(protocol, items, k, gamma)
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        show_protocol(protocol, told)


def build_protocol_data(
    protocol: Protocol, items: int, k: int, gamma: float | None
) -> dict[str, Any]:
    """The answer for a machine."""
    told: dict[str, Any] = {**asdict(protocol), "items": items, "k": k}
    if protocol.in_closed_form:
        told["ranks"] = [
            {"rank": rank, **compare_values_at_rank(protocol, rank, items, k)}
            for rank in RANKS
            if rank <= items
        ]
    if protocol.negatives and protocol.in_closed_form:
        told["cut_off_of_all"] = map_cut_off_to_all_items(protocol, items, k)
    if gamma is not None:
        told["corrected"] = {
            title: compute_corrected_values(
                [
                    compute_value_at_rank(variant, r, items, k)
                    for r in range(1, items + 1)
                ],
                protocol.negatives,
                protocol.replacement,
                gamma,
            )
            for title, variant in ((t, Variant.parse(id)) for t, id in METRICS.items())
        }
    told["one_ranking"] = build_one_ranking_data(protocol)
    return told


def map_cut_off_to_all_items(
    protocol: Protocol, items: int, k: int
) -> dict[str, float]:
    """The cut-off of all items that one of the sample is about, by each map; beyond
    the sample there is none by Beta@a."""
    found = {"linear": cut_off_of_all(k, items, protocol.negatives)}
    if k <= protocol.negatives + 1:
        for shape in SHAPES:
            cut = cut_off_by_beta(k, items, protocol.negatives, shape)
            found[f"Beta@{shape:g}"] = cut
    return found


def build_one_ranking_data(protocol: Protocol) -> dict[str, Any]:
    """What it makes of the ranking on record; negative: where all scores are."""
    found = read_protocol_ranking()
    return {
        **{name: found[name] for name in ("model", "data", "users", "items", "k")},
        "full": found["protocols"]["full"],
        "by_protocol": found["protocols"][protocol.name],
        "negative": found["negative"].get(protocol.name),
    }


def compare_values_at_rank(
    protocol: Protocol, rank: int, items: int, k: int
) -> dict[str, dict[str, float]]:
    """What each metric gives to an item of a rank: among all, and by the protocol."""
    variants = {title: Variant.parse(id) for title, id in METRICS.items()}
    return {
        title: {
            "full": compute_value_at_rank(variant, rank, items, k),
            "expected": protocol.value(variant, rank, items, k),
        }
        for title, variant in variants.items()
    }


def show_protocol(protocol: Protocol, told: Data) -> None:
    """The answer for people."""
    print(f"{protocol.title}: {protocol.says}")
    print(f"source   {protocol.source}")
    print(f"used by  {'; '.join(protocol.used_by) or NOBODY}")
    if protocol.in_closed_form:
        show_ranks(protocol, told)
    else:
        print("\nNo number follows from a rank alone: candidates go by popularity.")
    if "cut_off_of_all" in told:
        print("\n" + "\n".join(cut_offs_told(told)))
    for title, values in told.get("corrected", {}).items():
        first = ", ".join(f"{one:.4f}" for one in values[:SHOWN])
        print(
            f"to estimate {title}@{told['k']} of all items, use these values for the "
            f"sampled ranks 1, 2, …: {first}"
        )
    print("\n" + "\n".join(describe_recorded_ranking(protocol, told["one_ranking"])))


def show_ranks(protocol: Protocol, told: Data) -> None:
    """A table: a row a rank."""
    from rich.table import Table

    k, items = told["k"], told["items"]
    print(
        f"\none relevant item among {items:,}, by its rank among all of them; k = {k}:"
    )
    heads = [f"{t}@{k}{how}" for t in METRICS for how in ("", " expected")]
    shown = heads if protocol.negatives else heads[::2]
    table = Table("rank", *shown, box=None, pad_edge=False)
    for row in told["ranks"]:
        each = (f"{row[t][how]:.4f}" for t in METRICS for how in ("full", "expected"))
        cells = [*each][:: 1 if protocol.negatives else 2]
        table.add_row(str(row["rank"]), *cells)
    make_console().print(table)


def cut_offs_told(told: Data) -> Iterator[str]:
    """The cut-offs of all items, in lines."""
    k, cuts = told["k"], dict(told["cut_off_of_all"])
    about = cuts.pop("linear")
    yield f"HR@{k} of the sample is about HR@{about:.1f} of all items."
    if cuts:
        others = ", ".join(f"{cut:.1f} by {name}" for name, cut in cuts.items())
        yield f"By the distribution of ranks (Li et al. 2020): {others}."


def describe_recorded_ranking(protocol: Protocol, found: Data) -> Iterator[str]:
    """The ranking on record, in lines."""
    k = found["k"]

    def told(numbers: Data) -> str:
        return ", ".join(f"{title}@{k} {one:.3f}" for title, one in numbers.items())

    yield f"one ranking, {found['model']} on {found['data']}, {found['users']:,} users:"
    yield f"  full ranking  {told(found['full'])}"
    if protocol.name != "full":
        yield f"  this protocol {told(found['by_protocol'])}"
    if protocol.masked is not None:
        yield f"  the same order, every score negative: {told(found['negative'])}"
