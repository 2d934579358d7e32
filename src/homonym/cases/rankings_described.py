"""A ranking for people: as rows of boxes, in marks, in words, and in brief.

Start at `describe_ranking_case`; pages draw `build_box_rows`, which `describe_boxes`
reads out, and `describe_beyond_boxes` tells what stands beside them.
"""

from __future__ import annotations

import string
from collections.abc import Iterator

from homonym.cases.boxes import Box, BoxRow
from homonym.reference.case import is_relevant, written
from homonym.reference.rankings.case import Case, Ranking
from homonym.trace.rankings import spell_number
from homonym.trace.words import join_with_commas

BRIEF = 2
"""Cases of more users are not told in brief."""
LETTERS = (
    ("h_n", "1 where the item at rank n is relevant, else 0"),
    ("H", "the number of relevant items in the first k"),
    ("r", "the number of the user's relevant items"),
    ("x", "what the axis divisor gives"),
    ("g_n", "the grade of the item at rank n"),
    ("a_u", "the numerator of user u's number"),
    ("b_u", "its denominator"),
    ("r_u", "the number of user u's relevant items"),
    ("L_u", "user u's list"),
    ("U", "the users"),
    ("k", "the cut-off"),
)
"""What they mean in formulas, in the order in which they are told."""


def describe_ranking_case(case: Case, scores: bool, others: bool) -> Iterator[str]:
    """Each user's list in marks, and what is beside it."""
    many = len(case.users) > 1
    for place, user in enumerate(case.users, start=1):
        cells = list(map(format_grade_cell, user.grades))
        cells.insert(case.k, "¦")
        cells += ["|", *map(format_grade_cell, user.missed)] if user.missed else []
        yield f"{f'user {place}' if many else 'list'}  {' '.join(cells)}".rstrip()
    yield from describe_beyond_boxes(case, scores, others)


def format_grade_cell(grade: float | None) -> str:
    """A mark, in brackets where the item is relevant."""
    return (
        f"[{format_grade_mark(grade)}]"
        if is_relevant(grade)
        else f" {format_grade_mark(grade)} "
    )


def describe_beyond_boxes(case: Case, scores: bool, others: bool) -> list[str]:
    """The scores by rank, and the items that stand neither in a list nor in the truth.

    >>> describe_beyond_boxes(Case.parse(". 1 ; 1 . @1"), scores=True, others=False)
    ['scores  user 1: 0.666667, 0.166667; user 2: 0.833333, 0.333333']
    """
    told = (
        f"user {n}: {join_with_commas(map(spell_number, user.scores))}"
        for n, user in enumerate(case.users, start=1)
    )
    of_scores = [f"scores  {'; '.join(told)}"] if scores else []
    return of_scores + ([describe_other_items(case)] if others else [])


def describe_other_items(case: Case) -> str:
    """How many items there are, and which of them neither list nor truth has."""
    many = len(case.users) > 1
    told = []
    for place, user in enumerate(case.users, start=1):
        counts = (
            (user.unranked, "neither listed nor relevant"),
            (user.train, "of training, no candidate"),
        )
        parts = " and ".join(f"{count} {what}" for count, what in counts if count)
        told.append(f"{f'user {place}: ' if many else ''}{parts or 'no other'}")
    user = case.users[0]
    size = len(user.grades) + len(user.missed) + user.unranked + user.train
    return f"items  {size} in all; {'; '.join(told)}"


def build_box_rows(case: Case) -> list[BoxRow]:
    """Every user's row of boxes."""
    return [build_box_row(user, case.k) for user in case.users]


def build_box_row(user: Ranking, k: int) -> BoxRow:
    """One user's boxes."""
    places = enumerate(zip(user.grades, user.hits, strict=True), start=1)
    items = tuple(Box(format_grade_mark(g), hit, n <= k) for n, (g, hit) in places)
    return BoxRow(items, tuple(map(format_grade_mark, user.missed)))


def format_grade_mark(grade: float | None) -> str:
    """What stands in a box."""
    return "·" if grade is None else f"{grade:g}"


def describe_boxes(case: Case) -> str:
    """The boxes in words.

    >>> describe_boxes(Case.parse("1 . | 1 @1"))
    'k = 1. The list: grade 1, not judged; 1 relevant item is missing from it.'
    """
    many = len(case.users) > 1
    said = [
        f"{f'User {n}' if many else 'The list'}: {read_out(user)}."
        for n, user in enumerate(case.users, 1)
    ]
    return f"k = {case.k}. {' '.join(said)}"


def read_out(user: Ranking) -> str:
    """One user's list, and how many relevant items it misses."""
    grades = ["not judged" if g is None else f"grade {g:g}" for g in user.grades]
    told = ", ".join(grades) or "empty"
    count = sum(map(is_relevant, user.missed))
    if not count:
        return told
    items = "item is" if count == 1 else "items are"
    return f"{told}; {count} relevant {items} missing from it"


def describe_ranking_briefly(case: Case) -> str:
    """A small case in one line; nothing for one of many users.

    >>> describe_ranking_briefly(Case.parse("1 . | 2 @1"))
    'one user, ranking [a, b], relevant {a, c: 2}, k = 1'
    """
    if len(case.users) > BRIEF:
        return ""
    count = "one user" if len(case.users) == 1 else f"{len(case.users)} users"
    told = "; ".join(map(format_ranking_letters, case.users))
    return f"{count}, {told}, k = {case.k}"


def format_ranking_letters(user: Ranking) -> str:
    """One user's list and relevant items, each item a letter."""
    grades = [*user.grades, *user.missed]
    judged = [
        letter if grade == 1 else f"{letter}: {written(grade)}"
        for letter, grade in zip(string.ascii_letters, grades, strict=False)
        if grade is not None
    ]
    letters = ", ".join(string.ascii_letters[: len(user.grades)])
    return f"ranking [{letters}], relevant {{{', '.join(judged)}}}"
