"""What is said of a printed number, from candidates and tables that are made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf, nan
from typing import Any

import pyarrow as pa
import pytest

from homonym import UserError
from homonym.cli.identify import (
    describe_explaining,
    describe_who_computes,
    list_named_metrics,
    show_matches,
)
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.identification import identify, several_values
from homonym.identification.candidates import Candidate, Tier, Trials
from homonym.identification.identify import (
    Identification,
    Identifications,
    Question,
    answer_of,
    build_identification_data,
    compute_chance_matches,
    find_metric_family,
    list_declared_bounds,
    select_nearest_candidates,
)
from homonym.identification.next_question import (
    FurtherNumber,
    Match,
    NextQuestion,
    has_few_settings,
    round_to_unit,
    tell_apart,
    yield_further_numbers,
)
from homonym.identification.printed_values import read_printed
from homonym.identification.settings import Setting, Unknown
from homonym.identification.several_values import (
    IdentifiedValues,
    find_common_places,
    group_numbers_by_library,
    identify_printed_values,
    read_values,
    select_fitting_matches,
)
from homonym.reference.variants import Variant

R, K, MIN, POOLED = map(
    Variant.parse,
    (
        "average_precision(divisor=r)",
        "average_precision(divisor=k)",
        "average_precision(divisor=min_k_r)",
        "average_precision(divisor=r, users=pooled)",
    ),
)
USUAL = Setting(None, Conventions())
GRADED = Setting(2.0, Conventions())


def one(
    variant: Variant,
    value: float | None,
    k: int = 3,
    setting: Setting = USUAL,
    by: tuple[str, ...] = (),
    may: tuple[str, ...] = (),
) -> Candidate:
    return Candidate(variant, k, value, setting, by, may_compute=may)


class Tables:
    """Tables of which the numbers are known; asked: (k, definitions) of each call."""

    def __init__(self, known: dict[tuple[Variant, int], float], other: float = 0.5):
        self.known, self.other = known, other
        self.asked: list[tuple[int, list[Variant]]] = []

    def values(
        self, setting: Setting, variants: Iterable[Variant], k: int
    ) -> dict[Variant, float]:
        every = list(variants)
        self.asked.append((k, every))
        return {one: self.known.get((one, k), self.other) for one in every}


def apart(text: str, known: Any, *candidates: Candidate) -> tuple[Any, Tables]:
    """What tells these apart, all of which give the number."""
    tables, printed = Tables(known), read_printed(text)
    matches = [Match(its, printed.made_by(its.value)) for its in candidates]
    return tell_apart(tables, printed, matches), tables  # type: ignore[arg-type]


def test_more_digits_and_another_cut_off_tell_two_apart() -> None:
    """0.5004 and 0.4996 are 0.50, and two numbers from one digit more on: 0.500 both,
    then 0.5004 and 0.4996. At k = 10 they are two numbers as they are printed, at 5
    one."""
    known = {(R, 5): 0.501, (K, 5): 0.499, (R, 10): 0.31, (K, 10): 0.3}
    found, tables = apart("0.50", known, one(R, 0.5004), one(K, 0.4996))
    assert found == NextQuestion((2, 2), (FurtherNumber(None, 10), 2), 4 + 6 * 5)
    # 0.501 and 0.500
    finer, _ = apart("0.50", {}, one(R, 0.50051), one(K, 0.50049))
    assert finer.digits == (1, 2)
    # 0.501 rounded and 0.509 cut off, which are two numbers to two digits, too
    cut_off, _ = apart("0.50", {}, one(R, 0.501), one(K, 0.509))
    assert cut_off.digits == (1, 2)
    assert [k for k, _ in tables.asked].count(10) == 1
    assert {k for k, _ in tables.asked} == {1, 3, 5, 10, 20}


def test_the_first_that_makes_the_most_numbers_is_named() -> None:
    """Three at k = 10 and at 20, two at 5."""
    known = {
        **{(R, 5): 0.1, (K, 5): 0.2, (MIN, 5): 0.2},
        **{(R, 10): 0.1, (K, 10): 0.2, (MIN, 10): 0.3},
        **{(R, 20): 0.1, (K, 20): 0.2, (MIN, 20): 0.3},
    }
    same = one(R, 0.5), one(K, 0.5), one(MIN, 0.5)
    found, _ = apart("0.5", known, *same)
    assert (found.digits, found.number) == (None, (FurtherNumber(None, 10), 3))


def test_a_definition_at_two_cut_offs_is_asked_at_both() -> None:
    """By a common name at the same cut-off: NDCG at 3 is another number than at 10; at
    k = 10, which one of both has, the metric is asked for too."""
    ndcg = Variant.with_defaults("ndcg")
    known = {(ndcg, 3): 0.1, (ndcg, 10): 0.9}
    found, tables = apart("0.5", known, one(R, 0.5), one(R, 0.5, k=10))
    assert found.number == (FurtherNumber(ndcg, None), 2)
    assert found.tried == 4 + 6 * 5
    assert (3, [R, *map(Variant.with_defaults, NAMES)]) in tables.asked


NAMES = ("ndcg", "map", "recall", "precision", "hit_rate", "mrr")


def test_nothing_is_asked_where_one_is_left() -> None:
    """Of one setting and cut-off, however often it was found."""
    assert apart("0.5", {}, one(R, 0.5), one(R, 0.5))[0] is None
    assert apart("0.5", {})[0] is None
    for other in (one(K, 0.5), one(R, 0.5, k=4), one(R, 0.5, setting=GRADED)):
        found, _ = apart("0.5", {}, one(R, 0.5), other)
        facts = ("threshold",) if other.setting is GRADED else ()
        assert found == NextQuestion(None, None, 34, facts)


def test_what_differs_beside_definitions_can_be_asked_for() -> None:
    """Of one definition in settings apart by ties and by users without a list."""
    usual = Conventions()
    others = Conventions.of(["user_without_list=skipped"], "item-desc")
    pair = (one(R, 0.5), one(R, 0.5, setting=Setting(None, others)))
    found, _ = apart("0.5", {}, *pair)
    assert found.facts == ("user_without_list", "ties")
    apart_by_k = (one(R, 0.5), one(R, 0.5, k=4, setting=Setting(None, usual)))
    assert apart("0.5", {}, *apart_by_k)[0].facts == ()


def test_where_too_many_settings_are_left_digits_alone_are_told() -> None:
    """24 of them would take long; with 23 other numbers are computed."""
    every = [one(R, 0.5, setting=Setting(n, Conventions())) for n in range(24)]
    found, tables = apart("0.5", {}, *every, one(K, 0.5000001))
    assert found == NextQuestion((6, 2), None, 0, ("threshold",))
    assert not tables.asked
    matches = [Match(its, "rounded") for its in every]
    assert not has_few_settings(matches) and has_few_settings(matches[1:])
    near, _ = apart("0.5", {}, one(R, 0.5), one(K, 0.50000001))
    assert near.digits is None


def test_a_cut_off_that_all_have_is_not_asked_again() -> None:
    """By the usual names at it, and at the other usual ones."""
    (asked, *_) = [[*yield_further_numbers([Match(one(R, 0.5, k=10), "rounded")])]]
    assert [its.k for its in asked if its.metric is None] == [5, 20, 1]
    assert [its.k for its in asked][3:7] == [None, 5, 20, 1]
    assert len(asked) == 3 + 6 * 4
    assert str(asked[0]) == "the same metric at k = 5"
    assert str(asked[3]) == f"{Variant.with_defaults('ndcg')} at the same k"
    assert asked[3].of(one(R, 0.5, k=7)) == (USUAL, 7, Variant.with_defaults("ndcg"))
    assert asked[0].of(one(R, 0.5, k=7)) == (USUAL, 5, R)


def test_a_number_is_rounded_to_its_unit() -> None:
    """What is none stays none."""
    assert round_to_unit(0.346, 0.01) == pytest.approx(0.35)
    assert [round_to_unit(number, 0.1) for number in (None, nan, inf)] == [None] * 3


def answered(text: str, *candidates: Candidate) -> Identification:
    """What a tier of these says of a number."""
    tables: Any = Tables({})
    return answer_of(read_printed(text), Tier("some", candidates), tables)


def test_an_answer_has_what_matches_and_what_comes_near() -> None:
    """Each number of the nearest once; a candidate that was tried twice counts once."""
    found = answered(
        "0.50",
        one(R, 0.501),
        one(K, 0.499),
        one(MIN, 0.7),
        one(POOLED, 0.7, k=5),
        one(K, 0.1),
        one(K, 0.1),
        one(MIN, None, k=5),
        one(R, nan, k=5),
    )
    assert [(its.candidate.variant, its.how) for its in found.matches] == [
        (R, "rounded"),
        (K, "rounded"),
    ]
    assert (found.tier, found.tried) == ("some", 6)
    assert [its.value for its in found.nearest] == [0.501, 0.499, 0.7]
    assert found.classes == 2 and not found.decides
    assert found.further == NextQuestion((1, 2), None, 34)


def test_the_nearest_are_three_numbers() -> None:
    """The first candidate of each, in the order of the distance."""
    every = [
        one(R, 0.9),
        one(K, 0.6),
        one(MIN, 0.6),
        one(R, 0.2),
        one(R, 0.0),
        one(K, 1),
    ]
    found = select_nearest_candidates(read_printed("0.5"), every)
    assert [(its.variant, its.value) for its in found] == [(K, 0.6), (R, 0.2), (R, 0.9)]
    assert (
        select_nearest_candidates(read_printed("0.5"), [one(R, None), one(R, inf)])
        == ()
    )
    exact, _ = select_nearest_candidates(
        read_printed("0.5"), [one(R, 0.4), one(K, 0.5)]
    )
    assert exact.variant == K


def test_one_number_decides_where_chance_does_not_explain_it() -> None:
    """Two candidates of one number are one; of forty others within twenty units, one
    and a half would be there by chance."""
    alone = answered("0.500", one(R, 0.5), one(K, 0.5))
    assert (alone.classes, alone.expected, alone.decides) == (1, 0.0, True)
    others = [one(K, 0.45 + n / 1000 + 0.0001, k=n) for n in range(100)]
    crowd = answered("0.500", one(R, 0.5), *[its for its in others if its.value != 0.5])
    assert crowd.expected == pytest.approx(1.5)
    matching = {its.candidate.value for its in crowd.matches}
    assert len(matching) == crowd.classes == 2
    assert not answered("0.500", one(R, 0.7)).decides
    for expected, decides in ((0.05, True), (0.051, False)):
        by_chance = Identification(
            alone.printed, "t", alone.matches, 1, expected, (), None
        )
        assert by_chance.decides is decides


def test_chance_is_counted_of_what_lies_around_and_does_not_match() -> None:
    """Of numbers within 20 units of 0.50 on each side, 0.3 to 0.7 that is: 0.3 once,
    and 1.5 units of 40 are printed so; neither one that matches nor what is undefined.
    Above 1 a percentage is another reading, 0.02 away from 0.0213; nothing lies above
    the greatest number, 2, so that there are 7 units from 1.93."""
    numbers = [0.0, 1.0, 0.3, 0.3 + 1e-13, 0.501, None, nan, inf, 1.001, -0.001]
    assert compute_chance_matches(read_printed("0.50"), numbers) == pytest.approx(
        1.5 / 40
    )
    percent = read_printed("2.13")
    assert compute_chance_matches(percent, [2.0]) == pytest.approx(1.5 / 7)
    assert compute_chance_matches(percent, [0.02]) == pytest.approx(1.5 / 40)
    assert compute_chance_matches(percent, [0.0213, 2.13]) == 0


def test_tiers_are_tried_until_one_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none does the last answer says which of its nearest are bounds of the usual
    definition; what is unknown is nothing, unless it is said."""
    tables = pa.table({"user": [1], "item": [1], "score": [0.5]})
    inputs = Inputs(tables, tables.select(["user", "item"]))
    hits = Variant.parse("average_precision(divisor=hits)")
    tiers = [
        Tier("a", (one(R, 0.1),)),
        Tier("b", (one(K, 0.2),)),
        Tier("c", (one(hits, 0.3),)),
    ]
    asked: list[Unknown] = []

    def settings(_: object, usual: Conventions, unknown: Unknown) -> list[Setting]:
        asked.append(unknown)
        return [Setting(None, usual)]

    monkeypatch.setattr(identify, "list_tried_settings", settings)
    monkeypatch.setattr(Trials, "tiers", lambda self, its: iter(tiers))
    first, second = identify_printed_values(inputs, [1], {"map": "0.2"})["map"]
    assert [len(its.matches) for its in (first, second)] == [0, 1]
    asking = identify_printed_values(inputs, [1], {"map": "0.9"}, unknown=Unknown(True))
    every = asking["map"]
    assert [its.tier for its in every] == ["a", "b", "c"]
    assert [its.bounds for its in every[:2]] == [(), ()]
    assert every[2].bounds == list_declared_bounds(every[2].nearest, "map") != ()
    assert asked == [Unknown(), Unknown(True)]
    assert asking["map"].wider == [] and asking["map"].untried == 0
    found = identify_printed_values(inputs, [1], {"map": "0.2"})["map"]
    (wider,) = found.wider
    assert (wider.tier, wider.matches, wider.further) == ("c", (), None)
    monkeypatch.setattr(identify, "AT_MOST", 3)
    found = identify_printed_values(inputs, [1], {"map": "0.2"})["map"]
    assert found.wider == [] and found.untried > 3


def test_numbers_are_read_by_their_names() -> None:
    """Each name once, each with a number."""
    assert read_values("map = 0.1, ndcg=0.2") == {"map": "0.1", "ndcg": "0.2"}
    whole = "ndcg(gain=binary, ideal=list_k)"
    assert read_values(f"map=0.1,{whole}=0.2") == {"map": "0.1", whole: "0.2"}
    for text in ("map", "=0.1", "map=0.1,map=0.2", "", "map=0.1,"):
        with pytest.raises(UserError, match="write NAME=NUMBER"):
            read_values(text)
    with pytest.raises(UserError, match="is no printed number"):
        read_values("map=")


def test_a_name_stands_for_a_family_of_rankings() -> None:
    """No name stands for none."""
    assert [find_metric_family(name) for name in ("", "map", "MRR")] == [
        "",
        "average_precision",
        "reciprocal_rank",
    ]
    with pytest.raises(UserError, match="'rmse' is no ranking metric"):
        find_metric_family("rmse")
    with pytest.raises(UserError, match="recal"):
        find_metric_family("recal")


@pytest.mark.parametrize(
    ("name", "only", "k"),
    [
        ("map", None, None),
        ("average_precision(divisor=min_k_r)@7", "divisor=min_k_r", 7),
        ("recbole.MAP", "divisor=min_k_r", None),
        ("recbole==1.2.1.MAP@20", "divisor=min_k_r", 20),
        ("rs_metrics.mapr", "divisor=r", None),
    ],
)
def test_an_id_and_a_librarys_metric_are_tried_alone(
    name: str, only: str | None, k: int | None
) -> None:
    """Of a name its whole family is."""
    asked = Question.of("0.75", name)
    ids = [f"average_precision({only})"] if only else []
    wanted = {Variant.parse(one).canonical() for one in ids}
    assert (asked.family, asked.only, asked.k) == ("average_precision", wanted, k)


def test_a_librarys_metric_is_tried_with_each_definition_that_is_left_open() -> None:
    """None of which is meant more than the others, so that bounds are told of none."""
    asked = Question.of("0.75", "rexmex.mean_reciprocal_rank@5")
    ways = ("sum_over_r", "sum_over_hits")
    two = [f"reciprocal_rank(counts={one}, depth=all)" for one in ways]
    assert asked.only == {Variant.parse(one).canonical() for one in two}
    assert (asked.metric, asked.family, asked.k) == ("", "reciprocal_rank", 5)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("recbole.RMSE", r"'rmse\(missing=dropped\)' is no ranking metric"),
        ("recbole.MAPS", "recbole 1.2.1 has no metric 'MAPS'"),
        ("evidently.NDCG", "evidently.NDCG has no single formula: no variant expl"),
        ("nobody.MAP", "'nobody' is not on record"),
    ],
)
def test_a_librarys_metric_without_one_definition_is_one_sentence(
    name: str, says: str
) -> None:
    with pytest.raises(UserError, match=says):
        Question.of("0.75", name)


def test_bounds_are_told_of_a_name_alone() -> None:
    """Each once."""
    near = [one(R, 0.9), one(R, 0.9, k=5)]
    assert len(list_declared_bounds(near, "average_precision(divisor=min_k_r)")) == 1
    assert list_declared_bounds(near, "") == ()


def explaining(answers: Any) -> list[str]:
    """Who gives all these numbers."""
    return IdentifiedValues(answers, group_numbers_by_library(answers)).explained_by


def test_libraries_are_named_that_explain_every_number() -> None:
    """By what matches in the first tier; none where nothing was asked."""
    by_both = answered("0.5", one(R, 0.5, by=("a.map", "b.map")), one(K, 0.5))
    by_one = answered("0.4", one(R, 0.4, by=("b.recall", "c.recall")))
    assert explaining({"x": [by_both], "y": [by_one]}) == ["b"]
    assert explaining({"x": [by_one]}) == ["b", "c"]
    assert explaining({"x": [by_both], "y": [by_one, by_both]}) == ["b"]
    assert explaining({"x": [by_both], "y": []}) == []
    assert explaining({}) == []
    dated = answered("0.5", one(R, 0.5, by=("elliot==0.3.1.MAP",)))
    assert explaining({"x": [dated]}) == ["elliot==0.3.1"]
    unknown = answered("0.5", one(R, 0.5, by=("nobody==1.0.map",)))
    assert explaining({"x": [unknown]}) == ["nobody==1.0.map"]


def test_libraries_that_may_explain_every_number_are_apart() -> None:
    """Where one gives all for certain the others are not named."""
    certain = answered("0.5", one(R, 0.5, by=("a.map",)))
    may = answered("0.4", one(R, 0.4, may=("a.ndcg",)))
    answers: Any = {"x": [certain], "y": [may]}
    by, also = (group_numbers_by_library(answers, either) for either in (False, True))
    found = IdentifiedValues(answers, by, may_by_library=also)
    assert (by, found.explained_by, found.may_explain) == ({"a": ["x"]}, [], ["a"])
    assert describe_explaining(found).startswith("all 2 numbers may be given by: a (")
    assert find_common_places(answers) == {("a", 3, USUAL)}
    answers["y"] = [answered("0.4", one(R, 0.4, by=("a.ndcg",), may=("b.ndcg",)))]
    by, also = (group_numbers_by_library(answers, either) for either in (False, True))
    sure = IdentifiedValues(answers, by, may_by_library=also)
    assert (sure.explained_by, sure.may_explain) == (["a"], [])
    assert "are given by: a" in describe_explaining(sure)


def test_who_may_compute_a_definition_is_said_so() -> None:
    """Never that it computes it; who does so for certain is not named again."""
    name, other = "pytrec-eval-terrier==0.5.11.ndcg", "ranx==0.3.21.ndcg"
    (open_one,) = describe_who_computes("", answered("0.5", one(R, 0.5, may=(name,))))
    assert open_one == (
        f"This is {R}; pytrec_eval may compute it: its record leaves that open."
    )
    both = answered("0.5", one(R, 0.5, by=(name,), may=(name, other)))
    (sure,) = describe_who_computes("", both)
    assert sure == (
        f"This is {R}, as pytrec_eval computes it; ranx may compute it: its record "
        "leaves that open."
    )
    its = one(R, 0.5, by=("a.b",), may=("c.d",))
    assert list_named_metrics(its) == ["a.b", "may be c.d"]
    (match,) = build_identification_data(answered("0.5", its))["matches"]
    assert (match["computed_by"], match["may_compute"]) == (["a.b"], ["c.d"])


def test_what_chance_explains_too_only_may_be_it() -> None:
    """One number matches each time."""
    sure = answered("0.5", one(R, 0.5), one(K, 0.5))
    assert sure.decides
    assert [*describe_who_computes("", sure)] == [f"This is {R}.", f"It is also {K}."]
    chance = replace(sure, expected=0.15)
    assert not chance.decides
    assert [*describe_who_computes("", chance)] == [
        f"This may be {R}.",
        f"It may be {K}.",
    ]


def test_how_a_number_was_made_is_told_where_not_all_are_rounded(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """0.129 is printed as 0.13, or cut to 0.12."""
    rounded, cut = Match(one(R, 0.123), "rounded"), Match(one(K, 0.129), "truncated")
    show_matches([rounded], Unknown())
    assert "rounded" not in capsys.readouterr().out
    show_matches([rounded, cut], Unknown())
    header, first, second = capsys.readouterr().out.splitlines()
    assert header.split()[:3] == ["value", "printed", "k"]
    assert first.split()[:3] == ["0.123000", "rounded", "3"]
    assert second.split()[:3] == ["0.129000", "truncated", "3"]


def test_a_library_explains_numbers_at_one_cut_off_and_by_one_threshold() -> None:
    """What differs among the matches is said; otherwise it explains but one each."""
    first = answered("0.5", one(R, 0.5, k=10, by=("a.map",)))
    same = answered("0.4", one(R, 0.4, k=10, by=("a.recall",)))
    deeper = answered("0.4", one(R, 0.4, k=20, by=("a.recall",)))
    graded = answered("0.4", one(R, 0.4, k=10, setting=GRADED, by=("a.recall",)))
    assert explaining({"x": [first], "y": [same]}) == ["a"]
    assert explaining({"x": [first], "y": [deeper]}) == []
    assert explaining({"x": [first], "y": [graded]}) == []
    several = answered(
        "0.5",
        one(R, 0.5, k=10, by=("a.map",)),
        one(R, 0.5, k=20, setting=GRADED, by=("a.map",)),
    )
    assert explaining({"x": [several]}) == [
        "a at k = 10, grades as they are",
        "a at k = 20, from 2 on",
    ]
    by = group_numbers_by_library({"x": [first], "y": [deeper], "z": [same]})
    assert by == {"a at k = 10": ["x", "z"], "a at k = 20": ["y"]}


def kept(**found: list[Candidate]) -> dict[str, list[str]]:
    """Of each number the matches that fit the others, as `definition at k`."""
    answers = {name: [answered("0.5", *its)] for name, its in found.items()}
    common = find_common_places(answers)
    return {
        name: [
            f"{one.candidate.variant.names['divisor']} at {one.candidate.k}"
            for one in select_fitting_matches(name, its, common)
        ]
        for name, its in answers.items()
    }


def test_numbers_of_their_own_cut_offs_are_given_by_one_library() -> None:
    """As papers print Recall@20 beside NDCG@10; without cut-offs in the names they are
    not found at one."""
    at_3, at_9 = one(R, 0.5, by=("a.map",)), one(MIN, 0.5, k=9, by=("a.ndcg",))
    other = one(K, 0.5, k=9, by=("b.ndcg",))
    answers = {
        "map@3": [answered("0.5", at_3)],
        "ndcg@9": [answered("0.5", at_9, other)],
    }
    assert explaining(answers) == ["a"]
    common = find_common_places(answers)
    fit = select_fitting_matches("ndcg@9", answers["ndcg@9"], common)
    assert [its.candidate for its in fit] == [at_9]
    apart = {"map": answers["map@3"], "ndcg": answers["ndcg@9"]}
    assert explaining(apart) == [] and not find_common_places(apart)


def test_a_library_gives_all_numbers_in_one_setting() -> None:
    """What is recorded of it leaves open whether such a user counts: of one metric it
    does and of another not is no answer."""
    skips = Setting(None, Conventions.of(["user_without_list=skipped"]))
    by = ("a.map",)
    counts, skipped = one(R, 0.5, by=by), one(R, 0.5, setting=skips, by=by)
    either = replace(counts, kept={"a.map": (USUAL, skips)})
    assert (
        explaining({"x": [answered("0.5", counts)], "y": [answered("0.5", skipped)]})
        == []
    )
    for its in (counts, skipped):
        pair = {"x": [answered("0.5", its)], "y": [answered("0.5", either)]}
        assert explaining(pair) == ["a"]
        assert {place[2] for place in find_common_places(pair)} == {its.setting}


def test_matches_fit_where_one_library_gives_all_numbers() -> None:
    """Where none does, at the cut-offs and by the thresholds at which all are found;
    where there are none, and for a number that nothing gives, nothing is left out."""
    by_a, by_b = one(R, 0.5, by=("a.map",)), one(K, 0.5, by=("b.map",))
    deeper = one(MIN, 0.5, k=9, by=("c.map",))
    its = one(MIN, 0.5, by=("a.recall",))
    assert kept(x=[by_a, by_b, deeper], y=[its]) == {
        "x": ["r at 3"],
        "y": ["min_k_r at 3"],
    }
    its = one(MIN, 0.5, by=("d.recall",))
    assert kept(x=[by_a, by_b, deeper], y=[its]) == {
        "x": ["r at 3", "k at 3"],
        "y": ["min_k_r at 3"],
    }
    far = one(MIN, 0.5, k=7, by=("d.recall",))
    assert kept(x=[by_a], y=[far]) == {"x": ["r at 3"], "y": ["min_k_r at 7"]}
    graded = one(MIN, 0.5, setting=GRADED, by=("d.recall",))
    assert kept(x=[by_a], y=[graded]) == {"x": ["r at 3"], "y": ["min_k_r at 3"]}
    other = one(R, 0.9, by=("a.ndcg",))
    assert kept(x=[by_a, by_b], y=[its, by_b], z=[other]) == {
        "x": ["k at 3"],
        "y": ["k at 3"],
        "z": [],
    }
    assert kept(z=[other]) == {"z": []}
    assert kept(x=[by_a, by_b]) == {"x": ["r at 3", "k at 3"]}


def test_the_last_tier_says_where_a_number_is_given() -> None:
    """That before it found nothing."""
    nothing, found = answered("0.9", one(R, 0.5)), answered("0.5", one(R, 0.5))
    assert find_common_places({"x": [nothing, found]}) == {("", 3, USUAL)}


Asked = list[tuple[str, list[int]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What is asked of tables, by name with its cut-offs: map is given by two libraries
    and recall by one of them."""
    found = {
        "map": answered("0.5", one(R, 0.5, by=("a.map",)), one(K, 0.5, by=("b.map",))),
        "recall": answered("0.4", one(MIN, 0.4, by=("a.recall",))),
        "precision": answered("0.4", one(MIN, 0.4, k=9)),
    }
    calls: Asked = []

    def answer(
        tables: Any, cut_offs: Any, question: Question, usual: Conventions, _: Unknown
    ) -> Identifications:
        calls.append((question.metric, [*cut_offs]))
        fault = Fault("ties", "tied", 3, "by item")
        return Identifications([found[question.metric]], [fault], usual)

    monkeypatch.setattr(several_values, "answer_question", answer)
    return calls


def test_numbers_of_one_table_limit_each_other(asked: Asked) -> None:
    """What fits is kept, and how many matched alone is said; who has all has the
    answer that was given."""
    found = identify_printed_values(Inputs(), [3], {"map": "0.5", "recall": "0.4"})
    assert asked == [("map", [3]), ("recall", [3])]
    (limited,), (whole,) = found.values()
    assert [its.candidate.variant for its in limited.matches] == [R]
    assert (limited.alone, limited.further) == (2, None)
    assert [its.candidate.variant for its in whole.matches] == [MIN]
    assert (found.together, found.explained_by, found.may_explain) == (True, ["a"], [])
    assert found.by_library == {"a": ["map", "recall"], "b": ["map"]}
    alone = identify_printed_values(Inputs(), [3], {"map": "0.5"})
    assert len(alone["map"][0].matches) == 2
    apart = identify_printed_values(Inputs(), [3], {"recall": "1", "precision": "1"})
    assert (apart.together, apart.explained_by) == (False, [])


def test_a_number_is_looked_for_at_its_own_cut_off(asked: Asked) -> None:
    """The others at those that are given, of which each is needed by one."""
    identify_printed_values(Inputs(), [3], {"map@5": "0.5", "recall": "0.4"})
    identify_printed_values(Inputs(), [], {"map@5": "0.5"})
    identify_printed_values(Inputs(), [5, 4], {"map@5": "0.5", "recall@4": "0.4"})
    assert asked[:2] == [("map", [5]), ("recall", [3])]
    assert asked[2:] == [("map", [5]), ("map", [5]), ("recall", [4])]
    for printed, cut_offs, said in (
        ({}, [3], "no number is given"),
        ({"map": "0.5"}, [], "'map' has no cut-off: give"),
        ({"map@5": "0.5"}, [3], "3 is looked at by none: each name has its own"),
        ({"map@0": "0.5"}, [], "k.* 0"),
        ({"map": "0.5"}, [0], "k.* 0"),
    ):
        with pytest.raises(UserError, match=said):
            identify_printed_values(Inputs(), cut_offs, printed)


def test_numbers_of_one_table_are_told_to_a_machine(asked: Asked) -> None:
    """Who explains them, where there are several; what matches in a row each."""
    one_alone = identify_printed_values(Inputs(), [3], {"map": "0.5"})
    assert one_alone.explained_by == ["a", "b"]
    assert (one_alone.data["explained_by"], one_alone.data["may_explain"]) == ([], [])
    maybe = dict(one_alone), {}, True, {"c": ["map"]}
    assert IdentifiedValues(*maybe).may_explain == ["c"]
    assert IdentifiedValues(*maybe).data["may_explain"] == []
    both = identify_printed_values(Inputs(), [3], {"map": "0.5", "recall": "0.4"})
    assert both.data["explained_by"] == ["a"] and both.data["together"] is True
    assert both.data["faults"] == [{"fault": "ties", "count": 3, "done": "by item"}]
    assert [*both.data["numbers"]] == [*both.data["wider"]] == ["map", "recall"]
    assert [len(its) for its in both.data["numbers"].values()] == [1, 1]
    assert both.conventions == Conventions()
    may = IdentifiedValues(dict(both), {}, may_by_library={"c": ["map", "recall"]})
    assert may.data["may_explain"] == ["c"] and may.together
    rows = both.table.to_pylist()
    assert [(row["number"], row["metric"]) for row in rows] == [
        ("map", str(R)),
        ("recall", str(MIN)),
    ]
    assert both.table.column_names[:2] == ["number", "tier"]
    assert [*both.to_pandas()["number"]] == ["map", "recall"]


def test_an_answer_is_told_to_a_machine() -> None:
    """All of it; what there is none of is null."""
    found = answered(
        "0.50", one(R, 0.501, by=("a.map",)), one(K, 0.499, setting=GRADED)
    )
    data = build_identification_data(found)
    first, second = data["matches"]
    assert first["metric"] == str(R) and first["computed_by"] == ["a.map"]
    assert (first["k"], first["value"], first["made"]) == (3, 0.501, "rounded")
    assert (first["threshold"], second["threshold"]) == (None, 2.0)
    assert (first["ties"], first["conventions"]) == ("item", Conventions().chosen)
    assert data["further"] == {
        "tried": 34,
        "facts": ["threshold"],
        "digits": {"more": 1, "numbers": 2},
        "number": None,
    }
    assert [near["value"] for near in data["nearest"]] == [0.501, 0.499]
    assert (data["tried"], data["decides"], data["tier"]) == (2, False, "some")
    assert (data["bounds"], data["expected_by_chance"]) == ([], 1.5 / 40)
    assert build_identification_data(answered("0.5", one(R, 0.5)))["further"] is None
    ndcg = Variant.with_defaults("ndcg")
    for question, metric, k in (
        (FurtherNumber(ndcg, None), str(ndcg), None),
        (FurtherNumber(None, 5), None, 5),
    ):
        told = build_identification_data(
            Identification(
                found.printed,
                "t",
                (),
                1,
                0.0,
                (),
                NextQuestion(None, (question, 3), 9),
                ("b",),
            )
        )
        assert told["further"] == {
            "tried": 9,
            "facts": [],
            "digits": None,
            "number": {"metric": metric, "k": k, "numbers": 3},
        }
        assert told["bounds"] == ["b"]
