"""R-precision over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import wrap_user_function
from homonym.evaluation.plan import Asked, PartColumns


def r_precision(asked: Asked) -> PartColumns:
    """Hits in the first ranks, as many as the choice says, over the divisor."""
    called = f"r_precision.cut={asked.names['cut']}"
    cut = wrap_user_function(asked.function("cut"), asked.k)
    hits = asked.plan.hits
    last = hits.look_up(called, cut, _.r, _.length)
    counted = hits.each(ifelse(_.rel & (_.n <= last), 1, 0).sum())
    return PartColumns(counted, asked.divisor("divisor", {}))
