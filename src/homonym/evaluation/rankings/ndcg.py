"""NDCG over tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, partial

from ibis import _, ifelse

from homonym.evaluation.lookups import Column, Running, wrap_grade_function
from homonym.evaluation.plan import Asked, PartColumns, Rows, TriedGain, cap_column
from homonym.reference.case import SAFE_GRADE

LARGEST = 2.0 ** (SAFE_GRADE + 1)
"""Sums of gains up to this are numbers, however long the lists."""


@dataclass(frozen=True)
class DcgLookup:
    """A variant's gain and discount, as what tables look up."""

    asked: Asked

    @property
    def called(self) -> str:
        """Its gain, in a word; gains that are alike on the grades that there are have
        one."""
        return self.tried.name

    @property
    def too_large(self) -> bool:
        """Whether a grade of the truth gains more than sums have room for."""
        return self.tried.largest > LARGEST

    @cached_property
    def tried(self) -> TriedGain:
        """Its gain, on the grades that there are."""
        called = f"gain {self.asked.names['gain']} {self.asked.names['grades']}"
        return self.asked.plan.try_gain(called, wrap_grade_function(self.gained))

    def gain(self, rows: Rows) -> Column:
        """What the grade of a row adds."""
        return rows.look_up(self.called, wrap_grade_function(self.gained), _.g)

    def gained(self, grade: float | None) -> float:
        """What a grade adds, none of an item that nobody judged."""
        read = self.asked.function("grades")(grade)
        return float(self.asked.function("gain")(read))

    def discount(self, rows: Rows, rank: Column) -> Column:
        """What a gain at that rank is multiplied by."""
        called = f"discount {self.asked.names['discount']}"
        return rows.look_up(called, self.asked.function("discount"), rank)

    def discounts(self, rows: Rows, last: Column) -> Column:
        """The sum of the discounts of the ranks up to that one."""
        called = f"discounts {self.asked.names['discount']}"
        summed = Running(self.asked.function("discount"))
        return rows.look_up(called, summed, last)

    def of_list(self) -> Column:
        """Of the list."""
        what = "list", self.called, self.asked.names["rank"], self.asked.depth
        return self.build_once(self.build_list_sum, *what)

    def of_best(self, rows: Rows, depth: int | None) -> Column:
        """Of rows of equal grades, best first."""
        build = partial(self.build_best_sum, rows, depth)
        return self.build_once(build, rows.name, self.called, depth)

    def build_once(self, build: Callable[[], Column], *what: Hashable) -> Column:
        """An expression that each variant of this discount has that is alike in
        that."""
        return self.asked.plan.build_once((self.asked.names["discount"], *what), build)

    def build_list_sum(self) -> Column:
        """What an unjudged item adds at every rank, and what a judged one adds more.
        Among negatives alone it adds nothing."""
        rows_of, rank = self.asked.chosen("rank", RANKS)
        hits, unjudged = rows_of(self.asked), self.gained(None)
        within = _.n > 0 if self.asked.depth is None else rank <= self.asked.depth
        more = (self.gain(hits) - unjudged) * self.discount(hits, rank)
        gained = hits.each(ifelse(within, more, 0.0).sum())
        if not unjudged:
            return gained
        last = cap_column(_.length, self.asked.depth)
        return gained + self.discounts(self.asked.plan.users, last) * unjudged

    def build_best_sum(self, rows: Rows, depth: int | None) -> Column:
        """What the places of each grade add."""
        upto = self.discounts(rows, cap_column(_.upto, depth))
        before = self.discounts(rows, cap_column(_.before, depth))
        return rows.each((self.gain(rows) * (upto - before)).sum())


RANKS = {
    "in_list": (lambda asked: asked.hits, _.n),
    "negatives_above": (lambda asked: asked.plan.hits, _.above + 1),
}
"""By the choice on `rank`: which hits may count, and a hit's rank."""


def ndcg(asked: Asked) -> PartColumns:
    """DCG, or what it lacks, over the ideal."""
    dcg = DcgLookup(asked)
    ideal = asked.chosen("ideal", IDEALS)(dcg)
    above, below = asked.function("reported")(dcg.of_list(), ideal)
    return PartColumns(above, below)


def ones_k(dcg: DcgLookup) -> Column:
    """A gain of 1 at every rank."""
    users, depth = dcg.asked.plan.users, dcg.asked.depth
    return dcg.discounts(users, _.length if depth is None else _.length * 0 + depth)


def sum_relevant_discounts(dcg: DcgLookup) -> Column:
    """A gain of 1 for each relevant item, at most at every rank."""
    return dcg.discounts(dcg.asked.plan.users, cap_column(_.r, dcg.asked.depth))


def sum_undiscounted_gains(dcg: DcgLookup) -> Column:
    """The gains of the whole truth."""
    truth = dcg.asked.plan.truth
    return truth.each((dcg.gain(truth) * (_.upto - _.before)).sum())


def compute_resorted_dcg(dcg: DcgLookup) -> Column:
    """The ranks that are looked at, re-sorted."""
    plan, depth = dcg.asked.plan, dcg.asked.depth
    return dcg.of_best(plan.listed if depth is None else plan.listed_k, None)


IdealExpression = Callable[[DcgLookup], Column]
IDEALS: dict[str, IdealExpression] = {
    "truth_k": lambda dcg: dcg.of_best(dcg.asked.plan.truth, dcg.asked.depth),
    "truth_all": lambda dcg: dcg.of_best(dcg.asked.plan.truth, None),
    "truth_10": lambda dcg: dcg.of_best(dcg.asked.plan.truth, 10),
    "list_k": compute_resorted_dcg,
    "list_all": lambda dcg: dcg.of_best(dcg.asked.plan.listed, dcg.asked.depth),
    "ones_k": ones_k,
    "ones_min_k_r": sum_relevant_discounts,
    "undiscounted": sum_undiscounted_gains,
    "none": lambda dcg: 1,
}
