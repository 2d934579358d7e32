"""The tables that every variant is computed from: start at `prepare_tables`.

Lists are ranked and cut first, then joined to the truth; what is left is a row for each
judged item of a list, far fewer than the lists have.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import ibis
from ibis import _, ifelse

from homonym.evaluation.backends.backend import Backend, IbisTable
from homonym.evaluation.lookups import UNJUDGED
from homonym.evaluation.plan import cap_column
from homonym.reference.case import RELEVANT


@dataclass(frozen=True)
class Lists:
    """Tables as people have them. rows: user, item, score of all lists; ranked: the
    same, and n, which is the rank in the user's list from 1 on; lengths: user, length;
    truth: user, item, g, each pair once; train: user, item, or None; items: how many
    items the catalogue has."""

    rows: IbisTable
    ranked: IbisTable
    lengths: IbisTable
    truth: IbisTable
    train: IbisTable | None
    items: int | None


@dataclass(frozen=True)
class Above:
    """How many pairs there are of a hit and what has a greater score, of all users'
    lists: greater: any row of a list; own: a hit."""

    greater: int
    own: int


@dataclass(frozen=True)
class Tables:
    """What `Plan` names, in a backend; above: what stands above hits, as far as that
    was asked."""

    backend: Backend
    users: IbisTable
    hits: IbisTable
    truth: IbisTable
    lists: Lists
    above: dict[int | None, Above] = field(default_factory=dict)

    def listed(self, k: int | None) -> IbisTable:
        """The judged items of the lists, or of their first k, and those that nobody
        judged, by grade, best first."""
        hits = self.hits if k is None else self.hits.filter(_.n <= k)
        graded = hits.group_by("u", "g").aggregate(count=_.count())
        judged = graded.group_by("u").aggregate(judged=_["count"].sum())
        others = (
            self.users.select("u", "length")
            .left_join(judged, "u")
            .select("u", rest=cap_column(_.length, k) - _.judged.fill_null(0))
            .select("u", g=ibis.literal(UNJUDGED), count=_.rest)
        )
        return place_equal_grades(graded.union(others.filter(_["count"] > 0)))

    @cached_property
    def best(self) -> IbisTable:
        """The judged items of the truth by grade, best first."""
        graded = self.truth.group_by("u", "g").aggregate(count=_.count())
        return place_equal_grades(graded)

    @cached_property
    def grades(self) -> tuple[float, ...]:
        """The grades that occur in the truth, and that of no judgement."""
        found = self.backend.fetch(self.truth.select("g").distinct())
        return UNJUDGED, *sorted(found["g"].to_pylist())

    def above_hits(self, depth: int | None) -> Above:
        """What stands above the hits of all lists, down to a rank."""
        if depth not in self.above:
            lists, hits = self.lists.rows, self.hits.filter(_.rel)
            if depth is not None:
                lists, hits = (
                    one.filter(_.n <= depth) for one in (self.lists.ranked, hits)
                )
            judged = lists.semi_join(self.lists.truth, "user")
            rows, hits = judged.select("score"), hits.select("score")
            pairs = self.backend.pairs_above
            self.above[depth] = Above(pairs(rows, hits), pairs(hits, hits))
        return self.above[depth]


def prepare_tables(backend: Backend, lists: Lists) -> Tables:
    """Rank, join and count once, for all cut-offs and variants."""
    judged = lists.truth.group_by("user").aggregate(
        judged=_.count(),
        r=(_.g >= RELEVANT).sum(),
        grades=ifelse(_.g >= RELEVANT, _.g, 0.0).sum(),
    )
    numbered = judged.left_join(lists.lengths, "user").select(
        "user",
        "judged",
        "r",
        "grades",
        length=_.length.fill_null(0),
        u=ibis.row_number().over(ibis.window(order_by=_.user)),
    )
    users = backend.keep(add_candidate_counts(numbered, lists))
    truth = backend.keep(
        lists.truth.inner_join(users.select("user", "u"), "user").select(
            "u", "user", "item", "g"
        )
    )
    found = lists.ranked.inner_join(truth, ["user", "item"]).select(
        "u", "n", "g", "score", rel=_.g >= RELEVANT
    )
    so_far = ibis.window(group_by=_.u, order_by=_.n, rows=(None, 0))
    counted = found.mutate(j=ifelse(_.rel, 1, 0).sum().over(so_far))
    hits = counted.mutate(above=_.n - 1 - (_.j - ifelse(_.rel, 1, 0)))
    facts = users.select("u", "r", "length", "grades")
    every = backend.keep(hits.inner_join(facts, "u"))
    return Tables(backend, users, every, truth, lists)


def add_candidate_counts(users: IbisTable, lists: Lists) -> IbisTable:
    """Users with how many items are candidates, and how many are not: those of their
    training that are neither listed nor judged."""
    if lists.items is None:
        return users.mutate(candidates=ibis.null("int64"), train=ibis.null("int64"))
    if lists.train is None:
        return users.mutate(candidates=ibis.literal(lists.items), train=0)
    pairs = lists.train.distinct()
    for own in (lists.rows, lists.truth):
        pairs = pairs.anti_join(own, ["user", "item"])
    trained = pairs.group_by("user").aggregate(train=_.count())
    counted = users.left_join(trained, "user").drop("user_right")
    known = counted.mutate(train=_.train.fill_null(0))
    return known.mutate(candidates=lists.items - _.train)


def place_equal_grades(graded: IbisTable) -> IbisTable:
    """Rows of equal grades with the places they take."""
    window = ibis.window(group_by=_.u, order_by=_.g.desc(), rows=(None, 0))
    placed = graded.mutate(upto=_["count"].sum().over(window))
    return placed.select("u", "g", "upto", before=_.upto - _["count"])


def count_table_contents(tables: Tables) -> dict[str, int]:
    """How much there is."""
    users = tables.users.aggregate(
        users=_.count(), judged=_.judged.sum(), listed=_.length.sum()
    )
    row = tables.backend.fetch(users).to_pylist()[0]
    return {name: int(number or 0) for name, number in row.items()}
