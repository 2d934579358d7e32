"""Ratings and labels over tables give what the reference gives."""

from typing import Any

import ibis
import pyarrow as pa
import pytest

from homonym import UserError
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.labels import families as label_families
from homonym.evaluation.ratings import families as rating_families
from homonym.evaluation.ratings.pairs import RatingPairs, pair_up
from homonym.evaluation.ratings.rating_tables import check_labels
from homonym.reference.chances.case import LabelCase
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant, families

NEAR = 1e-12
KINDS: dict[Any, Any] = {
    RatingCase: rating_families.evaluate_rating_variants,
    LabelCase: label_families.evaluate_label_variants,
}
BY_HAND = [
    (RatingCase, "5=. ; 4=9 1=-2 1=3 ~ 1 5"),
    (RatingCase, "5=. ~ 1 5"),
    (RatingCase, "3=2 3=2 ~ 1 5"),
    (RatingCase, "3=2 4=2 4=5 ; 2=1 ; 1=. ~ 0 5"),
    (LabelCase, "1=. ; 0=1 1=0"),
    (LabelCase, "1=."),
]
QUICK = [
    *BY_HAND,
    *((takes, one.id) for takes in KINDS for one in core(takes)[::30]),
    *((takes, one.id) for takes in KINDS for one in large_cases(takes)[:1]),
]
EVERY = [
    (takes, one.id) for takes in KINDS for one in [*core(takes), *large_cases(takes)]
]


@pytest.fixture(scope="module")
def backend() -> Any:
    """DuckDB, in this process."""
    return DuckDb.opened()


def pairs_of(backend: Any, case: RatingCase) -> RatingPairs:
    """The case as tables."""
    return pair_up(backend, frame(case.truth), frame(case.recommendations), case.scale)


def frame(rows: Any) -> Any:
    """A table of user, item and number."""
    flat = [(user, *pair) for user, pairs in rows.items() for pair in pairs]
    names = {"user": pa.int64(), "item": pa.int64(), "number": pa.float64()}
    return ibis.memtable(
        pa.table(
            {
                name: pa.array([row[place] for row in flat], kind)
                for place, (name, kind) in enumerate(names.items())
            }
        )
    )


def variants_of(takes: Any) -> list[Variant]:
    """Every definition of a type; those with a number for each user at their mean."""
    return [
        one
        for home in families(takes).values()
        for one in home.variants
        if one.names["users"] != "caller"
    ]


def differing(backend: Any, takes: Any, line: str) -> dict[str, tuple[Any, Any]]:
    """The definitions of which the tables give another number than the reference."""
    case = takes.parse(line)
    usable = [
        one
        for one in variants_of(takes)
        if case.scale or one.names.get("clipped") != "to_scale"
    ]
    found = KINDS[takes](pairs_of(backend, case), usable)
    wanted = {one: one.value(case) for one in usable}
    return {
        str(one): (wanted[one], found[one])
        for one in usable
        if not alike(wanted[one], found[one])
    }


def alike(wanted: Any, found: float | None) -> bool:
    """Whether the two are one number, or undefined."""
    if wanted is None or found is None:
        return wanted is found
    return abs(wanted - found) <= NEAR * max(1.0, abs(wanted))


def test_every_family_is_there() -> None:
    assert {*rating_families.FAMILIES} == {*families(RatingCase)}
    assert {*label_families.FAMILIES} == {*families(LabelCase)}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("takes", "line"), QUICK)
def test_definitions_are_the_references(backend: Any, takes: Any, line: str) -> None:
    assert not differing(backend, takes, line)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("takes", "line"), EVERY)
def test_definitions_are_the_references_on_every_case(
    backend: Any, takes: Any, line: str
) -> None:
    assert not differing(backend, takes, line)


def test_per_user_numbers_are_averaged(backend: Any) -> None:
    case = RatingCase.parse("5=3 ; 4=3")
    caller = Variant.parse("mae(missing=dropped, users=caller)")
    assert rating_families.evaluate_rating_variants(
        pairs_of(backend, case), [caller]
    ) == {caller: 1.5}


def test_users_without_a_count_are_in_no_mean_of_counts(backend: Any) -> None:
    """3 and 2 pairs are alike; of the other kind one user has none, and one has 1."""
    case = RatingCase.parse("5=5 4=4 3=3 ; 5=4 4=5 3=3")
    some = Variant.parse("fcp(tied=discordant, users=means_of_some)")
    assert rating_families.evaluate_rating_variants(
        pairs_of(backend, case), [some]
    ) == {some: 2.5 / (2.5 + 1)}


@pytest.mark.parametrize(
    ("label", "chance", "said"),
    [
        (2.0, 0.5, "1 labels are not 0 or 1, as 2: logarithmic loss"),
        (0.5, 0.5, "1 labels are not 0 or 1, as 0.5"),
        (1.0, 1.5, "1 chances are not from 0 to 1, as 1.5"),
        (0.0, -0.5, "1 chances are not from 0 to 1, as -0.5"),
    ],
)
def test_labels_are_0_or_1_and_chances_between(
    backend: Any, label: float, chance: float, said: str
) -> None:
    """Both ends are; a chance that there is not is no wrong one. Of grades a threshold
    makes labels."""

    def check(*rows: tuple[float, float | None]) -> None:
        names = {"r": pa.float64(), "p": pa.float64()}
        columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
        table = ibis.memtable(pa.table(columns, pa.schema(names)))
        check_labels(RatingPairs(backend, table, None, (0, 1)))

    right = (0.0, 0.0), (1.0, 1.0), (1.0, None)
    check(*right)
    with pytest.raises(UserError, match=said) as refused:
        check(*right, (label, chance))
    assert bool(refused.value.remedy) == ("labels" in said)
