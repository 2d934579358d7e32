"""Each type of case over people's tables: start at `kind_of`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from homonym.evaluation.aspects import families as aspects
from homonym.evaluation.aspects.given import aspect_case
from homonym.evaluation.inputs import Inputs, Opened
from homonym.evaluation.labels import families as labels
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.ratings import families as ratings
from homonym.evaluation.ratings.given import label_pairs, rating_pairs
from homonym.evaluation.whole_runs import families as runs
from homonym.evaluation.whole_runs.given import run_of
from homonym.reference.variants import Variant

CATALOGUE, TRAIN, SCALE, GROUPS = "catalogue", "train", "scale", "groups"
RATINGS, CHANCES, ASPECTS = "predicted ratings", "chances", "aspects"
IDEAL = "ideal"
Found = Iterator[tuple[Variant, int | None, float | None]]
Values = Callable[[Inputs, Opened, Sequence[Variant], Sequence[int]], Found]
NEEDS: Mapping[str, tuple[str, str]] = {
    CATALOGUE: (
        "counts items outside the lists, and nothing says how many there are",
        "give --train FILE, or --catalogue FILE or NUMBER",
    ),
    TRAIN: ("looks at the training data, and there is none", "give --train FILE"),
    SCALE: (
        "puts predictions on the scale of the ratings, and nothing says what that is",
        "give --scale LOWEST,HIGHEST",
    ),
    GROUPS: ("compares groups of items, and no table of those is read", ""),
    ASPECTS: (
        "looks at aspects of items, and nothing says which they have",
        "give --aspects FILE, with the columns item and aspect",
    ),
    IDEAL: ("compares with an order that is given, and no table of that is read", ""),
}
"""What definitions need beside predictions and truth: what is said where it is not
there, and how it is given."""
OF_GROUPS = "it compares groups, and no table of those is read"
NOT_EVALUATED: Mapping[str, str] = {
    **dict.fromkeys(("bias_disparity", "mad", "reo", "rsp"), OF_GROUPS),
    "off_policy_dcg": "it looks at logged rewards, and no table of those is read",
}
"""The families that are not evaluated over tables, and why."""


@dataclass(frozen=True)
class Kind:
    """One type: the families that are written over tables; what a definition needs;
    by_default: what has to be known for its definitions to be evaluated where none is
    named, nothing for those that always are; whether it has a cut-off; and what its
    definitions give, None for rankings, which the engine computes; always: what all of
    the type need."""

    families: tuple[str, ...]
    needs: Callable[[Variant], str]
    by_default: str
    cut_off: bool
    values: Values | None
    always: str = ""


def outside(variant: Variant) -> str:
    """What a definition of rankings needs."""
    return CATALOGUE if variant.names.get("negatives", "list") != "list" else ""


def clipped(variant: Variant) -> str:
    """What a definition of ratings needs."""
    return SCALE if variant.names.get("clipped") == "to_scale" else ""


def beside_lists(variant: Variant) -> str:
    """What a definition of whole runs needs."""
    names = variant.names
    if {"groups", "euclidean"} & {*names.values()}:
        return GROUPS
    if variant.family in runs.LISTS or "trained" in names.values():
        return TRAIN
    if names.get("size") == "training":
        return TRAIN
    if names.get("of") in ("users", "users_with_k"):
        return ""
    every = names.get("catalogue") in ("all_items", "all_and_padding")
    return CATALOGUE if every else ""


def with_aspects(variant: Variant) -> str:
    """What a definition of lists with aspects needs beside these."""
    names = variant.names
    if names.get("ideal") == "given":
        return IDEAL
    return TRAIN if {"train", "trained"} & {*names.values()} else ""


def rating_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> Found:
    """What definitions of predicted ratings give."""
    found = ratings.values(rating_pairs(inputs, opened), variants)
    yield from ((variant, None, value) for variant, value in found.items())


def label_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> Found:
    """What definitions of labels with chances give; UserError for other numbers."""
    found = labels.values(label_pairs(inputs, opened), variants)
    yield from ((variant, None, value) for variant, value in found.items())


def run_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> Found:
    """What definitions of whole runs give at each cut-off."""
    run = run_of(opened, max(cut_offs))
    for k in cut_offs:
        found = runs.values(run, variants, k)
        yield from ((variant, k, value) for variant, value in found.items())


def aspect_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> Found:
    """What definitions of lists with aspects give at each cut-off."""
    case = aspect_case(inputs, opened, variants, max(cut_offs))
    for k in cut_offs:
        found = aspects.values(replace(case, k=k), variants)
        yield from ((variant, k, value) for variant, value in found.items())


KINDS = (
    Kind(tuple(PARTS), outside, "", True, None),
    Kind(ratings.FAMILIES, clipped, RATINGS, False, rating_values),
    Kind(labels.FAMILIES, lambda variant: "", CHANCES, False, label_values),
    Kind(runs.FAMILIES, beside_lists, "", True, run_values),
    Kind(aspects.FAMILIES, with_aspects, "", True, aspect_values, ASPECTS),
)
FAMILIES = tuple(family for kind in KINDS for family in kind.families)
"""Every family that is evaluated, type by type."""


def kind_of(variant: Variant) -> Kind:
    """The type of a definition that is evaluated."""
    return next(kind for kind in KINDS if variant.family in kind.families)


def lacking(variant: Variant, known: Sequence[str]) -> str:
    """What the definition needs and is not given; nothing where it has all."""
    kind = kind_of(variant)
    needs = (one for one in (kind.always, kind.needs(variant)) if one)
    return next((one for one in needs if one not in known), "")


def by_default(variant: Variant, known: Sequence[str]) -> bool:
    """Whether the definition is evaluated where none is named."""
    usual = kind_of(variant).by_default
    return not lacking(variant, known) and (not usual or usual in known)


def values_beside(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> Found:
    """What the definitions give that are none of rankings, at each cut-off where they
    have one."""
    for kind in KINDS:
        its = [one for one in variants if one.family in kind.families]
        if its and kind.values:
            yield from kind.values(inputs, opened, its, cut_offs)
