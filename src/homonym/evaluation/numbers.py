"""The numbers of definitions on one set of tables: start at `evaluate_groups`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from homonym.evaluation.aspects.families import FAMILIES as ASPECTS
from homonym.evaluation.backends.backend import let_go
from homonym.evaluation.bootstrap import Interval, compute_drawn_numbers
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.depth import find_deepest_rank
from homonym.evaluation.engine import AtCutOff
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.inputs import (
    Inputs,
    Opened,
    explain_engine_errors,
    survey_inputs,
)
from homonym.evaluation.kinds import yield_other_numbers
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.recorded_metrics import find_metrics_of_definition
from homonym.evaluation.result import Evaluation
from homonym.evaluation.row_counts import count_all_users, count_table_rows
from homonym.evaluation.tables import Tables
from homonym.evaluation.user_parts import UserParts
from homonym.reference.variants import Variant


@dataclass(frozen=True)
class Further:
    """What is asked beside the numbers: per_user: each user's part of them; interval:
    how intervals are drawn, None for none; card: what a metric card tells beside
    them."""

    per_user: bool = False
    interval: Interval | None = None
    card: bool = False


def evaluate_groups(
    inputs: Inputs,
    cut_offs: Sequence[int],
    groups: Mapping[Conventions, Sequence[Variant]],
    wanted: Further,
) -> Evaluation:
    """What definitions give by the conventions that each is evaluated with."""
    numbers: list[EvaluatedNumber] = []
    users: list[UserParts] = []
    bases: list[Basis] = []
    with explain_engine_errors(inputs):
        every = [one for variants in groups.values() for one in variants]
        survey = survey_inputs(inputs, find_needed_depth(every, cut_offs))
        if any(one.family in PARTS for one in every):
            survey.check_cut_offs(cut_offs)
        for mine, variants in groups.items():
            cut = find_needed_depth(variants, cut_offs)
            opened = survey.opened(mine, inputs.threshold, cut)
            basis = build_number_basis(opened, mine, wanted)
            bases.append(replace(basis, order=inputs.order))
            lists = [one for one in variants if one.family in PARTS]
            for k in cut_offs if lists else ():
                some, its = evaluate_at_cut_off(opened.tables, lists, k, mine, wanted)
                numbers += some
                users += its
            with let_go(opened.tables.backend):
                for found, own in yield_other_numbers(
                    inputs, opened, variants, cut_offs
                ):
                    some = [
                        build_evaluated_number(variant, k, value, mine, group)
                        for variant, k, value, group in found
                    ]
                    asked = own if wanted != Further() else None
                    numbers += add_user_statistics(some, asked, wanted)
                    users += [asked] if asked else []
            opened.close()
    kept = users if wanted.per_user else ()
    return Evaluation(numbers, bases, kept, wanted.interval)


def find_needed_depth(
    variants: Sequence[Variant], cut_offs: Sequence[int]
) -> int | None:
    """How many ranks the definitions look at; None for all, as those of aspects do."""
    if any(one.family in ASPECTS for one in variants):
        return None
    lists = [one for one in variants if one.family in PARTS]
    return find_deepest_rank(lists, cut_offs) if lists else max(cut_offs, default=1)


def build_number_basis(opened: Opened, mine: Conventions, wanted: Further) -> Basis:
    """What the numbers rest on."""
    basis = Basis(mine, opened.counts, opened.faults)
    if not wanted.card:
        return basis
    left_out = count_all_users(opened) - opened.counts["users"]
    return replace(basis, rows=count_table_rows(opened), left_out=left_out)


def evaluate_at_cut_off(
    tables: Tables,
    variants: Sequence[Variant],
    k: int,
    mine: Conventions,
    wanted: Further,
) -> tuple[list[EvaluatedNumber], list[UserParts]]:
    """The numbers at one cut-off, and the users' parts where something is made of
    them."""
    with let_go(tables.backend):
        at = AtCutOff.of(tables, variants, k)
        found = at.values()
        users = None if wanted == Further() else at.user_parts()
    numbers = [build_evaluated_number(one, k, found[one], mine) for one in variants]
    return add_user_statistics(numbers, users, wanted), [users] if users else []


def add_user_statistics(
    numbers: list[EvaluatedNumber], users: UserParts | None, wanted: Further
) -> list[EvaluatedNumber]:
    """The numbers at one cut-off, with what is made of users' parts, where there are
    some."""
    if users is None:
        return numbers
    numbers = [replace(one, left_out=users.left_out(one.variant)) for one in numbers]
    return (
        add_number_intervals(numbers, users, wanted.interval)
        if wanted.interval
        else numbers
    )


def build_evaluated_number(
    variant: Variant,
    k: int | None,
    value: float | None,
    conventions: Conventions,
    group: str = "",
) -> EvaluatedNumber:
    """A number with the recorded metrics that compute it, and those that may."""
    by, may = (tuple(map(str, its)) for its in find_metrics_of_definition(variant))
    return EvaluatedNumber(variant, k, value, by, conventions, may, group=group)


def add_number_intervals(
    numbers: Sequence[EvaluatedNumber], users: UserParts, interval: Interval
) -> list[EvaluatedNumber]:
    """The numbers at a cut-off with their intervals."""
    drawn = compute_drawn_numbers(users, interval)
    found = ((one, drawn.get(one.variant)) for one in numbers)
    return [
        replace(one, drawn=its, bounds=interval.bounds(its), sample=users.digest)
        for one, its in found
    ]
