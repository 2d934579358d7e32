"""From measurements to a verdict: which variants survive.

Start at `classify_metric`. A variant survives when it agrees with the metric on every
core case within the metric's precision. The claimed family is tried first, then all
others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, isnan
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.cases.kinds import find_case_kind
from homonym.failures import classify_failure
from homonym.records.schema_entry import NoVerdict, VerdictStatus
from homonym.reference.large import is_large
from homonym.reference.variants import Number, Problem, Variant, every_family, families
from homonym.tolerances import are_all_close, are_numbers_close

ENOUGH = 0.9
"""The share of the core cases that must have run for a metric to be identified, and on
which its variant must have a value."""
SHARED = 1
"""On so many cases the whole product is computed, once for all metrics."""
KEPT = 1024
"""So many whole products are kept: the core cases of a dozen families."""


@dataclass(frozen=True)
class Nearest:
    """A variant that does not explain a metric, and how near it comes.

    distance: the largest difference between two numbers; differs_on: the ids of the
    cases on which it is wrong, a number or none; witness: the smallest of them, or one
    that is smaller than all cases of the corpus.
    """

    variant: str
    agrees_on: int
    of: int
    witness: str
    distance: float
    differs_on: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What a metric was found to compute.

    variants: the canonical variant of each surviving class; when: the condition that
    all inputs it takes fulfil, under which they are one; ran: core cases with a value;
    refused, failed: reasons with how often; searched: how many points were tried where
    the claimed family was not enough (else 0), with the runner_up of those found so.
    """

    variants: tuple[str, ...]
    ran: int
    of: int
    refused: dict[str, int]
    failed: dict[str, int]
    when: str = ""
    searched: int = 0
    nearest: Nearest | None = None
    runner_up: Nearest | None = None
    no_verdict: NoVerdict | None = None

    @property
    def status(self) -> VerdictStatus:
        if self.no_verdict:
            return "unavailable"
        if not self.variants:
            return "unexplained"
        enough = self.ran >= ENOUGH * self.of
        return "identified" if len(self.variants) == 1 and enough else "ambiguous"


def find_metric_case_type(metric: Metric) -> Any:
    """The type of case that the family takes which the metric claims to be."""
    return every_family()[metric.claims].takes


def classify_metric(metric: Metric, measured: Mapping[Any, Measurement]) -> Verdict:
    """The verdict on a metric from its measurements on the core cases."""
    values = {case: m for case, m in measured.items() if isinstance(m, Value)}
    refused = Counter(m.reason for m in measured.values() if isinstance(m, Refused))
    failed = Counter(m.error for m in measured.values() if isinstance(m, Failed))
    counts = (len(values), len(measured), dict(refused), dict(failed))
    if not values:
        return Verdict((), *counts, no_verdict=make_no_verdict(failed, refused))
    found = find_surviving_variants(metric.claims, values, metric.precision)
    searched, second = 0, None
    if not found:
        found, searched = search_other_families(metric, values)
        second = find_runner_up(metric, values, found) if found else None
    if not found:
        return Verdict(
            (), *counts, searched=searched, nearest=find_nearest_variant(metric, values)
        )
    classes, when = find_surviving_classes(found, list(values), list(measured))
    verdict = Verdict(classes, *counts, when=when, searched=searched, runner_up=second)
    if not when:
        return verdict
    holds = list_case_conditions(measured)[when]
    return replace(verdict, of=sum(map(holds, measured)))


def make_no_verdict(failed: Counter[str], refused: Counter[str]) -> NoVerdict:
    """Why a metric that gave no number has no verdict: what it did most often."""
    for error, _ in failed.most_common(1):
        raised = classify_failure(error).raised
        return NoVerdict(kind="raised" if raised else "killed", reason=error)
    for reason, _ in refused.most_common(1):
        return NoVerdict(kind="refused", reason=reason)
    return NoVerdict(kind="not run", reason="no case was run")


def search_other_families(
    metric: Metric, values: Mapping[Any, Value]
) -> tuple[list[Variant], int]:
    """The survivors of the first other family that has any, the smallest first (what
    two families define alike goes by the simpler), and how many points were tried."""
    claimed = every_family()[metric.claims]
    tried = len(claimed.variants)
    others = families(claimed.takes).values()
    for other in sorted(others, key=lambda family: len(family.variants)):
        if other.name != metric.claims:
            tried += len(other.variants)
            if found := find_surviving_variants(other.name, values, metric.precision):
                return found, tried
    return [], tried


def find_surviving_variants(
    family: str, values: Mapping[Any, Value], precision: float
) -> list[Variant]:
    """The variants of a family that agree with every value."""
    left = list(every_family()[family].variants)
    for number, (case, value) in enumerate(values.items()):
        if not left:
            break
        if number < SHARED:
            left = [
                v
                for v in left
                if agrees_with_measured(
                    compute_family_values(v.family, case)[v], value, precision
                )
            ]
        else:
            left = [
                v for v in left if agrees_with_measured(v.value(case), value, precision)
            ]
    return [v for v in left if is_mostly_defined(v, list(values))]


def is_mostly_defined(variant: Variant, cases: Sequence[Any]) -> bool:
    """Whether a variant has a value on enough of the cases: where it has none, its
    agreement says nothing."""
    defined = sum(variant.value(case) is not None for case in cases)
    return defined >= ENOUGH * len(cases)


@lru_cache(maxsize=KEPT)
def compute_family_values(family: str, case: Problem) -> dict[Variant, Number]:
    """What every variant of a family gives on a case."""
    return every_family()[family].values(case)


def agrees_with_measured(expected: Number, measured: Value, precision: float) -> bool:
    """Whether a variant's number is the measured one; undefined is no evidence."""
    if expected is None:
        return True
    if isinstance(expected, tuple):
        got = measured.per_user
        return got is not None and are_all_close(expected, got, precision)
    if measured.value is None and measured.per_user is not None:
        return False
    return are_numbers_close(expected, measured.value, precision)


def find_surviving_classes(
    found: Sequence[Variant], taken: Sequence[Any], asked: Sequence[Any]
) -> tuple[tuple[str, ...], str]:
    """The classes that survive, and the condition, if any, under which they are one or
    enough cases ran: of those that all cases taken fulfil, the narrowest."""
    classes = {variant.canonical() for variant in found}
    if len(classes) == 1 and len(taken) >= ENOUGH * len(asked):
        return (str(classes.pop()),), ""
    narrow = {
        when: sum(map(holds, asked))
        for when, holds in list_case_conditions(asked).items()
        if all(map(holds, taken))
    }
    for when in sorted(narrow, key=narrow.__getitem__):
        under = {variant.canonical((when,)) for variant in classes}
        if len(under) == 1:
            return (str((classes if len(classes) == 1 else under).pop()),), when
    return tuple(sorted(map(str, classes), key=lambda text: (len(text), text))), ""


def list_case_conditions(cases: Iterable[Any]) -> Mapping[str, Callable[[Any], bool]]:
    """What may hold of cases of this type."""
    return find_case_kind(type(next(iter(cases)))).conditions


def find_nearest_variant(metric: Metric, values: Mapping[Any, Value]) -> Nearest:
    """The variant of the claimed family that comes nearest; of several that agree on as
    many cases the one that changes the fewest choices."""
    claimed, cases = every_family()[metric.claims].variants, list(values)
    tables = [
        {} if is_large(c.id) else compute_family_values(metric.claims, c) for c in cases
    ]

    def value(variant: Variant, place: int) -> Number:
        """Of a large case point by point: few are near enough to come to it."""
        table = tables[place]
        return table[variant] if table else variant.value(cases[place])

    return find_closest_variant(
        claimed, values, metric.precision, value, count_changed_choices
    )


def count_changed_choices(variant: Variant) -> int:
    """How many choices of a variant are not its family's defaults."""
    default = variant.home.default.names
    changed = sum(default[axis] != name for axis, name in variant.choices)
    return changed + len(variant.parameters)


def find_runner_up(
    metric: Metric, values: Mapping[Any, Value], found: Sequence[Variant]
) -> Nearest:
    """Of the family claimed and the family found, what comes nearest of the rest."""
    names = dict.fromkeys((metric.claims, found[0].family))
    points = [v for name in names for v in every_family()[name].variants]
    known, cases = set(found), list(values)
    rest = [v for v in points if v not in known]
    return find_closest_variant(
        rest, values, metric.precision, lambda v, n: v.value(cases[n])
    )


def find_closest_variant(
    points: Sequence[Variant],
    values: Mapping[Any, Value],
    precision: float,
    value: Callable[[Variant, int], Number],
    order: Callable[[Variant], int] = lambda point: 0,
) -> Nearest:
    """The point that is wrong on the fewest cases, then one that gives numbers which
    can be compared, then the first in the order, then that which is wrong by the least;
    `value` says what a point gives on the case at a place.

    All of it only grows from case to case: a point is dropped once it is behind.
    """
    best: tuple[float, ...] = (len(values) + 1,)
    nearest_one, differs, distance = points[0], list(values), inf
    for point in points:
        far, wrong, place_of = 0.0, [], order(point)
        for place, (case, measured) in enumerate(values.items()):
            expected = value(point, place)
            # undefined is no agreement either
            if expected is None or not agrees_with_measured(
                expected, measured, precision
            ):
                wrong.append(case)
                far = max(far, measure_variant_gap(expected, measured))
                if (len(wrong), far == inf, place_of, far) >= best:
                    break
        else:
            best = (len(wrong), far == inf, place_of, far)
            nearest_one, differs, distance = point, wrong, far
    return Nearest(
        str(nearest_one.canonical()),
        len(values) - len(differs),
        len(values),
        min(differs, key=lambda case: case.weight).id,
        distance,
        tuple(case.id for case in differs),
    )


def set_witness_case(verdict: Verdict, line: str) -> Verdict:
    """The verdict, with that case to show that what is near it is not what it is."""
    if verdict.nearest:
        return replace(verdict, nearest=replace(verdict.nearest, witness=line))
    if verdict.runner_up:
        return replace(verdict, runner_up=replace(verdict.runner_up, witness=line))
    return verdict


def measure_variant_gap(expected: Number, measured: Value) -> float:
    """How far the numbers of a variant are from those measured; NaN has no distance,
    a number and per-user numbers have none that is finite."""
    each = isinstance(expected, tuple)
    wanted = expected if isinstance(expected, tuple) else (expected,)
    got = measured.per_user if each else (measured.value,)
    if got is None or (not each and measured.value is None and measured.per_user):
        return inf
    pairs = zip(wanted, got, strict=False)
    numbers = [abs(a - b) for a, b in pairs if a is not None and b is not None]
    return max((n for n in numbers if not isnan(n)), default=0.0)
