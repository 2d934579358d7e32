"""What matters to a metric that must not: `describe_violations`, in words that stand
beside its verdict."""

from __future__ import annotations

from homonym.records.outcomes import VIOLATED, Outcome
from homonym.records.schema_entry import MetricEntry

WORDS = {
    "after_other_calls": "other calls before it matter",
    "second_call": "a second call differs",
    "same_object": "a second call on one object differs",
    "users_reordered": "the order of users matters",
    "lists_reordered": "the order of users matters",
    "truth_reordered": "the order of users matters",
    "judged_reordered": "the order of a user's truth matters",
    "rows_reordered": "the order of rows matters",
    "ids_relabelled": "ids matter",
    "first_hit_is_item_0": "ids matter",
    "scores_shifted": "the size of scores matters",
    "scores_scaled": "the size of scores matters",
    "tail_removed": "irrelevant items at the bottom matter",
    "other_cut_offs": "other cut-offs in the call matter",
    "other_metrics": "other metrics in the call matter",
}
"""What the violation of each invariance says of a metric."""


def describe_violations(entry: MetricEntry) -> tuple[str, ...]:
    """What matters to a metric though it must not, each once.

    >>> broken = {"ids_relabelled": "violated: 1 became 0.5 on 1 . @1"}
    >>> entry = MetricEntry(claims="recall", status="unexplained", invariances=broken)
    >>> describe_violations(entry)
    ('ids matter',)
    """
    broken = (
        WORDS.get(name, f"{name.replace('_', ' ')} matters")
        for name, outcome in entry.invariances.items()
        if Outcome.parse(outcome).kind == VIOLATED
    )
    return tuple(dict.fromkeys(broken))


def format_violations(entry: MetricEntry) -> str:
    """The same after a verdict: `, but ids matter`; nothing where nothing does."""
    told = describe_violations(entry)
    return f", but {' and '.join(told)}" if told else ""
