"""Leave-one-out: everybody's target, and the candidates it is ranked with."""

from __future__ import annotations

from math import inf

from homonym.adapters._shared.neurec_evaluators import ranked
from homonym.adapters._shared.users import of_truth
from homonym.adapters._shared.values_by_rank import alone
from homonym.reference.case import AnyCase, Id, Scored


def candidates(case: AnyCase) -> list[tuple[Id, float, Scored]]:
    """(target, its score, the list without it) for each user of the truth; a target
    that the list leaves out has minus infinity."""
    found = []
    for user in of_truth(case):
        target = alone({item for item, _ in case.truth[user]})
        pairs = ranked(case, user)
        others = tuple(pair for pair in pairs if pair[0] != target)
        found.append((target, dict(pairs).get(target, -inf), others))
    return found
