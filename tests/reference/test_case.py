"""Cases: the line and what follows from it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings

from homonym.cases.rankings_drawn import draw_ranking_case
from homonym.reference.case import CaseError, TableCase
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rating_error.case import RatingCase


def test_a_line_is_read_by_rank() -> None:
    """Grades by rank, then those left unranked; `.` unjudged; users; the cut-off."""
    case = Case.parse(". 1 0 2.5 | 1 3 ; 1 . @2")
    first, second = case.users
    assert case.k == 2
    assert first.grades == (None, 1, 0, 2.5)
    assert first.missed == (1, 3)
    assert first.hits == (False, True, False, True)
    assert first.judged == (3, 2.5, 1, 1, 0)
    assert first.relevant == (3, 2.5, 1, 1)
    assert (first.r, first.found(2), first.found(9)) == (4, 1, 2)
    assert (second.grades, second.missed, second.r) == ((1, None), (), 1)


def test_an_item_is_relevant_from_grade_one() -> None:
    """0.5 and 0 are judged and not relevant, ranked or not."""
    (user,) = Case.parse("0.5 1 0 | 0.5 @1").users
    assert user.hits == (False, True, False)
    assert user.judged == (1, 0.5, 0.5, 0)
    assert (user.relevant, user.r) == ((1,), 1)


def test_no_user_ranks_the_whole_catalogue() -> None:
    """Of full rankings too: the catalogue holds one more item, of the user's train."""
    case = Case.parse("1 . @1")
    assert case.size == 3
    assert len(case.train[1]) == 1


def test_the_bar_tells_a_cut_list_from_a_full_ranking() -> None:
    """Behind a cut list one more candidate is left unranked, or more."""
    full, cut, longer = Case.parse("1 . ; 1 . | ; 1 . | 1 1 @1").users
    assert full.unranked == 0
    assert longer.unranked == 1
    assert cut.unranked == 3


def test_the_views_agree_with_the_line() -> None:
    """Lists, truth, train and catalogue of two users, of five items."""
    case = Case.parse(". 1 | 2 ; 1 . . 0 @2")
    assert case.catalogue == (1, 2, 3, 4, 5)
    for number, user in enumerate(case.users, start=1):
        listed = case.recommendations[number]
        truth, train = dict(case.truth[number]), case.train[number]
        items = [item for item, _ in listed]
        assert [truth.get(item) for item in items] == list(user.grades)
        assert [score for _, score in listed] == list(user.scores)
        left = set(truth) - set(items)
        assert sorted(truth[item] for item in left) == sorted(user.missed)
        others = set(case.catalogue) - set(items) - left - set(train)
        assert len(others) == user.unranked
        assert not set(train) & (set(items) | set(truth))
    assert case.train == {1: (), 2: case.train[2]}
    assert len(case.train[2]) == 5 - 4


def test_item_names_follow_from_the_line_by_one_fixed_rule() -> None:
    """Four items, stride 3: 1 4 3 2 for the first user, 2 1 4 3 for the second.

    Measurements that are kept rest on it, and no user's list is in the order of ids.
    """
    case = Case.parse(". 1 ; 1 . . @1")
    ranked = {
        user: [item for item, _ in pairs]
        for user, pairs in case.recommendations.items()
    }
    assert ranked == {1: [1, 4], 2: [2, 1, 4]}
    assert case.train == {1: (3, 2), 2: (3,)}
    assert case.truth == {1: ((4, 1.0),), 2: ((2, 1.0),)}


def test_scores_fall_and_are_distinct_over_the_whole_case() -> None:
    """Longest list 2, two users: (1 - place + (user + 1) / 3) / 2."""
    first, second = Case.parse("1 . ; . 1 @1").users
    assert first.scores == pytest.approx(((1 + 1 / 3) / 2, (0 + 1 / 3) / 2))
    assert second.scores == pytest.approx(((1 + 2 / 3) / 2, (0 + 2 / 3) / 2))


@pytest.mark.parametrize(
    "line",
    [
        "1 . @1",
        ". 1 0 2.5 | 1 ; 1 . @2",
        "1 . | @1",
        ". 1 ; | 1 @2",
        "1.23456789 . @1",
        "1234567 . | 1e-07 @1",
        "-1 1 . @1",
        "1 . @0",
        "1 . @-1",
        "1 . ~ 0.9 0.1 @1",
        ". 1 | 2 ~ 1e-30 7.5e-31 ; 1 . @2",
    ],
)
def test_a_line_is_the_id_of_its_case(line: str) -> None:
    """Written again it is the same text, with every digit."""
    assert str(Case.parse(line)) == Case.parse(line).id == line


def test_scores_stand_after_the_tilde_where_they_are_not_the_usual_ones() -> None:
    """By rank, for the user they stand with; the usual ones are left out of the id."""
    first, second = Case.parse("1 . ~ 0.75 0.7 ; . 1 @1").users
    assert first.scores == (0.75, 0.7)
    assert second.scores == Case.parse("1 . ; . 1 @1").users[1].scores
    assert str(Case.parse("1 . ~ 0.75 0.25 @1")) == "1 . @1"


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(case=draw_ranking_case())
def test_every_drawn_case_reads_back_from_its_line(case: Case) -> None:
    """Equal, with an equal hash, and with the same text."""
    again = Case.parse(str(case))
    assert again == case
    assert hash(again) == hash(case)
    assert str(again) == str(case)


def test_spaces_do_not_matter() -> None:
    """What people type is read as they mean it."""
    assert Case.parse("  1  .|1;1 .@ 2 ") == Case.parse("1 . | 1 ; 1 . @2")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "must end in its cut-off"),
        ("1 .", "must end in its cut-off, as in '1 . @2'"),
        ("1 . @", "must end in its cut-off"),
        ("1 . @two", "must end in its cut-off"),
        (f"1 . @{'9' * 5000}", "… has 5000 digits: at most 9 are read"),
        (
            f"1 . @-{'9' * 10}",
            "the cut-off of the case '1 . @-9999999999' has 10 digits",
        ),
        ("1 . @1.5", "must end in its cut-off"),
        ("1 x . @1", "'x' in the case '1 x . @1' is no grade"),
        ("1 . | y @1", "'y' in the case '1 . | y @1' is no grade"),
        ("1 | . @1", "'.' in the case '1 | . @1' is no grade"),
        ("1 | 1 | 1 @1", "is no grade"),
        ("nan . @1", "'nan' in the case 'nan . @1' is no grade"),
        ("inf . @1", "'inf' in the case 'inf . @1' is no grade"),
        ("1 . ~ x @1", "'x' in the case '1 . ~ x @1' is no score"),
        ("1 . ~ 0.9 @1", "needs a score a rank, each below the one before"),
        ("1 . ~ 0.1 0.9 @1", "needs a score a rank"),
        ("1 . ~ 0.5 0.5 @1", "needs a score a rank"),
        ("1 . ~ @1", "needs a score a rank"),
    ],
)
def test_a_text_that_is_no_case_is_refused_in_one_sentence(
    line: str, says: str
) -> None:
    """The message holds the line and what is wrong with it."""
    with pytest.raises(CaseError) as error:
        Case.parse(line)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_tables_are_kept_in_the_order_of_their_rows() -> None:
    """Repeated rows stay; users come from both sides; the catalogue is all items."""
    case = TableCase.of(
        "twice",
        recommendations=[[1, "b", 0.9], [1, "b", 0.8], [2, "a", 0.7]],
        truth=[[3, "c", 1], [1, "b", 2]],
        k=2,
        catalogue=["d"],
    )
    assert case.recommendations == {1: (("b", 0.9), ("b", 0.8)), 2: (("a", 0.7),)}
    assert case.truth == {3: (("c", 1),), 1: (("b", 2),)}
    assert case.train == {1: (), 2: (), 3: ()}
    assert case.catalogue == ("a", "b", "c", "d")


@pytest.mark.parametrize(
    "made",
    [
        Case.parse("1 . @1"),
        Case.parse("1 . @1").users[0],
        TableCase.of("t", [[1, "a", 0.5]], [[1, "a", 1]], 1),
    ],
)
def test_a_case_is_not_changed_once_it_is_made(made: object) -> None:
    """Its value is kept under it, so nothing may be set."""
    with pytest.raises(FrozenInstanceError):
        made.k = 2  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        made.grades = ()  # type: ignore[attr-defined]


def test_a_case_is_small_by_users_items_cut_off_then_relevance() -> None:
    """Two users, 2 + 3 items, cut-off 2, two relevant items with grades of 2 in all."""
    case = Case.parse(". 1 ; 1 . . @2")
    assert case.weight == (2, 5, 2, 2, 2)
    assert case.also == ()
    assert Case.parse("3 . | 1 1 @1").weight == (1, 4, 1, 3, 5)
    assert Case.parse("@1").size == 1
    assert Case.parse("1 | 1 1 @1").size == 4


@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        ("1 x @1", "no grade: write a number or ."),
        ("1 ~ x @1", "no score: write a number"),
    ],
)
def test_the_message_says_what_may_stand_there(line: str, accepted: str) -> None:
    """A dot is a grade that is not known; a score always is."""
    with pytest.raises(CaseError) as error:
        Case.parse(line)
    assert str(error.value).endswith(accepted)


def test_a_ranking_is_full_unless_told_otherwise() -> None:
    """No candidate, relevant or not, is left unranked."""
    user = Ranking((1.0, None), (0.9, 0.1))
    assert (user.missed, user.unranked, user.train) == ((), 0, 0)


def test_a_case_asks_for_one_call_of_one_metric_with_one_cut_off() -> None:
    """And one without groups, scale or aspects has none; a table of it neither."""
    rated = RatingCase.parse("5=4")
    for case in (rated, TableCase.like(rated), TableCase.of("t", [], [], 1)):
        assert (case.also, case.together, case.twice) == ((), False, False)
        assert case.scale is None
        nothing = case.groups, case.user_groups, case.expected, case.aspects
        assert nothing == ({}, {}, {}, {})
    assert TableCase.like(rated).truth == rated.truth
