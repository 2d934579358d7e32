"""What a metric needs beside lists and truth: start at `find_first_lacking`.

A library asked without training data gives a number all the same: a popularity of 0, a
surprise without bound. Whether a definition reads training data is found out by its
values on the core: they change when it is taken away.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from homonym.adapters.contract import Metric
from homonym.cases.kinds import find_case_kind
from homonym.records.schema_entry import MetricEntry
from homonym.reference.case import CaseError
from homonym.reference.corpus import core
from homonym.reference.variants import Problem, Variant


def find_first_lacking(
    metric: Metric, entry: MetricEntry | None, given: Collection[str]
) -> str:
    """The first thing that the metric needs and that is not given, in words; nothing
    where it has all. What it computes is what its record says, or else what the family
    that it claims does by default."""
    known = entry.variants if entry else ()
    variant = known[0] if known else str(Variant.with_defaults(metric.claims))
    return next((what for what in list_variant_needs(variant) if what not in given), "")


@lru_cache(maxsize=512)
def list_variant_needs(variant: str) -> tuple[str, ...]:
    """What a definition needs of a case beside lists and truth.

    >>> list_variant_needs("average_popularity(popularity=count)")
    ('training data',)
    >>> list_variant_needs("coverage(of=items)")
    ()
    """
    found = Variant.parse(variant)
    takes = found.home.takes
    return tuple(
        what
        for what, without in find_case_kind(takes).beside.items()
        if any(
            describe_variant_value(found, case)
            != describe_variant_value(found, without(case))
            for case in core(takes)
        )
    )


def describe_variant_value(variant: Variant, case: Problem) -> str:
    """The value in words, NaN too, or that there is none."""
    try:
        return repr(variant.value(case))
    except (CaseError, ArithmeticError):
        return "no value"
