"""The steps of a verdict: conditions, agreement, distance, how much is enough."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, nan

import pytest

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.cases.conditions import CONDITIONS, WORDS
from homonym.cases.kinds import load_case_kinds
from homonym.records.schema_entry import NoVerdict
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, families
from homonym.verdicts.formula import (
    Nearest,
    Verdict,
    agrees_with_measured,
    classify_metric,
    find_closest_variant,
    find_runner_up,
    find_surviving_classes,
    find_surviving_variants,
    measure_variant_gap,
    search_other_families,
    set_witness_case,
)


def metric(claims: str) -> Metric:
    """A metric that goes by the name of a family."""
    return Metric("m", claims, lambda case: 0.0)


def values(text: str, cases: tuple[Case, ...] = core()) -> dict[Case, Value]:
    """What a metric that computes this variant returns."""
    given = {case: Variant.with_defaults(text).value(case) for case in cases}
    return {c: Value(v) for c, v in given.items() if isinstance(v, float | int)}


@pytest.mark.parametrize(
    ("when", "holds", "fails"),
    [
        ("full_rankings", "1 . ; . 1 @1", "1 . ; . 1 | @1"),
        ("full_rankings", "1 . @1", "1 . | 1 @1"),
        ("binary_grades", "1 . 1 ; 1 . | 1 @1", "1 . ; 2 . @1"),
        ("binary_grades", ". . | 1 @1", "1 . | 2.5 @1"),
        ("whole_grades", "1 . ; 2 . @1", "1 . ; 2.5 . @1"),
        ("whole_grades", ". . | 5 @1", "1 . | 4.5 @1"),
        ("r_at_most_k", "1 . 1 ; 1 . @2", "1 . 1 ; 1 . 1 1 @2"),
        ("r_at_most_k", "1 . | 1 @2", "1 . | 1 1 @2"),
        ("one_relevant", "1 . ; . . | 2 @1", "1 . ; 1 . 1 @1"),
        ("equal_lengths", "1 . ; . 1 @1", "1 . ; . 1 . @1"),
        ("equal_lengths", "1 . . @1", "1 . ; . . 1 ; . 1 @1"),
    ],
)
def test_a_condition_is_read_from_every_user(when: str, holds: str, fails: str) -> None:
    """One user who does not fulfil it is enough."""
    assert CONDITIONS[when](Case.parse(holds))
    assert not CONDITIONS[when](Case.parse(fails))


def test_every_condition_can_be_said() -> None:
    """In words that follow `where`: those of every type of case, and no others."""
    kinds = load_case_kinds().values()
    assert set(WORDS) == {name for kind in kinds for name in kind.conditions}


@pytest.mark.parametrize(
    ("ran", "of", "variants", "unavailable", "status"),
    [
        (9, 10, ("a",), "", "identified"),
        (8, 10, ("a",), "", "ambiguous"),
        (10, 10, ("a", "b"), "", "ambiguous"),
        (10, 10, (), "", "unexplained"),
        (0, 10, (), "no scores", "unavailable"),
    ],
)
def test_the_status_follows_from_what_survives_and_how_much_ran(
    ran: int, of: int, variants: tuple[str, ...], unavailable: str, status: str
) -> None:
    """Nine of ten cases are enough."""
    why = NoVerdict(kind="refused", reason=unavailable) if unavailable else None
    verdict = Verdict(variants, ran, of, {}, {}, no_verdict=why)
    assert verdict.status == status


def unavailable(measured: Mapping[Case, Measurement]) -> str:
    """Why there is no verdict."""
    verdict = classify_metric(metric("recall"), measured)
    assert (verdict.status, verdict.ran, verdict.searched) == ("unavailable", 0, 0)
    assert verdict.no_verdict
    return verdict.no_verdict.reason


def test_a_metric_without_a_value_is_unavailable_for_the_commonest_reason() -> None:
    """An error weighs more than a refusal; with neither, nothing was run."""
    one, two, three = core()[:3]
    no, needs = Failed("ValueError: no"), Refused("needs scores")
    assert unavailable({}) == "no case was run"
    assert unavailable({one: needs, two: Refused("k"), three: needs}) == "needs scores"
    assert unavailable({one: needs, two: needs, three: no}) == "ValueError: no"


def test_what_was_refused_and_what_failed_is_counted_by_reason() -> None:
    """Beside the values that decide."""
    found = dict(values("recall"))
    measured: dict[Case, Measurement] = {**found}
    one, two, three = core()[:3]
    measured |= {one: Refused("cut"), two: Refused("cut"), three: Failed("killed")}
    verdict = classify_metric(metric("recall"), measured)
    assert (verdict.ran, verdict.of) == (len(core()) - 3, len(core()))
    assert (verdict.refused, verdict.failed) == ({"cut": 2}, {"killed": 1})
    assert (verdict.status, verdict.searched, verdict.runner_up) == (
        "identified",
        0,
        None,
    )


def test_numbers_agree_with_their_like() -> None:
    """Undefined is no evidence; every user's number counts, and how many there are."""
    each = Value(None, (0.5, 0.25))
    assert agrees_with_measured(None, Value(0.7), 1e-9)
    assert agrees_with_measured(0.5, Value(0.5), 1e-9)
    assert not agrees_with_measured(0.5, Value(0.25), 1e-9)
    assert agrees_with_measured((0.5, 0.25), each, 1e-9)
    assert not agrees_with_measured((0.5, 0.75), each, 1e-9)
    assert not agrees_with_measured((0.5,), each, 1e-9)
    assert not agrees_with_measured((0.5,), Value(0.5), 1e-9)
    assert agrees_with_measured(nan, Value(None), 1e-9)
    assert not agrees_with_measured(nan, each, 1e-9), (
        "no mean was returned, so it is not NaN"
    )


@pytest.mark.parametrize(
    ("expected", "measured", "far"),
    [
        (0.5, Value(0.25), 0.25),
        (0.25, Value(0.5), 0.25),
        (0.5, Value(nan), 0.0),
        (None, Value(0.5), 0.0),
        ((0.5, 0.5), Value(None, (0.25, 0.75)), 0.25),
        ((0.5, 0.5), Value(None, (0.5, 1.0)), 0.5),
        ((0.5, None), Value(None, (0.25, 0.75)), 0.25),
        ((0.5, 0.5), Value(None, (0.25, None)), 0.25),
        ((0.5, 0.5), Value(None, (0.25,)), 0.25),
        ((0.5, 0.5), Value(0.5), inf),
        (0.5, Value(None, (0.5,)), inf),
        (0.5, Value(None), 0.0),
    ],
)
def test_the_gap_is_the_largest_difference_of_two_numbers(
    expected: float | tuple[float | None, ...] | None, measured: Value, far: float
) -> None:
    """What is not a number has none; a number and users' numbers are of two kinds."""
    assert measure_variant_gap(expected, measured) == far


def test_a_variant_survives_when_it_agrees_on_every_case() -> None:
    """On the last as on the first; without a case all do."""
    found = values("recall(divisor=min_k_r)")
    assert [v.canonical() for v in find_surviving_variants("recall", found, 1e-9)] == [
        Variant.parse("recall(divisor=min_k_r)")
    ]
    last = list(found)[-1]
    assert find_surviving_variants("recall", {**found, last: Value(7.0)}, 1e-9) == []
    first = next(iter(found))
    assert find_surviving_variants("recall", {**found, first: Value(7.0)}, 1e-9) == []
    assert len(find_surviving_variants("recall", {}, 1e-9)) == len(
        families(Case)["recall"].variants
    )


UNDEFINED = "ndcg(gain=squared_minus_one, users=pooled)"
"""No number where all grades are 1."""


def test_a_variant_without_a_value_on_what_is_taken_does_not_survive() -> None:
    """Where all grades are 1 a gain of their square minus 1 is 0, and so is the ideal:
    that NDCG over all users disagrees with nothing, and explains nothing."""
    binary = CONDITIONS["binary_grades"]
    measured: dict[Case, Measurement] = {
        case: Value(7.3) if binary(case) else Refused("grades are 0 or 1")
        for case in core()
    }
    none = Variant.with_defaults(UNDEFINED)
    assert {none.value(case) for case in core() if binary(case)} == {None}
    verdict = classify_metric(metric("ndcg"), measured)
    assert (verdict.variants, verdict.status) == ((), "unexplained")


@pytest.mark.parametrize(
    ("without", "of", "survives"),
    [(0, 10, True), (1, 10, True), (2, 10, False), (1, 9, False), (6, 60, True)],
)
def test_a_variant_survives_that_has_a_value_on_nine_of_ten_cases(
    without: int, of: int, survives: bool
) -> None:
    """Exactly nine are enough: on the others no number disagrees with it."""
    squared = Variant.with_defaults(UNDEFINED)
    lines = [f"{'. ' * n}{grade} . @{n + 1}" for grade in (1, 2) for n in range(of)]
    cases = [*map(Case.parse, lines[:without]), *map(Case.parse, lines[of + without :])]
    given = {case: squared.value(case) for case in cases}
    found = {c: Value(v if isinstance(v, float) else 7.3) for c, v in given.items()}
    assert (len(found), sum(v is None for v in given.values())) == (of, without)
    assert (squared in find_surviving_variants("ndcg", found, 1e-9)) == survives


def test_the_search_tries_the_smallest_families_first_and_counts() -> None:
    """Hit rate by the name of recall: after smaller families, before larger ones."""
    found, tried = search_other_families(metric("recall"), values("hit_rate"))
    assert {variant.family for variant in found} == {"hit_rate"}
    sizes = {name: len(home.variants) for name, home in families(Case).items()}
    until = sum(size for size in sizes.values() if size <= sizes["hit_rate"])
    assert until > sizes["hit_rate"]
    assert tried == sizes["recall"] + until


def test_a_search_that_finds_nothing_has_tried_every_point() -> None:
    """The claimed family once, every other once."""
    seven = dict.fromkeys(core()[:2], Value(7.0))
    found, tried = search_other_families(metric("recall"), seven)
    assert found == []
    assert tried == sum(len(home.variants) for home in families(Case).values())
    verdict = classify_metric(metric("recall"), seven)
    assert (verdict.status, verdict.searched) == ("unexplained", tried)
    assert verdict.nearest
    assert verdict.nearest.variant.startswith("recall(")
    assert verdict.nearest.agrees_on == 0


def test_a_metric_found_by_search_has_a_runner_up() -> None:
    """Not of its own class, of the family claimed or found, and wrong somewhere."""
    measured = values("hit_rate")
    verdict = classify_metric(metric("recall"), measured)
    assert verdict.variants == ("hit_rate(counts=any)",)
    assert verdict.searched
    second = verdict.runner_up
    assert second
    assert second.variant not in verdict.variants
    assert second.variant.startswith(("recall(", "hit_rate("))
    found, _ = search_other_families(metric("recall"), measured)
    assert find_runner_up(metric("recall"), measured, found) == second
    wrong = [c for c in measured if c.id in second.differs_on]
    other = Variant.parse(second.variant)
    assert 0 < len(wrong) == second.of - second.agrees_on
    distances = [
        measure_variant_gap(other.value(case), measured[case]) for case in wrong
    ]
    assert second.distance == max(distances)
    assert second.witness == min(wrong, key=lambda case: case.weight).id


def test_classes_are_told_apart_or_fall_together_under_the_narrowest_condition() -> (
    None
):
    """AP over r and over min(k, r), where r is at most k: one; elsewhere two."""
    both = [Variant.with_defaults("AP"), Variant.parse("AP(divisor=r)")]
    short = [Case.parse("1 . @1"), Case.parse("1 1 . | @2")]
    longer = [*short, Case.parse("1 1 . | @1")]
    one = ("average_precision(divisor=r)",)
    assert find_surviving_classes(both, short, longer) == (one, "r_at_most_k")
    two = ("average_precision(divisor=r)", "average_precision(divisor=min_k_r)")
    assert find_surviving_classes(both, longer, longer) == (two, "")
    leave_one_out = [Case.parse("1 . @1"), Case.parse("1 . ; . . 1 | @1")]
    _, when = find_surviving_classes(both, leave_one_out, [*leave_one_out, *longer])
    assert when == "one_relevant"


def test_one_class_on_nine_of_ten_cases_needs_no_condition() -> None:
    """On fewer it is said under which condition all of them are."""
    recall = [Variant.with_defaults("recall")]
    every = [Case.parse(f"{'1 ' * r}. 1 | @{r}") for r in range(1, 10)]
    asked = [*every, Case.parse("1 . 2 ; 1 . 1 1 @1")]
    assert find_surviving_classes(recall, asked[:9], asked) == (
        ("recall(divisor=r)",),
        "",
    )
    ones = [Case.parse("1 . | ; . . 1 | @1")]
    short = Case.parse("1 1 . | @2")
    few = [*ones, short, *every]
    assert find_surviving_classes(recall, ones, few)[1] == "one_relevant"
    own = [Variant.parse("recall(divisor=min_k_r)")]
    name = ("recall(divisor=min_k_r)",)
    assert find_surviving_classes(own, ones, few) == (name, "one_relevant")


def test_the_nearest_is_right_on_all_cases_but_one() -> None:
    """Recall that is 7 on one case: it is named, with how far off it is."""
    found = values("recall")
    odd = list(found)[-1]
    near = classify_metric(metric("recall"), {**found, odd: Value(7.0)}).nearest
    assert near
    assert (near.variant, near.of) == ("recall(divisor=r)", len(found))
    assert (near.agrees_on, near.differs_on) == (len(found) - 1, (odd.id,))
    assert near.witness == odd.id
    assert near.distance == 7 - (found[odd].value or 0)


def test_a_smaller_case_is_shown_instead_of_the_smallest_recorded() -> None:
    """Against the nearest variant, or the runner-up; a verdict without has no such."""
    near = Nearest("recall(divisor=r)", 1, 2, "1 . 1 @2", 0.5, ("1 . 1 @2",))
    smaller = Nearest("recall(divisor=r)", 1, 2, "1 . @1", 0.5, ("1 . 1 @2",))
    plain = Verdict((), 2, 2, {}, {})
    unexplained = Verdict((), 2, 2, {}, {}, nearest=near)
    searched = Verdict(("hit_rate(counts=any)",), 2, 2, {}, {}, runner_up=near)
    assert set_witness_case(unexplained, "1 . @1").nearest == smaller
    assert set_witness_case(searched, "1 . @1").runner_up == smaller
    assert set_witness_case(searched, "1 . @1").nearest is None
    assert set_witness_case(plain, "1 . @1") == plain


def test_of_definitions_as_often_right_that_which_changes_least_is_nearest() -> None:
    """Recall of the whole list comes nearer to 0.9, which neither gives."""
    given = {Case.parse("1 . @1"): Value(1.0), Case.parse(". . 1 @2"): Value(0.9)}
    near = classify_metric(metric("recall"), given).nearest
    assert near and (near.variant, near.distance) == ("recall(divisor=r)", 0.9)
    number = {case: Value(None, (7.0,)) for case in given}
    users = classify_metric(metric("recall"), number).nearest
    assert users and users.variant == "recall(divisor=r, users=caller)"


def test_of_two_definitions_that_are_as_near_the_first_is_nearest() -> None:
    """Both are wrong by 1 on the only case."""
    case = Case.parse("1 . @1")
    points = [
        Variant.with_defaults(name) for name in ("recall", "precision", "hit_rate")
    ]
    found = find_closest_variant(
        points, {case: Value(2.0)}, 1e-9, lambda v, n: v.value(case)
    )
    assert found.variant == str(points[0].canonical())
    assert (found.agrees_on, found.of, found.distance) == (0, 1, 1.0)
    farther = find_closest_variant(
        points, {case: Value(2.0)}, 1e-9, lambda v, n: len(v.family) / 9
    )
    assert farther.variant == str(points[1].canonical())
