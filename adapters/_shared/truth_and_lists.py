"""Lists of items for the code of papers: one of each for every user of the truth."""

from __future__ import annotations

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Id

ItemLists = list[list[Id]]


def truth_and_lists(case: AnyCase) -> tuple[ItemLists, ItemLists]:
    """(items of the truth, the first ranked items), a list of each a user; as many are
    ranked as the largest cut-off of the call asks for, if the list has them.

    The truth is what such code calls the test items: everything that stands in it.
    """
    users = of_truth(case)
    if not all(case.recommendations.get(user) for user in users):
        raise Refuse("it ranks items for every user of the truth: none is without")
    return (
        [[item for item, _ in case.truth[user]] for user in users],
        [
            [item for item, _ in cut_list(case, case.recommendations[user])]
            for user in users
        ],
    )
