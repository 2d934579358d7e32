r"""How much each aspect matters to a user: P(a_\phi | u), which sums to 1.

Start at `likelihood`, Eq. 9 of Parapar and Radlinski 2021.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError
from homonym.reference.diversity.case import Items, User, aspects_of

Weights = dict[str, float]
WeightsOf = Callable[[User], Weights]

weights = Axis("how much an aspect weighs")


@weights(r"\frac{1}{|A_u|}", source="Clarke et al. 2008; ndeval")
def uniform(user: User) -> Weights:
    """All aspects of the candidates that the user likes weigh the same."""
    return equal(user.interests)


@weights(r"\frac{1}{|A|}", source="Vargas 2015")
def uniform_catalogue(user: User) -> Weights:
    """All aspects of the catalogue weigh the same."""
    return equal(user.catalogue)


@weights(
    r"\hat P(a_\phi | u)",
    name="train",
    source="Parapar and Radlinski 2021, Eq. 9",
    row=r"\hat P(a | u) \text{ by the ratings in training}",
)
def in_training(user: User) -> Weights:
    """By the ratings in the user's training profile."""
    return likelihood(user.profile, user, "training profile")


@weights(
    r"\hat P(a_\phi | u)",
    name="test",
    source="Parapar and Radlinski 2021, section 5.1",
    row=r"\hat P(a | u) \text{ by the ratings of the truth}",
)
def in_test(user: User) -> Weights:
    """By the ratings of the truth."""
    return likelihood(user.judged, user, "truth")


def equal(aspects: tuple[str, ...]) -> Weights:
    """The same weight for each aspect."""
    return {aspect: 1 / len(aspects) for aspect in aspects}


def likelihood(items: Items, user: User, named: str) -> Weights:
    r"""The maximum likelihood estimate of P(a_\phi | u), Eq. 9.

        \sum_{i: a_\phi \in i} r_{u,i} / \sum_\varphi \sum_{i: a_\varphi \in i} r_{u,i}

    Raises CaseError where the user likes no aspect: the estimate would be 0 / 0.
    """
    sums = rated(items)
    total = sum(sums.values())
    if not total:
        raise CaseError(
            f"the user {in_brief(str(user))} likes no aspect in the {named}, so that "
            "their weights are 0/0: give at least one item rated above 0"
        )
    return {aspect: part / total for aspect, part in sums.items()}


def rated(items: Items) -> Weights:
    """The sum of the ratings of the items that show an aspect, for each aspect."""
    return {
        aspect: sum(item.rating or 0.0 for item in items if aspect in item.aspects)
        for aspect in aspects_of(items)
    }
