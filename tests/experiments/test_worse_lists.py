"""Worse and worse lists, by hand."""

from __future__ import annotations

import pytest
from aspect_lists import items

from homonym.experiments.worse_lists import (
    PERTURBATIONS,
    insert_redundant_items,
    list_perturbed_systems,
    promote_less_liked_item,
    swap_bottom_and_top,
    swap_redundant_items,
)
from homonym.reference.diversity.case import Items


def text(found: Items) -> str:
    return " ".join(map(str, found))


IDEAL = "5a 5b 2c 4a 3b"
"""In ideal order: after a and b, 9 and 8 of 19, c with 2 of 19 is wanting most."""


@pytest.mark.parametrize(
    ("s", "expected"),
    [
        (0, IDEAL),
        (1, "3b 5b 2c 4a 5a"),
        (2, "3b 4a 2c 5b 5a"),
        (9, "3b 4a 2c 5b 5a"),
    ],
)
def test_items_change_places_from_bottom_to_top(s: int, expected: str) -> None:
    """s of them; a list of five has two pairs."""
    assert text(swap_bottom_and_top(items("4a 2c 5b 5a 3b"), s)) == expected


@pytest.mark.parametrize(
    ("s", "expected"), [(0, IDEAL), (1, "5a 4a 5b 2c 3b"), (2, "5a 4a 5b 2c 3b")]
)
def test_a_redundant_aspect_goes_on_where_another_was_due(
    s: int, expected: str
) -> None:
    """After 5a the ideal turns to b; there is one more item of a."""
    assert text(insert_redundant_items(items(IDEAL), s)) == expected


@pytest.mark.parametrize(
    ("s", "expected"),
    [(0, IDEAL), (1, "5a 4a 2c 5b 3b"), (2, "5a 4a 2c 5b 3b")],
)
def test_a_redundant_item_takes_the_place_of_the_one_that_was_due(
    s: int, expected: str
) -> None:
    """4a and 5b change places; no other item of a is left."""
    assert text(swap_redundant_items(items(IDEAL), s)) == expected


def test_what_was_due_goes_to_the_rank_that_becomes_free() -> None:
    """The ideal is 5a 5b 4a 4b 3a: 4a and 3a come to ranks 2 and 3, 5b to rank 5."""
    assert text(swap_redundant_items(items("5a 5b 4b 3a 4a"), 2)) == "5a 4a 3a 4b 5b"


@pytest.mark.parametrize(
    ("depth", "counts"), [(10, [5, 5, 5, 5]), (40, [20, 20, 20, 10])]
)
def test_no_more_systems_are_made_than_differ(depth: int, counts: list[int]) -> None:
    """Lists of ten have five pairs to swap; the tenth system would be the fifth."""
    found = [len(list_perturbed_systems(name, depth)) - 1 for name in PERTURBATIONS]
    assert found == counts
    whole = [len(list_perturbed_systems(name, 200)) - 1 for name in PERTURBATIONS]
    assert whole == [50, 50, 50, 10]


def test_of_the_redundant_items_the_best_comes_first() -> None:
    """4a, not 3a, follows 5a."""
    assert text(insert_redundant_items(items("3a 5a 4a 5b"), 1)) == "5a 4a 5b 3a"


@pytest.mark.parametrize(
    ("s", "expected"), [(0, IDEAL), (1, "5b 5a 2c 4a 3b"), (2, "2c 5b 5a 4a 3b")]
)
def test_the_first_item_is_of_an_aspect_that_is_liked_less(
    s: int, expected: str
) -> None:
    """b is liked second, c third; there is no fourth."""
    assert text(promote_less_liked_item(items(IDEAL), s)) == expected
    assert text(promote_less_liked_item(items(IDEAL), 3)) == IDEAL


def test_no_perturbation_loses_or_adds_an_item() -> None:
    """They only change the order."""
    given = items("4ab 2c 5b 5ac 3b 1a 1c")
    for name in PERTURBATIONS:
        for perturbed in list_perturbed_systems(name, 40):
            assert sorted(map(str, perturbed(given))) == sorted(map(str, given))


@pytest.mark.parametrize(
    ("s", "expected"), [(1, "5b 4b 5a 3ab 2a 1a"), (2, "5b 4b 3ab 5a 2a 1a")]
)
def test_an_item_of_both_aspects_is_redundant_too(s: int, expected: str) -> None:
    """The ideal is 5b 5a 4b 3ab 2a 1a: after 5b it turns to a, and 4b and 3ab show b
    again, one after the other."""
    given = items("1a 2a 5a 4b 5b 3ab")
    assert text(swap_bottom_and_top(given, 0)) == "5b 5a 4b 3ab 2a 1a"
    assert text(insert_redundant_items(given, s)) == expected
    assert text(swap_redundant_items(given, s)) == expected


@pytest.mark.parametrize(
    ("s", "expected"), [(2, "5a 5a 3a 3b 2ab"), (3, "5a 5a 3a 2ab 3b")]
)
def test_what_is_redundant_comes_by_its_rating(s: int, expected: str) -> None:
    """The ideal 5a 3b 5a 2ab 3a has 2ab above 3a."""
    given = items("5a 5a 3b 2ab 3a")
    assert text(swap_bottom_and_top(given, 0)) == "5a 3b 5a 2ab 3a"
    assert text(insert_redundant_items(given, s)) == expected


def test_where_no_other_aspect_is_due_lists_stay() -> None:
    """All show a, or a rating is missing."""
    for line in ("5a 4a 3a", "5a"):
        assert text(insert_redundant_items(items(line), 1)) == line
        assert text(swap_redundant_items(items(line), 1)) == line
        assert text(promote_less_liked_item(items(line), 1)) == line
