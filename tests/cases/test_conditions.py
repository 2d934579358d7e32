"""Conditions that inputs fulfil: which of them imply another."""

from __future__ import annotations

from itertools import islice, permutations

from homonym.cases.conditions import CONDITIONS, IMPLIED, drop_implying_conditions
from homonym.cases.kinds import enumerate_small_cases
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case


def test_what_implies_what_is_told_and_nothing_else() -> None:
    """By the core cases and the smallest: each other pair has a case against it."""
    cases = [*core(), *islice(enumerate_small_cases(Case), 3000)]
    implied = {
        (one, other)
        for one, other in permutations(CONDITIONS, 2)
        if all(CONDITIONS[other](case) for case in cases if CONDITIONS[one](case))
    }
    assert implied == {*IMPLIED.items()}


def test_those_stay_that_ask_for_least() -> None:
    """In their order; one that implies what is not among them stays."""
    names = ("binary_grades", "one_relevant", "whole_grades")
    assert drop_implying_conditions(names) == ["one_relevant", "whole_grades"]
    assert drop_implying_conditions(names[:2]) == [*names[:2]]
