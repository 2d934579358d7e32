"""Mean average recall over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.plan import Asked, Part


def mean_average_recall(asked: Asked) -> Part:
    """The sum of recalls at the hits, over the divisor."""
    recall = ifelse(_.rel & (_.n <= asked.k), _.j / _.r, 0.0)
    return Part(asked.plan.hits.each(recall.sum()), asked.divisor("divisor", {}))
