"""From measurements on edge cases to named conventions.

`convention` compares what a metric returned with what its variant gives on the cases
that each outcome stands for.
"""

from __future__ import annotations

from math import isclose, isfinite

from homonym.adapters.contract import Failed, Measurement, Metric, Refused
from homonym.classify import close
from homonym.reference.axes import Number, Variant
from homonym.reference.case import Case
from homonym.reference.corpus import Edge

NO_DIFFERENCE = ""


def convention(
    metric: Metric, variant: Variant | None, probe: Edge, measured: Measurement
) -> str:
    """The name of what the metric does at the edge, or nothing if it cannot show.

    Without a variant (an unexplained metric) only errors and NaN have a name.
    """
    if probe.families and metric.claims not in probe.families:
        return NO_DIFFERENCE
    if isinstance(measured, Refused):
        return f"refused: {measured.reason}"
    if isinstance(measured, Failed):
        return failure(measured)
    if measured.value is None or not isfinite(measured.value):
        return f"{measured.value}".replace("nan", "NaN").replace("inf", "infinite")
    if variant is None:
        return NO_DIFFERENCE
    return outcome(variant, probe, measured.value, metric.precision)


def failure(measured: Failed) -> str:
    """`raises TypeError`, or how the call ended."""
    name = measured.error.partition(":")[0]
    return f"raises {name}" if name.isidentifier() else measured.error


def outcome(variant: Variant, probe: Edge, value: float, precision: float) -> str:
    """The outcomes that give this value; nothing where all outcomes give the same."""
    expected = {name: number(variant, given) for name, given in probe.outcomes.items()}
    known = {name: e for name, e in expected.items() if isinstance(e, float | int)}
    fit = [name for name, e in known.items() if close(e, value, precision)]
    if not fit:
        return f"{probe.otherwise}: {value:.6g}"
    if len(fit) == len(known) > 1:
        return NO_DIFFERENCE
    return " or ".join(fit)


def number(variant: Variant, given: Case | float) -> Number:
    """What the variant gives on an outcome's case."""
    return given if isinstance(given, float) else variant.value(given)


def rounded(value: float, digits: int = 9) -> float:
    """A value as records keep it, equal on every machine."""
    return float(f"{value:.{digits}g}")


def alike(a: float, b: float) -> bool:
    """Whether two recorded values are the same."""
    return isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
