"""`homonym convert`: how to get one library's number from another's, both ways."""

from __future__ import annotations

import json
from textwrap import indent

from homonym.equivalence.conversion import Conversion, find_conversion
from homonym.records.lookup import find_identified_metric
from homonym.records.same_metric import RecordedMetric, find_differing_conventions
from homonym.records.violations import describe_violations
from homonym.reference.variants import Variant

NONE = "No conversion follows from what they compute."


def show_conversions(one: str, other: str, as_json: bool) -> None:
    """Say it in both directions, with the edge cases in which even then they differ."""
    a, b = find_identified_metric(one), find_identified_metric(other)
    both = [(a, b, find_metric_conversion(b, a)), (b, a, find_metric_conversion(a, b))]
    if as_json:
        print(json.dumps([build_conversion_data(*way) for way in both], indent=2))
        return
    for target, source, found in both:
        print(f"{target} from {source}")
        print(f"  {found.how if found else NONE}\n")
        if found:
            print(indent(found.code, "    ") + "\n")
            print(indent("\n".join(found.takes), "  ") + "\n")
    if apart := find_differing_conventions(a, b):
        names = ", ".join(probe for probe, *_ in apart)
        print(f"edge cases in which they differ: {names}")
    for metric in (a, b):
        if told := describe_violations(metric.entry):
            print(f"in {metric} {' and '.join(told)}, which must not")


def find_metric_conversion(
    source: RecordedMetric, target: RecordedMetric
) -> Conversion | None:
    """The conversion of two metrics' verdicts; none where one holds on part only."""
    a, b = (Variant.parse(m.entry.variants[0]) for m in (source, target))
    if source.entry.when != target.entry.when:
        return None
    return find_conversion(a, b)


def build_conversion_data(
    target: RecordedMetric, source: RecordedMetric, found: Conversion | None
) -> dict[str, str | list[str] | None]:
    """One direction for a machine."""
    return {
        "get": str(target),
        "from": str(source),
        "how": found.how if found else None,
        "code": found.code if found else None,
        "takes": found.takes if found else None,
        "violations": list(describe_violations(source.entry)),
    }
