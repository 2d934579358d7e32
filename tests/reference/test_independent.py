"""The oracle against two implementations that others wrote and check.

scikit-learn where every candidate is ranked (and, for NDCG, on the list alone);
trec_eval on lists of any kind. Hypothesis draws the cases; thousands more are drawn
from one seed, small enough to be quick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from homonym.cases.rankings_drawn import draw_ranking_case
from homonym.measurement.drawing import draw_cases
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Number, Variant

THOUSANDS = 2000
"""So many cases are drawn for trec_eval, and as many for scikit-learn."""

DRAWN = 150
"""So many cases Hypothesis draws for each measure."""


def oracle(variant: str, case: Case) -> Number:
    """What a variant gives on a case."""
    return Variant.with_defaults(variant).value(case)


def mean(values: list[float]) -> float:
    """The mean over users."""
    return sum(values) / len(values)


def all_or_fewer(count: int, fewer: int) -> pytest.MarkDecorator:
    """As many cases in the exhaustive run, and fewer in each run."""
    every = pytest.param(count, marks=pytest.mark.exhaustive)
    return pytest.mark.parametrize("count", [fewer, every])


THOUSANDS_OR_FEWER = all_or_fewer(THOUSANDS, 200)
DRAWN_OR_FEWER = all_or_fewer(DRAWN, 25)


def on_drawn(
    cases: SearchStrategy[Case], count: int, compared: Callable[[Case], None]
) -> None:
    """Compare on so many cases; the smallest that differs is shown."""
    of = settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )

    @of
    @given(case=cases)
    def on_each(case: Case) -> None:
        compared(case)

    on_each()


def thousands(full: bool, count: int) -> list[Case]:
    """Always the same cases: up to four users, cut off at up to eight."""
    found: list[Case] = []
    few = draw_ranking_case(full=full, cut_offs=range(1, 9), users=((1, 4),))
    draw_cases(few, count, 2021, found.append)
    return found


@pytest.fixture(scope="module")
def sklearn_metrics() -> Any:
    """The metrics of scikit-learn."""
    reason = "scikit-learn is in the dependency group 'test'"
    return pytest.importorskip("sklearn.metrics", reason=reason)


def per_user(
    case: Case, metric: Callable[..., float], of: Callable[[Ranking], list[float]]
) -> float:
    """The mean over users of a scikit-learn metric of (truth, scores)."""
    return mean([metric(of(user), list(user.scores)) for user in case.users])


def hits(user: Ranking) -> list[float]:
    """Relevant or not, by rank."""
    return [float(hit) for hit in user.hits]


def grades(user: Ranking) -> list[float]:
    """Grades by rank, 0 where unjudged."""
    return [grade or 0.0 for grade in user.grades]


@DRAWN_OR_FEWER
def test_auc_of_full_rankings_is_that_of_scikit_learn(
    sklearn_metrics: Any, count: int
) -> None:
    """Each user's area under the ROC curve, and their mean."""

    def compared(case: Case) -> None:
        expected = per_user(case, sklearn_metrics.roc_auc_score, hits)
        assert oracle("auc", case) == pytest.approx(expected, abs=1e-9)

    on_drawn(draw_ranking_case(full=True), count, compared)


@DRAWN_OR_FEWER
def test_stacked_auc_is_that_of_scikit_learn_on_all_pairs(
    sklearn_metrics: Any, count: int
) -> None:
    """One ROC curve through the pairs of all users together."""

    def compared(case: Case) -> None:
        truth = [hit for user in case.users for hit in hits(user)]
        scores = [score for user in case.users for score in user.scores]
        expected = sklearn_metrics.roc_auc_score(truth, scores)
        assert oracle("auc(users=stacked)", case) == pytest.approx(expected, abs=1e-9)

    on_drawn(draw_ranking_case(full=True), count, compared)


@DRAWN_OR_FEWER
def test_average_precision_of_full_rankings_is_that_of_scikit_learn(
    sklearn_metrics: Any, count: int
) -> None:
    """The sum of precision times the step in recall over the whole list."""

    def compared(case: Case) -> None:
        expected = per_user(case, sklearn_metrics.average_precision_score, hits)
        found = oracle("average_precision(divisor=r, depth=all)", case)
        assert found == pytest.approx(expected, abs=1e-9)

    on_drawn(draw_ranking_case(full=True), count, compared)


@DRAWN_OR_FEWER
def test_ndcg_of_full_rankings_is_that_of_scikit_learn(
    sklearn_metrics: Any, count: int
) -> None:
    """Binary and graded, at k and over the whole list."""

    def compared(case: Case) -> None:
        for of, gain in ((hits, "binary"), (grades, "grade")):
            for depth, k in (("k", case.k), ("all", None)):

                def score(truth: Any, scores: Any, k: int | None = k) -> float:
                    return float(sklearn_metrics.ndcg_score([truth], [scores], k=k))

                found = oracle(f"ndcg(gain={gain}, depth={depth})", case)
                assert found == pytest.approx(per_user(case, score, of), abs=1e-9)

    on_drawn(draw_ranking_case(full=True), count, compared)


@DRAWN_OR_FEWER
def test_ndcg_of_scikit_learn_on_a_cut_list_has_the_ideal_list_all(
    sklearn_metrics: Any, count: int
) -> None:
    """It knows the list only: the ideal is the whole list, re-sorted and cut."""

    def compared(case: Case) -> None:

        def score(truth: Any, scores: Any) -> float:
            two = [[*truth, 0]], [[*scores, 0]]  # it wants two items or more
            return float(sklearn_metrics.ndcg_score(*two, k=case.k))

        found = oracle("ndcg(gain=grade, ideal=list_all)", case)
        assert found == pytest.approx(per_user(case, score, grades), abs=1e-9)

    on_drawn(draw_ranking_case(), count, compared)


@DRAWN_OR_FEWER
def test_dcg_is_that_of_scikit_learn(sklearn_metrics: Any, count: int) -> None:
    """With the binary and with the natural logarithm."""

    def compared(case: Case) -> None:
        for discount, base in (("log2_next", 2), ("ln_next", 2.718281828459045)):

            def score(truth: Any, scores: Any, base: float = base) -> float:
                two = [[*truth, 0]], [[*scores, 0]]  # it wants two items or more
                return float(sklearn_metrics.dcg_score(*two, k=case.k, log_base=base))

            found = oracle(f"ndcg(gain=grade, discount={discount}, ideal=none)", case)
            assert found == pytest.approx(per_user(case, score, grades), abs=1e-9)

    on_drawn(draw_ranking_case(), count, compared)


@THOUSANDS_OR_FEWER
def test_thousands_of_full_rankings_are_those_of_scikit_learn(
    sklearn_metrics: Any, count: int
) -> None:
    """Average precision and AUC of all users' pairs together, as one long list."""
    for case in thousands(True, count):
        truth = [hit for user in case.users for hit in hits(user)]
        scores = [score for user in case.users for score in user.scores]
        area = sklearn_metrics.roc_auc_score(truth, scores)
        assert oracle("auc(users=stacked)", case) == pytest.approx(area, abs=1e-9), case
        first = case.users[0]
        expected = sklearn_metrics.average_precision_score(hits(first), first.scores)
        found = oracle("average_precision(divisor=r, depth=all, users=caller)", case)
        assert isinstance(found, tuple)
        assert found[0] == pytest.approx(expected, abs=1e-9), case


AS_TREC_EVAL = {
    "map": "average_precision(divisor=r, depth=all)",
    "map_cut_{k}": "average_precision(divisor=r)",
    "recip_rank": "reciprocal_rank(depth=all)",
    "P_{k}": "precision",
    "recall_{k}": "recall",
    "success_{k}": "hit_rate",
    "Rprec": "r_precision",
    "ndcg": "ndcg(gain=grade, grades=truncated, depth=all)",
    "ndcg_cut_{k}": "ndcg(gain=grade, grades=truncated)",
}


@pytest.fixture(scope="module")
def trec() -> Any:
    """The bindings of trec_eval."""
    reason = "pytrec-eval-terrier is in the dependency group 'test'"
    return pytest.importorskip("pytrec_eval", reason=reason)


def trec_eval(trec: Any, case: Case, names: set[str]) -> dict[str, dict[str, float]]:
    """trec_eval's numbers, by user and measure; it takes integer grades only."""
    truth = {
        str(user): {str(item): int(grade) for item, grade in judged}
        for user, judged in case.truth.items()
    }
    run = {
        str(user): {str(item): score for item, score in ranked}
        for user, ranked in case.recommendations.items()
    }
    found: dict[str, dict[str, float]] = trec.RelevanceEvaluator(truth, names).evaluate(
        run
    )
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize(("measure", "variant"), AS_TREC_EVAL.items())
def test_variants_are_the_measures_of_trec_eval(
    trec: Any, measure: str, variant: str
) -> None:
    """Its numbers of each user, and their mean."""

    def compared(case: Case) -> None:
        asked = measure.replace("_{k}", f".{case.k}")
        answered = measure.format(k=case.k)
        found = trec_eval(trec, case, {asked})
        expected = [user[answered] for user in found.values()]
        assert oracle(variant, case) == pytest.approx(mean(expected), abs=1e-9)

    on_drawn(draw_ranking_case(), DRAWN, compared)


@THOUSANDS_OR_FEWER
def test_thousands_of_cases_are_those_of_trec_eval(trec: Any, count: int) -> None:
    """All its measures at once, and their means."""
    for case in thousands(False, count):
        asked = {measure.replace("_{k}", f".{case.k}") for measure in AS_TREC_EVAL}
        found = list(trec_eval(trec, case, asked).values())
        for measure, variant in AS_TREC_EVAL.items():
            expected = mean([user[measure.format(k=case.k)] for user in found])
            assert oracle(variant, case) == pytest.approx(expected, abs=1e-9), (
                variant,
                str(case),
            )


@pytest.mark.parametrize(
    ("alias", "measure"),
    [
        ("trec_map", "map"),
        ("map_cut", "map_cut_{k}"),
        ("recip_rank", "recip_rank"),
        ("Success", "success_{k}"),
        ("Rprec", "Rprec"),
        ("trec_ndcg", "ndcg"),
        ("ndcg_cut", "ndcg_cut_{k}"),
    ],
)
def test_aliases_in_the_words_of_trec_eval_mean_its_measures(
    alias: str, measure: str
) -> None:
    """The name that people know leads to the variant that was compared above."""
    assert Variant.with_defaults(alias) == Variant.with_defaults(AS_TREC_EVAL[measure])


def rounds_a_level(r: int) -> bool:
    """Whether trec_eval misses a level of recall of r relevant items: it takes the
    integer part of level * r + 0.9 in binary fractions, 2.9999 for 0.7 of 3."""
    levels = range(11)
    return any(int(tenths / 10 * r + 0.9) != -(-tenths * r // 10) for tenths in levels)


def test_trec_eval_rounds_the_level_of_three_relevant_items() -> None:
    """0.7 of 3 is 2.1: three are needed, and it takes two; of 10 it takes seven."""
    assert [r for r in range(1, 34) if rounds_a_level(r)] == [3, 23, 33]


@DRAWN_OR_FEWER
def test_interpolated_average_precision_is_that_of_trec_eval(
    trec: Any, count: int
) -> None:
    """For the users whose levels of recall trec_eval does not round."""

    def compared(case: Case) -> None:
        found = trec_eval(trec, case, {"11pt_avg"})
        values = oracle("average_precision_interpolated(users=caller)", case)
        assert isinstance(values, tuple)
        for user, value, theirs in zip(case.users, values, found.values(), strict=True):
            if not rounds_a_level(user.r):
                assert value == pytest.approx(theirs["11pt_avg"], abs=1e-9)

    on_drawn(draw_ranking_case(), count, compared)
