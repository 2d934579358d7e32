"""Partial AUC over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import wrap_user_function
from homonym.evaluation.plan import Asked, PartColumns


def partial_auc(asked: Asked) -> PartColumns:
    """Pairs in order among the relevant items that are compared, over all pairs."""
    k, hits = asked.k, asked.plan.hits
    called = f"partial_auc.positives={asked.names['positives']}"
    function = wrap_user_function(asked.function("positives"), k)
    compared = hits.look_up(called, function, _.r, _.length)
    counts = _.rel & (_.j <= compared) & (_.above < k)
    below = asked.plan.users.look_up(called, function, _.r, _.length)
    return PartColumns(hits.each(ifelse(counts, k - _.above, 0).sum()), below * k)
