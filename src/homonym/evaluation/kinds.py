"""Each type of case over people's tables: start at `kind_of`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ibis import _

from homonym.errors import UserError
from homonym.evaluation.inputs import Inputs, Opened, once, usable
from homonym.evaluation.labels import families as labels
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.ratings import families as ratings
from homonym.evaluation.ratings.pairs import Pairs, Table, pair_up
from homonym.reference.variants import Variant

CATALOGUE, SCALE = "catalogue", "scale"
RATINGS, CHANCES = "predicted ratings", "chances"
Found = Mapping[Variant, float | None]
Values = Callable[[Inputs, Opened, Sequence[Variant], int], Found]
NEEDS: Mapping[str, tuple[str, str]] = {
    CATALOGUE: (
        "counts items outside the lists, and nothing says how many there are",
        "give --train FILE, or --catalogue FILE or NUMBER",
    ),
    SCALE: (
        "puts predictions on the scale of the ratings, and nothing says what that is",
        "give --scale LOWEST,HIGHEST",
    ),
}
"""What definitions need beside predictions and truth: what is said where it is not
there, and how it is given."""


@dataclass(frozen=True)
class Kind:
    """One type: the families that are written over tables; what a definition needs;
    by_default: what has to be known for its definitions to be evaluated where none is
    named, nothing for those that always are; whether it has a cut-off; and what its
    definitions give, None for rankings, which the engine computes."""

    families: tuple[str, ...]
    needs: Callable[[Variant], str]
    by_default: str
    cut_off: bool
    values: Values | None


def outside(variant: Variant) -> str:
    """What a definition of rankings needs."""
    return CATALOGUE if variant.names.get("negatives", "list") != "list" else ""


def clipped(variant: Variant) -> str:
    """What a definition of ratings needs."""
    return SCALE if variant.names.get("clipped") == "to_scale" else ""


def rating_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], k: int
) -> Found:
    """What definitions of predicted ratings give."""
    return ratings.values(pairs_of(inputs, opened), variants)


def label_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], k: int
) -> Found:
    """What definitions of labels with chances give; UserError for other numbers."""
    pairs = pairs_of(inputs, opened, inputs.threshold)
    check_labels(pairs)
    return labels.values(pairs, variants)


def pairs_of(inputs: Inputs, opened: Opened, threshold: float | None = None) -> Pairs:
    """The truth with its predictions; threshold: the grade from which on a label is
    1."""
    lists = usable_pairs(opened, "predictions", "again")
    truth = usable_pairs(opened, "truth", "again_in_truth")
    if threshold is not None:
        grade = (_.number >= threshold).cast("float64")
        truth = truth.mutate(number=grade)
    return pair_up(opened.tables.backend, truth, lists, inputs.scale)


def usable_pairs(opened: Opened, kind: str, again: str) -> Table:
    """A table's rows with ids and a number, each pair once; again: the fault of pairs
    that stand more than once."""
    rows = usable(opened.tables.backend.table(f"given_{kind}"))
    twice = any(one.key == again for one in opened.faults)
    return once(rows, [_.number.desc(), _.place.asc()]) if twice else rows


def check_labels(pairs: Pairs) -> None:
    """UserError where a label is not 0 or 1, or a chance not from 0 to 1."""
    wrong = {"label": ~_.r.isin([0.0, 1.0]), "chance": (_.p < 0) | (_.p > 1)}
    bounds = {"label": "0 or 1", "chance": "from 0 to 1"}
    for what, condition in wrong.items():
        column = {"label": _.r, "chance": _.p}[what]
        found = pairs.one_row(
            pairs.table.aggregate(n=condition.sum(), least=column.min(where=condition))
        )
        if found["n"]:
            hint = "give --threshold NUMBER" if what == "label" else ""
            raise UserError(
                f"{found['n']:,} {what}s are not {bounds[what]}, as {found['least']:g}:"
                " logarithmic loss takes labels of 0 or 1 with their chances",
                hint,
            )


KINDS = (
    Kind(tuple(PARTS), outside, "", True, None),
    Kind(ratings.FAMILIES, clipped, RATINGS, False, rating_values),
    Kind(labels.FAMILIES, lambda variant: "", CHANCES, False, label_values),
)
FAMILIES = tuple(family for kind in KINDS for family in kind.families)
"""Every family that is evaluated, type by type."""


def kind_of(variant: Variant) -> Kind:
    """The type of a definition that is evaluated."""
    return next(kind for kind in KINDS if variant.family in kind.families)


def lacking(variant: Variant, known: Sequence[str]) -> str:
    """What the definition needs and is not given; nothing where it has all."""
    need = kind_of(variant).needs(variant)
    return "" if need in known else need


def by_default(variant: Variant, known: Sequence[str]) -> bool:
    """Whether the definition is evaluated where none is named."""
    usual = kind_of(variant).by_default
    return not lacking(variant, known) and (not usual or usual in known)


def values_beside(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> Iterator[tuple[Variant, int | None, float | None]]:
    """What the definitions give that are none of rankings, at each cut-off where they
    have one."""
    for kind in KINDS:
        its = [one for one in variants if one.family in kind.families]
        if not its or not kind.values:
            continue
        for k in cut_offs if kind.cut_off else (None,):
            for variant, value in kind.values(inputs, opened, its, k or 0).items():
                yield variant, k, value
