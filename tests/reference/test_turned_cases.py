"""What the properties turn a case into, their ranges, and when a value counts as
another or as worse, by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, nan, sqrt
from typing import Any

import pytest

from homonym.reference.beyond import properties as of_runs
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import CaseError
from homonym.reference.chances.case import LabelCase
from homonym.reference.chances.properties import mirrored
from homonym.reference.diversity import properties as of_diversity
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy import properties as of_logs
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.properties import properties
from homonym.reference.ranges import (
    between,
    differ,
    known,
    never_lower,
    unchanged,
    value,
    within,
    worse,
)
from homonym.reference.rankings import properties as of_rankings
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error import properties as of_ratings
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Problem

RUN = "a > bcd = b ; 2: b > ac = d | abc,d @2"
LISTS = "5a 3b > 4ab .c | 3a 2b = 3a 4ab ; 2a > 5b 5a | .c @2"
LOG = "1/1 0.5/. -/3 ; 2:0.25:0.5 ^ 1 0.5 0.25"
RATINGS = "5=4 3=. ; 1=9 ~ 1 5"


@pytest.mark.parametrize(
    ("vary", "takes", "line", "turned"),
    [
        (
            of_runs.users_reordered,
            RunCase,
            RUN,
            ["2: b > ac = d ; a > bcd = b | abc,d @2"],
        ),
        (of_runs.renamed, RunCase, RUN, ["d > cba = c ; 2: c > db = a | dcb,a @2"]),
        # of the first k alone
        (
            of_runs.exchanged,
            RunCase,
            RUN,
            [
                "a > cbd = b ; 2: b > ac = d | abc,d @2",
                "a > bcd = b ; 2: b > ca = d | abc,d @2",
            ],
        ),
        (
            of_runs.exchanged,
            RunCase,
            "a > bcde = b | abcde @3",
            ["a > cbde = b | abcde @3", "a > bdce = b | abcde @3"],
        ),
        # with nothing that is listed or trained on
        (of_runs.read_on, RunCase, RUN, ["a > bcd = b ; 2: b > acd = d | abc,d @2"]),
        (of_runs.read_on, RunCase, "a > b = c | abc @2", []),
        (
            of_runs.doubled,
            RunCase,
            RUN,
            ["a > bcd = b ; 2: b > ac = d ; a > bcd = b ; 2: b > ac = d | abc,d @2"],
        ),
        (
            of_diversity.users_reordered,
            AspectCase,
            LISTS,
            ["2a > 5b 5a | .c ; 5a 3b > 4ab .c | 3a 2b = 3a 4ab @2"],
        ),
        (
            of_diversity.renamed,
            AspectCase,
            LISTS,
            ["5c 3b > 4bc .a | 3c 2b = 3c 4bc ; 2c > 5b 5c | .a @2"],
        ),
        (
            of_diversity.read_on,
            AspectCase,
            LISTS,
            [
                "5a 3b > 4ab .c 3a | 2b = 3a 4ab ; 2a > 5b 5a | .c @2",
                "5a 3b > 4ab .c | 3a 2b = 3a 4ab ; 2a > 5b 5a .c @2",
            ],
        ),
        (of_diversity.read_on, AspectCase, "5a > 4a | 3a = 4a @2", []),
        # the ideal that holds the item too
        (
            of_diversity.more_aspects,
            AspectCase,
            "5c > 4ab .c | 3a = 3a 4ab 3a @2",
            [
                "5c > 4abc .c | 3a = 3a 4abc 3a @2",
                "5c > 4ab .ac | 3a = 3a 4ab 3a @2",
                "5c > 4ab .bc | 3a = 3a 4ab 3a @2",
            ],
        ),
        (
            of_diversity.higher_rating,
            AspectCase,
            LISTS,
            [
                "5a 3b > 5ab .c | 3a 2b = 3a 5ab ; 2a > 5b 5a | .c @2",
                "5a 3b > 4ab 5c | 3a 2b = 3a 4ab ; 2a > 5b 5a | .c @2",
            ],
        ),
        (
            of_logs.reordered,
            LoggedCase,
            LOG,
            ["2:0.25:0.5 ; 1/1 0.5/. -/3 ^ 1 0.5 0.25"],
        ),
        (
            of_logs.doubled,
            LoggedCase,
            LOG,
            ["1/1 0.5/. -/3 ; 2:0.25:0.5 ; 1/1 0.5/. -/3 ; 2:0.25:0.5 ^ 1 0.5 0.25"],
        ),
        (of_ratings.repaired, RatingCase, "5=4 3=. ; 1=9", ["5=5 3=3 ; 1=1"]),
        (
            of_ratings.nearer,
            RatingCase,
            RATINGS,
            [
                "5=4.5 3=. ; 1=9 ~ 1 5",
                "5=4 3=. ; 1=5 ~ 1 5",
                "5=5 3=. ; 1=9 ~ 1 5",
                "5=4 3=. ; 1=1 ~ 1 5",
            ],
        ),
        (of_ratings.shifted, RatingCase, RATINGS, ["6=5 4=. ; 2=10 ~ 2 6"]),
        (of_ratings.users_reordered, RatingCase, RATINGS, ["1=9 ; 5=4 3=. ~ 1 5"]),
        (of_ratings.rows_reordered, RatingCase, RATINGS, ["3=. 5=4 ; 1=9 ~ 1 5"]),
        (mirrored, LabelCase, "1=0.75 0=. ; 0=0.25", ["0=0.25 1=. ; 1=0.75"]),
        (
            of_rankings.exchanged,
            Case,
            "1 2 . | 3 @2",
            ["2 1 . | 3 @2"],
        ),
        # of each user alone, and not what is as relevant
        (
            of_rankings.exchanged,
            Case,
            "1 2 ; . 1 ; 1 . @1",
            ["2 1 ; . 1 ; 1 . @1", "1 2 ; 1 . ; 1 . @1"],
        ),
        (of_rankings.exchanged, Case, "1 1 . 0 @2", []),
    ],
    ids=lambda part: getattr(part, "__name__", str(part)),
)
def test_a_case_is_turned_into_these(
    vary: Callable[[Any], Iterator[Any]], takes: Any, line: str, turned: list[str]
) -> None:
    """All of them, in this order."""
    assert [str(case) for case in vary(takes.parse(line))] == turned


def test_rewards_are_doubled_where_something_was_shown() -> None:
    """Not ranks, nor exposures."""
    twice = of_logs.twice_the_rewards(LoggedCase.parse(LOG))
    assert str(twice) == "2/1 1/. -/3 ; 4:0.25:0.5 ^ 1 0.5 0.25"


def test_the_ends_of_what_was_seen_go_along() -> None:
    """Of all users' ratings; 0 where there are none."""
    (case,) = of_ratings.shifted(RatingCase.parse(RATINGS))
    assert [user.seen for user in case.users] == [(2, 6)] * 2
    (none,) = of_ratings.rows_reordered(RatingCase.parse(" ; "))
    assert [user.seen for user in none.users] == [(0, 0)] * 2


@pytest.mark.parametrize(
    ("vary", "line", "scores"),
    [
        (of_rankings.read_on, "1 . | @1", [(0.75, 0.25, 0.125)]),
        (of_rankings.lengthened, "1 . | @1", [(0.75, 0.25, 0.125)]),
        (of_rankings.lengthened, "| 1 @1", [(0.5,)]),
    ],
)
def test_what_is_appended_to_a_ranking_has_half_of_the_lowest_score(
    vary: Callable[[Case], tuple[Case, ...]], line: str, scores: list[Any]
) -> None:
    """So that the other items keep theirs; of 1 where there is none."""
    assert [case.users[0].scores for case in vary(Case.parse(line))] == scores


def test_what_is_appended_to_a_run_has_half_of_the_lowest_score() -> None:
    """As above."""
    one, *_ = of_runs.read_on(RunCase.parse("a > b = c | abcd @1"))
    assert one.users[0].scores == (0.5, 0.25)


def test_an_unranked_item_that_is_read_is_unranked_no_more() -> None:
    """One that a list misses is missed no more; what is added is new."""
    case = Case.parse("1 . | 2 2 @1")
    none, grade = of_rankings.read_on(case)
    was = case.users[0].unranked
    assert (none.users[0].unranked, none.users[0].missed) == (was - 1, (2, 2))
    assert (grade.users[0].unranked, grade.users[0].missed) == (was, (2,))
    (longer,) = of_rankings.lengthened(case)
    assert longer.users[0].unranked == was


def test_the_best_order_puts_what_nobody_judged_last() -> None:
    """Beside items of grade 0, and of what is missed and unranked too."""
    (user,) = Case.parse(". 0 1 | 3 0.5 @2").users
    assert of_rankings.best_order(user) == (3, 1, 0.5)
    assert len(of_rankings.candidates(user)) == 5 + user.unranked
    assert [of_rankings.worth(grade) for grade in (None, 0.0, 2.5)] == [0, 0, 2.5]


@pytest.mark.parametrize(
    ("family", "line", "low", "high"),
    [
        ("bias_disparity", "a > b = b | ab @1", -1, inf),
        ("coverage", "a > b = b | ab @1", 0, 1),
        ("gini", "a > b = b | abcd @1", 0, 0.75),
        ("gini", "| a @1", 0, 0),
        ("herfindahl", "a > b = b | abcd @1", 0.25, 1),
        ("herfindahl", "| a @1", 1, 1),
        ("shannon_entropy", "a > b = b | abcd @1", 0, 2),
        ("shannon_entropy", "| a @1", 0, 0),
        ("reo", "a > b = b | abcd @1", 0, 1),
        ("rsp", "a > b = b | a,b,c,d @1", 0, sqrt(3)),
    ],
)
def test_ranges_of_runs_go_by_the_items_and_their_groups(
    family: str, line: str, low: float, high: float
) -> None:
    """There are two groups at least."""
    case, its = RunCase.parse(line), of_runs.RANGES[family]
    assert (its.low(case), its.high(case)) == (low, high)


def test_ranges_of_diversity_go_by_the_effort() -> None:
    """Of as many items as k, or of one."""
    case = AspectCase.parse("5a > 4a = 4a @2")
    eu, rbu = (of_diversity.RANGES[name] for name in ("eu", "rbu"))
    assert (eu.low(case), eu.high(case)) == (-0.1, 2)
    assert (rbu.low(case), rbu.high(case)) == (-0.05, 1)


@pytest.mark.parametrize(
    ("line", "low"), [("1/1 -/2", 0), ("0/1 ; 2/1", 0), ("-1/1 ; 2/2", -inf)]
)
def test_the_least_gain_is_nothing_where_no_reward_is_negative(
    line: str, low: float
) -> None:
    """What was never shown earned nothing."""
    its = of_logs.RANGES["off_policy_dcg"]
    case = LoggedCase.parse(line)
    assert (its.low(case), its.high(case)) == (low, inf)


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (0, 1, "0 and 1"),
        (0, inf, "0 and ∞"),
        (-inf, 1, "-∞ and 1"),
        (-1, 2, "-1 and 2"),
    ],
)
def test_a_range_is_told_by_its_ends(low: float, high: float, says: str) -> None:
    """The same for every case."""
    its = between(low, high)
    case = Case.parse("1 . @1")
    assert (its.says, its.low(case), its.high(case)) == (says, low, high)


class Given:
    """A definition of which the numbers are known, by the case's line."""

    family = "one"

    def __init__(self, numbers: dict[str, Any]) -> None:
        self.numbers = numbers

    def value(self, case: Problem) -> Any:
        found = self.numbers[str(case)]
        if isinstance(found, Exception):
            raise found
        return found


CASE = Case.parse("1 . @1")
OTHER = Case.parse(". 1 @1")


def given(one: Any, other: Any = None) -> Any:
    """Of `CASE`, and of `OTHER`."""
    return Given({str(CASE): one, str(OTHER): other})


@pytest.mark.parametrize(
    ("number", "breaks"),
    [
        *[(n, False) for n in (0.0, 1.0, -1e-10, 1 + 1e-10, None, nan, (0.5, None))],
        *[(n, True) for n in (-1e-6, 1.000001, (0.5, 2.0), (-1.0, None))],
        (CaseError("no"), False),
    ],
)
def test_a_number_out_of_its_range_is_a_counterexample(
    number: Any, breaks: bool
) -> None:
    """Any user's; what rounding leaves is none, nor is what is undefined."""
    bounds = within({"one": between(0, 1)})
    assert bounds.breaks(given(number), CASE) is breaks
    assert bounds.of_family == {"one": " 0 and 1"}


@pytest.mark.parametrize(
    ("before", "after", "breaks"),
    [
        (0.5, 0.5 + 1e-10, False),
        (0.5, 0.500001, True),
        (0.5, 0.499999, True),
        (0.5, 0.5 + 1.5e-9, True),
        (0.0, 1e-9, False),  # as much as rounding may leave
        (1000.0, 1000.0 + 1e-7, False),  # beside what is large
        (1000.0, 1000.01, True),
        (None, 0.5, False),
        (0.5, None, False),
        ((0.1, 0.9), (0.9, 0.1), False),
        ((0.1, 0.9), (0.1, 0.1, 0.9, 0.9), False),
        ((0.1, 0.9), (0.1, 0.9, 0.9, 0.9), True),
        ((0.1, 0.9), (0.1,), False),
        ((0.1, 0.9), (0.2,), True),
        (CaseError("no"), 0.5, False),
    ],
)
def test_a_number_that_changes_is_a_counterexample(
    before: Any, after: Any, breaks: bool
) -> None:
    """The order of users does not count; of users twice, each twice."""
    same = unchanged("same", "it is the same", lambda case: iter([case, OTHER]))
    assert same.breaks(given(before, after), CASE) is breaks
    assert differ(known(value(given(before), CASE)), known(after)) is breaks


@pytest.mark.parametrize(
    ("before", "after", "lower", "higher"),
    [
        (0.5, 0.4, True, False),
        (0.5, 0.6, False, True),
        (0.5, 0.5, False, False),
        (0.5, 0.5 - 1e-10, False, False),
        (0.5, 0.5 + 1e-10, False, False),
        (0.5, 0.5 - 1.5e-9, True, False),
        (0.0, 1e-10, False, False),
        (0.0, -1e-9, False, False),  # as much as rounding may leave
        (1000.0, 1000.0 - 1e-7, False, False),
        (-1000.0, -1000.0 - 1e-7, False, False),
        (-1000.0, -1000.01, True, False),
        (None, 0.5, False, False),
        (0.5, None, False, False),
        ((0.5, 0.5), (0.5, 0.4), True, False),
        ((0.5, 0.5), (0.5,), False, False),  # of a user less
        (CaseError("no"), 0.5, False, False),
    ],
)
def test_a_number_that_gets_worse_is_a_counterexample(
    before: Any, after: Any, lower: bool, higher: bool
) -> None:
    """Less is worse, but of errors."""
    for families, breaks in ((frozenset[str](), lower), (frozenset({"one"}), higher)):
        good = never_lower("good", "better", lambda case: iter([OTHER]), families)
        assert good.breaks(given(before, after), CASE) is breaks
    if isinstance(before, float | None) and isinstance(after, float | None):
        assert (worse(1, before, after), worse(-1, before, after)) == (lower, higher)


@pytest.mark.parametrize(
    ("numbers", "breaks"),
    [
        ((0.5, 1.0), False),
        ((0.5, 1.1), True),
        ((0.5, 0.9), True),
        ((0.0, 0.0), False),
        ((None, 1.0), False),
    ],
)
def test_what_is_not_twice_as_much_for_twice_the_rewards_is_not_linear(
    numbers: tuple[Any, Any], breaks: bool
) -> None:
    """Neither more nor less."""
    one, other = numbers
    its = Given({"1/1": one, "2/1": other})
    assert of_logs.not_linear(its, LoggedCase.parse("1/1")) is breaks  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "before", "after", "breaks"),
    [
        ("irrelevant", 0.5, 0.4, True),
        ("irrelevant", 0.5, 0.6, False),
        ("below_k", 0.5, 0.4, True),
        ("below_k", 0.5, 0.6, True),
        ("below_k", 0.5, 0.5, False),
        ("exchange", 0.5, 0.4, True),
        ("exchange", 0.5, 0.6, False),
        ("perfect", 0.4, 0.5, True),
        ("perfect", 0.5, 0.4, False),
        ("bounds", 1.1, 0.0, True),
        ("bounds", -0.1, 0.0, True),
        ("bounds", 1 + 1e-10, 0.0, False),
        ("bounds", -1e-10, 0.0, False),
        ("bounds", None, 0.0, False),
    ],
)
def test_a_counterexample_of_rankings_is_one(
    name: str, before: Any, after: Any, breaks: bool
) -> None:
    """Of one user's list . 1, whose best order is 1 ., and whose next is another."""

    class Ranked:
        """A definition that gives the list of the case one number, others another."""

        def value(self, case: Case) -> Any:
            marks = case.users[0].grades
            first = (1.0, None) if name == "perfect" else (None, 1.0)
            return before if marks == first else after

    property_ = properties(Case)[name]
    assert property_.breaks(Ranked(), Case.parse(". 1 | @1")) is breaks  # type: ignore[arg-type]
    assert property_.slow is (name == "perfect")


def test_what_is_not_listed_any_more_is_missed_or_unranked() -> None:
    """In every order of what could be listed."""
    _, *every = of_rankings.reordered(Case.parse(". | 2 @1"))
    assert {str(case).partition(" ~")[0] for case in every} >= {". | 2 @1", "2 | @1"}
    assert sum(user.unranked for case in every for user in case.users) > 0


@pytest.mark.parametrize(
    ("of", "share", "count"),
    [
        (of_runs, ("coverage", "epc", "novelty"), ("efd", "mad", "self_information")),
        (of_diversity, ("alpha_ndcg", "s_rr"), ()),
        (of_ratings, ("fcp",), ("mae", "mse", "rmse")),
    ],
    ids=["runs", "diversity", "ratings"],
)
def test_shares_are_at_most_1_and_errors_without_bound(
    of: Any, share: tuple[str, ...], count: tuple[str, ...]
) -> None:
    """None is below 0; R² alone is, and a disparity of which all are below 1."""
    case = Case.parse("1 . @1")
    ends = {
        name: (of.RANGES[name].low(case), of.RANGES[name].high(case))
        for name in (*share, *count)
    }
    assert ends == {**dict.fromkeys(share, (0, 1)), **dict.fromkeys(count, (0, inf))}


def test_r2_and_log_loss_have_one_bound() -> None:
    """1 above, 0 below."""
    case = Case.parse("1 . @1")
    its = of_ratings.RANGES["r2"]
    assert (its.low(case), its.high(case)) == (-inf, 1)
    bounds = properties(LabelCase)["bounds"]
    assert bounds.of_family == {"log_loss": " 0 and ∞"}


def test_what_nobody_rated_counts_as_rated_0() -> None:
    """An item that is rated as the best is not rated anew, nor where nobody rated."""
    assert not list(of_diversity.higher_rating(AspectCase.parse(".a > .a | .b @1")))
    low = of_diversity.higher_rating(AspectCase.parse("0.5a > .a | .b @1"))
    assert [str(case) for case in low] == ["0.5a > 0.5a | .b @1"]


def test_what_was_never_shown_earned_nothing() -> None:
    """Beside rewards that are above 1 too."""
    case = LoggedCase.parse("-/1 ; 2/1")
    assert of_logs.RANGES["off_policy_dcg"].low(case) == 0
