"""Metrics of predicted ratings: values by hand, scikit-learn, and bad input."""

from __future__ import annotations

from math import isnan, log, sqrt
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from homonym.reference.case import CaseError
from homonym.reference.chances.case import LabelCase
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Family, Number, Variant, families

HOMES = {**families(RatingCase), **families(LabelCase)}
EVERY_FAMILY = [pytest.param(home, id=name) for name, home in HOMES.items()]

drawn = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)

RUN = "5=3 4=4 2=. ; 1=2"
"""Errors 2 and 0 of three ratings, and 1."""

TABLE = [
    ("mae", RUN, 3 / 3),
    ("mae(missing=no_error)", RUN, 3 / 4),
    ("mae(missing=dropped, users=mean)", RUN, (1 + 1) / 2),
    ("mae(missing=no_error, users=mean)", RUN, (2 / 3 + 1) / 2),
    ("mae(missing=dropped, users=caller)", RUN + " ; 5=.", (1.0, 1.0, None)),
    ("mae(missing=dropped, clipped=to_scale)", "5=7 1=0 ~ 1 5", 0.0),
    ("mse", RUN, 5 / 3),
    ("mse(missing=no_error)", RUN, 5 / 4),
    ("rmse", RUN, sqrt(5 / 3)),
    ("rmse(missing=dropped, users=mean)", RUN, (sqrt(2) + 1) / 2),
    ("rmse(missing=dropped, users=caller)", RUN, (sqrt(2), 1.0)),
    ("rmse(missing=dropped, clipped=to_scale)", "4=7 ~ 1 5", 1.0),
    ("rmse(missing=dropped, clipped=to_seen)", "4=7 2=3 ~ 1 5", sqrt(1 / 2)),
    ("mae(missing=lowest, clipped=to_scale)", "4=3 2=. ~ 1 5", (1 + 1) / 2),
    ("mae(missing=lowest, clipped=to_seen)", "4=3 2=. ~ 1 5", (1 + 0) / 2),
    ("log_loss", "1=0.8 0=0.4", -(log(0.8) + log(0.6)) / 2),
    ("log_loss", "1=0", -log(1e-15)),
    ("log_loss", "0=1", -log(1 - (1 - 1e-15))),
    ("log_loss(missing=dropped, eps=1e-11)", "0=1", -log(1 - (1 - 1e-11))),
    ("log_loss(missing=dropped, eps=machine)", "1=0 0=0", 26 * log(2)),
    ("log_loss(missing=dropped, eps=1e-11)", "1=0", 11 * log(10)),
    ("log_loss(missing=no_error)", "1=0.8 0=.", -log(0.8) / 2),
    # Ratings 5, 3, 1 around 3: 8; errors 1, 1, 0: 2, around their mean 2/3.
    ("r2", "5=4 3=2 1=1", 1 - 2 / 8),
    ("exp_var", "5=4 3=2 1=1", 1 - (2 / 9 + 4 / 9) / 8),
    ("r2(constant=counts, clipped=to_scale)", "5=6 3=3 1=1 ~ 1 5", 1.0),
    # 5 > 3 yes, 5 > 1 yes, 3 > 1 no; the second user 2 > 1 tied.
    ("fcp", "5=4 3=2 1=3 ; 2=3 1=3", 2 / 4),
    ("fcp(tied=ignored)", "5=4 3=2 1=3 ; 2=3 1=3", 2 / 3),
    # Concordant 2 of one user; discordant 1 and 1 of two.
    ("fcp(tied=discordant, users=means_of_some)", "5=4 3=2 1=3 ; 2=3 1=3", 2 / 3),
    ("fcp(tied=ignored, clipped=to_scale)", "5=6 4=7 3=2 ~ 1 5", 2 / 2),
    # 1 and 3 the wrong way round, 5 before both; then 5 the wrong way round twice.
    ("fcp", "1=5 3=4 5=6", 2 / 3),
    ("fcp", "5=1 3=2 4=9", 1 / 3),
    # Two equal ratings are no pair.
    ("fcp", "3=4 3=2 5=6", 2 / 2),
    # A user without an error has one of 0.
    ("mae(missing=dropped, users=caller)", "5=5 ; 3=1 ; 2=.", (0.0, 2.0, None)),
]


NOTHING = [
    ("mae", "2=. ; 5=."),
    ("mae(missing=no_error)", ""),
    ("mse", "2=."),
    ("rmse", "2=."),
    ("rmse(missing=lowest, clipped=to_scale)", " ~ 1 5"),
    ("log_loss", "1=. 0=."),
    ("log_loss(missing=no_error)", ""),
    # One rating, or equal ones, do not vary, whatever is predicted.
    ("r2", "5=4"),
    ("r2", "5=5"),
    ("r2", "0.1=0.2 0.1=0.3 0.1=0.1"),
    ("exp_var", "5=4"),
    ("r2", "2=."),
    # One rating, equal ones, and equal predictions that do not count are no pairs.
    ("fcp", "5=4"),
    ("fcp", "3=4 3=2 ; 5=1"),
    ("fcp(tied=ignored)", "5=3 4=3"),
    ("fcp(tied=discordant, users=means_of_some)", "5=4 ; 3=."),
]


@pytest.mark.parametrize(("variant", "line"), NOTHING)
def test_what_would_be_divided_by_0_is_undefined(variant: str, line: str) -> None:
    """Not 0, which is the best error there is, nor 1, the best share."""
    assert value(variant, line) is None


def value(variant: str, line: str) -> Number:
    """What the variant gives on the case."""
    found = Variant.with_defaults(variant)
    return found.value(found.home.takes.parse(line))


@pytest.mark.parametrize(("variant", "line", "expected"), TABLE)
def test_a_variant_gives_the_value_worked_out_by_hand(
    variant: str, line: str, expected: Number
) -> None:
    """The formula on paper and the oracle give the same number."""
    assert value(variant, line) == pytest.approx(expected, abs=1e-12)


def test_the_table_has_a_row_for_every_choice() -> None:
    """A choice without a value worked out by hand is not tested."""
    rows = [Variant.with_defaults(variant) for variant, _, _ in TABLE]
    assert {row.family for row in rows} == set(HOMES)
    shown = {row.home.choice(*choice) for row in rows for choice in row.choices}
    axes = [axis for home in HOMES.values() for axis in home.axes.values()]
    assert {c.function for axis in axes for c in axis.choices.values()} <= shown


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_every_id_reads_back_as_its_variant(home: Family) -> None:
    """No id is lost or shared, and every choice says what it is."""
    assert len({str(v) for v in home.variants}) == len(home.variants)
    assert all(Variant.parse(str(v)) == v for v in home.variants)
    for axis in home.axes.values():
        assert all(c.formula and c.doc.endswith(".") for c in axis.choices.values())


@pytest.fixture(scope="module")
def sklearn_metrics() -> Any:
    """The metrics of scikit-learn."""
    reason = "scikit-learn is in the dependency group 'test'"
    return pytest.importorskip("sklearn.metrics", reason=reason)


RATING = st.integers(1, 5)
PREDICTED = st.integers(4, 24).map(lambda quarter: quarter / 4)
PAIRS = st.lists(st.tuples(RATING, PREDICTED), min_size=2, max_size=8)


@drawn
@given(pairs=PAIRS)
def test_errors_are_those_of_scikit_learn(
    sklearn_metrics: Any, pairs: list[tuple[int, float]]
) -> None:
    """Pooled over all ratings; R² where not all ratings are the same."""
    assume(len({rating for rating, _ in pairs}) > 1)
    line = " ".join(f"{rating}={p}" for rating, p in pairs)
    ratings, predictions = zip(*pairs, strict=True)
    for name, theirs in {
        "mae": "mean_absolute_error",
        "mse": "mean_squared_error",
        "r2": "r2_score",
        "explained_variance": "explained_variance_score",
    }.items():
        expected = getattr(sklearn_metrics, theirs)(ratings, predictions)
        assert value(name, line) == pytest.approx(expected, abs=1e-9)


@pytest.mark.filterwarnings("ignore:R.2 score is not well-defined")
@pytest.mark.parametrize("line", ["5=4", "5=5"])
def test_r2_of_one_rating_is_not_defined_by_scikit_learn_either(
    sklearn_metrics: Any, line: str
) -> None:
    """Whether the prediction is right or wrong."""
    rating, prediction = map(float, line.split("="))
    assert isnan(sklearn_metrics.r2_score([rating], [prediction]))
    assert value("r2", line) is None


@drawn
@given(pairs=st.lists(st.tuples(st.integers(0, 1), st.floats(0.01, 0.99)), min_size=1))
def test_log_loss_is_that_of_scikit_learn(
    sklearn_metrics: Any, pairs: list[tuple[int, float]]
) -> None:
    """On chances away from 0 and 1, where nothing is moved."""
    rounded = [(label, round(chance, 4)) for label, chance in pairs]
    line = " ".join(f"{label}={chance}" for label, chance in rounded)
    labels, chances = zip(*rounded, strict=True)
    expected = sklearn_metrics.log_loss(labels, chances, labels=[0, 1])
    assert value("log_loss", line) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("variant", "line", "says"),
    [
        ("mae", "5", "'5' in the case '5' is no pair: write rating=prediction"),
        ("mae", "6=5 ~ 1 5", "the rating 6 in the case '6=5 ~ 1 5' is outside the sca"),
        ("mae", "5=5 ~ 5 1", "must be two numbers, the lowest rating and the highest"),
        ("mae", "5=5 ~ 5 5", "must be two numbers, the lowest rating and the highest"),
        ("mae(missing=dropped, clipped=to_scale)", "5=7", "clipping needs the scale"),
        ("log_loss", "1", "'1' in the case '1' is no pair: write label=chance, as in"),
        ("log_loss", "2=0.5", "the pair 2=0.5 in the case '2=0.5' is no label"),
        ("log_loss", "1=1.5", "0 or 1, the chance from 0 to 1"),
        ("log_loss", "1=-0.5", "0 or 1, the chance from 0 to 1"),
    ],
)
def test_what_has_no_error_is_refused_in_one_sentence(
    variant: str, line: str, says: str
) -> None:
    """A rating outside the scale, a missing scale, a label that is none."""
    with pytest.raises(CaseError) as error:
        value(variant, line)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_rating_outside_the_scale_is_told_what_the_scale_is() -> None:
    """Both ends of it."""
    with pytest.raises(CaseError, match=r"it must be from 1 to 5\.?$"):
        RatingCase.parse("6=5 ~ 1 5")


def test_a_case_of_ratings_has_no_cut_off_and_may_be_empty() -> None:
    """Nobody rated anything: nothing is wrong, and nothing lies on a scale."""
    case = RatingCase.parse("")
    assert case.k == 0
    assert case.users[0].seen == (0, 0)
    assert RatingCase.parse("5=3 2=4").users[0].seen == (2, 5)


def test_adapters_see_numbers() -> None:
    """Users and items from 1; a rating without a prediction is in no list."""
    case = RatingCase.parse("5=4 3=. ; 4=2 ~ 1 5")
    assert case.truth == {1: ((1, 5.0), (2, 3.0)), 2: ((1, 4.0),)}
    assert case.recommendations == {1: ((1, 4.0),), 2: ((1, 2.0),)}
    assert case.catalogue == (1, 2)
    assert case.train == {}
    assert (case.id, case.scale) == ("5=4 3=. ; 4=2 ~ 1 5", (1.0, 5.0))
    assert case.weight == (2, 3, case.id)


def test_pairs_that_are_dropped_or_not_differ_in_no_choice_of_fcp() -> None:
    """It drops all that have no prediction: no rule is about those."""
    assert "all_predicted" not in {rule.when for rule in HOMES["fcp"].rules}
    assert "all_predicted" in {rule.when for rule in HOMES["mae"].rules}


def test_a_case_of_ratings_reads_back_from_its_line() -> None:
    """With its scale and without, missing predictions and several users."""
    for line in ("5=4.5 3=. ; 1=1 ~ 1 5", "5=4.5 3=. ; 1=1", "0.5=1 ~ 0.5 5"):
        assert str(RatingCase.parse(line)) == line
    assert str(LabelCase.parse("1=0.5 0=. ; 1=1")) == "1=0.5 0=. ; 1=1"


@pytest.mark.parametrize(
    ("variant", "condition"),
    [
        ("rmse(clipped=to_scale)", "within_scale"),
        ("rmse(clipped=to_seen)", "within_seen"),
        ("rmse(missing=no_error)", "all_predicted"),
    ],
)
def test_what_moves_or_counts_nothing_is_no_choice(
    variant: str, condition: str
) -> None:
    """Under its condition alone the definition is RMSE as it stands."""
    one = Variant.with_defaults(variant)
    assert one.canonical((condition,)) == Variant.with_defaults("rmse").canonical()
    assert one.canonical() == one
    others = {"within_scale", "within_seen", "all_predicted"} - {condition}
    assert one.canonical(tuple(others)) == one


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_ratings_without_a_prediction_are_no_error(home: Family) -> None:
    """Nothing to compare: 0, undefined or nothing, never a division by zero."""
    for variant in home.variants:
        variant.value(home.takes.parse("1=. ; 1=. ~ 0 5"))
