"""A case of any type for people, line by line: each user's part, and what all share.

Start at `describe_case_lines`. The words are those of the case's `Kind`; scores, and
the items that stand in no list, are told where a value depends on them
(`depends_on_scores`, `depends_on_others`). Pages draw what has boxes, and
`describe_beside_boxes` has the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from homonym.cases.boxes import Boxes, BoxRow
from homonym.cases.kinds import find_case_kind, load_case_kinds
from homonym.equivalence.witness import are_told_apart
from homonym.explain.large_cases import describe_large, is_large_case
from homonym.reference.variants import Variant


def describe_case_lines(case: Any, variants: Iterable[Variant] = ()) -> list[str]:
    """What stands in the case, a line a user, with scores where one of the variants
    depends on them; of a large case how large it is.

    >>> from homonym.reference.beyond.case import RunCase
    >>> describe_case_lines(RunCase.parse("a > bc = c | abc @1"))
    ['user 1: trained on a; shown b up to rank 1, then c; relevant c', 'items: a, b, c']
    """
    if is_large_case(case):
        return describe_large(case)
    return list(
        find_case_kind(type(case)).describe(case, *find_needed_details(case, variants))
    )


def describe_beside_boxes(case: Any, variants: Iterable[Variant] = ()) -> list[str]:
    """The same without what boxes show, where the case is drawn as such."""
    if is_large_case(case):
        return describe_large(case)
    kind = find_case_kind(type(case))
    told = kind.boxes.beside if kind.boxes else kind.describe
    return list(told(case, *find_needed_details(case, variants)))


def find_needed_details(case: Any, variants: Iterable[Variant]) -> tuple[bool, bool]:
    """Whether any of the variants depends on scores, and on items that stand in no
    list."""
    looked = tuple(variants)
    tests = (depends_on_scores, depends_on_others)
    scores, others = (any(test(one, case) for one in looked) for test in tests)
    return scores, others


def depends_on_scores(variant: Variant, case: Any) -> bool:
    """Whether the value depends on more of the scores than the order of each list.

    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse(". 1 ; 1 . @1")
    >>> depends_on_scores(Variant.with_defaults("SAUC"), case)
    True
    >>> depends_on_scores(Variant.with_defaults("GAUC"), case)
    False
    """
    return depends_on_variation(variant, case, find_case_kind(type(case)).rescored)


def depends_on_others(variant: Variant, case: Any) -> bool:
    """Whether the value depends on how many items stand neither in a list nor in the
    truth: candidates that were not listed, or items of training.

    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse(". 1 | @2")
    >>> whole = Variant.parse("auc(positives=recommended, negatives=catalogue)")
    >>> variant = Variant.parse("MAP(divisor=min_k_r)")
    >>> [depends_on_others(variant, case) for variant in (whole, variant)]
    [True, False]
    """
    return depends_on_variation(variant, case, find_case_kind(type(case)).with_others)


@lru_cache(maxsize=16_384)
def depends_on_variation(
    variant: Variant, case: Any, vary: Callable[[Any], Iterable[Any]]
) -> bool:
    """Whether the value changes as the case is varied."""
    varied = tuple(vary(case))
    own = variant.value(case) if varied else None
    return any(are_told_apart(own, variant.value(other)) for other in varied)


def list_case_marks(takes: Any) -> list[str]:
    """What each mark in the lines of a type of case means.

    >>> from homonym.reference.rankings.case import Case
    >>> list_case_marks(Case)[:2]
    ['[ ] relevant', '· not judged']
    """
    return [piece.strip() for piece in find_case_kind(takes).legend.split("   ")]


def find_case_boxes(case: Any) -> Boxes | None:
    """How a case is drawn as boxes; None where it is not, is large, or is no case."""
    kind = load_case_kinds().get(type(case))
    return kind.boxes if kind and not is_large_case(case) else None


def is_drawn_as_boxes(case: Any) -> bool:
    """Whether it is a case that is drawn as boxes."""
    return find_case_boxes(case) is not None


def list_box_rows(case: Any) -> list[BoxRow]:
    """The boxes of a case, a row a user."""
    found = find_case_boxes(case)
    return found.rows(case) if found else []


def describe_boxes_aloud(case: Any) -> str:
    """The boxes in words."""
    found = find_case_boxes(case)
    return found.aloud(case) if found else ""
