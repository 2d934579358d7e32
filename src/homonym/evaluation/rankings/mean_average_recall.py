"""Mean average recall over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.plan import Asked, PartColumns


def mean_average_recall(asked: Asked) -> PartColumns:
    """The sum of recalls at the hits, over the divisor."""
    recall = asked.plan.hits_to(asked.k).each(ifelse(_.rel, _.j / _.r, 0.0).sum())
    return PartColumns(recall, asked.divisor("divisor", {}))
