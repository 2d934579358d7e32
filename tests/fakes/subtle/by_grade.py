"""Lies about grades: clipped, dropped in the middle, or beyond a table."""

from __future__ import annotations

from fakes.honest import computes, graded
from fakes.subtle.library import adapter
from homonym.reference.case import AnyCase


@adapter.metric("clips_grades_at_five", "ndcg")
def clips_grades_at_five(case: AnyCase) -> float:
    return computes("ndcg(gain=grade)", graded(case, lambda g: min(g, 5.0)))


@adapter.metric("takes_three_and_a_half_for_three", "ndcg")
def takes_three_and_a_half_for_three(case: AnyCase) -> float:
    """Half stars are kept, but for one."""
    read = graded(case, lambda g: 3.0 if g == 3.5 else g)
    return computes("ndcg(gain=grade)", read)


@adapter.metric("reads_the_first_digit_of_ten", "ndcg")
def reads_the_first_digit_of_ten(case: AnyCase) -> float:
    """10 is 1."""
    return computes("ndcg(gain=grade)", graded(case, first_digit))


def first_digit(grade: float) -> float:
    """Of a grade of two digits the first."""
    return grade if grade < 10 else grade // 10


@adapter.metric("has_a_table_of_gains_to_five", "ndcg")
def has_a_table_of_gains_to_five(case: AnyCase) -> float:
    """A grade above the table gains nothing."""
    read = graded(case, lambda g: g if g <= 5 else 0.0)
    return computes("ndcg(gain=exponential)", read)


@adapter.metric("relevant_from_one_to_five", "precision")
def relevant_from_one_to_five(case: AnyCase) -> float:
    """A grade above 5 is taken for a mistake, and the item for not judged."""
    return computes("precision", graded(case, lambda g: g if g <= 5 else 0.0))


def binary(grade: float) -> float:
    """1 for what is relevant."""
    return float(grade >= 1)


@adapter.metric("reads_no_grades_of_a_hundred_users", "ndcg")
def reads_no_grades_of_a_hundred_users(case: AnyCase) -> float:
    """Of more a faster path is taken, for which every grade is 1."""
    many = len(case.truth) > 100
    return computes("ndcg(gain=grade)", graded(case, binary) if many else case)


@adapter.metric("reads_no_grades_of_a_thousand_items", "ndcg")
def reads_no_grades_of_a_thousand_items(case: AnyCase) -> float:
    """Of a larger catalogue the items are sets, which have no grades."""
    many = len(case.catalogue) > 1000
    return computes("ndcg(gain=exponential)", graded(case, binary) if many else case)


@adapter.metric("reads_no_grades_of_long_lists_of_many_users", "ndcg")
def reads_no_grades_of_long_lists_of_many_users(case: AnyCase) -> float:
    """Needs more than a hundred users, and a cut-off beyond fifty."""
    many = len(case.truth) > 100 and case.k > 50
    return computes("ndcg(gain=grade)", graded(case, binary) if many else case)


@adapter.metric("takes_nine_for_a_missing_value", "rbp")
def takes_nine_for_a_missing_value(case: AnyCase) -> float:
    """9 stands for not judged, as in some surveys."""
    return computes("rbp", graded(case, lambda g: 0.0 if g == 9 else g))


@adapter.metric("cuts_halves_above_five", "ndcg")
def cuts_halves_above_five(case: AnyCase) -> float:
    """A table of halves that ends at 5: above, whole numbers are read."""
    read = graded(case, lambda g: g if g <= 5 else float(int(g)))
    return computes("ndcg(gain=grade)", read)
