"""Definitions that look at the aspects of items, over people's tables."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from opened import open_inputs
from samples import few_of

import homonym
from homonym import UserError
from homonym.evaluation.aspects.aspect_tables import (
    build_aspect_case,
    read_profiles,
)
from homonym.evaluation.aspects.families import FAMILIES
from homonym.evaluation.aspects.user_parts import build_user_parts
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.per_user import yield_per_user_tables
from homonym.evaluation.rankings.users import WAYS, choose_user_combination
from homonym.reference.corpus import core
from homonym.reference.diversity.case import AspectCase
from homonym.reference.variants import Variant, every_family

Write = Callable[[str, str], Path]
LISTS = "user,item,score\n1,1,3\n1,2,2\n2,1,3\n2,3,2\n"
TRUTH = "user,item,rating\n1,2,4\n1,3,5\n2,1,3\n"
ASPECTS = "item,genres\n1,a|b\n2,b\n3,c\n4,(no genres listed)\n"
CATALOGUE = Variant.with_defaults("alpha_beta_ndcg(pool=catalogue)")
JUDGED = Variant.with_defaults("alpha_beta_ndcg(pool=judged)")
CASES = [
    case for case in core(AspectCase) if all(u.ranked and u.judged for u in case.users)
]
OF_ONE_USER = [case for case in CASES if len(case.users) == 1]


def frame(rows: Any, *columns: str) -> pd.DataFrame:
    """A table of these columns."""
    return pd.DataFrame(list(rows), columns=list(columns))


def ratings_in_training(case: AspectCase) -> Iterator[tuple[Any, ...]]:
    """Each user's training items with what the user gave them."""
    for (user, items), seen in zip(case.train.items(), case.users, strict=True):
        for item, one in zip(items, seen.profile, strict=True):
            yield user, item, one.rating


def inputs_of(case: AspectCase) -> Inputs:
    """A case as people's tables."""
    listed = ((u, *row) for u, rows in case.recommendations.items() for row in rows)
    judged = ((u, *row) for u, rows in case.truth.items() for row in rows)
    shown = ((item, "|".join(its)) for item, its in case.aspects.items())
    return Inputs(
        frame(listed, "user", "item", "score"),
        frame(judged, "user", "item", "rating"),
        frame(ratings_in_training(case), "user", "item", "rating"),
        aspects=frame(shown, "item", "aspect"),
    )


def made_of(case: AspectCase, variant: Variant) -> AspectCase:
    """The case that comes of its tables."""
    inputs = inputs_of(case)
    opened = open_inputs(inputs, Conventions())
    return build_aspect_case(inputs, opened, [variant], case.k)[0]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", few_of(CASES, CASES[::4]), ids=str)
def test_tables_make_the_case_but_for_what_nobody_rated_or_listed(
    case: AspectCase,
) -> None:
    users = (
        replace(
            user,
            ideal=None,
            unlisted=tuple(one for one in user.unlisted if one.rating is not None),
        )
        for user in case.users
    )
    assert made_of(case, JUDGED) == AspectCase(tuple(users), case.k)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", few_of(OF_ONE_USER, OF_ONE_USER[::4]), ids=str)
def test_where_all_candidates_count_those_that_nobody_rated_are_there(
    case: AspectCase,
) -> None:
    made, (user,) = made_of(case, CATALOGUE), case.users
    assert [*map(str, made.users[0].candidates)] == [*map(str, user.candidates)]
    assert made.users[0].profile == user.profile


def numbers(write: Write, *metrics: str, **more: Any) -> Any:
    """What definitions give of the files above, at k = 2."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    given = {"aspects": write("a.csv", ASPECTS), **more}
    return homonym.evaluate(*tables, k=2, metrics=[*metrics], **given).numbers


def number(write: Write, metric: str, **more: Any) -> Any:
    """The number that one definition gives."""
    return numbers(write, metric, **more)[0].value


@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        # 1 is shown a and b, 2 all three; of what they like 1 is shown b, 2 a and b
        ("s_recall(covers=any)", (2 / 3 + 1) / 2),
        ("s_recall(covers=any, divisor=k)", (2 / 2 + 3 / 2) / 2),
        ("s_recall(covers=relevant)", (1 / 3 + 2 / 3) / 2),
        ("s_recall(covers=relevant, users=caller)", (1 / 3 + 2 / 3) / 2),
        # 1 likes b and c, and is not shown c; 2 likes a and b, and is shown both at 1
        ("s_rr(covers=relevant, aspects=user)", (0 + 1) / 2),
    ],
)
def test_definitions_give_what_was_worked_out(
    write: Write, metric: str, wanted: float
) -> None:
    assert number(write, metric) == pytest.approx(wanted)


def test_each_user_has_a_row(write: Write) -> None:
    metrics = [
        "s_recall(covers=relevant)",
        "s_rr(covers=relevant, aspects=user)",
    ]
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    aspects = write("a.csv", ASPECTS)
    asked: dict[str, Any] = {"k": [1, 2], "metrics": metrics, "aspects": aspects}
    found = homonym.evaluate(*tables, per_user=True, **asked)
    rows = found.per_user.to_pylist()
    assert [(row["metric"], row["k"], row["user"]) for row in rows] == [
        (metric, k, user) for k in (1, 2) for metric in metrics for user in (1, 2)
    ]
    # at 1 user 1 is shown none that she likes, 2 both that he does: at 2, b of three
    numbers = [row["value"] for row in rows]
    assert numbers == pytest.approx([0, 2 / 3, 0, 1, 1 / 3, 2 / 3, 0, 1])
    (first, second), (third, fourth) = (
        [row["value"] for row in rows if (row["metric"], row["k"]) == (metrics[0], k)]
        for k in (1, 2)
    )
    means = [found.value(metrics[0], k) for k in (1, 2)]
    assert means == pytest.approx([(first + second) / 2, (third + fourth) / 2])
    assert found.without_users == []


def test_intervals_are_of_users(write: Write) -> None:
    """Of two users a sample has one of them twice, or both."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    aspects = write("a.csv", ASPECTS)
    metric = "s_recall(covers=relevant)"
    asked: dict[str, Any] = {"k": 2, "metrics": [metric], "aspects": aspects}
    (one,) = homonym.evaluate(*tables, interval=0.99, draws=99, **asked).numbers
    assert one.bounds == pytest.approx((1 / 3, 2 / 3))
    assert {*one.drawn.round(6)} == {0.333333, 0.5, 0.666667}  # type: ignore[union-attr]
    assert one.left_out == 0


def test_what_is_undefined_for_a_user_has_no_rows(write: Write) -> None:
    train = write("train.csv", "user,item,rating\n1,1,3\n2,4,5\n")
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    given = {"aspects": write("a.csv", ASPECTS), "train": train}
    metrics = [str(every_family()["eu"].default), "s_recall(covers=any)"]
    asked: dict[str, Any] = {"k": 2, "metrics": metrics, "per_user": True, **given}
    found = homonym.evaluate(*tables, interval=0.9, **asked)
    assert [str(one) for one in found.without_users] == metrics[:1]
    assert [one.bounds is None for one in found.numbers] == [True, False]
    assert {*found.per_user["metric"].to_pylist()} == {*metrics[1:]}


@pytest.mark.exhaustive
def test_what_is_of_whole_runs_has_no_rows(write: Write) -> None:
    """And is named; alone it is refused before anything is computed."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    together = "inter_list_diversity"
    asked: dict[str, Any] = {"k": 2, "aspects": write("a.csv", ASPECTS)}
    metrics = [together, "s_recall(covers=any)"]
    found = homonym.evaluate(*tables, per_user=True, metrics=metrics, **asked)
    assert [one.family for one in found.without_users] == [together]
    with pytest.raises(UserError, match=f"no user has rows of {together}"):
        homonym.evaluate(*tables, per_user=True, metrics=metrics[:1], **asked)


def test_who_is_left_out_has_no_value() -> None:
    """And a definition that is undefined for somebody has no columns."""
    one, other = JUDGED, CATALOGUE
    given = {one: [(1.0, 2.0), None], other: None}
    found = build_user_parts(pa.array([1, 2]), 5, given)
    assert found.left_out(one) == 1 and found.left_out(other) is None
    (rows,) = yield_per_user_tables(found)
    assert rows["value"].to_pylist() == [1 / 2, None]


def test_users_of_each_definition_of_aspects_are_combined_in_a_way_that_is_known() -> (
    None
):
    for family in FAMILIES:
        ways = every_family()[family].axes["users"].choices
        assert {choose_user_combination(name) for name in ways} <= {*WAYS}, family


def test_every_family_is_computed_and_says_what_it_needs(write: Write) -> None:
    train = write("train.csv", "user,item,rating\n1,1,3\n2,2,5\n")
    defaults = [str(every_family()[family].default) for family in FAMILIES]
    found = numbers(write, *defaults, train=train)
    assert [one.variant.family for one in found] == [*FAMILIES]
    assert all(isinstance(one.value, float) for one in found)


def test_items_without_a_row_have_no_aspect(write: Write) -> None:
    few = write("few.csv", "movieId,genre\n1,a\n1,b\n2,b\n")
    # c is of no item now: 2 is shown both that there are, as 1 is
    assert number(write, "s_recall(covers=any)", aspects=few) == 1.0


def test_a_column_of_another_name_is_named(write: Write) -> None:
    odd = write("odd.csv", "what,kind\n1,a\n2,b\n3,c\n")
    named = {"aspects.item": "what", "aspect": "kind"}
    found = number(write, "s_recall(covers=any)", aspects=odd, columns=named)
    assert found == pytest.approx(2 / 3)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("movie,genres\n1,a\n", "has no column for the item: its columns are"),
        ("item,title\n1,a\n", "has no column for the aspect: its columns are"),
        ("item,genres\n8,a\n", "has none of the listed items: items are written 8"),
        ("item,genres\n1,\n", "names no aspect of any item"),
        ("", "is empty"),
    ],
)
def test_a_table_that_says_nothing_is_told_in_a_sentence(
    write: Write, text: str, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        number(write, "s_recall(covers=any)", aspects=write("other.csv", text))


def test_a_rating_outside_the_scale_is_told(write: Write) -> None:
    tables = write("p.csv", LISTS), write("t.csv", TRUTH.replace("5", "9"))
    asked = {"k": 2, "metrics": ["alpha_ndcg"], "aspects": write("a.csv", ASPECTS)}
    with pytest.raises(
        UserError, match=r"takes ratings from 0 to 5, and a user gave 9"
    ):
        homonym.evaluate(*tables, **asked)


def test_frames_of_training_leave_the_truth_as_it_is() -> None:
    """For the conventions that are evaluated next."""
    truth = frame([(1, 2, 4.0), (2, 1, 3.0)], "user", "item", "rating")
    inputs = Inputs(
        frame([(1, 1, 3.0), (2, 1, 2.0)], "user", "item", "score"),
        truth,
        frame([(1, 3, 1.0)], "user", "item", "rating"),
        aspects=frame([(1, "a"), (2, "b"), (3, "b")], "item", "aspect"),
    )
    opened = open_inputs(inputs, Conventions())
    build_aspect_case(inputs, opened, [JUDGED], 1)
    given = opened.tables.backend.rows_of("SELECT user, item FROM given_truth")
    assert sorted(given) == [(1, 2), (2, 1)]


def test_what_a_user_has_in_training_is_what_can_be_used_of_it() -> None:
    """Nothing without a table of it."""
    rows = [(1, 3, 4.0), (None, 1, 3.0), (1, None, 2.0), (1, 2, None), (2, 3, 5.0)]
    backend = DuckDb.opened()
    train = frame(rows, "user", "item", "rating")
    found = read_profiles(backend, Inputs(train=train))
    assert found == {1: {"3": 4}, 2: {"3": 5}}
    assert read_profiles(backend, Inputs()) == {}


def test_where_a_user_has_no_liked_aspect_to_weigh_by_there_is_no_number(
    write: Write,
) -> None:
    train = write("train.csv", "user,item,rating\n1,1,3\n2,4,5\n")
    assert number(write, str(every_family()["eu"].default), train=train) is None


def test_what_needs_more_says_so(write: Write) -> None:
    with pytest.raises(UserError, match="looks at the training data"):
        number(write, "s_recall(divisor=trained)")
    with pytest.raises(UserError, match="an order that is given"):
        number(write, str(every_family()["alpha_ndcg"].variant(ideal="given")))
    with pytest.raises(UserError, match="nothing says which they have") as told:
        number(write, "s_recall", aspects=None)
    assert "aspects=FILE" in str(told.value.remedy)


@pytest.mark.exhaustive
def test_recorded_definitions_are_among_the_others_where_aspects_are_given(
    write: Write,
) -> None:
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    alone = homonym.evaluate(*tables, k=2)
    more = homonym.evaluate(*tables, k=2, aspects=write("a.csv", ASPECTS))
    added = {one.variant.family for one in more.numbers} - {
        one.variant.family for one in alone.numbers
    }
    assert {"s_recall", "alpha_ndcg"} <= added <= {*FAMILIES}


@pytest.mark.exhaustive
def test_a_card_names_the_aspects_and_is_verified(write: Write, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    number(write, "s_recall(covers=any)", card=card)
    assert homonym.verify(card).same
    write("a.csv", ASPECTS.replace("3,c", "3,b"))
    changed = homonym.verify(card)
    assert any("a.csv is another file" in one for one in changed.differences)
    other = write("b.csv", ASPECTS)
    assert homonym.verify(card, aspects=other).same


def test_longer_lists_do_not_change_what_the_first_ranks_show(write: Write) -> None:
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    asked, aspects = ["s_recall(covers=any)"], write("a.csv", ASPECTS)
    found = homonym.evaluate(*tables, k=[1, 2, 3], metrics=asked, aspects=aspects)
    # a, b at 1 for both; 1 is shown no other, 2 is shown c too
    assert [one.value for one in found.numbers] == pytest.approx([2 / 3, 5 / 6, 5 / 6])
