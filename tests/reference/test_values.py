"""Every choice of every axis, on cases small enough to be worked out by hand.

`by_hand` has a file for each family: a row is a variant, a case and the arithmetic. The
last tests hold the rows to account: they must tell each choice from every other choice
of its axis. Whoever adds a choice adds a row; to an axis that families share, one of
each family.
"""

from collections import defaultdict
from functools import cache
from itertools import permutations

import pytest
from by_hand import ROWS, file_of_choice

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Number, Variant, families

Names = tuple[str, ...]

EVERY_AXIS = [
    pytest.param(family, axis, id=f"{family.name}-{axis}")
    for family in families(Case).values()
    for axis in family.axes
]


@pytest.mark.parametrize(("variant", "case", "expected"), ROWS)
def test_a_variant_gives_the_value_worked_out_by_hand(
    variant: str, case: str, expected: Number
) -> None:
    """The formula on paper and the oracle give the same number."""
    value = Variant.with_defaults(variant).value(Case.parse(case))
    assert value == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(("family", "axis"), EVERY_AXIS)
def test_the_table_has_a_row_for_every_choice(family: Family, axis: str) -> None:
    """A choice without a value worked out by hand is not tested."""
    rows = [v for v, _, _ in ROWS if Variant.with_defaults(v).family == family.name]
    shown = {Variant.with_defaults(row).names[axis] for row in rows}
    lacking = [
        f"{family.name}: no value of {axis}={one} in "
        f"{file_of_choice(family.name, axis, one)}"
        for one in family.axes[axis].choices
        if one not in shown
    ]
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize(("family", "axis"), EVERY_AXIS)
def test_the_table_tells_each_choice_from_the_others(family: Family, axis: str) -> None:
    """If a choice computed what another one does, a row would be wrong."""
    told = set()
    for text, line, _ in ROWS:
        variant = Variant.with_defaults(text)
        if variant.family == family.name:
            case = Case.parse(line)
            told |= {
                (variant.names[axis], other)
                for other in family.axes[axis].choices
                if differs(
                    variant, family.variant(**{**variant.names, axis: other}), case
                )
            }
    missing = [
        f"{family.name}: no row tells {axis}={one} from {other} in "
        f"{file_of_choice(family.name, axis, one, other)}"
        for one, other in choices_that_differ(family, axis)
        if (one, other) not in told
    ]
    assert not missing, "\n".join(missing)


def differs(one: Variant, other: Variant, case: Case) -> bool:
    """Whether two variants differ on the case."""
    expected = pytest.approx(other.value(case), abs=1e-6, nan_ok=True)
    return one.value(case) != expected


def choices_that_differ(family: Family, axis: str) -> list[tuple[str, str]]:
    """Pairs of choices that are not equal by rule whatever the other choices are."""
    apart: dict[tuple[str, str], None] = {}
    place = list(family.axes).index(axis)
    for group in grouped(family, place).values():
        for (one, its_class), (other, others_class) in permutations(group, 2):
            if one != other and its_class != others_class:
                apart[one, other] = None
    return list(apart)


def grouped(family: Family, place: int) -> dict[Names, list[tuple[str, Variant]]]:
    """The choices of one axis, each with its class, by the choices on all others."""
    groups = defaultdict(list)
    for variant, canonical in classes(family.name).items():
        names = tuple(name for _, name in variant.choices)
        rest = (*names[:place], *names[place + 1 :])
        groups[rest].append((names[place], canonical))
    return groups


@cache
def classes(family: str) -> dict[Variant, Variant]:
    """Every variant of the family with the one that names its class."""
    return {variant: variant.canonical() for variant in families(Case)[family].variants}


def test_a_mean_over_no_users_is_undefined() -> None:
    """No hit, no nonzero value: there is nothing to average."""
    case = Case.parse(". 1 @1")
    assert Variant.with_defaults("precision(users=mean_hit)").value(case) is None
    assert Variant.with_defaults("precision(users=mean_nonzero)").value(case) is None
    assert Variant.parse("auc(positives=recommended, depth=k)").value(case) is None
    stacked = Variant.parse("auc(positives=recommended, depth=k, users=stacked)")
    assert stacked.value(case) is None
    of_means = Variant.parse("f_score(combines=of_means, users=mean_hit)")
    assert of_means.value(case) is None


def test_rounding_is_not_a_value_of_its_own() -> None:
    """-1 - 1/2 - 1/3 + 8/4 + 0/5 - 1/6 is 0, and leaves 8e-17 in binary fractions."""
    case = Case.parse(". . . 3 1 . @6")
    dcg = "ndcg(gain=squared_minus_one, discount=reciprocal, ideal=none{})"
    assert 0 != Variant.with_defaults(dcg.format("")).value(case) == pytest.approx(0)
    assert Variant.with_defaults(dcg.format(", users=mean_nonzero")).value(case) is None


def test_a_negative_value_is_not_zero() -> None:
    """g² - 1 of an unjudged item is -1: its user counts among those who are not 0."""
    case = Case.parse("1 1 . ; 1 . . @2")
    names = "gain=squared_minus_one, discount=reciprocal, ideal=none"
    found = Variant.with_defaults(f"ndcg({names}, users=mean_nonzero)").value(case)
    assert found == (0 - 1 / 2) / 1
