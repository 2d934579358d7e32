"""The pairs of rating and prediction that people's tables make."""

from __future__ import annotations

from ibis import _

from homonym.errors import UserError, render_option
from homonym.evaluation.backends.backend import IbisTable, fetch_only_row
from homonym.evaluation.inputs import Inputs, Opened
from homonym.evaluation.ratings.pairs import RatingPairs, pair_up
from homonym.evaluation.usable_rows import drop_repeated_pairs, keep_usable_rows


def join_rating_pairs(
    inputs: Inputs, opened: Opened, threshold: float | None = None
) -> RatingPairs:
    """The truth with its predictions; threshold: the grade from which on a label is
    1."""
    lists = select_usable_pairs(opened, "predictions", "again")
    truth = select_usable_pairs(opened, "truth", "again_in_truth")
    if threshold is not None:
        grade = (_.number >= threshold).cast("float64")
        truth = truth.mutate(number=grade)
    return pair_up(opened.tables.backend, truth, lists, inputs.scale)


def select_usable_pairs(opened: Opened, kind: str, again: str) -> IbisTable:
    """A table's rows with ids and a number, each pair once; again: the fault of pairs
    that stand more than once."""
    backend = opened.tables.backend
    rows = keep_usable_rows(backend.connection.table(f"given_{kind}"))
    twice = not backend.sees_all or any(one.key == again for one in opened.faults)
    return (
        drop_repeated_pairs(rows, [_.number.desc(), _.place.asc()]) if twice else rows
    )


def join_label_pairs(inputs: Inputs, opened: Opened) -> RatingPairs:
    """Labels with their chances; UserError for other numbers."""
    pairs = join_rating_pairs(inputs, opened, inputs.threshold)
    check_labels(pairs)
    return pairs


def check_labels(pairs: RatingPairs) -> None:
    """UserError where a label is not 0 or 1, or a chance not from 0 to 1."""
    wrong = {"label": ~_.r.isin([0.0, 1.0]), "chance": (_.p < 0) | (_.p > 1)}
    bounds = {"label": "0 or 1", "chance": "from 0 to 1"}
    for what, condition in wrong.items():
        column = {"label": _.r, "chance": _.p}[what]
        found = fetch_only_row(
            pairs.backend,
            pairs.table.aggregate(n=condition.sum(), least=column.min(where=condition)),
        )
        if found["n"]:
            given = f"give {render_option('threshold', 'NUMBER')}"
            hint = given if what == "label" else ""
            raise UserError(
                f"{found['n']:,} {what}s are not {bounds[what]}, as {found['least']:g}:"
                " logarithmic loss takes labels of 0 or 1 with their chances",
                hint,
            )
