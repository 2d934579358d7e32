"""What is computed of models, users and samples: small tables, worked by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import nullcontext
from math import inf, isnan, nan
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from homonym import UserError
from homonym.disagreement import comparisons as module
from homonym.disagreement import scores as scores_module
from homonym.disagreement import significance
from homonym.disagreement.as_data import name_best_models
from homonym.disagreement.comparisons import (
    IntervalEstimate,
    MeasurePair,
    compare_standings,
)
from homonym.disagreement.flips import Flip, ModelDifference, yield_model_flips
from homonym.disagreement.joined_runs import Together
from homonym.disagreement.kinds_of_models import list_model_kinds, select_best_of_kinds
from homonym.disagreement.measures import Measure, NamedMeasure
from homonym.disagreement.scores import (
    Collected,
    ScoredRuns,
    Scores,
    as_scores,
    collapse_equal_columns,
    pad_user_parts,
    score_runs,
)
from homonym.disagreement.significance import (
    compute_paired_t_tests,
    list_model_pairs,
    weigh_pairs,
)
from homonym.disagreement.standings import (
    Standing,
    build_standings,
    draw_all,
    find_best_models,
)
from homonym.disagreement.winners import Winners, count_winners
from homonym.evaluation.bootstrap import Interval, draw_user_counts
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.user_parts import UserParts
from homonym.evaluation.wanted_variants import group_by_conventions
from homonym.reference.variants import Variant

MEAN = Measure(Variant.parse("recall(divisor=r)"), Conventions())
POOLED = Measure(Variant.parse("recall(divisor=r, users=pooled)"), Conventions())


def a_standing(
    values: list[float],
    drawn: list[list[float]] | None = None,
    p: list[float] | None = None,
    t: list[float] | None = None,
    shares: list[list[float]] | None = None,
    counted: list[bool] | None = None,
) -> Standing:
    """The standing of models with these numbers; each sample has the same."""
    own = np.array([values] if shares is None else shares)
    tested = significance.Tested(
        np.array(t or [0.0]), np.array(p if p is not None else [1.0])
    )
    return Standing(
        (),
        np.array(values),
        np.array(drawn or [values]),
        tested,
        own,
        np.array(counted or [True] * len(own)),
        np.arange(len(values)),
    )


def scores(above: list[list[float]], below: list[list[float]]) -> Scores:
    """Those of users, none of whom spoils a number."""
    return Scores(np.array(above), np.array(below), np.zeros((len(above), 1)))


def scored(**its: Scores) -> ScoredRuns:
    """The scores of two models by measures."""
    measures = {"mean": MEAN, "pooled": POOLED}
    found = {measures[name]: one for name, one in its.items()}
    users = len(next(iter(its.values())).above)
    return ScoredRuns(("a-1", "b-2"), found, np.ones(users), ())


@pytest.mark.parametrize(
    ("shares", "t", "p"),
    [
        # differences 1, 0 and 0: 1/3 over the root of (1/3)/3; with two degrees of
        # freedom p is 1 - t / root(2 + t²)
        ([[1, 0], [1, 1], [0, 0]], 1.0, 1 - 1 / 3**0.5),
        ([[0, 1], [1, 1], [0, 0]], -1.0, 1 - 1 / 3**0.5),
        # 1 and 0: 1/2 over the root of (1/2)/2; of one degree a half lies beyond 1
        ([[1, 0], [0, 0]], 1.0, 0.5),
        ([[1, 0], [1, 0]], inf, 0.0),
        ([[1, 0], [0, 1]], 0.0, 1.0),
        ([[0.5, 0.5], [0.5, 0.5]], 0.0, 1.0),
        # a difference of no more than a billionth of a thousandth is none
        ([[1e-12, 0], [1e-12, 0]], 0.0, 1.0),
        ([[1e-11, 0], [1e-11, 0]], inf, 0.0),
        ([[1, 0]], 0.0, 1.0),
        # rounding leaves a variance below 0, where each differs by two fifths
        ([[0.1, 0.5], [0.7, 1.1], [0.5, 0.9]], -inf, 0.0),
    ],
)
def test_t_and_p_of_a_pair(shares: list[list[float]], t: float, p: float) -> None:
    """One user alone says nothing."""
    found = compute_paired_t_tests(np.array(shares, dtype=float))
    assert found[0] == pytest.approx([t]) and found[1] == pytest.approx([p])


def test_every_pair_of_models_is_tested() -> None:
    """The first against the second and third, then these; p-values are Holm's: twice
    0.5 is more than three times 0 and less than 1."""
    found = weigh_pairs(np.array([[2.0, 1.0, 0.0], [2.0, 1.0, 1.0]]))
    assert found.t == pytest.approx([inf, 3.0, 1.0])
    second = 2 * (0.5 - np.arctan(3) / np.pi)
    assert found.p == pytest.approx([0.0, 2 * second, 0.5])
    assert [side.tolist() for side in list_model_pairs(3)] == [[0, 0, 1], [1, 2, 2]]


def test_no_adjusted_p_value_is_above_1() -> None:
    """Twice 0.8 would be."""
    assert significance.adjust_p_values(np.array([0.9, 0.8])).tolist() == [1.0, 1.0]


def test_without_scipy_what_to_install_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(UserError, match="tests of significance need SciPy"):
        compute_paired_t_tests(np.ones((2, 2)))


def test_the_best_are_those_that_are_not_apart_from_the_greatest() -> None:
    """Within a billionth of a thousandth; what is undefined is never the best."""
    half = 0.5 - 1e-12
    assert a_standing([half, 0.5]).best.tolist() == [True, True]
    assert a_standing([0.4, 0.5, 0.5]).best.tolist() == [False, True, True]
    drawn = np.array([[nan, 0.2], [0.4, 0.3], [0.2, 0.25]])
    assert find_best_models(drawn).argmax(axis=-1).tolist() == [1, 0, 1]
    assert find_best_models(drawn).sum(axis=-1).tolist() == [1, 1, 1]
    apart = find_best_models(np.array([0.5 - 3e-12, 0.5]))
    assert apart.tolist() == [False, True]


def test_no_other_wins_where_some_model_is_the_best_by_both() -> None:
    """Of a measure that gives all models one number every one is the best."""
    ones, last, first = (
        a_standing(values, [values])
        for values in ([1.0, 1.0, 1.0], [0.1, 0.2, 0.3], [0.3, 0.3, 0.1])
    )
    assert count_winners([[ones, last, first]], Interval(level=0.5)) == Winners(
        3, 1, (1.0, 1.0)
    )
    assert name_best_models(ones, last) == (2, 2)
    assert name_best_models(first, ones) == (0, 0)
    assert name_best_models(last, first) == (2, 0)


def test_measures_of_one_group_name_other_winners() -> None:
    """Three measures of one group, of which the last names another one: two pairs of
    three; the only measure of the other group has nobody to differ from. In the second
    sample all name the same."""
    one = a_standing([0.9, 0.1], [[0.9, 0.1], [0.9, 0.1]])
    other = a_standing([0.2, 0.8], [[0.2, 0.8], [0.8, 0.2]])
    found = count_winners([[one, one, other], [other]], Interval(level=0.5))
    # half of the samples lie between the quarters of 0 and 2
    assert found == Winners(3, 2, (0.5, 1.5))
    assert count_winners([], Interval()) == Winners(0, 0, None)


def compared(*standings: Standing, alpha: float = 0.05) -> list[MeasurePair]:
    """What comes of them, of all samples."""
    return compare_standings(standings, Interval(level=0.5), alpha)


def test_two_orders_of_three_models() -> None:
    """1, 1, 0 and 1, 0, 0: one pair in the same order, two tied in one of both. Tau-b
    is 1 / root(2 × 2); of the deviations 1/3, 1/3, -2/3 and 2/3, -1/3, -1/3 the
    products add up to 1/3, the squares to 2/3."""
    (found,) = compared(
        a_standing([1, 1, 0], p=[1, 1, 1]), a_standing([1, 0, 0], p=[1, 1, 1])
    )
    assert (found.one, found.other, found.pairs, found.reversed) == (0, 1, 3, 0)
    for estimate, number in ((found.tau, 0.5), (found.pearson, 0.5)):
        assert estimate.value == pytest.approx(number)
        assert estimate.bounds == pytest.approx((number, number))
    assert found.inversion == IntervalEstimate(0.0, (0.0, 0.0))
    (near,) = compared(a_standing([1e-12, 0]), a_standing([0, 1]))
    assert near.reversed == 0
    (other,) = compared(
        a_standing([3, 2, 1], p=[1, 1, 1]), a_standing([1, 2, 3], p=[1, 1, 1])
    )
    assert other.reversed == 3 and other.inversion == IntervalEstimate(1.0, (1.0, 1.0))
    assert other.tau.value == pytest.approx(-1)
    assert other.pearson.value == pytest.approx(-1)


def test_a_pair_is_reversed_surely_where_both_are_sure() -> None:
    """Of three pairs the first two are reversed, the second and third significant by
    both; a p-value that is alpha is."""
    one = a_standing([3, 2, 1], p=[0.05, 0.05, 0.01])
    other = a_standing([1, 2, 1 - 1e-13], p=[0.2, 0.01, 0.05])
    assert compared(one, other)[0].reversed == 1
    third = a_standing([1, 2, 1.5], p=[0.2, 0.01, 0.05])
    (found,) = compared(one, third)
    assert (found.reversed, found.significant) == (2, 2)
    assert found.surely.tolist() == [1]
    assert compared(one, third, alpha=0.02)[0].significant == 0


def test_intervals_are_of_samples() -> None:
    """In one of two samples the pair is reversed: half of them lie between 1/4 and 3/4,
    and tau between -1/2 and 1/2; where it is undefined now, it has none."""
    one = a_standing([2, 1], [[2, 1], [2, 1]])
    other = a_standing([2, 1], [[2, 1], [1, 2]])
    (found,) = compared(one, other)
    assert found.inversion == IntervalEstimate(0.0, (0.25, 0.75))
    assert found.tau.bounds == pytest.approx((-0.5, 0.5))
    (tied,) = compared(one, a_standing([1, 1], [[2, 1], [1, 2]]))
    assert tied.tau == tied.pearson == IntervalEstimate(None, None)
    assert tied.inversion == IntervalEstimate(0.0, (0.25, 0.75))


def test_each_two_measures_are_compared_where_there_are_two_models() -> None:
    """Three of them in three pairs; one alone in none, nor models of which there is
    one."""
    three = [a_standing([2, 1]), a_standing([1, 2]), a_standing([2, 1])]
    places = [(found.one, found.other) for found in compared(*three)]
    assert places == [(0, 1), (0, 2), (1, 2)]
    assert compared(three[0]) == []
    assert compared(a_standing([1]), a_standing([2])) == []


def test_samples_come_in_any_number_of_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has the same numbers."""
    random = np.random.default_rng(3)
    draws: list[Any] = [random.random((7, 3)).tolist() for _ in range(3)]
    standings = [a_standing([3, 2, 1], drawn, [1, 1, 1]) for drawn in draws]
    whole = [one.tau for one in compared(*standings)]
    for cells in (1, 27 * 3):
        monkeypatch.setattr(module, "CELLS", cells)
        assert [one.tau for one in compared(*standings)] == whole


def test_a_flip_is_split_among_users_with_few_and_with_many() -> None:
    """By the one the second is better by 1/2, of which the last user, who has many
    relevant items, brings -1/4; by the other, which does not count the first user, the
    first by 1/2, and all of it is the last one's."""
    one = a_standing(
        [0.25, 0.75],
        t=[-2.0],
        p=[0.01],
        shares=[[0, 1], [0, 1], [0, 1], [1, 0]],
    )
    other = a_standing(
        [1.0, 0.5],
        t=[3.0],
        p=[0.02],
        shares=[[1, 0.5], [1, 1], [1, 0]],
        counted=[False, True, True, True],
    )
    (found,) = compared(one, other)
    many = np.array([False, False, False, True])
    (flip,) = yield_model_flips(found, [one, other], many)
    assert flip == Flip(
        1,
        0,
        ModelDifference(0.5, 0.01, 0.75, -0.25),
        ModelDifference(-0.5, 0.02, -1 / 6, -1 / 3),
    )


def test_flips_come_with_the_surest_first() -> None:
    """That is sure by whichever of both it is less sure: pairs at t = 3 and 4, then 5
    and 2, then 1 and 9."""
    one = a_standing(
        [3, 2, 1], t=[-1.0, -5.0, 3.0], p=[0.0] * 3, shares=[[3, 2, 1]] * 2
    )
    other = a_standing(
        [1, 2, 3], t=[9.0, 2.0, -4.0], p=[0.0] * 3, shares=[[1, 2, 3]] * 2
    )
    found = compared(one, other)[0]
    flips = yield_model_flips(found, [one, other], np.array([False, False]))
    assert [(flip.better, flip.worse) for flip in flips] == [(1, 2), (0, 2), (0, 1)]


def test_the_best_of_each_kind_takes_its_place() -> None:
    """The first of equal ones; its numbers, samples and shares are those of its
    column."""
    models = ("ease-1", "pop", "ease-2", "ease-3")
    assert list_model_kinds(models) == ["ease", "pop"]
    whole = a_standing(
        [0.1, 0.9, 0.4, 0.4 + 1e-13], shares=[[0, 1, 0.5, 0], [0.2, 0.8, 0.3, 0]]
    )
    (best,) = select_best_of_kinds([whole], models)
    assert best.chosen.tolist() == [2, 1]
    assert best.values.tolist() == [0.4, 0.9]
    assert best.drawn.tolist() == [[0.4, 0.9]]
    assert best.shares.tolist() == [[0.5, 1.0], [0.3, 0.8]]
    # differences -0.5 and -0.5
    assert best.tested.t.tolist() == [-inf]
    (edge,) = select_best_of_kinds([a_standing([0.4 - 1e-12, 0.4])], ("a-1", "a-2"))
    assert edge.chosen.tolist() == [0]


def test_numbers_are_sums_over_sums() -> None:
    """Of two users with one of one and one of three relevant items: the mean is
    (1 + 1/3) / 2, of all together 2 of 4; of a sample of the second alone 1/3."""
    mean = scores([[1.0, 0.0], [1 / 3, 1.0]], [[1.0], [1.0]])
    pooled = scores([[1.0, 0.0], [1.0, 3.0]], [[1.0], [3.0]])
    assert mean.values == pytest.approx([2 / 3, 0.5])
    assert pooled.values == pytest.approx([0.5, 0.75])
    assert pooled.drawn(np.array([[0.0, 2.0]]))[0] == pytest.approx([1 / 3, 1.0])
    assert mean.shares == pytest.approx(np.array([[1, 0], [1 / 3, 1]]))
    # 1/2 + (1 - 1/2 × 1) / 2 and 1/2 + (1 - 1/2 × 3) / 2
    assert pooled.shares[:, 0] == pytest.approx([0.75, 0.25])
    spoilt = Scores(mean.above, mean.below, np.array([[0.0, 1.0], [0.0, 0.0]]))
    assert spoilt.values.tolist() == pytest.approx([2 / 3, 0.0])
    assert spoilt.shares[:, 1].tolist() == [0.0, 0.0]


def test_a_standing_is_of_the_users_who_count() -> None:
    """The second has nothing below the line."""
    its = scores([[1.0, 0.0], [0.0, 0.0], [0.5, 0.5]], [[1.0], [0.0], [1.0]])
    every = scored(mean=its)
    drawn = draw_all(every, Interval(draws=3))
    (one,) = build_standings([NamedMeasure("m", MEAN, ())], every, drawn)
    assert one.counted.tolist() == [True, False, True]
    assert one.shares.shape == (2, 2) and one.chosen.tolist() == [0, 1]
    assert one.values == pytest.approx([0.75, 0.25])
    times = np.concatenate([*draw_user_counts(3, Interval(draws=3))])
    assert one.drawn == pytest.approx(its.drawn(times), nan_ok=True)
    assert one.drawn.shape == (3, 2)


def test_measures_of_equal_numbers_are_one_standing() -> None:
    """Whatever their names; one that is undefined for a model is none."""
    its = scores([[1.0, 0.0]], [[1.0]])
    near = scores([[1.0 - 1e-13, 1e-12]], [[1.0]])
    apart = scores([[1.0, 1e-11]], [[1.0]])
    without = scores([[1.0, 0.0]], [[1.0, 0.0]])
    first, second = NamedMeasure("a", MEAN, ()), NamedMeasure("b", POOLED, ("x.y",))
    for other, names in (
        (near, [("a", "b")]),
        (apart, [("a",), ("b",)]),
        (without, [("a",)]),
    ):
        every = scored(mean=its, pooled=other)
        drawn = draw_all(every, Interval(draws=2))
        found = build_standings([first, second], every, drawn)
        assert [tuple(one.title for one in s.named) for s in found] == names
    assert isnan(without.values[1])
    every = scored(mean=without, pooled=its)
    drawn = draw_all(every, Interval(draws=2))
    (only,) = build_standings([first, second], every, drawn)
    assert only.named == (second,)
    alone = scored(mean=its)
    drawn = draw_all(alone, Interval(draws=2))
    assert len(build_standings([first, second], alone, drawn)) == 1
    third = NamedMeasure("c", MEAN, ())
    every = scored(mean=its, pooled=apart)
    drawn = draw_all(every, Interval(draws=2))
    found = build_standings([first, second, third], every, drawn)
    assert [[one.title for one in s.named] for s in found] == [["a", "c"], ["b"]]


def test_parts_of_runs_become_columns() -> None:
    """Of the users who are kept; who came later has nothing in an earlier run. What is
    the same for every run is one column."""
    early = np.array([[[1.0, 2.0]], [[1.0, 1.0]], [[0.0, 0.0]]])
    late = np.array([[[3.0, 4.0, 5.0]], [[1.0, 1.0, 1.0]], [[0.0, 0.0, 0.0]]])
    found = as_scores([early, late], [0, 2])
    assert found.above.tolist() == [[1.0, 3.0], [0.0, 5.0]]
    assert found.below.tolist() == [[1.0, 1.0], [0.0, 1.0]]
    assert found.spoils.tolist() == [[0.0], [0.0]]
    assert as_scores([early, early], [0, 1]).below.tolist() == [[1.0], [1.0]]
    assert pad_user_parts(early, 1).shape == (3, 1, 2)
    assert collapse_equal_columns(np.array([[1.0, 1.0], [2.0, 2.0]])).tolist() == [
        [1.0],
        [2.0],
    ]
    assert collapse_equal_columns(np.array([[1.0, 1.0], [2.0, 1.0]])).shape == (2, 2)


def test_what_users_bring_is_collected_by_run_and_user() -> None:
    """A user's number says the place and the run: 5 is the third user's of the second
    run of two. What is not said of a run's user is 0; how many relevant items users
    have is the same in all runs."""
    anything: Any = None
    some = Together(("a", "b"), anything)
    assert [one.tolist() for one in some.places(np.array([0, 5]))] == [[0, 1], [0, 2]]
    table = pa.table(
        {
            "user": [0, 1, 5],
            "r": [1, 1, 4],
            "above": [1.0, 0.0, 2.0],
            "below": [1.0, 1.0, 4.0],
        }
    )
    part = ("above", "below", "")
    parts = UserParts(2, table, dict.fromkeys([MEAN.variant, POOLED.variant], (part,)))
    found = Collected()
    found.note_relevant(some, parts)
    found.add(MEAN, some, parts)
    found.add(POOLED, some, parts)
    assert (found.relevant, found.counted) == ({0: 1.0, 2: 4.0}, {0, 2})
    (mean,), (pooled,) = found.found[MEAN], found.found[POOLED]
    assert mean.tolist() == [
        [[1, 0, 0], [0, 0, 0.5]],
        [[1, 0, 0], [1, 0, 1]],
        [[0, 0, 0], [0, 0, 0]],
    ]
    assert pooled[:2].tolist() == [[[1, 0, 0], [0, 0, 2]], [[1, 0, 0], [1, 0, 4]]]
    found.add(MEAN, some, parts)
    assert len(found.found[MEAN]) == 2
    nobody = UserParts(2, table.slice(0, 0), {MEAN.variant: (part,)})
    empty = Collected()
    empty.add(MEAN, some, nobody)
    assert empty.found[MEAN][0].shape == (3, 2, 0) and not empty.counted


def test_scores_are_of_all_runs_and_of_what_has_one_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An F score of two means has two; where nobody counts there are none."""
    anything: Any = SimpleNamespace(order="score")
    some = Together(("a", "b"), anything)
    table = pa.table(
        {"user": [0, 1, 5], "r": [1, 1, 4], "n": [1.0, 0.0, 2.0], "d": [1.0, 1.0, 4.0]}
    )
    part, two = ("n", "d", ""), Variant.with_defaults("f_score(combines=of_means)")
    parts = UserParts(2, table, {MEAN.variant: (part,), two: (part, part)})
    usual = Conventions()
    found = [(usual, parts, [MEAN.variant, two])]
    monkeypatch.setattr(scores_module, "read_together", lambda *_: iter([some]))
    monkeypatch.setattr(
        scores_module, "yield_parts_by_conventions", lambda *_: iter(found)
    )
    runs: dict[str, Any] = {"a": 1, "b": 2}
    scored = score_runs(anything, runs, 2, [MEAN], usual)
    assert (scored.models, scored.without) == (("a", "b"), (two,))
    assert scored.relevant.tolist() == [1.0, 4.0] and [*scored.scores] == [MEAN]
    assert scored.scores[MEAN].above.tolist() == [[1.0, 0.0], [0.0, 0.5]]
    found.clear()
    with pytest.raises(UserError, match="no user counts: nothing to compare"):
        score_runs(anything, runs, 2, [MEAN], usual)


def test_tables_are_opened_again_where_conventions_make_a_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By what the tables bring up: ties here, and no user without a list."""
    usual, ties = Conventions(), Conventions(ties="input")
    lists = Conventions.of(["user_without_list=skipped"])
    closed: list[str] = []

    class Survey:
        """Of tables with ties."""

        def opened(self, mine: Conventions, threshold: None, cut: int) -> Any:
            fault, name = SimpleNamespace(key="ties"), mine.ties
            close = lambda: closed.append(name)  # noqa: E731
            return SimpleNamespace(tables=name, faults=[fault], close=close)

        def has_usable_truth(self) -> bool:
            return True

    monkeypatch.setattr(scores_module, "survey_inputs", lambda inputs, cut: Survey())
    monkeypatch.setattr(scores_module, "compute_user_parts", lambda *asked: asked)
    monkeypatch.setattr(
        scores_module, "explain_engine_errors", lambda inputs: nullcontext()
    )
    one, other = MEAN.variant, POOLED.variant
    asked = {usual: [one], lists: [other], ties: [other]}
    inputs: Any = SimpleNamespace(threshold=None)
    noted: list[str] = []

    def note(faults: Iterable[Any]) -> None:
        noted.extend(one.key for one in faults)

    assert list(
        scores_module.yield_parts_by_conventions(inputs, asked, 2, usual, note)
    ) == [
        (usual, ("item", [one, other], 2), [one]),
        (lists, ("item", [one, other], 2), [other]),
        (ties, ("input", [other], 2), [other]),
    ]
    assert (closed, noted) == (["input"], ["ties"])


def test_definitions_are_asked_once_by_each_set_of_conventions() -> None:
    """In the order in which they come."""
    other = Conventions(ties="reversed")
    asked = [MEAN, POOLED, Measure(MEAN.variant, other), MEAN]
    assert group_by_conventions(asked) == {
        Conventions(): [MEAN.variant, POOLED.variant],
        other: [MEAN.variant],
    }
