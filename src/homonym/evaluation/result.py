"""What an evaluation gives: start at `Evaluation`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from homonym.errors import UserError, in_brief
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.faults import Fault
from homonym.evaluation.means import Mean, compute_run_means
from homonym.evaluation.per_user import list_rowless_variants, yield_per_user_tables
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.user_parts import UserParts
from homonym.evaluation.wanted_variants import find_meant_variants
from homonym.records.suggestions import name_first_metrics
from homonym.reference.names import Ambiguous
from homonym.reference.variants import Variant

BOUNDS = ("lower", "upper")
APART = "standard_deviation"
WITHOUT_ROWS = "rows are of rankings and of aspects, where each user has a number"


class NotOneNumber(UserError, KeyError):
    """There is no number of that definition, or there are several."""


@dataclass(frozen=True)
class Evaluation:
    """Numbers, and what they rest on, for each set of conventions; users: what each
    user brings, where that was asked, by cut-off; interval: how intervals were drawn,
    None for none; left: definitions of the libraries that were asked for, or of names,
    that are not evaluated, by the reason; open_definitions: of metrics of those
    libraries, or that were named, whose records leave open which of several definitions
    they compute, all of these."""

    numbers: Sequence[EvaluatedNumber]
    bases: Sequence[Basis]
    users: Sequence[UserParts] = ()
    interval: Interval | None = None
    left: Mapping[str, Sequence[Variant]] = field(default_factory=dict)
    open_definitions: Mapping[str, Sequence[Variant]] = field(default_factory=dict)

    @property
    def counts(self) -> Mapping[str, int]:
        """How much there is, by the last conventions, in the last run."""
        return self.bases[-1].counts

    @property
    def faults(self) -> Sequence[Fault]:
        """What was wrong with the tables, by the same."""
        return self.bases[-1].faults

    def of(self, basis: Basis) -> list[EvaluatedNumber]:
        """The numbers that rest on it."""
        by = basis.conventions, basis.run
        return [one for one in self.numbers if (one.conventions, one.run) == by]

    def __repr__(self) -> str:
        numbers = f"{len(self.numbers):,} number{'s' * (len(self.numbers) != 1)}"
        return f"<Evaluation of {self.bases[-1].users}: {numbers} in .table>"

    @property
    def means(self) -> list[Mean]:
        """The means over the runs; none where there is no folder of them."""
        return (
            compute_run_means(self.numbers, self.interval) if self.bases[-1].run else []
        )

    @property
    def table(self) -> Any:
        """The numbers as a table of pyarrow: metric, k, value, computed_by, may_compute
        (metrics whose records leave open whether they do), and lower and upper where
        intervals were drawn, run where there are several, group where a definition
        gives a number for each."""
        return make_arrow_table(self.rows)

    @property
    def table_with_means(self) -> Any:
        """The same, and below it the means over the runs, which have no run, but how
        many there are (runs) and their standard_deviation."""
        numbers = [{**row, "runs": None, APART: None} for row in self.rows]
        means = [
            {**self.row_of(one), "runs": one.runs, APART: one.deviation}
            for one in self.means
        ]
        return make_arrow_table([*numbers, *means]) if means else self.table

    def to_pandas(self) -> Any:
        """The numbers as a frame of pandas."""
        return self.table.to_pandas()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The numbers as dictionaries."""
        return [self.row_of(one) for one in self.numbers]

    @property
    def by_group(self) -> bool:
        """Whether a number is of a group."""
        return any(one.group for one in self.numbers)

    def row_of(self, one: EvaluatedNumber | Mean) -> dict[str, Any]:
        """One number's, or a mean's, which has no run."""
        ends = dict(zip(BOUNDS, one.bounds or (None, None), strict=True))
        run = one.run if isinstance(one, EvaluatedNumber) else None
        return {
            **({"run": run} if self.bases[-1].run else {}),
            "metric": str(one.variant),
            **({"group": one.group} if self.by_group else {}),
            "k": one.k,
            "value": one.value,
            **(ends if self.interval else {}),
            "computed_by": list(one.computed_by),
            "may_compute": list(one.may_compute),
        }

    @property
    def per_user(self) -> Any:
        """A row for each user, definition and cut-off, as a table of pyarrow: user,
        metric, k, numerator, denominator, value (null for whom the definition leaves
        out). UserError where that was not asked."""
        import pyarrow as pa

        return pa.concat_tables(self.tables_of_users())

    def tables_of_users(self) -> Iterator[Any]:
        """The same, a table for each definition and cut-off."""
        if not self.users:
            raise UserError("users' rows were not asked for: give per_user=True")
        if not any(set(one.parts) - set(self.without_users) for one in self.users):
            told = ", ".join(map(str, self.without_users))
            raise UserError(f"no user has rows of {told}: {WITHOUT_ROWS}")
        for each in self.users:
            yield from yield_per_user_tables(each)

    @property
    def without_users(self) -> list[Variant]:
        """The definitions without rows of users: what compares the items of all users,
        what is made of two means, what is undefined for one of them, and what is of no
        rankings or aspects; none where rows were not asked for."""
        found = [one for its in self.users for one in list_rowless_variants(its)]
        known = {one for its in self.users for one in its.parts}
        if self.users:
            found += [one.variant for one in self.numbers if one.variant not in known]
        return list(dict.fromkeys(found))

    @property
    def without_interval(self) -> list[Variant]:
        """The definitions of rankings that compare the items of all users, so that a
        sample of users says nothing of them; none where no intervals were drawn."""
        lists = [one for one in self.numbers if one.variant.family in PARTS]
        found = [one.variant for one in lists if one.drawn is None]
        return list(dict.fromkeys(found)) if self.interval else []

    def value(self, metric: Variant | str, k: int | None = None) -> float | None:
        """The number of a definition, at the cut-off where there are several; metric:
        as `evaluate` takes it, where one of the definitions that it names was
        evaluated.

        Raises NotOneNumber, which is a UserError and a KeyError, where none of them
        was, or several were, or the one at several cut-offs; UserError for a text that
        names none.
        """
        its = self.find_named_variant(metric)
        mine = [one for one in self.numbers if one.variant == its]
        found = [one for one in mine if k is None or one.k == k]
        if len(found) == 1:
            return found[0].value
        depths = ", ".join(map(str, dict.fromkeys(one.k for one in mine)))
        if not found:
            raise NotOneNumber(
                f"{its} was not evaluated at k = {in_brief(k)}, but at {depths}"
            )
        raise NotOneNumber(
            f"{its} has {len(found)} numbers, at k = {depths}: give one k, or look "
            "through rows"
        )

    def find_named_variant(self, metric: Variant | str) -> Variant:
        """The one definition of that name that was evaluated; raises as `value` does
        where none was, or several."""
        if not isinstance(metric, Variant | str):
            raise UserError(
                "a definition is a Variant or its name, as in 'recall(divisor=r)', not "
                f"{in_brief(metric)}"
            )
        every = [*dict.fromkeys(one.variant for one in self.numbers)]
        meant = [metric] if isinstance(metric, Variant) else []
        with suppress(Ambiguous):
            meant = meant or find_meant_variants(str(metric), every)
        found = [one for one in every if one in meant]
        if len(found) > 1:
            told = name_first_metrics([*map(str, found)])
            raise NotOneNumber(f"{metric} has several definitions here: write {told}")
        if not found:
            told = name_first_metrics([*map(str, every)])
            raise NotOneNumber(f"{metric} was not evaluated; there are {told}")
        return found[0]


def make_arrow_table(rows: Sequence[Mapping[str, Any]]) -> Any:
    """The rows as a table of pyarrow."""
    import pyarrow as pa

    columns: dict[str, Any] = {name: [row[name] for row in rows] for name in rows[0]}
    for name in {"value", APART, *BOUNDS} & {*columns}:
        columns[name] = pa.array(columns[name], pa.float64())
    return pa.table(columns)
