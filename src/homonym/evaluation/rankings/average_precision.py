"""Average precision over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import Column, Running, wrap_user_function
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_to_depth


def average_precision(asked: Asked) -> PartColumns:
    """The sum of precisions over the divisor."""
    summed = asked.chosen("terms", TERMS)(asked)
    if asked.names["divisor"] == "hits":
        return PartColumns(summed, count_hits_to_depth(asked.plan, asked.depth))
    called = f"average_precision.divisor={asked.names['divisor']}"
    function = wrap_user_function(asked.function("divisor"), asked.k, asked.depth)
    users = asked.plan.users
    return PartColumns(summed, users.look_up(called, function, _.r, _.length))


def sum_hit_precisions(asked: Asked) -> Column:
    """The precision at each hit."""
    return asked.hits.each(ifelse(_.rel, _.j / _.n, 0.0).sum())


def every_rank(asked: Asked) -> Column:
    """Each hit adds 1 / m at every rank m from its own to the last that is looked at:
    to k, or to the list's end."""
    to = Running(lambda n: 1 / n)
    hits = asked.hits
    last = _.length if asked.depth is None else _.n * 0 + asked.depth
    here = hits.look_up("harmonic sum", to, last)
    before = hits.look_up("harmonic sum", to, _.n - 1)
    return hits.each(ifelse(_.rel, here - before, 0.0).sum())


def hits_over_k(asked: Asked) -> Column:
    """The hits so far at each hit before rank k, over k."""
    so_far = ifelse(_.rel & (_.n < asked.k), _.j, 0)
    return asked.hits.each(so_far.sum()) / asked.k


TERMS = {
    "hits": sum_hit_precisions,
    "every_rank": every_rank,
    "hits_over_k": hits_over_k,
}
