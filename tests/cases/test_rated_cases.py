"""Witnesses of rating error: the smallest cases that tell two variants apart."""

from __future__ import annotations

import json
from itertools import combinations, islice

import pytest
from typer.testing import CliRunner

from homonym.cases.labels import KIND as CHANCES
from homonym.cases.ratings import KIND, RATINGS, SIZES
from homonym.cli.app import app
from homonym.equivalence.witness import find_witness
from homonym.reference.chances.case import LabelCase
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant, families

HOMES = {**families(RatingCase), **families(LabelCase)}


def found(one: str, other: str) -> str:
    """The witness of two variants, as a line."""
    return str(find_witness(Variant.with_defaults(one), Variant.with_defaults(other)))


def test_witnesses_are_those_found_by_hand() -> None:
    """One pair: a square is no distance, a missing prediction divides nothing, a
    prediction above the scale is put on its end."""
    assert found("mae", "mse") == "1=3 ~ 1 5"
    assert found("rmse", "rmse(missing=no_error)") == "1=3 1=. ~ 1 5"
    assert found("mae", "mae(clipped=to_scale)") == "1=6 ~ 1 5"
    assert found("mae", "mae(users=mean)") == "1=1 1=1 ; 1=3 ~ 1 5"
    assert found("log_loss", "log_loss(eps=machine)") == "1=0 0=0.9"
    # a tie alone is 0 of 1 or 0 of none, which both are 0: one pair must be concordant
    assert found("fcp", "fcp(tied=ignored)") == "1=1 1=3 3=3 ~ 1 5"


@pytest.mark.parametrize("family", [name for name in HOMES if name != "fcp"])
def test_every_two_variants_of_a_family_have_a_witness(family: str) -> None:
    """All differ: no rule makes any two equal."""
    for a, b in combinations(HOMES[family].variants, 2):
        case = find_witness(a, b)
        assert case and a.value(case) != pytest.approx(b.value(case), abs=1e-3)


def test_the_ways_to_combine_concordant_pairs_need_two_users() -> None:
    """Means over the users who have such a pair: two have one kind, one the other."""
    case = find_witness(
        Variant.with_defaults("fcp"), Variant.with_defaults("fcp(users=means_of_some)")
    )
    assert case and [len(user.pairs) for user in case.users] == [3, 2]


def test_the_order_of_size_is_the_written_one() -> None:
    """Users, then ratings; every case is within the sizes."""
    tried = list(islice(KIND.smallest_first(), len(RATINGS) + 1))
    assert [len(case.users[0].pairs) for case in tried] == [1] * len(RATINGS) + [2]
    every = [
        (len(case.users), sum(len(user.pairs) for user in case.users))
        for case in CHANCES.smallest_first()
    ]
    assert every == sorted(every)
    assert dict(every) == SIZES


def test_a_small_case_of_chances_has_both_labels_among_those_with_a_chance() -> None:
    """A library may refuse one label alone, and what it makes of it is an edge."""
    cases = list(CHANCES.smallest_first())
    assert str(cases[0]) == "1=0.9 0=0.9"
    for case in cases:
        pairs = (pair for user in case.users for pair in user.pairs)
        assert {label for label, chance in pairs if chance is not None} == {0, 1}


def test_the_command_shows_the_case_and_both_values() -> None:
    """In words, and for a machine; per-user numbers are shown by user."""
    words = ["witness", "rmse", "mse"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert "case  1=3 ~ 1 5" in shown.output and "rating=prediction" in shown.output
    assert shown.stdout.split()[-7:] == ["pooled", "√(4/1)", "=", "2", "4/1", "=", "4"]
    data = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert data["case"] == "1=3 ~ 1 5"
    assert [side["value"]["value"] for side in data["steps"]] == [2.0, 4.0]
    both = ["witness", "rmse(users=caller)", "mse(users=caller)"]
    each = CliRunner().invoke(app, both).stdout.split()
    assert each[-7:] == ["value", "√(4/1)", "=", "2", "4/1", "=", "4"]
