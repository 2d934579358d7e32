"""How users are combined into one number: start at `combine_users`.

Hundreds of definitions ask for their numbers in one statement. That is written as a
text: as expressions it would take longer to put together than to compute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from homonym.equivalence.callers import CALLER
from homonym.evaluation.backends.backend import Backend, IbisTable, name_table
from homonym.evaluation.plan import Plan, make_no_expression_error
from homonym.evaluation.rankings.ranks import count_hits_to_depth
from homonym.reference.parts import ZERO

FACTS = "r", "length", "hit"
"""What is looked at of a user beside the part."""
AT_ONCE = 200
"""So many parts are combined in one statement."""
PartNames = tuple[str, str, str]
"""The columns of a part: numerator, denominator, and 1 for users who are kept; no name
where all are."""
Combined = dict[tuple[PartNames, str], float | None]
"""The number of all users, by their part and the way of combining."""
RATIO = f"CASE WHEN abs({{below}}) > {ZERO} THEN {{above}} / {{below}} ELSE 0 END"
"""A user's own value: 0 where the denominator is 0."""
WAYS: Mapping[str, str] = {
    "mean": "avg({ratio})",
    "mean_hit": "avg(CASE WHEN hit THEN {ratio} END)",
    "mean_nonzero": f"avg(CASE WHEN NOT abs({{ratio}}) <= {ZERO} THEN {{ratio}} END)",
    "pooled": f"CASE WHEN abs(sum({{below}})) > {ZERO} "
    "THEN sum({above}) / sum({below}) END",
    "by_r": "sum({ratio} * r) / nullif(sum({r}), 0)",
    "by_length": "sum({ratio} * length) / nullif(sum({length}), 0)",
    "mean_or_zero": f"CASE WHEN min(abs({{below}})) <= {ZERO} THEN 0 "
    "ELSE avg({ratio}) END",
}
"""By the choice on `users`: the number, of columns that are null where a user is not
kept."""


def add_user_hit_fact(plan: Plan) -> None:
    """Ask what is looked at of a user beside the part: whether there is a hit."""
    plan.users_facts["hit"] = count_hits_to_depth(plan, plan.k) > 0


def choose_user_combination(way: str) -> str:
    """The way of combining: who gets per-user numbers takes their mean. UserError for a
    choice that has none."""
    if way not in (*WAYS, CALLER):
        raise make_no_expression_error("users", way)
    return "mean" if way == CALLER else way


def combine_users(
    backend: Backend, users: IbisTable, asked: Mapping[PartNames, Collection[str]]
) -> Combined:
    """What each part gives in each of the ways that are asked of it.

    users: a table with the parts' columns, and those of `FACTS` that a way needs.
    """
    numbers: Combined = {}
    with name_table(backend, users) as name:
        for some in yield_part_batches(asked):
            every = [(part, way) for part in some for way in asked[part]]
            (row,) = backend.rows_of(query_of(some, every, name))
            numbers.update(zip(every, row, strict=True))
    return numbers


def yield_part_batches(every: Iterable[PartNames]) -> Iterator[Sequence[PartNames]]:
    """So many at a time as a statement holds."""
    left = iter(every)
    while some := tuple(islice(left, AT_ONCE)):
        yield some


def query_of(
    parts: Sequence[PartNames], every: Iterable[tuple[PartNames, str]], table: str
) -> str:
    """The numbers as a query of the table."""
    place = {part: f"ratio_{number}" for number, part in enumerate(parts)}
    ratios = ", ".join(
        f"{render_ratio_sql(part)} AS {name}" for part, name in place.items()
    )
    numbers = ", ".join(
        render_combination_sql(part, way, place[part]) for part, way in every
    )
    return f"SELECT {numbers} FROM (SELECT *, {ratios} FROM {table}) AS every"


def render_ratio_sql(part: PartNames) -> str:
    """Each user's value."""
    above, below, kept = part
    return render_kept_column(RATIO.format(above=above, below=below), kept)


def render_combination_sql(part: PartNames, way: str, ratio: str) -> str:
    """The number of all users; ratio: the column of their values."""
    above, below, kept = part
    columns = {"above": above, "below": below, "r": "r", "length": "length"}
    return WAYS[choose_user_combination(way)].format(
        ratio=ratio,
        **{name: render_kept_column(one, kept) for name, one in columns.items()},
    )


def render_kept_column(column: str, kept: str) -> str:
    """The column, null where a user is not kept."""
    return f"CASE WHEN {kept} = 1 THEN {column} END" if kept else column
