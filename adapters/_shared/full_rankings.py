"""The users of a model that scores every item, for the libraries that ask such a model
and a matrix of the truth: whoever has no truth has a row without a cell there."""

from __future__ import annotations

from homonym.adapters._shared.label_rows import full_ranking, grades
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Id


def full_rankings(case: AnyCase) -> list[Id]:
    """The users with a list, which has a score for every candidate."""
    if {*case.truth} - {*case.recommendations}:
        raise Refuse("a model scores items for everybody: no user is without a list")
    for user in case.recommendations:
        full_ranking(case, user)
    return [*case.recommendations]


def judged_cells(case: AnyCase, user: Id) -> dict[Id, float]:
    """The grades in the user's row of a matrix of the truth: none for whoever is not in
    it."""
    return grades(case, user) if user in case.truth else {}
