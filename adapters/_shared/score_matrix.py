"""A matrix of scores for the code of papers: a row a user, a column an item.

Start at `score_matrix`; it takes what NeuRec's evaluators take (`neurec_evaluators`).
"""

from __future__ import annotations

from typing import Any

from homonym.adapters._shared.neurec_evaluators import columns, model
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase


def score_matrix(case: AnyCase) -> Any:
    """The scores of the lists, for the users of the truth; what a list leaves out gets
    minus infinity, as train items do."""
    return model(case).predict(of_truth(case))


def whole_matrix(case: AnyCase) -> Any:
    """The same where every candidate has a score."""
    for user, pairs in case.recommendations.items():
        scored = {item for item, _ in pairs} | {*case.train.get(user, ())}
        if {*case.catalogue} - scored:
            raise Refuse("a row has one score for every candidate")
    return score_matrix(case)


def truth_pairs(case: AnyCase) -> tuple[list[int], list[int]]:
    """(rows, columns) of everything that stands in the truth, as often as it does."""
    column = columns(case)
    found = [
        (row, column[item])
        for row, user in enumerate(of_truth(case))
        for item, _ in case.truth[user]
    ]
    return [row for row, _ in found], [place for _, place in found]
