"""Cases in words, those that are well formed, cases without something, and what a byte
that is drawn stands for: by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from homonym.cases import aspects, rankings, runs
from homonym.cases.boxes import Box
from homonym.cases.drawn_rows import order_by_bytes, pick_option
from homonym.cases.kinds import find_case_kind, find_case_type
from homonym.cases.logged_drawn import (
    EXPOSURES,
    PLACES,
    REWARDS,
    VIEWS,
    format_impression,
)
from homonym.cases.rankings_described import (
    build_box_rows,
    describe_boxes,
    describe_other_items,
    describe_ranking_briefly,
    read_out,
)
from homonym.cases.rankings_drawn import (
    CUT_OFFS,
    FIT,
    LOWEST,
    MOST,
    ODD,
    SCORES,
    STEP,
    USERS,
    apply_score_kind,
    keep_one_relevant,
    rescore_case,
)
from homonym.cases.ratings_drawn import CHANCES, PREDICTIONS, RATINGS
from homonym.cases.runs_drawn import TRAINED
from homonym.measurement.drawing import draw_cases
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase

LOG = "1/1 0.5/. -/3 ; 2:0.25:0.5 ^ 1 0.5 0.25"
EARNED = (
    "trajectory 1: rank 1 earned 1, the other policy has it at rank 1; rank 2 earned "
    "0.5, the other policy has it nowhere; never shown, the other policy has it at "
    "rank 3",
    "trajectory 2: rank 1 earned 2, exposed 0.25 by the logging policy and 0.5 by the "
    "other",
    "chance that a rank is viewed: 1, 0.5, 0.25",
)
SEEN = "user 1: trained on a; shown b, c up to rank 2; relevant b"


@pytest.mark.parametrize(
    ("takes", "line", "shown", "lines"),
    [
        (
            RunCase,
            "a > bc = b ; b > ac = | abc @2",
            "",
            [
                SEEN,
                "user 2: trained on b; shown a, c up to rank 2; relevant nothing",
                "items: a, b, c",
            ],
        ),
        (
            RunCase,
            "a > bc = b ; 2: b > ac = c | ab,c @1",
            "scores",
            [
                "user 1, of group 1: trained on a; shown b (score 0.666667) up to rank "
                "1, then c (score 0.166667); relevant b",
                "user 2, of group 2: trained on b; shown a (score 0.833333) up to rank "
                "1, then c (score 0.333333); relevant c",
                "items: a, b in group 1; c in group 2",
            ],
        ),
        (
            AspectCase,
            "5a 3b > 5ab .c | 4.5a = 4.5a 5ab @1",
            "",
            [
                "user 1: rank 1: a+b rated 5; rank 2 (after k): c not rated; not "
                "listed: a rated 4.5; in training: a rated 5 and b rated 3; the ideal "
                "that was given: a rated 4.5 and a+b rated 5"
            ],
        ),
        (LoggedCase, LOG, "", list(EARNED)),
        (
            LoggedCase,
            "1/1",
            "",
            ["trajectory 1: rank 1 earned 1, the other policy has it at rank 1"],
        ),
        (
            RatingCase,
            "5=4 3=. ; 1=9 ~ 1 5",
            "",
            [
                "user 1: item 1: rating 5, predicted 4; item 2: rating 3, not "
                "predicted",
                "user 2: item 1: rating 1, predicted 9",
                "scale: 1 to 5",
            ],
        ),
        (RatingCase, "5=4", "", ["user 1: item 1: rating 5, predicted 4"]),
        (
            LabelCase,
            "1=0.9 0=. ; 0=0.2",
            "",
            [
                "user 1: item 1: label 1, chance 0.9; item 2: label 0, no chance",
                "user 2: item 1: label 0, chance 0.2",
            ],
        ),
        (Case, ". 2.5 0.5 | 3 0 @2", "", ["list   ·  [2.5] ¦  0.5  | [3]  0"]),
        (
            Case,
            ". 2.5 0.5 | 3 0 @2",
            "scores others",
            [
                "list   ·  [2.5] ¦  0.5  | [3]  0",
                "scores  user 1: 0.833333, 0.5, 0.166667",
                "items  6 in all; 1 neither listed nor relevant",
            ],
        ),
        (
            Case,
            "1 . ; . 1 | 2 @1",
            "others",
            [
                "user 1  [1] ¦  ·",
                "user 2   ·  ¦ [1] | [2]",
                "items  4 in all; user 1: 2 of training, no candidate; user 2: 1 "
                "neither listed nor relevant",
            ],
        ),
    ],
)
def test_a_case_is_told_in_words(
    takes: Any, line: str, shown: str, lines: list[str]
) -> None:
    """With scores and other items where they matter."""
    case = takes.parse(line)
    told = find_case_kind(takes).describe(case, "scores" in shown, "others" in shown)
    assert list(told) == lines


GOOD_RUN = "abcde > fg = f ; b > fg = g | abcdefg @2"


@pytest.mark.parametrize(
    ("takes", "line", "fair"),
    [
        (RunCase, GOOD_RUN, True),
        (RunCase, GOOD_RUN.replace("abcde >", "abcd >"), False),  # four in training
        (RunCase, GOOD_RUN.replace("@2", "@1"), False),  # no pair of items
        (RunCase, "abcde > fg = f | abcdefg @2", False),  # no pair of users
        (RunCase, GOOD_RUN.replace("> fg = g", "> f = g"), False),
        (RunCase, GOOD_RUN.replace("= g", "="), False),
        (RunCase, GOOD_RUN.replace("= g", "= b"), False),
        (RunCase, GOOD_RUN.replace("b > fg", "b > bg"), False),
        (AspectCase, "5a > 5ab .c | 4a = 4a 5ab @1", True),
        (AspectCase, "5a > 5ab .c | 4a = 5ab @1", False),  # not all that are judged
        (AspectCase, "5a > 5ab .c = 5ab @1", False),  # nothing is unlisted
        (AspectCase, "5a > 5ab .c | 4a = 4a 5ab @3", False),
        (AspectCase, ".a > 5ab .c | 4a = 4a 5ab @1", False),
        (AspectCase, "5a > 6ab .c | 4a = 4a 6ab @1", False),
        (AspectCase, "5a > 0.5ab .c | 4a = 4a 0.5ab @1", False),
        (LoggedCase, "1/1 ; -/2", True),
        (LoggedCase, "-/2", False),
        (RatingCase, "5=4 3=2", True),
        (RatingCase, "5=4 5=2", False),
        (RatingCase, "5=4 3=.", False),
        (LabelCase, "1=0.9 0=0.2", True),
        (LabelCase, "1=0.9 0=.", False),
        (Case, "1 . | 2 @2", True),
        (Case, "1 . | 2 @3", False),
        (Case, ". . | @2", False),
        (Case, "1 1 @1", False),
        (Case, "1 0 . @1", False),
        (Case, "1 . ~ 0.5 0.02 @1", False),
        (Case, "1 . ~ 0.5 0.021 @1", True),
        (Case, "1 . ~ 0.5 0.49999904632568359375 @1", True),  # 2 to the -20 apart
        (Case, "1 . ~ 0.5 0.4999993 @1", False),
    ],
)
def test_a_fair_case_is_well_formed(takes: Any, line: str, fair: bool) -> None:
    """And turns on no convention."""
    assert find_case_kind(takes).fair(takes.parse(line)) is fair


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("a > bc = b ; b > ac = c | abc @1", "the cut-off leaves no pair of items"),
        ("a > bc = b | abc @2", "there is no pair of users"),
        ("a > b = b ; b > ac = c | abc @2", "the list is shorter than k"),
        ("a > bc = b ; > ac = c | abc @2", "no item is trained on"),
        ("a > bc = ; b > ac = c | abc @2", "no item is relevant"),
        ("a > bc = a ; b > ac = c | abc @2", "a relevant item is trained on"),
        ("a > ab = b ; b > ac = c | abc @2", "a listed item is trained on"),
    ],
)
def test_a_run_that_is_ill_formed_is_told_by_its_flaw(line: str, flaw: str) -> None:
    assert runs.list_run_flaws(RunCase.parse(line)) == [flaw]


@pytest.mark.parametrize(
    ("folder", "line", "flaws"),
    [
        ("rating_error", "4=4 3=2 ~ 1 5", []),
        ("rating_error", "4=4 4=2 ~ 1 5", ["no two different ratings are predicted"]),
        ("chances", "1=0.5 1=0.7", ["not both labels have a chance"]),
        ("off_policy", "1/2", []),
        ("off_policy", "-/2", ["nothing was shown"]),
        ("diversity", "5d 2c 2b > 4d 5b 4.5b | 5d = 4.5b 4d 5d @2", []),
        (
            "diversity",
            "5d 2c 2b > 4d 5b 4.5b | 5d = 4.5b 4d 5d @0",
            ["the cut-off is not positive"],
        ),
    ],
)
def test_what_is_ill_formed_of_another_type_is_told_by_its_flaws(
    folder: str, line: str, flaws: list[str]
) -> None:
    """As what is appended to the corpus is refused."""
    takes = find_case_type(folder)
    kind = find_case_kind(takes)
    assert kind.flaws(takes.parse(line)) == flaws
    assert not flaws or not kind.fair(takes.parse(line))


@pytest.mark.parametrize(
    ("line", "flaws"),
    [
        ("1 . @1", []),
        ("1 . @0", ["the cut-off is not positive"]),
        ("1 . ~ 1 0.5 @1", ["a score is not within (0, 1)"]),
        ("1 . ~ 1.5 0.5 @1", ["a score is not within (0, 1)"]),
        ("1 . ~ 0.5 0 @1", ["a score is not within (0, 1)"]),
        ("1 . ~ 0.5 -0.5 @1", ["a score is not within (0, 1)"]),
    ],
)
def test_a_ranking_that_is_ill_formed_is_told_by_its_flaws(
    line: str, flaws: list[str]
) -> None:
    """Scores lie between 0 and 1, which are none."""
    assert rankings.list_ranking_flaws(Case.parse(line)) == flaws


@pytest.mark.parametrize(
    ("line", "flaws"),
    [
        ("5a > 5ab .c | 4a = 4a 5ab @1", []),
        ("5a > 5ab .c | 4a = 4a 5ab @0", ["the cut-off is not positive"]),
        ("5a > 5ab | 1a = 1a @1", []),
        (".a > 5ab .c | 4a = 4a 5ab @1", ["no training item is liked"]),
        ("5a > 5ab .c | 4a = 4a 5ab @3", ["the list is shorter than k"]),
        ("5a > 5ab .c = 5ab @1", ["nothing is unlisted"]),
        ("5a > 6ab | 4a = 4a @1", ["a rating is not from 1 to 5"]),
        ("5a > 0.5ab | 4a = 4a @1", ["a rating is not from 1 to 5"]),
        ("6a > 5ab | 4a = 4a @1", ["a rating is not from 1 to 5"]),
        ("5a > 5ab | 4a @1", ["the ideal is not of judged candidates"]),
        (
            "5a > .ab | .a @1",
            ["no candidate is liked", "the ideal is not of judged candidates"],
        ),
    ],
)
def test_items_with_aspects_that_are_ill_formed_are_told_by_their_flaws(
    line: str, flaws: list[str]
) -> None:
    """Of one user."""
    case = AspectCase.parse(line)
    assert aspects.list_user_aspect_flaws(case.users[0], case.k) == flaws


@pytest.mark.parametrize(
    ("without", "takes", "line", "left"),
    [
        (
            runs.remove_training_items,
            RunCase,
            "a > bc = b ; 2: b > ac = c | ab,c @1",
            "bc = b ; 2: ac = c | ab,c @1",
        ),
        (
            runs.merge_item_groups,
            RunCase,
            "a > bc = b ; 2: b > ac = c | ab,c @1",
            "a > bc = b ; 2: b > ac = c | abc @1",
        ),
        (
            aspects.remove_profiles,
            AspectCase,
            "5a > 5ab .c | 4a = 4a 5ab @1",
            "5ab .c | 4a = 4a 5ab @1",
        ),
        (
            aspects.remove_aspects,
            AspectCase,
            "5a > 5ab .c | 4a = 4a 5ab @1",
            "5 > 5 . | 4 = 4 5 @1",
        ),
    ],
)
def test_a_case_is_left_without_something(
    without: Callable[[Any], Any], takes: Any, line: str, left: str
) -> None:
    """All else stays."""
    assert str(without(takes.parse(line))) == left


def test_the_tail_of_a_list_is_taken_off_below_its_last_hit() -> None:
    """And below rank k: what is taken off is ranked no more."""
    found = [
        rankings.tail_removed(Case.parse(line)).users[0]
        for line in ("1 . 1 . . | @2", "1 . . . @2", "1 . @2", ". . . 1 @1")
    ]
    assert [len(user.grades) for user in found] == [3, 2, 2, 4]
    assert [len(user.scores) for user in found] == [3, 2, 2, 4]
    was = [
        Case.parse(line).users[0].unranked for line in ("1 . 1 . . | @2", "1 . . . @2")
    ]
    assert [user.unranked for user in found[:2]] == [was[0] + 2, was[1] + 2]


def test_other_items_are_a_candidate_more_or_one_of_training() -> None:
    """Of every user; other scores are tried where there are several lists."""
    case = Case.parse("1 . ; . 1 | 2 @1")
    one, other = rankings.add_other_items(case)
    before = [(user.unranked, user.train) for user in case.users]
    assert [(u.unranked, u.train) for u in one.users] == [
        (unranked + 1, train) for unranked, train in before
    ]
    assert [(u.unranked, u.train) for u in other.users] == [
        (unranked, train + 1) for unranked, train in before
    ]
    assert list(rankings.rescore_several(case))
    assert not list(rankings.rescore_several(Case.parse("1 . @1")))


def test_items_of_rows_are_of_the_first_group_unless_it_is_said() -> None:
    """So are users."""
    rows = TableCase(
        "t",
        recommendations={1: ((2, 0.5),), 2: ((4, 0.5),)},
        truth={1: ((2, 1.0),), 2: ()},
        k=1,
        catalogue=(1, 2, 3, 4),
        train={1: (1,), 2: (3,)},
        groups={1: 1, 2: 2, 4: 3},
        user_groups={2: 2},
    )
    assert str(runs.convert_rows_to_run(rows)) == "a > b = b ; 2: c > d | ac,b,d @1"


def test_tables_make_rankings_of_those_too_who_are_not_in_the_truth() -> None:
    rows = TableCase.of("t", [[1, 1, 0.9], [2, 1, 0.5]], [[1, 1, 1]], 1)
    assert len(rankings.convert_tables_to_rankings(rows).users) == 2


def test_boxes_hold_what_is_seen_and_what_is_missed() -> None:
    """The first k are seen."""
    one, other = build_box_rows(Case.parse("1 . | 2 ; . 2.5 @1"))
    assert one.items == (Box("1", True, True), Box("·", False, False))
    assert (one.missed, other.missed) == (("2",), ())
    assert other.items == (Box("·", False, True), Box("2.5", True, False))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 . @1", "k = 1. The list: grade 1, not judged."),
        (
            "1 . | 2 0 ; . 2.5 @1",
            "k = 1. User 1: grade 1, not judged; 1 relevant item is missing from it. "
            "User 2: not judged, grade 2.5.",
        ),
    ],
)
def test_boxes_are_read_out(line: str, told: str) -> None:
    """With how many relevant items a list misses."""
    assert describe_boxes(Case.parse(line)) == told


def test_an_empty_list_is_read_out() -> None:
    """Of which two are missing."""
    (user,) = Case.parse("| 1 2 @1").users
    assert read_out(user) == "empty; 2 relevant items are missing from it"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 . | 2 @1", "one user, ranking [a, b], relevant {a, c: 2}, k = 1"),
        (
            "1 . ; . 1 @2",
            "2 users, ranking [a, b], relevant {a}; ranking [a, b], relevant {b}, "
            "k = 2",
        ),
        ("1 . ; . 1 ; . 1 @2", ""),
    ],
)
def test_a_small_case_is_told_in_a_line(line: str, told: str) -> None:
    assert describe_ranking_briefly(Case.parse(line)) == told


def test_where_nothing_else_is_there_is_no_other() -> None:
    assert describe_other_items(Case.parse("1 . @1")).startswith("items  ")
    users = Case.parse("1 . | @1").users
    plain = Case((rankings.replace(users[0], unranked=0, train=0),), 1)
    assert describe_other_items(plain) == "items  2 in all; no other"


def test_a_byte_stands_for_an_option() -> None:
    """Each is as likely as the next."""
    assert [pick_option(byte, "abc") for byte in (0, 85, 86, 170, 171, 255)] == [
        *"aabbcc"
    ]
    assert order_by_bytes("abc", bytes([9, 0, 9])) == ["b", "a", "c"]
    assert order_by_bytes("abc", bytes([3, 2, 1])) == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("place", "rank", "word"),
    [
        ("rank", 3, "1/3"),
        ("nowhere", 3, "1/."),
        ("exposed", 0, "1:0.103:0.928"),
        # bytes 0 + 37 · 3 and 255 + 37 · 3 - 256: the 43rd after 0.103, and the 42nd
        ("exposed", 3, "1:0.461:0.453"),
        ("exposed", 7, "1:0.111:0.103"),  # bytes 259 - 256 and 514 - 512
    ],
)
def test_an_impression_is_a_word(place: str, rank: int, word: str) -> None:
    """Exposures are other ones at each rank."""
    assert format_impression("1", place, rank, bytes([0, 255])) == word


def test_what_a_log_is_drawn_of() -> None:
    """Chances and exposures are above 0 and at most 1; most items are at a rank."""
    exposures = [float(one) for one in EXPOSURES]
    assert (min(exposures), max(exposures), len(exposures)) == (0.103, 0.928, 100)
    assert min(VIEWS) == 0.05 and 0.94 < max(VIEWS) < 0.95 and len({*VIEWS}) == 180
    assert {*PLACES} == {"rank", "nowhere", "exposed"} and PLACES.count("rank") == 6
    assert {"0", "1", "12"} <= {*REWARDS}


def test_drawn_logs_grow_to_their_sizes() -> None:
    """Eight impressions of twenty trajectories; every rank has a chance to be viewed,
    which falls."""
    found: list[LoggedCase] = []
    draw_cases(find_case_kind(LoggedCase).drawn()[0], 40, 1, found.append)
    logs = [log for case in found for log in case.users]
    shown = [[i for i in log.impressions if i.reward is not None] for log in logs]
    assert {len(one) for one in shown} == {*range(1, 9)}
    assert max(len(case.users) for case in found) == 20
    for log in logs:
        never = [i.rank for i in log.impressions if i.reward is None]
        ranks = [i.rank for i in log.impressions if i.rank]
        assert len(ranks) == len({*ranks}) and max(ranks, default=0) <= len(log.bias)
        assert never in ([], [len(log.bias)])
        assert list(log.bias) == sorted(log.bias, reverse=True)
        assert len(log.bias) in (4, 6, 10)


@pytest.mark.parametrize(
    ("ranked", "missed", "alone", "left"),
    [
        (". 1 2", "", ". . 2", ""),
        (". . .", "", ". . 5", ""),
        ("1 . 2", "1 2", ". . .", "1"),
        ("2 . .", "", "2 . .", ""),
    ],
)
def test_of_several_relevant_items_one_is_left(
    ranked: str, missed: str, alone: str, left: str
) -> None:
    """The first that is missed, the last of the list, or one of that grade at its
    end."""
    found = keep_one_relevant(ranked.split(), missed.split(), "5")
    assert found == (alone.split(), left.split())


@pytest.mark.parametrize("kind", SCORES)
def test_drawn_scores_fall_within_0_and_1(kind: str) -> None:
    """Those that are usual for all places, odd ones for as many as fit."""
    places = range(MOST + MOST // 10 if kind == "usual" else FIT)
    scores = [SCORES[kind](place) for place in places]
    assert all(above - below >= STEP / 2 for above, below in pairwise(scores))
    assert scores[-1] > LOWEST and scores[0] < 1


def test_other_scores_are_dealt_to_the_users_in_turn() -> None:
    case = rescore_case(Case.parse("1 . ; . 1 @1"), lambda place: 1 - place / 10)
    assert [user.scores for user in case.users] == [(1.0, 0.8), (0.9, 0.7)]


@pytest.mark.parametrize(
    ("ranks", "users", "kind", "first"),
    [
        (2, 1, "usual", 0.75),
        (2, 1, "low", 0.031),
        (2, 1, "high", 0.999999),
        (50, 1, "low", 0.031),
        (51, 1, "low", 0.98),
        (25, 2, "low", 0.031),
        (26, 2, "low", 0.98),
    ],
)
def test_odd_scores_are_of_cases_in_which_they_fit(
    ranks: int, users: int, kind: str, first: float
) -> None:
    """Else they are the usual ones, those of the line where these are not too low."""
    line = " ; ".join([" ".join(["1", *["."] * (ranks - 1)])] * users)
    assert apply_score_kind(Case.parse(f"{line} @1"), kind).users[0].scores[0] == first


def test_scores_of_a_line_that_are_too_low_are_the_usual_ones() -> None:
    """Of 25 places the last has 0.5/25 = 0.02, of 24 more."""
    at, below = (
        apply_score_kind(Case.parse(f"1 {'. ' * (n - 1)}@1"), "usual")
        .users[0]
        .scores[0]
        for n in (24, 25)
    )
    assert (at, below) == (1 - 0.5 / 24, 0.98)


def test_what_rankings_and_ratings_are_drawn_of() -> None:
    """Small cut-offs are likelier; a tenth more places than are drawn have a score."""
    assert {*CUT_OFFS} == {*range(1, 16), 20, 30, 50, 60, 100}
    assert [CUT_OFFS.count(k) for k in range(1, 16)] == [*[2] * 8, 1, 2, *[1] * 5]
    assert [CUT_OFFS.count(k) for k in (20, 30, 50, 60, 100)] == [2, 1, 1, 1, 1]
    assert max(USERS)[1] == 60 and len(USERS) == 17 and ODD.count("usual") == 8
    assert [len(one) for one in RATINGS] == [5, 5, 5, 9]
    whole, wide, close, beyond = PREDICTIONS
    assert whole == (1, 2, 3, 4, 5) and wide == (*range(8),)
    assert (min(close), max(close), len({*close})) == (1, 4.984, 195)
    assert (min(beyond), max(beyond), len({*beyond})) == (-0.5, 6.49, 210)
    assert (close[1], beyond[1]) == (1.021, -0.467)
    assert (CHANCES[2], CHANCES[-1]) == (0.002, 0.997)
    assert (min(CHANCES), max(CHANCES), len({*CHANCES})) == (0, 1, 195)
    assert {*RATINGS[3]} == {1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5} and TRAINED == 5
