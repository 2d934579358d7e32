r"""Subtopic recall: the share of the aspects that the first k items show.

    S-Recall@k = |A(i_1) \cup … \cup A(i_k)| / |A|
    range 0 to 1; divided by k or |A_train| it can exceed 1

Ratings have no scale here: an item is liked when its rating is above 0.

Source: Zhai, Cohen and Lafferty 2003; Parapar and Radlinski 2021, section 4.2.
Start at `s_recall`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.diversity.case import AspectCase, Items, User, aspects_of
from homonym.reference.diversity.users import users
from homonym.reference.families import family, same
from homonym.reference.parts import Part

Covers = Callable[[Items], Items]
Of = Callable[[User], tuple[str, ...]]

covers = Axis("which items cover their aspects")


@covers(
    r"A(i)",
    name="any",
    source="Parapar and Radlinski 2021, section 4.2",
    row=r"\bigcup_{i \in L_u} A(i)",
)
def any_item(items: Items) -> Items:
    """All listed items, liked or not."""
    return items


@covers(
    r"A(i), r_{u,i} > 0",
    name="relevant",
    source="Zhai et al. 2003; ndeval",
    row=r"\bigcup_{i \in L_u, r_{u,i} > 0} A(i)",
)
def relevant_items(items: Items) -> Items:
    """Those that the user likes."""
    return tuple(item for item in items if item.liked)


aspects = Axis("which aspects there are to cover")


@aspects(
    "|A|",
    source="Parapar and Radlinski 2021, section 4.2",
    row="",
    parts={"set": "A"},
)
def catalogue(user: User) -> tuple[str, ...]:
    """All aspects of the catalogue."""
    return user.catalogue


@aspects("|A_u|", name="user", source="ndeval", row=r"\cap A_u", parts={"set": "A_u"})
def of_the_user(user: User) -> tuple[str, ...]:
    """The aspects of the candidates that the user likes."""
    return user.interests


divisor = Axis("what the number of aspects is divided by")


@divisor("|A|", name="aspects", source="Zhai et al. 2003", row="|<aspects.set>|")
def all_aspects(there: int, k: int, user: User) -> int:
    """How many there are to cover."""
    return there


@divisor("k", name="k", source="RePlay 0.22.0, CategoricalDiversity")
def cut_off(there: int, k: int, user: User) -> int:
    """The cut-off: items with one aspect each reach 1 where all are different."""
    return k


@divisor(
    "|A_{train}|",
    name="trained",
    source="Elliot 0.3.1, whose data set has the items of the training data only",
)
def of_training(there: int, k: int, user: User) -> int:
    """The number of aspects in all users' profiles, whichever are to be covered."""
    return len(user.trained)


def covered(user: User, depth: int, covers: Covers, aspects: Of) -> int:
    """How many of the aspects the first items cover."""
    shown = aspects_of(covers(user.ranked[:depth]))
    return len(set(shown) & set(aspects(user)))


@family(
    "S-Recall",
    also={
        "S-Recall": {},
        "strec": {"covers": "relevant", "aspects": "user"},
        "CategoricalDiversity": {"divisor": "k"},
    },
    takes=AspectCase,
    rows=("<users>", "a_u = | <covers.row> <aspects.row> |", "b_u = <divisor>"),
    covers=covers,
    aspects=aspects,
    divisor=divisor,
    users=users,
)
def s_recall(
    user: User,
    k: int,
    covers: Covers,
    aspects: Of,
    divisor: Callable[[int, int, User], int],
) -> Part:
    """(aspects covered, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.diversity.case import AspectCase
    >>> case = AspectCase.parse("0a 5b | 5c .d @2")
    >>> one = Variant.parse("s_recall(covers=any)")
    >>> other = Variant.parse("strec")
    >>> one.value(case), other.value(case)
    (0.5, 0.5)
    """
    return covered(user, k, covers, aspects), divisor(len(aspects(user)), k, user)


@same(s_recall, "a listed item that the user likes shows aspects of the user's only")
def no_others(covers: str, divisor: str, **_: str) -> dict[str, str]:
    if covers == "relevant" and divisor != "aspects":
        return {"aspects": "catalogue"}
    return {}
