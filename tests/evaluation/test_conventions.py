"""Conventions: chosen, read, taken from records, told."""

from __future__ import annotations

import pytest

from homonym import UserError
from homonym.evaluation.conventions import (
    RECORDED_TIES,
    Conventions,
    check_order,
    check_ties,
    list_open_outcomes,
    list_probe_outcomes,
)

LIST, ABSENT, RELEVANT = (
    "user_without_list",
    "user_absent_from_truth",
    "user_without_relevant",
)
ZERO, SKIPPED = "counts as 0", "skipped"


def test_users_of_the_truth_count_by_default_and_nobody_else() -> None:
    """Each with an outcome; ties go by the item."""
    usual = Conventions()
    assert usual.chosen == {LIST: ZERO, ABSENT: SKIPPED, RELEVANT: ZERO}
    assert usual.of_users("absent") == SKIPPED
    assert str(usual) == (
        "conventions: user_without_list counts as 0, user_absent_from_truth skipped, "
        "user_without_relevant counts as 0, ties by item"
    )


def test_others_are_read_from_texts() -> None:
    """The rest stays as it is usual."""
    found = Conventions.of([f" {LIST} = {SKIPPED} "], ties="random:7")
    assert found.chosen == {LIST: SKIPPED, ABSENT: SKIPPED, RELEVANT: ZERO}
    assert found.ties == "random:7"
    assert Conventions.of() == Conventions()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("a_probe=skipped", "'a_probe=skipped' is no convention that can be chosen"),
        (LIST, "is no convention that can be chosen"),
        (f"{LIST}=NaN", f"{LIST}=NaN is unknown: write counts as 0 or skipped"),
    ],
)
def test_what_is_no_convention_is_one_sentence(given: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        Conventions.of([given])


@pytest.mark.parametrize("ties", ["", "random", "random:", "random:x", "items", "ran"])
def test_what_is_no_order_of_ties_is_one_sentence(ties: str) -> None:
    with pytest.raises(UserError, match=r"^ties=.* is unknown"):
        check_ties(ties)


@pytest.mark.parametrize(
    "ties", ["item", "pessimistic", "random:0", "random:123456789"]
)
def test_orders_of_ties_are_named(ties: str) -> None:
    check_ties(ties)


def test_lists_are_put_in_order_by_what_there_is() -> None:
    """Anything else is one sentence with what there is."""
    for order in ("score", "file", "rank"):
        check_order(order)
    with pytest.raises(UserError, match="unknown: write score, file or rank"):
        check_order("item")


def test_a_record_says_what_a_library_does() -> None:
    """Where that can be chosen; ties by their recorded names."""
    recorded = {LIST: SKIPPED, ABSENT: "raises KeyError", "ties": "input order"}
    found = Conventions().like(recorded)
    assert found.chosen == {LIST: SKIPPED, ABSENT: SKIPPED, RELEVANT: ZERO}
    assert found.ties == "input"
    assert (
        Conventions(ties="pessimistic").like({"ties": "random"}).ties == "pessimistic"
    )
    for order, name in RECORDED_TIES.items():
        assert Conventions().like({"ties": order}).ties == name
    assert Conventions().like({}) == Conventions()


def test_what_may_be_either_is_each_the_chosen_one_first() -> None:
    """Two probes of two outcomes are four sets."""
    either = f"{ZERO} or {SKIPPED}"
    assert list_open_outcomes(LIST, SKIPPED, either) == [SKIPPED, ZERO]
    assert list_open_outcomes(LIST, ZERO, either) == [ZERO, SKIPPED]
    assert list_open_outcomes(LIST, ZERO, "raises KeyError") == [ZERO]
    assert list_open_outcomes(LIST, ZERO, SKIPPED) == [SKIPPED]
    every = Conventions().every_like({LIST: either, ABSENT: either})
    assert [(one.chosen[LIST], one.chosen[ABSENT]) for one in every] == [
        (ZERO, SKIPPED),
        (ZERO, ZERO),
        (SKIPPED, SKIPPED),
        (SKIPPED, ZERO),
    ]
    assert Conventions().like({LIST: either}) == Conventions()
    orders = "input order or larger item first or another order"
    both = Conventions().every_like({LIST: either, "ties": orders})
    assert [one.ties for one in both] == ["input", "input", "item-desc", "item-desc"]
    mine = Conventions(ties="item-desc").every_like({"ties": orders})
    assert [one.ties for one in mine] == ["item-desc", "input"]
    assert list_probe_outcomes(ABSENT) == [SKIPPED, ZERO]


def test_what_differs_is_told_where_the_tables_bring_it_up() -> None:
    """By the keys of their faults."""
    usual = Conventions()
    other = Conventions.of([f"{LIST}={SKIPPED}", f"{RELEVANT}={SKIPPED}"], "input")
    every = {"without_list", "absent", "without_relevant", "ties"}
    assert usual.differing(other, every) == (
        "ties=input, user_without_list=skipped, user_without_relevant=skipped"
    )
    assert usual.differing(other, {"without_list"}) == "user_without_list=skipped"
    assert usual.differing(other, {"absent"}) == usual.differing(other, ()) == ""
    assert other.differing(usual, {"ties"}) == "ties=item"


def test_what_is_done_about_faults_is_told() -> None:
    """Ties matter where scores put lists in order."""
    usual = Conventions()
    assert usual.decided("score") == {
        "ties": "put in order by item",
        "order": "put in order by their scores",
        "without_list": ZERO,
        "absent": SKIPPED,
        "without_relevant": ZERO,
    }
    assert usual.decided("file")["ties"] == "left as they stand"
    assert usual.decided("rank")["order"] == "put in order by their ranks"
