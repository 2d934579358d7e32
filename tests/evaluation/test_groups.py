"""Definitions that compare groups of users or items, over people's tables."""

import json
from collections.abc import Callable
from math import inf, log2, sqrt
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from runs_by_reference import differing, of_tables

import homonym
from homonym import UserError
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.whole_runs.groups import GROUPS
from homonym.reference.beyond.case import RunCase
from homonym.reference.corpus import core
from homonym.reference.variants import Variant, families

Write = Callable[[str, str], Path]
LISTS = "user,item,score\n1,1,3\n1,2,2\n2,1,3\n2,3,2\n"
TRUTH = "user,item\n1,2\n2,4\n"
TRAIN = "user,item\n1,4\n2,2\n3,1\n3,2\n"
ITEMS = "item,group\n1,a\n2,a\n3,b\n4,b\n"
USERS = "user,group\n1,x\n2,y\n"
BY_GROUP = [
    one
    for home in families(RunCase).values()
    for one in of_tables(home)
    if home.name in GROUPS or {"groups", "euclidean"} & {*one.names.values()}
]


def evaluated(write: Write, *metrics: str, **more: Any) -> Any:
    """What definitions give of the files above, at k = 2."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    given = {
        "train": write("train.csv", TRAIN),
        "item_groups": write("items.csv", ITEMS),
        "user_groups": write("users.csv", USERS),
    }
    return homonym.evaluate(*tables, k=2, metrics=[*metrics], **{**given, **more})


def test_groups_give_what_was_worked_out(write: Write) -> None:
    wanted = {
        # of a 3 are shown and 3 could be, of b 1 and 3
        "rsp(groups=given)": 1 / 2,
        # of the 4 items the first 3 have 8 tenths of the training: 3 of 4, 1 of 2
        "rsp(groups=head_and_tail)": 1 / 5,
        # 2 is hit and could be, 4 is not and could be
        "reo(groups=given)": 1.0,
        "mad(of=user_ranking)": 1 / log2(3),
        "mad(of=user_rating)": 0.0,
        # of 1 and 2 the second is worth 1, for one user; 3 nothing
        "mad(of=item_ranking)": 1 / 2,
        "mad(of=item_rating)": 1.0,
        "intra_list_diversity(distance=groups)": 1 / 2,
        "intra_list_diversity(distance=euclidean)": sqrt(2) / 2,
        # 1 had b and is shown a twice; 2 had a and is shown both
        "serendipity(surprise=groups)": 3 / 4,
        "serendipity(surprise=groups, relevance=binary)": 1 / 4,
    }
    numbers = evaluated(write, *wanted).numbers
    assert [one.group for one in numbers] == [""] * len(wanted)
    found = {str(one.variant): one.value for one in numbers}
    assert found == pytest.approx(
        {str(Variant.parse(one)): value for one, value in wanted.items()}
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        ("rsp(groups=given, reported=by_group)", {"items a": 1.0, "items b": 1 / 3}),
        (
            "rsp(groups=head_and_tail, reported=by_group)",
            {"items head": 3 / 4, "items tail": 1 / 2},
        ),
        # shares of the lists and of the training over 1/2, which each group is
        (
            "bias_disparity(of=recommended)",
            {
                **{"users x, items a": 2.0, "users x, items b": 0.0},
                **{"users y, items a": 1.0, "users y, items b": 1.0},
            },
        ),
        (
            "bias_disparity(of=disparity)",
            {
                **{"users x, items a": inf, "users x, items b": -1.0},
                **{"users y, items a": -1 / 2, "users y, items b": inf},
            },
        ),
    ],
)
def test_a_number_for_each_group_has_its_name(
    write: Write, metric: str, wanted: dict[str, float]
) -> None:
    found = evaluated(write, metric)
    assert {one.group: one.value for one in found.numbers} == pytest.approx(wanted)
    assert found.table["group"].to_pylist() == [*wanted]
    assert {row["metric"] for row in found.rows} == {metric}


@pytest.mark.exhaustive
def test_a_relevant_item_that_was_in_training_is_none_to_be_shown(
    write: Write,
) -> None:
    """User 1 had 1, and likes it: of a, 1 and 2 are hit, and 2 could be."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH + "1,1\n2,3\n")
    found = homonym.evaluate(
        *tables,
        k=2,
        metrics=["reo(groups=given, reported=by_group)"],
        train=write("train.csv", TRAIN + "1,1\n"),
        item_groups=write("items.csv", ITEMS),
    )
    # of b 3 is hit, and 3 and 4 could be
    values = {one.group: one.value for one in found.numbers}
    assert values == {"items a": 2.0, "items b": 1 / 2}


@pytest.mark.parametrize("case", core(RunCase)[::20], ids=str)
def test_the_corpus_has_the_same(case: RunCase) -> None:
    assert not differing(DuckDb.opened(), case, BY_GROUP)


@pytest.mark.exhaustive
def test_who_is_in_no_group_is_in_one_of_their_own(write: Write) -> None:
    """And is counted and named."""
    few = write("few.csv", "item,group\n1,a\n2,a\n3,b\n,b\n3,a\n")
    metric = "bias_disparity(of=recommended)"
    found = evaluated(write, metric, item_groups=few)
    # shares of the lists over those of the four items
    assert {one.group: one.value for one in found.numbers} == {
        **{"users x, items a": 2.0, "users x, items b": 0.0},
        "users x, items without a group": 0.0,
        **{"users y, items a": 1.0, "users y, items b": 2.0},
        "users y, items without a group": 0.0,
    }
    told = {fault.key: fault.count for fault in found.faults}
    keys = "incomplete", "again", "missing"
    assert {key: told[f"item_groups_{key}"] for key in keys} == dict.fromkeys(keys, 1)
    with pytest.raises(UserError, match="items without a group: 1"):
        evaluated(write, metric, item_groups=few, strict=True)


@pytest.mark.exhaustive
def test_no_group_is_called_as_that_of_those_in_none(write: Write) -> None:
    named = "item,group\n1,a\n2,without a group\n3,b\n"
    metric = "rsp(groups=given, reported=by_group)"
    with pytest.raises(UserError, match="a group of items is called 'without a group'"):
        evaluated(write, metric, item_groups=write("few.csv", named))
    every = write("every.csv", named + "4,b\n")
    found = evaluated(write, metric, item_groups=every)
    assert found.numbers[-1].group == "items without a group"


@pytest.mark.exhaustive
def test_whole_numbers_are_groups_in_their_order(write: Write) -> None:
    groups = pd.DataFrame({"item": [1, 2, 3, 4], "cluster": [10, 10, 9, 9]})
    metric = "rsp(groups=given, reported=by_group)"
    found = evaluated(write, metric, item_groups=groups)
    assert [one.group for one in found.numbers] == ["items 9", "items 10"]


@pytest.mark.exhaustive
def test_ids_that_are_texts_in_one_table_are_so_in_all(write: Write) -> None:
    texts = write("texts.csv", ITEMS + "five,b\n")
    found = evaluated(write, "rsp(groups=given)", item_groups=texts)
    # five could be shown to both: 1 of 5
    shares = 1.0, 1 / 5
    mean = sum(shares) / 2
    assert found.numbers[0].value == pytest.approx((1 - mean) / mean)
    assert [one.key for one in found.faults] == ["item_ids_of_two_types"]


@pytest.mark.exhaustive
def test_rows_that_are_left_out_need_no_group(write: Write) -> None:
    lists, truth = write("q.csv", LISTS + "7,9,nan\n"), write("u.csv", TRUTH + "8,\n")
    groups = write("items.csv", ITEMS), write("users.csv", USERS)
    asked = {"item_groups": groups[0], "user_groups": groups[1]}
    found = homonym.evaluate(
        lists, truth, k=2, metrics=["mad(of=user_ranking)"], **asked
    )
    assert {one.key for one in found.faults} == {
        "scores_no_number",
        "empty_ids_in_truth",
    }


@pytest.mark.exhaustive
def test_groups_of_items_do_not_reorder_them(write: Write) -> None:
    """Of equally popular items the smaller id comes first."""
    apart = write("apart.csv", "item,group\n1,b\n2,a\n3,b\n4,a\n")
    train = write("train.csv", "user,item\n1,1\n1,2\n1,3\n1,4\n")
    metric = "unexpectedness(counted=unexpected)"
    for given in (apart, None):
        found = evaluated(write, metric, item_groups=given, train=train)
        # 1 and 2 are expected: 3 of user 2 is not
        assert found.numbers[0].value == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    ("metric", "without", "sentence"),
    [
        ("mad(of=user_ranking)", "user_groups", "compares groups of users"),
        ("mad(of=item_rating)", "item_groups", "compares groups of items"),
        ("bias_disparity(of=training)", "user_groups", "compares groups of users"),
        ("bias_disparity(of=training)", "train", "looks at the training data"),
        ("rsp(groups=given)", "item_groups", "compares groups of items"),
        ("reo(groups=head_and_tail)", "train", "looks at the training data"),
        ("serendipity(surprise=groups)", "train", "looks at the training data"),
        ("ILD(distance=groups)", "item_groups", "compares groups of items"),
    ],
)
def test_what_is_needed_is_asked_for(
    write: Write, metric: str, without: str, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence) as told:
        evaluated(write, metric, **{without: None})
    assert f"give {without}=FILE" in str(told.value.remedy)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("movie,group\n1,a\n", "has no column for the item: its columns are"),
        ("item,title\n1,a\n", "has no column for the group: its columns are"),
        ("item,group\n1,\n", "has no row with a group"),
        ("item,group\nm1,a\n", "have no item in common: items are written 1 in the"),
        ("", "is empty"),
    ],
)
def test_a_table_that_says_nothing_is_told_in_a_sentence(
    write: Write, text: str, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        evaluated(write, "rsp", item_groups=write("other.csv", text))
    with pytest.raises(UserError, match="the table of item groups is 7"):
        evaluated(write, "rsp", item_groups=7)


@pytest.mark.exhaustive
def test_a_card_has_the_groups_and_is_verified(write: Write, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    evaluated(write, "bias_disparity(of=recommended)", card=card)
    assert homonym.verify(card).same
    numbers = json.loads(card.read_text())["evaluated"][0]["numbers"]
    assert numbers[0]["group"] == "users x, items a"
    other = write("items.csv", ITEMS.replace("2,a", "2,b"))
    told = homonym.verify(card).differences
    assert any("items.csv is another file" in one for one in told)
    # half of the list over 3/4 of the items, and none of it over 1/2
    changed = "of users x, items b at k = 2 is 0.6666666667, 0.667 more"
    assert any(changed in one for one in told)
    other.write_text(ITEMS.replace(",b", ",c"))
    assert any(
        "is not computed any more" in one for one in homonym.verify(card).differences
    )
    groups = write("same.csv", ITEMS)
    assert homonym.verify(card, item_groups=groups).same
    with pytest.raises(UserError, match="for the item groups, and there is none"):
        homonym.verify(card, item_groups="nowhere.csv")
    groups.write_text(ITEMS + "5,b\n")
    told = homonym.verify(card, item_groups=groups).differences
    assert "rows of item groups: 5, and 4 on the card" in told


@pytest.mark.exhaustive
def test_recorded_definitions_are_among_the_others(write: Write) -> None:
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    train = write("train.csv", TRAIN)
    known = homonym.evaluate(*tables, k=2, train=train)
    groups = {
        "item_groups": write("items.csv", ITEMS),
        "user_groups": write("users.csv", USERS),
    }
    more = homonym.evaluate(*tables, k=2, train=train, **groups)
    added = {str(one.variant) for one in more.numbers} - {
        str(one.variant) for one in known.numbers
    }
    names = {Variant.parse(one).family for one in added}
    assert {"bias_disparity", "mad"} <= names
    assert names <= {*GROUPS, "intra_list_diversity", "serendipity"}
    assert {"rsp", "reo"} <= {one.variant.family for one in known.numbers}


@pytest.mark.exhaustive
def test_groups_of_runs_are_averaged(write: Write, tmp_path: Path) -> None:
    (runs := tmp_path / "runs").mkdir()
    (runs / "one.csv").write_text(LISTS)
    (runs / "two.csv").write_text(LISTS.replace("2,3,2", "2,2,2"))
    found = homonym.evaluate(
        runs,
        write("t.csv", TRUTH),
        k=2,
        metrics=["rsp(groups=given, reported=by_group)"],
        train=write("train.csv", TRAIN),
        item_groups=write("items.csv", ITEMS),
    )
    # of a 3 of 3, then 4 of 3; of b 1 of 3, then none
    means = {one.group: one.value for one in found.means}
    assert means == pytest.approx({"items a": 7 / 6, "items b": 1 / 6})
