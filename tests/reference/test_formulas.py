"""Formulas: choices declare what whole formulas and conversions need of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from homonym.reference.axes import Axis
from homonym.reference.declarations import (
    PLACE,
    coded_axes,
    lacking,
    reached,
    row_text,
)
from homonym.reference.variants import Family, every_family

EVERY_FAMILY = [pytest.param(f, id=f.name) for f in every_family().values()]


def with_choice(family: str, axis: str, like: str, **lost: object) -> Family:
    """The family with one more choice on an axis, which lacks what another has."""
    home = every_family()[family]
    more = home.axes[axis].plus()
    more.choices["added"] = replace(more.choices[like], name="added", **lost)
    return replace(home, axes={**home.axes, axis: more})


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_every_choice_declares_what_formulas_and_conversions_need(home: Family) -> None:
    """The message says which choice, and what to write: it is for who adds one."""
    assert not lacking(home)


def test_a_discount_without_code_is_named() -> None:
    """Without it no conversion from or to its NDCGs would be known, silently."""
    found = lacking(with_choice("ndcg", "discount", "geometric", code=""))
    assert found == [
        'ndcg(discount=added) has no code: write code="…", '
        'or no_code="why no code can tell it"'
    ]
    assert not lacking(with_choice("ndcg", "discount", "geometric"))


def test_a_way_to_combine_users_without_code_is_named() -> None:
    """Where users are asked one by one; a family whose sum names `users` needs none."""
    named = "(users=added) has no code"
    (found,) = lacking(with_choice("recall", "users", "mean", code=""))
    assert found.startswith(f"recall{named}")
    assert not lacking(with_choice("coverage", "users", "together", code=""))


def test_a_choice_without_its_row_or_part_is_named() -> None:
    """Of rows that its bare formula would not fill."""
    (found,) = lacking(with_choice("auc", "one_class", "zero", row=None))
    assert found == 'auc(one_class=added) has no row: write row="…"'
    found, *others = lacking(with_choice("recall", "cut", "k", parts={"a": ""}))
    assert found == 'recall(cut=added) has no b: write parts={"b": "…"}'
    assert len(others) == 1
    assert not lacking(with_choice("auc", "users", "stacked", parts={}))


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_no_choice_has_code_and_a_reason_against_it(home: Family) -> None:
    """One of the two is wrong."""
    for axis in coded_axes(home):
        for choice in home.axes[axis].choices.values():
            assert not (choice.code and choice.no_code), choice.name


def test_what_a_choice_declares_has_a_place_in_a_formula() -> None:
    """A part under a wrong name would be shown nowhere."""
    placed: dict[int, set[str]] = {}
    declared: dict[int, tuple[str, set[str]]] = {}
    for home in every_family().values():
        places = [
            *reached(home, home.rows, row_text),
            *reached(home, (home.ratio.of,) if home.ratio else (), row_text),
        ]
        for name, axis in home.axes.items():
            parts = {part or "row" for at, part, _ in places if at == name}
            for choice in axis.choices.values():
                own = {*choice.parts, *(["row"] if choice.row is not None else [])}
                key = id(choice.function)
                declared[key] = (f"{home.name}({name}={choice.name})", own)
                placed.setdefault(key, set()).update(parts)
    wrong = [told for key, (told, own) in declared.items() if own - placed[key]]
    assert not wrong


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_the_places_of_a_formula_are_those_of_its_axes(home: Family) -> None:
    """Each axis with several choices has one, and no other name has."""
    texts = [
        *home.rows,
        *chain.from_iterable(
            [choice.row or "", *choice.parts.values()]
            for axis in home.axes.values()
            for choice in axis.choices.values()
        ),
    ]
    places = {place[1] for text in texts for place in PLACE.finditer(text)}
    several = {name for name, axis in home.axes.items() if len(axis.choices) > 1}
    if home.rows:
        assert several <= places <= set(home.axes)


def test_a_choice_is_registered_with_what_it_declares() -> None:
    """And a copy of the axis has it too."""
    axis = Axis("what is counted")

    @axis("H", row="a", parts={"set": "b"}, code="h", source="Nobody 1999")
    def hits(user: object) -> int:
        return 0

    choice = axis.plus().choices["hits"]
    assert (choice.row, choice.part("row"), choice.part("set")) == ("a", "a", "b")
    assert choice.part("other") is None
    assert (choice.code, choice.no_code, choice.source) == ("h", "", "Nobody 1999")
