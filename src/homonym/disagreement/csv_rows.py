"""Comparisons, and pairs of models, as rows of CSV: start at
`yield_measure_pair_rows`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from homonym.disagreement.as_data import ESTIMATES, yield_flip_data
from homonym.disagreement.dissent import Dissent
from homonym.disagreement.words import yield_group_comparisons

CsvRow = dict[str, Any]
COUNTS = ("pairs", "reversed", "significant", "reversed_significant")


def yield_measure_pair_rows(found: Mapping[str, Any]) -> Iterator[CsvRow]:
    """A row for each two measures, of the answer as data."""
    models = found["models"]
    for group, one in yield_group_comparisons(found):
        mine, its = (group["measures"][one[at]] for at in ("one", "other"))
        yield {
            "what": group["what"],
            "title": group["title"],
            "one": ", ".join(mine["names"]),
            "other": ", ".join(its["names"]),
            **{name: one[name] for name in COUNTS},
            **{
                f"{name}{end}": one[name][key]
                for name in ESTIMATES
                for end, key in (
                    ("", "value"),
                    ("_lower", "lower"),
                    ("_upper", "upper"),
                )
            },
            "best_by_one": models[one["best"][0]],
            "best_by_other": models[one["best"][1]],
        }


def yield_flip_rows(found: Dissent) -> Iterator[CsvRow]:
    """A row for every pair of models that two measures order otherwise, both
    significantly."""
    for group in found.groups:
        for one in group.comparisons:
            own = [
                ", ".join(n.title for n in group.standings[at].named)
                for at in (one.one, one.other)
            ]
            for flip in yield_flip_data(found, group, one):
                yield {
                    "what": group.what,
                    "title": group.title,
                    "one": own[0],
                    "other": own[1],
                    "better_by_one": found.models[flip["better"]],
                    "better_by_other": found.models[flip["worse"]],
                    **{f"{k}_by_one": v for k, v in flip["by_one"].items()},
                    **{f"{k}_by_other": v for k, v in flip["by_other"].items()},
                }


def as_csv(rows: Iterable[CsvRow]) -> str:
    """The rows below their names; nothing of no row."""
    text, every = io.StringIO(), iter(rows)
    for first in every:
        writer = csv.DictWriter(text, [*first], lineterminator="\n")
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(every)
    return text.getvalue()
