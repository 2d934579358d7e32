"""Definitions on people's data: start at `evaluate_inputs`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import Basis
from homonym.evaluation.inputs import Inputs, list_known_inputs
from homonym.evaluation.kinds import (
    NEEDS,
    WITH_ROWS,
    find_missing_input,
    find_table_kind,
    is_evaluated_by_default,
)
from homonym.evaluation.left_open import list_open_conventions, list_open_definitions
from homonym.evaluation.logged.evaluate import evaluate_log
from homonym.evaluation.numbers import Further
from homonym.evaluation.recorded_metrics import Computes
from homonym.evaluation.result import WITHOUT_ROWS, Evaluation
from homonym.evaluation.runs import evaluate_runs
from homonym.evaluation.wanted_variants import (
    LibraryVariant,
    choose_variants,
    explain_left_names,
    find_meant_variants,
    find_open_metrics,
    group_by_conventions,
    list_library_metrics,
    list_library_variants,
    make_library_variant,
)
from homonym.reference.variants import Variant

UNNAMED = "is of predicted ratings or chances, and evaluated where it is named"
UNCOMPUTED = "is none that the libraries compute"
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
    named, libraries, known = list(metrics), list(like), list_known_inputs(inputs)
    if libraries:
        every = list_library_variants(libraries, named, usual)
        usable = select_usable_variants(every, known, bool(named))
        if not usable:
            raise UserError(
                f"{', '.join(libraries)} computes none of what is asked from what is "
                "given"
            )
    else:
        every = usable = [
            LibraryVariant("", usual, one) for one in choose_variants(named, known)
        ]
    groups = group_by_conventions(usable)
    check_asked_cut_offs(cut_offs, groups)
    check_rows(groups, wanted)
    found = evaluate_runs(inputs, cut_offs, groups, wanted)
    if not libraries:
        named_open = [one for text in named for one in find_open_metrics(text)]
        return replace(
            found,
            left=explain_left_names(named, known),
            open_definitions=list_open_definitions(named_open, groups[usual]),
        )
    asked_for = list_library_metrics(libraries, named)
    bases = [add_libraries(one, asked_for, usable, usual) for one in found.bases]
    left = explain_left_variants([o for o in every if o not in usable], known)
    return replace(
        found,
        bases=bases,
        left=left | list_uncomputed(named, every),
        open_definitions=list_open_definitions(
            [one for _library, one in asked_for], {one.variant for one in usable}
        ),
    )


def add_libraries(
    basis: Basis,
    asked: Iterable[tuple[str, Computes]],
    usable: Iterable[LibraryVariant],
    usual: Conventions,
) -> Basis:
    """What numbers rest on, with the libraries whose conventions these are, and what
    their records leave open of them."""
    mine = {one for one in usable if one.conventions == basis.conventions}
    metrics = {
        one: library
        for library, one in asked
        if make_library_variant(library, one, usual) in mine
    }
    met = {one.key for one in basis.faults}
    return replace(
        basis,
        like=tuple(dict.fromkeys(metrics.values())),
        open_conventions=list_open_conventions(metrics, usual, met),
    )


def select_usable_variants(
    every: Iterable[LibraryVariant], known: Sequence[str], named: bool
) -> list[LibraryVariant]:
    """Those that need nothing that is not there; named: whether metrics were, so that
    what is evaluated only where it is named is too."""
    return [
        one
        for one in every
        if (
            not find_missing_input(one.variant, known)
            if named
            else is_evaluated_by_default(one.variant, known)
        )
    ]


def explain_left_variants(
    left: Iterable[LibraryVariant], known: Sequence[str]
) -> dict[str, tuple[Variant, ...]]:
    """The definitions of libraries that are not evaluated, by the reason."""
    found: dict[str, dict[Variant, None]] = {}
    for one in left:
        need = find_missing_input(one.variant, known)
        why = NEEDS[need][0] if need else UNNAMED
        found.setdefault(why, {})[one.variant] = None
    return {why: tuple(its) for why, its in found.items()}


def list_uncomputed(
    named: Iterable[str], every: Sequence[LibraryVariant]
) -> dict[str, tuple[Variant, ...]]:
    """The definitions of a name of which the libraries compute none."""
    computed = {one.variant for one in every}
    meant = [find_meant_variants(text) for text in named]
    left = [one for its in meant if not computed & {*its} for one in its]
    return {UNCOMPUTED: tuple(dict.fromkeys(left))} if left else {}


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
