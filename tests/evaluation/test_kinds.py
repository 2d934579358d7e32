"""Every family is evaluated over tables, or it is said why it is not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import homonym
from homonym import UserError
from homonym.evaluation.inputs import Inputs, list_known_inputs
from homonym.evaluation.kinds import FAMILIES
from homonym.evaluation.wanted_variants import choose_variants
from homonym.reference.variants import every_family

Write = Callable[[str, str], Path]
LISTS = "user,item,score\n1,1,3\n1,2,2\n2,1,3\n2,3,2\n"
TRUTH = "user,item\n1,2\n2,4\n"
TRAIN = "user,item\n1,4\n2,2\n3,1\n3,2\n"


def test_every_family_is_evaluated() -> None:
    assert sorted(FAMILIES) == sorted(every_family())


def evaluated(write: Write, *metrics: str, **more: Any) -> Any:
    """What definitions give of the files above, at k = 2."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    return homonym.evaluate(*tables, k=2, metrics=[*metrics], **more)


def number(write: Write, metric: str, **more: Any) -> Any:
    """One definition's number."""
    found = evaluated(write, metric, **more)
    return found.value(homonym.Variant.parse(metric))


def test_whole_runs_are_evaluated(write: Write) -> None:
    wanted = {
        # 1, 2 and 3 of the 4 items; 1 twice
        "coverage(of=items)": 3 / 4,
        "coverage(of=hits)": 1 / 4,
        "herfindahl(reported=concentration)": (4 + 1 + 1) / 16,
        "inter_list_diversity(overlap=k)": 1 / 2,
        # users in training: 1 has 2 and 4, 2 has 1 and 3; 4 is the most popular
        "average_popularity(popularity=count)": ((1 + 2) / 2 + (1 + 0) / 2) / 2,
        "average_popularity(popularity=share_of_users)": 1 / 3,
        "novelty(divisor=length)": 1.0,
    }
    found = evaluated(write, *wanted, train=write("train.csv", TRAIN))
    values = {str(one.variant): one.value for one in found.numbers}
    assert values == pytest.approx(wanted)


def test_each_cut_off_has_its_number(write: Write) -> None:
    """At 1 both lists show item 1 alone, at 2 three of the four; of its two aspects
    each shows one, then both."""
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    aspects = write("a.csv", "item,aspect\n1,x\n2,y\n3,y\n4,x\n")
    metrics = ["coverage(of=items)", "s_recall(covers=any, aspects=catalogue)"]
    found = homonym.evaluate(
        *tables, k=[1, 2], metrics=metrics, catalogue=4, aspects=aspects
    )
    numbers = {(one.variant.family, one.k): one.value for one in found.numbers}
    assert numbers == {
        ("coverage", 1): 1 / 4,
        ("coverage", 2): 3 / 4,
        ("s_recall", 1): 1 / 2,
        ("s_recall", 2): 1.0,
    }


def test_what_needs_no_training_data_is_given_without(write: Write) -> None:
    tables = write("p.csv", LISTS), write("t.csv", TRUTH)
    alone = {
        one.family for one in choose_variants([], list_known_inputs(Inputs(*tables)))
    }
    assert {"herfindahl", "shannon_entropy"} <= alone
    assert not {"novelty", "average_popularity"} & alone
    assert number(write, "coverage(of=items)", catalogue=6) == 0.5


def test_users_without_a_list_count_as_the_convention_says(write: Write) -> None:
    tables = write("p.csv", LISTS), write("t.csv", TRUTH + "4,1\n")
    asked: dict[str, Any] = {"k": 2, "metrics": ["coverage(of=users)"]}
    skipped = {"user_without_list": "skipped"}
    (two_of_three,) = homonym.evaluate(*tables, **asked).numbers
    (all_of_two,) = homonym.evaluate(*tables, conventions=skipped, **asked).numbers
    assert (two_of_three.value, all_of_two.value) == (pytest.approx(2 / 3), 1.0)


@pytest.mark.parametrize(
    ("metric", "sentence"),
    [
        ("novelty(divisor=length)", "looks at the training data, and there is none"),
        ("coverage(of=items)", "nothing says how many there are"),
        ("intra_list_diversity(distance=groups)", "nothing says which these are"),
        ("alpha_ndcg(gain=sum)", "nothing says which they have"),
        ("mad(of=user_ranking)", "nothing says which these are"),
        ("off_policy_dcg(bias=given)", "no log is given"),
    ],
)
def test_what_cannot_be_computed_is_one_sentence(
    write: Write, metric: str, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        number(write, metric)
