"""Conditions that inputs fulfil, under which definitions fall together.

The rules of equality name them, a metric that takes no other inputs is identified under
one, and people ask for them by `--when`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from homonym.reference.rankings.case import Case

CONDITIONS: dict[str, Callable[[Case], bool]] = {
    "full_rankings": lambda case: not any(u.unranked for u in case.users),
    "binary_grades": lambda case: all(set(u.judged) <= {1.0} for u in case.users),
    "whole_grades": lambda case: all(g % 1 == 0 for u in case.users for g in u.judged),
    "r_at_most_k": lambda case: all(u.r <= case.k for u in case.users),
    "one_relevant": lambda case: all(u.r == 1 for u in case.users),
    "equal_lengths": lambda case: len({len(u.grades) for u in case.users}) == 1,
}
"""Each condition's name, and the test of a case."""
WORDS = {
    "full_rankings": "every list holds all relevant items",
    "binary_grades": "every judged item has grade 1",
    "whole_grades": "every grade is a whole number",
    "r_at_most_k": "no user has more than k relevant items",
    "one_relevant": "every user has one relevant item",
    "equal_lengths": "all lists have one length",
    "all_predicted": "no rating is without a prediction",
    "within_scale": "no prediction leaves the scale",
    "within_seen": "no prediction is below or above all ratings",
    "only_new": "no list shows its user a training item",
    "only_trained_items": "every listed item was trained on by somebody",
    "one_aspect": "every item has one aspect",
}
"""What a condition of any type of case says, after `where`."""
IMPLIED = {"one_relevant": "r_at_most_k", "binary_grades": "whole_grades"}
"""Of conditions that imply another: that one, which asks for less."""
ASKED = {
    "leave-one-out": ("one_relevant", "r_at_most_k"),
    **{name.replace("_", "-"): (name,) for name in CONDITIONS},
}
"""What people call conditions, and which these are."""


def drop_implying_conditions(names: Collection[str]) -> list[str]:
    """Of conditions that are enough alone, those that imply none of the others."""
    return [name for name in names if IMPLIED.get(name) not in names]
