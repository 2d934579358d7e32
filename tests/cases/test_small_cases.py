"""The small cases that witnesses are looked for in, and the drawn ones, by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Any

import pytest

from homonym.cases import aspects as diversity
from homonym.cases import logged, ratings, runs
from homonym.cases import rankings_enumerated as rankings
from homonym.cases.kinds import find_case_kind
from homonym.measurement.drawing import draw_cases
from homonym.reference.beyond.case import RunCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Family, Variant, families
from homonym.trace.rankings import Words


@pytest.mark.parametrize(
    ("users", "items", "count"),
    [
        (1, 1, 3),  # 1 |, 2 |, 2.5 |
        # Cut, 15 pairs of grades with a relevant one, full, 6 with another: at 1 and 2;
        # one of four ranked and one of three missed, at 1.
        (1, 2, 2 * (15 + 6) + 4 * 3),
        (2, 2, 6),  # two of three, in one order
        (2, 3, 3 * (15 + 6 + 4 * 3)),
        # One item and three, which are 63 cut, 57 - 12 full, 16 * 3 and 4 * 6; then two
        # and two, in one order; at 2 where both have two.
        (2, 4, 3 * (63 + 36 + 48 + 24) + 33 * 34 // 2 + 21 * 22 // 2),
    ],
)
def test_so_many_rankings_have_so_many_items(
    users: int, items: int, count: int
) -> None:
    """No two are one, and each has the size that it is asked for."""
    found = list(rankings.enumerate_rankings(users, items))
    assert len({*found}) == len(found) == count
    for case in found:
        assert len(case.users) == users
        assert sum(len(u.grades) + len(u.missed) for u in case.users) == items
        assert all(u.r for u in case.users)


def test_rankings_of_one_size_come_with_the_smaller_k_first() -> None:
    """Then with fewer relevant items, simpler grades, shorter lists, fewer cut."""
    of_two = [str(case) for case in rankings.enumerate_rankings(1, 2)]
    assert of_two[:4] == [". | 1 @1", ". 1 @1", "1 . @1", ". 1 | @1"]
    assert [line[-1] for line in of_two] == ["1"] * 33 + ["2"] * 21
    relevant = [Case.parse(line).users[0].r for line in of_two[:33]]
    assert relevant == sorted(relevant)


def test_all_sizes_of_one_user_come_before_those_of_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To five items of one user and seven of two."""
    assert rankings.SIZES == {1: 5, 2: 7}
    monkeypatch.setattr(rankings, "SIZES", {1: 2, 2: 3})
    sizes = ((1, 1), (1, 2), (2, 2), (2, 3))
    wanted = [case for size in sizes for case in rankings.enumerate_rankings(*size)]
    assert list(rankings.enumerate_small_rankings()) == wanted


def test_drawn_rankings_are_any_then_full_then_of_one_relevant_item_then_both() -> None:
    """For metrics that take only those."""
    kinds = []
    for strategy in find_case_kind(Case).drawn():
        found: list[Case] = []
        draw_cases(strategy, 30, 1, found.append)
        users = [user for case in found for user in case.users]
        full = not any(user.unranked or user.missed for user in users)
        kinds.append((full, all(user.r == 1 for user in users)))
    assert kinds == [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize("full", [False, True])
def test_the_one_relevant_item_of_drawn_rankings_has_any_grade(full: bool) -> None:
    """Users of one case have unlike grades: a metric that reads them shows it."""
    found: list[Case] = []
    draw_cases(find_case_kind(Case).drawn()[3 if full else 2], 60, 1, found.append)
    grades = [{g for u in case.users for g in u.relevant} for case in found]
    assert {1.0, 2.0, 2.5, 5.0} <= set().union(*grades)
    assert any(len(unlike) > 1 for unlike in grades)


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        ((((".", "1"), ()), 1), (((".", "1"), ()), 2)),
        ((((".", "2.5"), ()), 1), ((("1", "1"), ()), 1)),
        ((((".", "1"), ()), 1), (((".", "2"), ()), 1)),
        ((((".",), ("1",)), 1), (((".", "1"), ()), 1)),
        (((("1", "."), None), 1), (((".", "1"), ()), 1)),
        ((((".", "1"), None), 1), ((("1", "."), None), 1)),
    ],
)
def test_one_ranking_is_smaller_than_another(
    smaller: tuple[rankings.UserGrades, int], larger: tuple[rankings.UserGrades, int]
) -> None:
    """By k, relevant items, grades, listed items, cut lists, text, in this order."""
    (one, k), (other, n) = smaller, larger
    assert rankings.order_by_case_size((one,), k) < rankings.order_by_case_size(
        (other,), n
    )


@pytest.mark.parametrize(
    ("condition", "holds", "fails"),
    [
        ("all_predicted", "5=4 ; 3=9 ~ 1 5", "5=4 ; 3=4 1=. ~ 1 5"),
        ("within_scale", "5=5 3=1 ; 3=. ~ 1 5", "5=4 ; 3=5.5 ~ 1 5"),
        ("within_scale", "5=9", "3=0.5 ~ 1 5"),
        ("within_seen", "4=4 2=2 2=. ~ 1 5", "4=4.5 2=3 ~ 1 5"),
        ("within_seen", "4=2 ; 2=4 ~ 1 5", "4=3 2=1.5 ~ 1 5"),
    ],
)
def test_a_condition_is_read_from_every_rating(
    condition: str, holds: str, fails: str
) -> None:
    """The ends of a scale lie within it, and what is not predicted leaves none."""
    test = find_case_kind(RatingCase).conditions[condition]
    assert test(RatingCase.parse(holds))
    assert not test(RatingCase.parse(fails))


def test_ratings_are_shared_out_with_most_to_the_first() -> None:
    """Neither the order of the users counts nor that of the ratings."""
    assert list(ratings.enumerate_rating_splits(1, 2, "ab")) == [
        (("a", "a"),),
        (("a", "b"),),
        (("b", "b"),),
    ]
    assert list(ratings.enumerate_rating_splits(2, 2, "ab")) == [
        (("a",), ("a",)),
        (("a",), ("b",)),
        (("b",), ("a",)),
        (("b",), ("b",)),
    ]
    assert list(ratings.enumerate_rating_splits(2, 5, "a")) == [
        (("a",) * 4, ("a",)),
        (("a",) * 3, ("a",) * 2),
    ]


def test_small_ratings_are_these() -> None:
    """15 pairs, then every two and three of them, then of two users up to five."""
    found = ratings.enumerate_small_ratings(RatingCase, ratings.RATINGS, "~ 1 5")
    one = list(islice(found, 15 + 15 * 16 // 2 + 15 * 16 * 17 // 6))
    assert [str(case) for case in one[:5]] == [
        f"1={told} ~ 1 5" for told in ("1", "3", "6", "7", ".")
    ]
    assert {len(case.users) for case in one} == {1}
    assert str(next(found)) == "1=1 ; 1=1 ~ 1 5"
    few = list(ratings.enumerate_small_ratings(RatingCase, ("1=1",), "~ 1 5"))
    assert [[len(user.pairs) for user in case.users] for case in few] == [
        *([1], [2], [3]),
        *([1, 1], [2, 1], [3, 1], [2, 2], [4, 1], [3, 2]),
    ]


def test_drawn_ratings_are_of_every_kind() -> None:
    """About half all predicted, half on the scale, half whole; 1 to 30 users, few or
    many ratings, which lie on the scale; the first two differ and are predicted."""
    cases = drawn(RatingCase, 200)
    holds = find_case_kind(RatingCase).conditions
    for name in ("all_predicted", "within_scale"):
        assert 60 < sum(map(holds[name], cases)) < 140
    assert {1, 2, 3, 5, 30} <= {len(case.users) for case in cases}
    assert {*lengths(cases)} >= {3, 10}
    assert 20 < max(lengths(cases)) <= 40 + 2
    whole = 0
    for case in cases:
        pairs = [pair for user in case.users for pair in user.pairs]
        (one, first), (two, second) = pairs[:2]
        assert one != two and first is not None and second is not None
        assert {2 * rating for rating, _ in pairs} <= {*range(2, 11)}
        assert all(-0.5 <= p <= 7 for _, p in pairs if p is not None)
        whole += all(p == int(p) for _, p in pairs if p is not None)
        assert case.scale == (1, 5)
    assert 60 < whole < 140
    assert any(
        rating % 1 for case in cases for user in case.users for rating, _ in user.pairs
    )


def drawn(takes: Any, tries: int, way: int = 0) -> list[Any]:
    """So many cases that Hypothesis draws."""
    found: list[Any] = []
    draw_cases(find_case_kind(takes).drawn()[way], tries, 1, found.append)
    return found


def lengths(cases: list[Any]) -> list[int]:
    """How many ratings the longest of thirty users has (the first has two more)."""
    many = [case.users[1:] for case in cases if len(case.users) > 5]
    return [max(len(user.pairs) for user in users) for users in many]


def test_cases_drawn_complete_have_every_prediction() -> None:
    """For a library that takes no others."""
    for takes in (RatingCase, LabelCase):
        assert all(map(ratings.predicts_all_ratings, drawn(takes, 60, way=1)))


def test_drawn_labels_are_of_both_kinds_with_certain_chances_too() -> None:
    """0 and 1 among the chances, and some without one."""
    cases = drawn(LabelCase, 100)
    pairs = [pair for case in cases for user in case.users for pair in user.pairs]
    assert {rating for rating, _ in pairs} == {0, 1}
    assert {0, 1, None} <= {chance for _, chance in pairs}
    assert all(0 <= chance <= 1 for _, chance in pairs if chance is not None)
    assert 20 < sum(map(ratings.predicts_all_ratings, cases)) < 80
    assert {1, 2, 5, 30} <= {len(case.users) for case in cases}
    assert {*lengths(cases)} >= {3, 10}
    assert 20 < max(lengths(cases)) <= 40 + 2
    for case in cases:
        (one, first), (two, second) = case.users[0].pairs[:2]
        assert (one, two) == (1, 0) and first is not None and second is not None


@pytest.mark.parametrize(
    ("module", "enumerated", "few", "asked"),
    [
        (
            rankings,
            "enumerate_rankings",
            rankings.enumerate_few_rankings,
            [(1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (2, 4)],
        ),
        (
            runs,
            "enumerate_runs",
            runs.enumerate_few_runs,
            [
                *((1, "ab", 1), (1, "abc", 1), (1, "abc", 2)),
                *((1, "abcd", 1), (1, "abcd", 2), (1, "abcd", 3)),
                (2, "ab", 1),
            ],
        ),
        # in the profile, listed, beside them, aspects, k
        (
            diversity,
            "enumerate_lists",
            diversity.enumerate_few_aspect_lists,
            [
                *((1, 1, 0, 2, 1), (1, 1, 0, 3, 1), (1, 1, 0, 4, 1)),
                *((1, 2, 0, 3, 1), (1, 2, 0, 3, 2), (1, 1, 1, 3, 1)),
            ],
        ),
    ],
    ids=["rankings", "runs", "aspects"],
)
def test_the_few_cases_have_these_sizes(
    module: Any,
    enumerated: str,
    few: Callable[[], Iterator[Any]],
    asked: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As they are told in words; the core cases stand last."""
    monkeypatch.setattr(module, enumerated, lambda *sizes: iter([sizes]))
    monkeypatch.setattr(module, "core", lambda takes: ["core"], raising=False)
    last = [] if module is rankings else ["core"]
    assert list(few()) == [*asked, *last]


def test_the_few_ratings_are_all_up_to_three() -> None:
    """Of 15 pairs: one, two and three of one user in any order; then one and one, and
    two and one, of two users."""
    kind = find_case_kind(RatingCase)
    few = list(kind.few())
    assert len(few) == (15 + 15 * 16 // 2 + 15 * 16 * 17 // 6) + 15 * 15 + 120 * 15
    assert max(sum(len(user.pairs) for user in case.users) for case in few) == 3
    pairs = " ".join(str(case).partition(" ~")[0] for case in few[:15])
    assert pairs == "1=1 1=3 1=6 1=7 1=. 3=1 3=3 3=6 3=7 3=. 5=1 5=3 5=6 5=7 5=."


def test_small_labels_are_of_both_kinds() -> None:
    """Each with a chance, of which there are three; a thousand of them are the few."""
    kind = find_case_kind(LabelCase)
    few = list(kind.few())
    assert len(few) == 1000
    chances = ("0.9", "0.2", "0")
    pairs = [f"1={one} 0={other}" for one in chances for other in chances]
    assert [str(case) for case in few[:9]] == pairs
    # a third that is like one of the two, or has no chance, whatever its label
    third = [line for line in map(str, few) if ";" not in line and line.count("=") == 3]
    assert len(third) == 2 * (6 * 3) + 2 * 9
    assert few == list(islice(kind.smallest_first(), 1000))


def test_the_few_logs_have_up_to_three_impressions() -> None:
    """Of seven impressions 19 pairs of which no two are at one rank: of 28 less six at
    rank 1 and three at rank 2. Two trajectories are of one and one, or one and two."""
    few = list(logged.enumerate_few_trajectories())
    sizes = [tuple(len(log.impressions) for log in case.users) for case in few]
    counts = {size: sizes.count(size) for size in sizes}
    assert counts == {(1,): 7, (2,): 19, (1, 1): 49, (1, 2): 133, (2, 1): 133}
    assert len({*few}) == len(few)
    singles = [str(case).partition(" ^")[0] for case in few[:7]]
    assert singles == ["0/1", "1/1", "1/2", "2/2", "1/.", "-/1", "1:0.5:0.25"]


def test_trajectories_are_turned_round() -> None:
    """All of them."""
    turned = find_case_kind(LoggedCase).variations["users_reordered"]
    case = LoggedCase.parse("1/1 ; 0/2 ; 2/. 1/1 ^ 1 0.5")
    assert str(turned(case)) == "2/. 1/1 ; 0/2 ; 1/1 ^ 1 0.5"


TRACED = {
    RunCase: "ab > ca = c ; 2: b > dc = a | ab,cd @2",
    AspectCase: "5a 3b > 5ab .c 3a | 4b = 4b 3a 5ab ; 2a > 5b 5a | 1c @2",
    LoggedCase: "1/1 0.5/. -/3 ; 2:0.25:0.5 ^ 1 0.5 0.25",
    RatingCase: "5=4 3=2.5 1=. ; 1=2 4=4 ~ 1 5",
    LabelCase: "1=0.9 0=. ; 0=0.2 1=0.5",
}


@pytest.mark.parametrize(
    "home",
    [home for takes in TRACED for home in families(takes).values()],
    ids=lambda home: home.name,
)
def test_numbers_that_remember_what_is_done_to_them_are_the_same_numbers(
    home: Family,
) -> None:
    """Items that nobody was trained on, given ideals and exposures are among them."""
    case = home.takes.parse(TRACED[home.takes])
    steps = find_case_kind(home.takes).steps(home.default, case)
    groups = tuple(line.value for line in steps.groups)
    found = steps.value.value if steps.value else groups
    assert found == pytest.approx(home.default.value(case), abs=1e-12)


@pytest.mark.parametrize(
    "definition", ["rmse(missing=dropped)", "mae(missing=dropped)"]
)
def test_what_a_choice_picks_out_of_ratings_is_no_step(definition: str) -> None:
    """It stands in the case: each step is a number and how it is made."""
    case = RatingCase.parse(TRACED[RatingCase])
    found = find_case_kind(RatingCase).steps(Variant.parse(definition), case)
    told = [*found.between, *(step for user in found.users for step in user.parts)]
    assert [step for step in told if isinstance(step, Words)] == []


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("a > a ; b > a | abc @1", True),
        ("a > a | abc @1", True),
        ("a > ab | abc @1", False),
        ("a > b ; b > c | abc @1", False),
    ],
)
def test_a_list_is_of_trained_items_where_somebody_was_trained_on_each(
    line: str, holds: bool
) -> None:
    """On all that are listed, by whomever."""
    condition = find_case_kind(RunCase).conditions["only_trained_items"]
    assert condition(RunCase.parse(line)) is holds


def test_simple_rankings_of_several_users_are_few_and_grow() -> None:
    """Of two users, then of three: full lists, in each a relevant item and another."""
    found = list(rankings.enumerate_several_users())
    assert len(found) == len(set(found)) < 1000
    assert [case.weight for case in found] == sorted(case.weight for case in found)
    sizes = {(len(case.users), case.weight[1]) for case in found}
    assert sizes == {(2, 4), (2, 5), (2, 6), (3, 6), (3, 7)}
    # two lists of two items, of which two hold both kinds, at 1 and 2; of three, eight
    # in all, six do
    counts = [
        sum((len(case.users), case.weight[1]) == size for case in found)
        for size in ((2, 4), (2, 5), (3, 6))
    ]
    assert counts == [2 * 2 * 2, 2 * (2 * 6) * 2, 2**3 * 2]
    assert [str(case) for case in found[:3]] == [
        "1 . ; 1 . @1",
        "1 . ; . 1 @1",
        ". 1 ; 1 . @1",
    ]
    for case in found:
        for user in case.users:
            assert {*user.hits} == {True, False} and not user.missed
            assert len(user.grades) >= case.k and {*user.relevant} == {1}


def test_small_runs_are_named_in_the_order_of_their_items() -> None:
    """Of three items trained on is a, or a and b, and listed is the next; relevant is
    none, the listed, the third or both. The catalogue is one group or cut in two."""
    found = [str(case) for case in runs.enumerate_runs(1, "abc", 1)]
    one = ("a > b =", "a > b = b", "a > b = c", "a > b = bc")
    users = (*one, "ab > c =", "ab > c = c")
    catalogues = ("abc", "a,bc", "ab,c")
    wanted = [RunCase.parse(f"{u} | {c} @1") for u in users for c in catalogues]
    assert found == [str(case) for case in wanted]


def test_the_few_items_of_several_users_are_named_in_every_order() -> None:
    """As a breaks a tie by its name and b by being seen first, both are tried."""
    found = [str(case) for case in runs.enumerate_runs(2, "ab", 1)]
    assert found[0] == "a > b ; a > b | ab @1"
    assert "b > a ; a > b | ab @1" in found
    assert not any(
        line.startswith("b > a") for line in map(str, runs.enumerate_runs(1, "ab", 1))
    )
    of_three = map(str, runs.enumerate_runs(2, "abc", 2))
    assert any(line.startswith("c > ba") for line in of_three)
    assert all(str(case).startswith("a") for case in runs.enumerate_runs(2, "abcd", 3))


def test_of_more_than_a_few_items_one_at_most_is_relevant_to_a_user() -> None:
    """Of three any may be."""
    for items, most in (("abc", 2), ("abcd", 1)):
        cases = runs.enumerate_runs(2, items, 1)
        assert max(len(u.truth) for case in cases for u in case.users) == most


def test_small_runs_have_these_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One user or two with two to five items, three with up to three; k leaves at least
    one item for training."""
    monkeypatch.setattr(runs, "enumerate_runs", lambda *asked: iter([asked]))
    monkeypatch.setattr(runs, "core", lambda takes: ())
    found: list[Any] = list(runs.enumerate_small_runs())
    assert found[:3] == [(1, "ab", 1), (1, "abc", 1), (1, "abc", 2)]
    sizes = [(users, len(items), k) for users, items, k in found]
    assert sizes == sorted(sizes)
    assert {(users, size) for users, size, _ in sizes} == {
        *((users, size) for users in (1, 2) for size in (2, 3, 4, 5)),
        *((3, size) for size in (2, 3)),
    }
    assert all(1 <= k < size for _, size, k in sizes)


@pytest.mark.exhaustive
def test_small_runs_have_lists_of_length_k_and_up_to_two_groups() -> None:
    """The second user may be of another group; of three users or five items none is."""
    for users, items in ((1, "abc"), (2, "abc"), (2, "abcd")):
        cases = list(runs.enumerate_runs(users, items, 2))
        assert all(len(u.items) == case.k for case in cases for u in case.users)
        assert {len(case.users[0].run.groups) for case in cases} == {1, 2}
        assert max(max(case.user_groups.values()) for case in cases) == users
    for users, items in ((1, "abcde"), (3, "abc")):
        cases = list(runs.enumerate_runs(users, items, 2))
        assert all(case.users[0].run.groups == (items,) for case in cases)
        assert all({*case.user_groups.values()} == {1} for case in cases)


def test_drawn_runs_have_training_items_lists_and_groups_of_every_size() -> None:
    """Lists of at least k, which hold nothing that was trained on."""
    cases = drawn(RunCase, 100)
    assert {len(case.users) for case in cases} == {2, 3, 5, 9, 30}
    assert {len(case.catalogue) for case in cases} == {6, 9, 12, 17, 26}
    assert {len({*case.groups.values()}) for case in cases} == {2, 3}
    assert {case.k for case in cases} >= {2, 3, 4, 6, 7, 13}
    users = [(case, user) for case in cases for user in case.users]
    assert all(len(user.items) >= case.k for case, user in users)
    assert all(user.train and not {*user.train} & {*user.items} for _, user in users)
    assert all(map(runs.lists_only_new_items, cases))
    assert {len(user.truth) for _, user in users} == {1, 2, 3}


def test_a_list_with_a_training_item_is_not_only_new() -> None:
    """One user is enough."""
    assert runs.lists_only_new_items(RunCase.parse("a > b ; b > a | ab @1"))
    assert not runs.lists_only_new_items(RunCase.parse("a > b ; b > ba | ab @1"))


def test_small_lists_with_aspects_grow() -> None:
    """One user; more items, then more aspects; a judged one, and no b without an a."""
    found = list(islice(diversity.enumerate_small_aspect_lists(), 2000))
    first = ("5a > 5a = 5a", "5a > 3a = 3a", "5a > 5b = 5b", "5a > 3b = 3b")
    assert [str(case) for case in found[:4]] == [f"{line} @1" for line in first]
    weights = [case.weight[:3] for case in found]
    assert all(one <= two for one, two in pairwise(weights))
    assert all(len(case.users) == 1 and case.users[0].judged for case in found)
    letters = {"".join(case.users[0].catalogue) for case in found}
    assert letters == {"a", "ab", "abc"}


def test_small_lists_with_aspects_have_these_sizes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two items to four, of two and three every aspect: three an item."""
    monkeypatch.setattr(diversity, "enumerate_lists", lambda *asked: iter([asked]))
    monkeypatch.setattr(diversity, "core", lambda takes: ())
    found: list[Any] = list(diversity.enumerate_small_aspect_lists())
    assert found[:2] == [(1, 1, 0, 2, 1), (1, 1, 0, 3, 1)]
    assert [one for one in found if one[3] == 9] == [
        (1, 1, 1, 9, 1),
        (1, 2, 0, 9, 1),
        (1, 2, 0, 9, 2),
        (2, 1, 0, 9, 1),
    ]
    most: dict[int, int] = {}
    for profile, listed, others, aspects, k in found:
        assert profile in (1, 2) and listed in (1, 2, 3) and 1 <= k <= listed
        size = profile + listed + others
        most[size] = max(most.get(size, 0), aspects)
    assert most == {2: 6, 3: 9, 4: 5}
    of_four = [one for one in found if sum(one[:3]) == 4 == one[3]]
    assert of_four == [
        *((1, 1, 2, 4, 1), (1, 2, 1, 4, 1), (1, 3, 0, 4, 1)),
        *((1, 2, 1, 4, 2), (1, 3, 0, 4, 2), (1, 3, 0, 4, 3)),
        *((2, 1, 1, 4, 1), (2, 2, 0, 4, 1), (2, 2, 0, 4, 2)),
    ]


def test_the_ideal_given_with_a_small_list_is_its_judged_items_turned_round() -> None:
    """So that it is another one than the list, and than most ideals that are made."""
    found = [str(case) for case in diversity.enumerate_lists(1, 2, 1, 4, 1)]
    assert "5a > 5a .b | 3a = 3a 5a @1" in found
    assert "5a > 5a 3a | 5b = 5b 3a 5a @1" in found
    assert not any("> .a .b | .a" in line for line in found)


def test_drawn_lists_have_aspects_of_one_or_several() -> None:
    """In some cases every item has one; asked for, in all."""
    cases = drawn(AspectCase, 100)
    assert 30 < sum(map(diversity.has_one_aspect_each, cases)) < 70
    assert all(map(diversity.has_one_aspect_each, drawn(AspectCase, 60, way=1)))
    assert {len(case.users) for case in cases} == {1, 2, 3, 4, 5}
    assert {case.k for case in cases} == {1, 2, 3, 4, 5, 8}
    users = [(case.k, user) for case in cases for user in case.users]
    assert {len(user.ranked) - k for k, user in users} == {0, 1, 2, 3, 4}
    assert {len(user.unlisted) for _, user in users} == {1, 2, 3, 4}
    assert {len(user.profile) for _, user in users} == {1, 2, 3, 4}


def test_logged_rewards_come_with_one_trajectory_first_then_with_few_impressions() -> (
    None
):
    """One of up to three, then two of up to four, the first at least as long."""
    cases = list(logged.enumerate_small_trajectories())
    assert [str(case) for case in cases[:5]] == [
        "1/1 ^ 1 0.5 0.25",
        "1/2 ^ 1 0.5 0.25",
        "1/3 ^ 1 0.5 0.25",
        "1/. ^ 1 0.5 0.25",
        "0/1 ^ 1 0.5 0.25",
    ]
    assert len({*cases}) == len(cases)
    sizes = [tuple(len(user.impressions) for user in case.users) for case in cases]
    in_order = [(1,), (2,), (3,), (1, 1), (2, 1), (3, 1), (2, 2)]
    assert [*dict.fromkeys(sizes)] == in_order
    # of two impressions 64 pairs, less those at one rank: 3 ranks, 2 by 2 rewards
    assert [sizes.count(one) for one in in_order[:2]] == [8, 64 - 12]
    assert sizes.count((2, 1)) == 52 * 8


def test_drawn_logs_hold_what_a_log_may_hold() -> None:
    """Items never shown, ranks that are nowhere, exposures, and up to 20 lists."""
    lines = [str(case) for case in drawn(LoggedCase, 100)]
    assert all(any(mark in line for line in lines) for mark in ("-/", "/.", ":"))
    assert {1, 2, 4, 20} <= {line.count(" ; ") + 1 for line in lines}
