"""Definitions of logged rewards on people's log: start at `evaluate_log`.

The reference itself computes them, trajectory by trajectory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from homonym.errors import UserError, render_option
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.faults import check_strictly
from homonym.evaluation.inputs import (
    Inputs,
    explain_engine_errors,
    list_known_inputs,
    open_backend,
)
from homonym.evaluation.kinds import LOG, find_table_kind, is_evaluated_by_default
from homonym.evaluation.logged.rows import read_log
from homonym.evaluation.numbers import Further
from homonym.evaluation.result import Evaluation
from homonym.evaluation.wanted_variants import choose_variants
from homonym.reference.case import CaseError
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.variants import Variant, families


def evaluate_log(
    inputs: Inputs,
    cut_offs: Sequence[int],
    metrics: Sequence[str],
    like: Sequence[str],
    conventions: Conventions,
    wanted: Further,
) -> Evaluation:
    """What each definition gives of a log.

    metrics: as `choose_variants` takes them; every definition that the log allows where
    there is none, since no library computes one. UserError for anything else.
    """
    check_unused(inputs, cut_offs, like, conventions, wanted)
    variants = choose_log_variants(metrics, list_known_inputs(inputs))
    with explain_engine_errors(inputs):
        case, faults = read_log(open_backend(inputs), inputs)
    if inputs.strict:
        check_strictly(faults)
    basis = Basis(conventions, {"users": len(case.users)}, faults, of="trajectory")
    numbers = [
        EvaluatedNumber(one, None, compute_logged_value(case, one), (), conventions)
        for one in variants
    ]
    return Evaluation(numbers, [basis])


def check_unused(
    inputs: Inputs,
    cut_offs: Sequence[int],
    like: Sequence[str],
    conventions: Conventions,
    wanted: Further,
) -> None:
    """UserError for what is said of lists, beside a log."""
    usual = Conventions()
    said = {
        **dict.fromkeys(inputs.every, True),
        "k": bool(cut_offs),
        "like": bool(like),
        "convention": conventions.pairs != usual.pairs,
        "ties": conventions.ties != usual.ties,
        "order": inputs.order != "score",
        "threshold": inputs.threshold is not None,
        "scale": inputs.scale is not None,
        "per_user": wanted.per_user,
        "interval": wanted.interval is not None,
        "card": wanted.card,
    }
    if unused := [
        render_option(one, python="conventions" * (one == "convention"))
        for one in said
        if said[one]
    ]:
        raise UserError(
            f"a log is evaluated alone, and has no use for {' and '.join(unused)}",
            f"leave that out, or {render_option('logged')}",
        )


def choose_log_variants(metrics: Iterable[str], known: Sequence[str]) -> list[Variant]:
    """The definitions that are named, or all; UserError for one that looks at lists."""
    if named := choose_variants(metrics, known) if metrics else []:
        for one in named:
            if find_table_kind(one).by_default != LOG:
                raise UserError(
                    f"{one} looks at lists and their truth, and a log has none",
                    f"give {render_option('predictions', 'FILE')} and "
                    f"{render_option('truth', 'FILE')} instead of "
                    f"{render_option('logged')}",
                )
        return named
    every = (
        variant.canonical()
        for home in families(LoggedCase).values()
        for variant in home.variants
    )
    return [one for one in dict.fromkeys(every) if is_evaluated_by_default(one, known)]


def compute_logged_value(case: LoggedCase, variant: Variant) -> float | None:
    """The number; UserError where the position bias does not reach so far."""
    if variant.names["bias"] == "given":
        check_bias(case)
    try:
        found = variant.value(case)
    except CaseError as error:
        raise UserError(f"{variant}: {error}") from None
    assert not isinstance(found, tuple)
    return found


def check_bias(case: LoggedCase) -> None:
    """UserError where a rank has no position bias."""
    deepest = max(
        max(len(one.impressions), *(shown.rank or 0 for shown in one.impressions))
        for one in case.users
    )
    given = len(case.users[0].bias)
    if given < deepest:
        raise UserError(
            f"{render_option('bias')} has {given} numbers, and the log has rank "
            f"{deepest}: "
            "write one for each rank, 0 for ranks that are not shown"
        )
