"""Libraries that rank a row of scores: what a case becomes, and what is refused."""

from __future__ import annotations

from math import inf

import pytest

from homonym.adapters import neurec, openrec, surprise
from homonym.adapters._shared import neurec_evaluators, values_by_rank
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, TableCase
from homonym.reference.rankings.case import Case

CUT = Case.parse(". 1 | 1 @2")
"""Two of four items are listed: the user's row lacks two scores."""


def test_what_a_list_leaves_out_scores_minus_infinity() -> None:
    """So the first k of the row are the list, in its order."""
    (row,) = neurec_evaluators.model(CUT).predict([1])
    listed = [
        neurec_evaluators.columns(CUT)[item] for item, _ in CUT.recommendations[1]
    ]
    assert sorted(range(4), key=lambda column: -row[column])[:2] == listed
    assert sorted(row)[:2] == [-inf, -inf]


def test_no_row_of_scores_says_a_list_shorter_than_k() -> None:
    """The ranking would go on with items that nobody scored."""
    with pytest.raises(Refuse, match="filled up"):
        neurec_evaluators.ranked(Case.parse(". 1 | 1 @3"), 1)
    assert len(neurec_evaluators.ranked(Case.parse(". 1 . @10"), 1)) == 3


def test_no_row_of_scores_says_an_item_twice() -> None:
    """An item has one score."""
    twice = TableCase.of("twice", [[1, 1, 0.9], [1, 1, 0.5]], [[1, 1, 1]], k=1)
    for rows in (
        lambda: neurec_evaluators.ranked(twice, 1),
        lambda: openrec.row(twice, 1, False),
    ):
        with pytest.raises(Refuse, match="twice"):
            rows()


def test_neurecs_hit_takes_one_item_and_cannot_compare_an_array_of_two() -> None:
    """An item as the truth, or an array; an array of one still is true or not."""
    assert values_by_rank.alone({7}) == 7
    with pytest.raises(Refuse, match="leave-one-out"):
        values_by_rank.alone({7, 8})
    assert neurec.array({7}) == 7
    with pytest.raises(ValueError, match="more than one element"):
        bool(neurec.array({7, 8}) == 7)


def test_k_beyond_the_catalogue_is_kept_from_code_that_does_not_check_it() -> None:
    """The C++ code would read memory that is not its own."""
    with pytest.raises(Refuse, match="memory"):
        neurec_evaluators.within(Case.parse(". 1 . @5"))
    neurec_evaluators.within(Case.parse(". 1 . @4"))


def test_a_pair_twice_in_the_truth_is_no_set() -> None:
    """Neither a set nor a mask can say it."""
    twice = TableCase.of("twice", [[1, 1, 0.9]], [[1, 1, 1], [1, 1, 1]], k=1)
    for present in (
        lambda: neurec_evaluators.items(twice),
        lambda: openrec.arrays(twice, True),
    ):
        with pytest.raises(Refuse, match="twice"):
            present()


def test_openrec_gets_cut_lists_where_only_the_first_k_ranks_count() -> None:
    """A rank beyond the list is not known."""
    assert sorted(openrec.row(CUT, 1, deep=False))[:2] == [-inf, -inf]
    with pytest.raises(Refuse, match="no rank"):
        openrec.row(CUT, 1, deep=True)


def test_train_items_are_no_unscored_candidates() -> None:
    """They are left out by the mask, and the ranking is full."""
    case = Case.parse("1 . ; 1 . . @1")
    positive, scores, train = openrec.arrays(case, deep=True)
    assert train.tolist()[0].count(True) == 2
    assert not (positive & train).any()
    assert (scores == -inf).tolist() == train.tolist()


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (CUT, "no prediction"),
        (
            TableCase.of("twice", [[1, 1, 0.9]], [[1, 1, 1], [1, 1, 2]], k=1),
            "no pair has two",
        ),
    ],
)
def test_surprise_gets_one_prediction_of_every_candidate(
    case: AnyCase, reason: str
) -> None:
    """What has no estimate, or two true ratings, is no prediction."""
    with pytest.raises(Refuse, match=reason):
        surprise.ratings(case, 1)


def test_an_item_that_nobody_judged_has_a_true_rating_of_zero() -> None:
    """As `build_anti_testset(fill=0)` gives it."""
    assert [*surprise.ratings(Case.parse("1 . 2.5 @1"), 1).values()][:3] == [1, 0, 2.5]
