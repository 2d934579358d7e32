"""Lists of items without scores, for the libraries that take a list a user."""

from __future__ import annotations

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.frames import label
from homonym.reference.case import AnyCase, Id


def item_lists(case: AnyCase) -> tuple[list[list[Id]], list[list[Id]]]:
    """(relevant items, listed items), a list of each for everybody, whether of the
    truth or of the lists: an empty one where there is none."""
    truth, listed = case.truth, case.recommendations
    users = {**truth, **listed}
    return (
        [[item for item, g in truth.get(user, ()) if label(g)] for user in users],
        [[item for item, _ in listed.get(user, ())] for user in users],
    )


def shown(case: AnyCase) -> list[list[Id]]:
    """The lists, cut at k."""
    _, listed = item_lists(case)
    return [[*cut_list(case, items)] for items in listed]
