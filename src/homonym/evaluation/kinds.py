"""Each type of case over people's tables: start at `find_table_kind`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from homonym.errors import render_option
from homonym.evaluation.aspects import families as aspects
from homonym.evaluation.aspects.aspect_tables import build_aspect_case
from homonym.evaluation.aspects.user_parts import build_user_parts
from homonym.evaluation.inputs import Inputs, Opened
from homonym.evaluation.labels import families as labels
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.ratings import families as ratings
from homonym.evaluation.ratings.rating_tables import join_label_pairs, join_rating_pairs
from homonym.evaluation.user_parts import UserParts
from homonym.evaluation.whole_runs import families as runs
from homonym.evaluation.whole_runs.groups import GROUPS
from homonym.evaluation.whole_runs.run_tables import run_of
from homonym.reference.variants import Variant

CATALOGUE, TRAIN, SCALE = "catalogue", "train", "scale"
RATINGS, CHANCES, ASPECTS = "predicted ratings", "chances", "aspects"
ITEM_GROUPS, USER_GROUPS = "groups of items", "groups of users"
LOG, BIAS = "log", "position bias"
IDEAL = "ideal"
FoundNumber = tuple[Variant, int | None, float | None, str]
"""Definition, cut-off, number, and the group that it is of, where it is of one."""
FoundNumbers = Iterator[tuple[Iterable[FoundNumber], UserParts | None]]
"""Numbers, and what each user brings to them where users' rows can be told."""
KindValues = Callable[[Inputs, Opened, Sequence[Variant], Sequence[int]], FoundNumbers]
TRAINING = render_option("train", "FILE")
NEEDS: Mapping[str, tuple[str, str]] = {
    CATALOGUE: (
        "counts items outside the lists, and nothing says how many there are",
        f"give {TRAINING}, or {render_option('catalogue', 'FILE')} or NUMBER",
    ),
    TRAIN: ("looks at the training data, and there is none", f"give {TRAINING}"),
    SCALE: (
        "puts predictions on the scale of the ratings, and nothing says what that is",
        f"give {render_option('scale', 'LOWEST,HIGHEST', 'scale=(LOWEST, HIGHEST)')}",
    ),
    ITEM_GROUPS: (
        "compares groups of items, and nothing says which these are",
        f"give {render_option('item_groups', 'FILE')}, with the columns item and group",
    ),
    USER_GROUPS: (
        "compares groups of users, and nothing says which these are",
        f"give {render_option('user_groups', 'FILE')}, with the columns user and group",
    ),
    ASPECTS: (
        "looks at aspects of items, and nothing says which they have",
        f"give {render_option('aspects', 'FILE')}, with the columns item and aspect",
    ),
    LOG: (
        "looks at logged rewards, and no log is given",
        f"give {render_option('logged', 'FILE')}, instead of "
        f"{render_option('predictions')} and " + render_option("truth"),
    ),
    BIAS: (
        "takes the position bias that is given, and none is",
        f"give {render_option('bias', '1,0.6,0.3', 'bias=[1, 0.6, 0.3]')}, how likely "
        "each "
        "rank is viewed",
    ),
    IDEAL: ("compares with an order that is given, and no table of that is read", ""),
}
"""What definitions need beside predictions and truth: what is said where it is not
there, and how it is given."""


@dataclass(frozen=True)
class TableKind:
    """One type: the families that are written over tables; what a definition needs;
    by_default: what has to be known for its definitions to be evaluated where none is
    named, nothing for those that always are; whether it has a cut-off; and what its
    definitions give, None for rankings and logs, which are computed apart."""

    families: tuple[str, ...]
    needs: Callable[[Variant], tuple[str, ...]]
    by_default: str
    cut_off: bool
    values: KindValues | None


def list_ranking_needs(variant: Variant) -> tuple[str, ...]:
    """What a definition of rankings needs."""
    return (CATALOGUE,) if variant.names.get("negatives", "list") != "list" else ()


def list_rating_needs(variant: Variant) -> tuple[str, ...]:
    """What a definition of ratings needs."""
    return (SCALE,) if variant.names.get("clipped") == "to_scale" else ()


def list_run_needs(variant: Variant) -> tuple[str, ...]:
    """What a definition of whole runs needs."""
    names = variant.names
    if variant.family in GROUPS:
        return list_group_needs(variant)
    if {"groups", "euclidean"} & {*names.values()}:
        alone = variant.family == "intra_list_diversity"
        return (ITEM_GROUPS,) if alone else (ITEM_GROUPS, TRAIN)
    if variant.family in runs.LISTS or "trained" in names.values():
        return (TRAIN,)
    if names.get("size") == "training":
        return (TRAIN,)
    if names.get("of") in ("users", "users_with_k"):
        return ()
    every = names.get("catalogue") in ("all_items", "all_and_padding")
    return (CATALOGUE,) if every else ()


def list_group_needs(variant: Variant) -> tuple[str, ...]:
    """What a definition needs that compares groups of users, or of items."""
    if variant.family == "bias_disparity":
        return USER_GROUPS, ITEM_GROUPS, TRAIN
    if variant.family == "mad":
        of_users = variant.names["of"] in ("user_ranking", "user_rating")
        return (USER_GROUPS,) if of_users else (ITEM_GROUPS,)
    given = variant.names["groups"] == "given"
    return (ITEM_GROUPS, TRAIN) if given else (TRAIN,)


def list_aspect_needs(variant: Variant) -> tuple[str, ...]:
    """What a definition of lists with aspects needs."""
    names = variant.names
    if names.get("ideal") == "given":
        return ASPECTS, IDEAL
    trained = {"train", "trained"} & {*names.values()}
    return (ASPECTS, TRAIN) if trained else (ASPECTS,)


def list_log_needs(variant: Variant) -> tuple[str, ...]:
    """What a definition of logged rewards needs."""
    return (LOG, BIAS) if variant.names["bias"] == "given" else (LOG,)


def yield_rating_numbers(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> FoundNumbers:
    """What definitions of predicted ratings give."""
    found = ratings.evaluate_rating_variants(
        join_rating_pairs(inputs, opened), variants
    )
    yield [(variant, None, value, "") for variant, value in found.items()], None


def yield_label_numbers(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> FoundNumbers:
    """What definitions of labels with chances give; UserError for other numbers."""
    found = labels.evaluate_label_variants(join_label_pairs(inputs, opened), variants)
    yield [(variant, None, value, "") for variant, value in found.items()], None


def run_values(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> FoundNumbers:
    """What definitions of whole runs give at each cut-off."""
    run = run_of(opened, max(cut_offs))
    for k in cut_offs:
        for variant, told in runs.evaluate_run_variants(run, variants, k).items():
            numbers = told if isinstance(told, Mapping) else {"": told}
            yield [(variant, k, one, group) for group, one in numbers.items()], None


def yield_aspect_numbers(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> FoundNumbers:
    """What definitions of lists with aspects give at each cut-off."""
    whole, ids = build_aspect_case(inputs, opened, variants, max(cut_offs))
    for k in cut_offs:
        case = replace(whole, k=k)
        own = aspects.compute_aspect_parts(case, variants)
        numbers = [
            (variant, k, aspects.combine_aspect_parts(case, variant, its), "")
            for variant, its in own.items()
        ]
        yield numbers, build_user_parts(ids, k, own)


KINDS = (
    TableKind(tuple(PARTS), list_ranking_needs, "", True, None),
    TableKind(
        ratings.FAMILIES, list_rating_needs, RATINGS, False, yield_rating_numbers
    ),
    TableKind(labels.FAMILIES, lambda variant: (), CHANCES, False, yield_label_numbers),
    TableKind(runs.FAMILIES, list_run_needs, "", True, run_values),
    TableKind(aspects.FAMILIES, list_aspect_needs, "", True, yield_aspect_numbers),
    TableKind(("off_policy_dcg",), list_log_needs, LOG, False, None),
)
FAMILIES = tuple(family for kind in KINDS for family in kind.families)
"""Every family that is evaluated, type by type."""
WITH_ROWS = (*PARTS, *aspects.FAMILIES)
"""The families of which each user has a row."""


def find_table_kind(variant: Variant) -> TableKind:
    """The type of a definition that is evaluated."""
    return next(kind for kind in KINDS if variant.family in kind.families)


def find_missing_input(variant: Variant, known: Sequence[str]) -> str:
    """What the definition needs and is not given; nothing where it has all."""
    needs = find_table_kind(variant).needs(variant)
    return next((one for one in needs if one not in known), "")


def is_evaluated_by_default(variant: Variant, known: Sequence[str]) -> bool:
    """Whether the definition is evaluated where none is named."""
    usual = find_table_kind(variant).by_default
    return not find_missing_input(variant, known) and (not usual or usual in known)


def yield_other_numbers(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], cut_offs: Sequence[int]
) -> FoundNumbers:
    """What the definitions give that are none of rankings, at each cut-off where they
    have one, and what users bring to them."""
    for kind in KINDS:
        its = [one for one in variants if one.family in kind.families]
        if its and kind.values:
            yield from kind.values(inputs, opened, its, cut_offs)
