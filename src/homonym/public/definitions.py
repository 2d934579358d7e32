"""What definitions give, and how two of them differ: start at `value`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from homonym.arguments import check_lists, require_definition
from homonym.errors import UserError, in_brief
from homonym.reference.case import SAFE_GRADE, AnyCase, CaseError, Id, TableCase
from homonym.reference.names import Ambiguous, UnknownName
from homonym.reference.variants import Number, Variant

if TYPE_CHECKING:
    from homonym.explain.compare import Comparison
    from homonym.records.lookup import Named


def value(
    variant: Variant | str,
    recommendations: Mapping[Any, Iterable[Id] | Mapping[Any, float]],
    truth: Mapping[Any, Iterable[Id] | Mapping[Any, float]],
    *,
    k: int,
    train: Mapping[Any, Iterable[Id]] | None = None,
    catalogue: Iterable[Id] | None = None,
) -> Number:
    """What a definition gives on your own lists.

    variant: a definition of rankings, or its id; recommendations: each user's items,
    best first, or item -> score (falling, ties in the order given); truth: each user's
    relevant items, or item -> grade, 0 or more, where 1 and more is relevant; k: the
    cut-off, from 1 on;
    catalogue: all items, train: each user's items of it that were no candidates, for
    definitions that count items outside the lists (users of it without a list are not
    looked at, as those of a split who are not evaluated).

    Raises UserError for what no definition says (a user without a list or a relevant
    item, an item twice), for what is no number, item or list, for a grade below 0 or
    too large for the formula, for training items that are in the list or the truth of
    their user, or not in the catalogue, and for data that the variant does not take;
    UnknownName and Ambiguous for a text that names no one definition.

    >>> value("recall(divisor=r)", {"ann": ["a", "b"]}, {"ann": {"a", "c"}}, k=2)
    0.5
    """
    from homonym.datasets.lists import build_case_from_lists

    found = resolve_one_definition(variant)
    check_lists(found, recommendations, catalogue)
    return compute_value_on_lists(
        found, build_case_from_lists(recommendations, truth, k, train, catalogue)
    )


def witness(a: Variant | str, b: Variant | str) -> AnyCase | None:
    """The smallest case on which two definitions differ; None where they are equal.

    Raises UserError where no case is for both, UnknownName and Ambiguous for a text
    that names no one definition.

    >>> str(witness("MAP(divisor=r)", "MAP(divisor=min_k_r)"))
    '1 | 1 @1'
    """
    from homonym.equivalence import witness as witnesses
    from homonym.explain.compare import check_comparable as check_types
    from homonym.records.lookup import make_named_variant

    one, other = resolve_one_definition(a), resolve_one_definition(b)
    check_types(make_named_variant(one), make_named_variant(other))
    found: AnyCase | None = witnesses.find_witness(one, other)
    return found


def compare(a: Variant | str, b: Variant | str) -> Comparison:
    """Two definitions side by side: why they are equal, or the smallest case on which
    they differ, with the steps of both.

    a, b: definitions, their ids, or metrics on record (`LIBRARY.METRIC`, or
    `LIBRARY==VERSION.METRIC`). Raises as `witness` does, and UserError for a metric
    that is not on record.

    >>> found = compare("hit_rate(counts=any)", "hit_rate(counts=hits)")
    >>> str(found.case), [side.value.value for side in found.steps]
    ('1 1 | @2', [1.0, 2.0])
    """
    from homonym.explain import compare as comparison

    return comparison.compare_definitions(as_named(a), as_named(b))


def compute_value_on_lists(variant: Variant, tables: TableCase) -> Number:
    """The variant's value on lists; UserError for a grade that makes it larger than any
    number, which smaller grades do not."""
    from homonym.datasets.tables import convert_to_case

    case = convert_to_case(tables)
    try:
        found = variant.value(case)
    except CaseError:
        found = inf
    grades = [(g, i, user) for user, its in tables.truth.items() for i, g in its]
    grade, item, user = max(grades, key=lambda one: one[0])
    if grade > SAFE_GRADE and not is_finite_value(found):
        truth = {
            user: tuple((i, min(g, SAFE_GRADE)) for i, g in its)
            for user, its in tables.truth.items()
        }
        if is_finite_value(
            variant.value(convert_to_case(replace(tables, truth=truth)))
        ):
            raise UserError(
                f"the grade of item {in_brief(item)} of user {in_brief(user)} is "
                f"{grade:g}, with which {variant} is larger than any number: "
                f"grades up to {SAFE_GRADE} are accepted"
            )
    return found


def is_finite_value(found: Number) -> bool:
    """Whether no number is NaN or infinite."""
    each = found if isinstance(found, tuple) else (found,)
    return all(one is None or isfinite(one) for one in each)


def as_named(side: Variant | str) -> Named:
    """A definition, or a metric on record, as two of them are compared."""
    from homonym.records.lookup import find_named_metric, make_named_variant

    found = find_named_metric(side) if isinstance(side, str) else None
    return found or make_named_variant(resolve_one_definition(side))


def resolve_one_definition(text: Variant | str) -> Variant:
    """The variant, or the one that a text names; UnknownName that says what may be
    meant by another text, a library's metric above all."""
    from homonym.records.suggestions import make_suggestion_error

    try:
        return require_definition(text)
    except Ambiguous:
        raise
    except UnknownName as error:
        told = make_suggestion_error(text) if isinstance(text, str) else None
        raise UnknownName(str(told or error)) from None
