"""Definitions on people's data: start at `evaluate_inputs`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs, list_known_inputs
from homonym.evaluation.kinds import (
    WITH_ROWS,
    find_missing_input,
    find_table_kind,
    is_evaluated_by_default,
)
from homonym.evaluation.logged.evaluate import evaluate_log
from homonym.evaluation.numbers import Further
from homonym.evaluation.result import WITHOUT_ROWS, Evaluation
from homonym.evaluation.runs import evaluate_runs
from homonym.evaluation.wanted_variants import choose_variants, find_library_variants
from homonym.reference.variants import Variant

LISTS = f"{render_option('predictions', 'FILE')} and {render_option('truth', 'FILE')}"


def evaluate_inputs(
    inputs: Inputs,
    cut_offs: Sequence[int],
    metrics: Iterable[str] = (),
    like: Iterable[str] = (),
    conventions: Conventions | None = None,
    further: Further | None = None,
) -> Evaluation:
    """What each definition gives at each cut-off.

    metrics: as `choose_variants` takes them; like: libraries, whose definitions are
    evaluated by the conventions of their records. Raises UserError for what cannot be
    read or is unknown.
    """
    usual, wanted = conventions or Conventions(), further or Further()
    if inputs.logged is not None:
        asked = list(metrics), list(like)
        return evaluate_log(inputs, cut_offs, *asked, usual, wanted)
    if inputs.bias:
        raise UserError(
            "a position bias is of a log, and none is given",
            f"give {render_option('logged', 'FILE')}, or leave out "
            f"{render_option('bias')}",
        )
    if inputs.predictions is None or inputs.truth is None:
        raise UserError(
            "nothing to evaluate: lists need predictions and truth, rewards a log",
            f"give {LISTS}, or {render_option('logged', 'FILE')}",
        )
    groups = choose_variant_groups(
        list(metrics), list(like), usual, list_known_inputs(inputs)
    )
    check_asked_cut_offs(cut_offs, groups)
    check_rows(groups, wanted)
    return evaluate_runs(inputs, cut_offs, groups, wanted)


def choose_variant_groups(
    metrics: list[str], like: list[str], usual: Conventions, known: Sequence[str]
) -> Mapping[Conventions, list[Variant]]:
    """The definitions, by the conventions that they are evaluated with."""
    if not like:
        return {usual: choose_variants(metrics, known)}
    groups = find_library_variants(like, metrics, usual)
    unusable = find_missing_input if metrics else is_evaluated_if_named
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


def is_evaluated_if_named(variant: Variant, known: Sequence[str]) -> bool:
    """Whether the definition is evaluated only where it is named."""
    return not is_evaluated_by_default(variant, known)


def check_asked_cut_offs(
    cut_offs: Sequence[int], groups: Mapping[Conventions, Sequence[Variant]]
) -> None:
    """UserError for what is no cut-off, and for none where a definition has one."""
    every = [one for its in groups.values() for one in its]
    if cut_offs or any(find_table_kind(one).cut_off for one in every):
        check_cut_offs(cut_offs)


def check_cut_offs(cut_offs: Sequence[int]) -> None:
    """UserError for what is no cut-off."""
    if not cut_offs:
        raise UserError(
            f"no cut-off is given: write {render_option('k', '10')}, or "
            + render_option("k", "5,10,20", "k=[5, 10, 20]")
        )
    for k in cut_offs:
        if not isinstance(k, int) or isinstance(k, bool) or k < 1:
            raise UserError(
                f"the cut-off k is {in_brief(k)}, and must be a whole number from 1"
            )


def check_rows(
    groups: Mapping[Conventions, Sequence[Variant]], wanted: Further
) -> None:
    """UserError where there would be no users' rows, or these would not say by which
    conventions they are."""
    every = Counter(one for its in groups.values() for one in its)
    if wanted.per_user and not any(one.family in WITH_ROWS for one in every):
        told = ", ".join(map(str, every))
        raise UserError(f"no user has rows of {told}: {WITHOUT_ROWS}")
    for variant, times in every.items() if wanted.per_user else ():
        if times > 1:
            raise UserError(
                f"{variant} is evaluated by {times} sets of conventions, and rows of "
                "users do not say by which they are",
                "name one library, or one of its metrics",
            )
