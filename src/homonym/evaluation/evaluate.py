"""Definitions on people's data: start at `evaluate_inputs`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from homonym.errors import UserError
from homonym.evaluation.chosen import choose_variants, like_libraries
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.depth import deepest
from homonym.evaluation.engine import values
from homonym.evaluation.inputs import Inputs, beside, open_inputs, told
from homonym.evaluation.kinds import by_default, kind_of, lacking, values_beside
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.recorded import computed_by
from homonym.evaluation.result import Evaluation, Number
from homonym.reference.variants import Variant


def evaluate_inputs(
    inputs: Inputs,
    cut_offs: Sequence[int],
    metrics: Iterable[str] = (),
    like: Iterable[str] = (),
    conventions: Conventions | None = None,
) -> Evaluation:
    """What each definition gives at each cut-off.

    metrics: as `choose_variants` takes them; like: libraries, whose definitions are
    evaluated by the conventions of their records. Raises UserError for what cannot be
    read or is unknown.
    """
    usual = conventions or Conventions()
    groups = chosen_groups(list(metrics), list(like), usual, beside(inputs))
    check_asked(cut_offs, groups)
    numbers: list[Number] = []
    with told(inputs):
        for mine, variants in groups.items():
            opened = open_inputs(inputs, mine, depth_of(variants, cut_offs))
            lists = of_lists(variants)
            for k in cut_offs if lists else ():
                found = values(opened.tables, lists, k)
                numbers += [number_of(one, k, found[one], mine) for one in lists]
            others = values_beside(inputs, opened, variants, cut_offs)
            numbers += [number_of(*one, mine) for one in others]
    return Evaluation(numbers, opened.counts, opened.faults)


def chosen_groups(
    metrics: list[str], like: list[str], usual: Conventions, known: Sequence[str]
) -> Mapping[Conventions, list[Variant]]:
    """The definitions, by the conventions that they are evaluated with."""
    if not like:
        return {usual: choose_variants(metrics, known)}
    groups = like_libraries(like, metrics, usual)
    unusable = lacking if metrics else not_by_default
    usable = {
        mine: [one for one in its if not unusable(one, known)]
        for mine, its in groups.items()
    }
    found = {mine: its for mine, its in usable.items() if its}
    if not found:
        raise UserError(
            f"{', '.join(like)} computes none of what is asked from what is given"
        )
    return found


def number_of(
    variant: Variant, k: int | None, value: float | None, conventions: Conventions
) -> Number:
    """A number with the recorded metrics that compute it."""
    by = tuple(str(one) for one in computed_by().get(variant, ()))
    return Number(variant, k, value, by, conventions)


def of_lists(variants: Iterable[Variant]) -> list[Variant]:
    """The definitions of rankings."""
    return [one for one in variants if one.family in PARTS]


def depth_of(variants: Sequence[Variant], cut_offs: Sequence[int]) -> int | None:
    """The last rank that one of the definitions looks at; None for all."""
    lists = of_lists(variants)
    return deepest(lists, cut_offs) if lists else max(cut_offs, default=1)


def not_by_default(variant: Variant, known: Sequence[str]) -> bool:
    """Whether the definition is evaluated only where it is named."""
    return not by_default(variant, known)


def check_asked(
    cut_offs: Sequence[int], groups: Mapping[Conventions, Sequence[Variant]]
) -> None:
    """UserError for what is no cut-off, and for none where a definition has one."""
    every = [one for its in groups.values() for one in its]
    if cut_offs or any(kind_of(one).cut_off for one in every):
        check_cut_offs(cut_offs)


def check_cut_offs(cut_offs: Sequence[int]) -> None:
    """UserError for what is no cut-off."""
    if not cut_offs:
        raise UserError("no cut-off is given: write --k 10, or --k 5,10,20")
    for k in cut_offs:
        if not isinstance(k, int) or k < 1:
            raise UserError(f"the cut-off k is {k}, and must be a whole number from 1")
