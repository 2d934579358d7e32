r"""Unexpectedness: the share of a list that a simple recommender would not show.

    \frac{1}{|U|} \sum_u \frac{|L_u \setminus E_u|}{|L_u|}                 range 0 to 1

E_u is the list of k items of that recommender. A library that asks for its lists is
given those of the items that are most popular in training.
Source: Murakami, Mori and Orihara 2008; Ge, Delgado-Battenfeld and Jannach 2010.
Start at `unexpectedness`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.combine import divisor as of_list
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part

counted = Axis("what is counted")


@counted(r"|L_u \setminus E_u|", source="Ge et al. 2010")
def unexpected(user: Listed, k: int) -> float:
    """Items that are listed and not expected."""
    return sum(item not in user.run.popular[:k] for item in user.items[:k])


@counted(r"k - |L_u \cap E_u|", source="RePlay 0.22.0, Unexpectedness")
def places(user: Listed, k: int) -> float:
    """Places that no expected item takes, with those that a short list leaves empty."""
    return k - sum(item in user.run.popular[:k] for item in user.items[:k])


@family(
    "Unexpectedness",
    takes=RunCase,
    rows=("<users>", "a_u = <counted>", "b_u = <divisor>"),
    counted=counted,
    divisor=of_list,
    users=each_list,
)
def unexpectedness(
    user: Listed,
    k: int,
    counted: Callable[[Listed, int], float],
    divisor: Callable[[Listed, int], float],
) -> Part:
    """(items that are not expected, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> case = RunCase.parse("ac > bd ; ac > bc ; b > ad @2")
    >>> Variant.parse("unexpectedness(counted=unexpected)").value(case)
    0.6666666666666666
    """
    return counted(user, k), divisor(user, k)


@void(unexpectedness, "of the items listed no more than all are unexpected")
def places_of_items(counted: str, divisor: str, **_: str) -> bool:
    return counted == "places" and divisor == "length"


@same(unexpectedness, LENGTH)
def length(counted: str, **names: str) -> dict[str, str]:
    return {"counted": "unexpected", **of_one_length(**names)}
