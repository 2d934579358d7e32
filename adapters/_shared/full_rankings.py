"""The users of a model that scores every item, for the libraries that ask such a model
and a matrix of the truth: whoever has no truth has a row without a cell there."""

from __future__ import annotations

from homonym.adapters._shared.label_rows import full_ranking
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Id


def full_rankings(case: AnyCase) -> list[Id]:
    """The users with a list, which has a score for every candidate."""
    if {*case.truth} - {*case.recommendations}:
        raise Refuse("a model scores items for everybody: no user is without a list")
    for user in case.recommendations:
        full_ranking(case, user)
    return [*case.recommendations]
