"""Cases in words: what a reader needs to work a value out without knowing the line."""

from __future__ import annotations

import pytest

from homonym.cli.witness import show_witness
from homonym.reference.beyond.case import RunCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant
from homonym.reports.evidence.describe import (
    depends_on_others,
    depends_on_scores,
    describe_case_lines,
)
from homonym.reports.evidence.witness import find_telling_witness
from homonym.reports.pages.render import build_jinja_environment


def test_a_run_tells_training_list_and_truth_of_each_user() -> None:
    """What stands up to rank k and what after it; groups where there are several."""
    case = RunCase.parse("ab > cd = ce ; 2: b > | abc,de @1")
    assert describe_case_lines(case) == [
        "user 1, of group 1: trained on a, b; shown c up to rank 1, then d; "
        "relevant c, e",
        "user 2, of group 2: trained on b; shown nothing up to rank 1; "
        "relevant nothing",
        "items: a, b, c in group 1; d, e in group 2",
    ]


def test_scores_of_a_run_stand_beside_the_items() -> None:
    """Two users with lists of two: (place from the end + user / 3) / 2."""
    variants = [Variant.parse("ItemMADrating"), Variant.parse("UserMADrating")]
    told = describe_case_lines(RunCase.parse("a > bc ; 2: a > bc @1"), variants)
    assert "shown b (score 0.666667) up to rank 1, then c (score 0.166667)" in told[0]
    assert "shown b (score 0.833333) up to rank 1, then c (score 0.333333)" in told[1]


def test_ratings_and_labels_stand_with_their_predictions() -> None:
    """One that is missing is said to be."""
    assert describe_case_lines(RatingCase.parse("5=4.5 3=. ; 4=2 ~ 1 5")) == [
        "user 1: item 1: rating 5, predicted 4.5; item 2: rating 3, not predicted",
        "user 2: item 1: rating 4, predicted 2",
        "scale: 1 to 5",
    ]
    assert describe_case_lines(LabelCase.parse("1=0.9 0=.")) == [
        "user 1: item 1: label 1, chance 0.9; item 2: label 0, no chance"
    ]


def test_items_with_aspects_stand_by_rank() -> None:
    """With rating and aspects; then those that are not listed."""
    assert describe_case_lines(AspectCase.parse("3a > 5ab .c | 4a = 4a 5ab @1")) == [
        "user 1: rank 1: a+b rated 5; rank 2 (after k): c not rated; "
        "not listed: a rated 4; in training: a rated 3; "
        "the ideal that was given: a rated 4 and a+b rated 5"
    ]


def test_scores_matter_where_users_are_compared() -> None:
    """Stacked pairs, mean scores; not the mean of the users' own AUC."""
    case = Case.parse(". 1 ; . 1 . @1")
    assert depends_on_scores(Variant.with_defaults("auc(users=stacked)"), case)
    assert not depends_on_scores(Variant.with_defaults("auc"), case)
    lists = RunCase.parse("a > b ; 2: a > b | ab @1")
    assert depends_on_scores(Variant.parse("UserMADrating"), lists)
    assert not depends_on_scores(Variant.with_defaults("UserMADranking"), lists)
    nobody = RunCase.parse("a > b ; b > a | abc @1")
    assert not depends_on_scores(Variant.with_defaults("reo"), nobody), (
        "0/0, whatever the scores"
    )


def test_items_that_stand_nowhere_are_told_where_they_count() -> None:
    """A cut list hides candidates, a whole one items of training: each user's own."""
    auc = "auc(positives={}, negatives={})"
    catalogue = Variant.parse(auc.format("recommended", "catalogue"))
    trained = Variant.parse(auc.format("all", "with_train_plus_one"))
    assert depends_on_others(catalogue, Case.parse(". 1 | @2"))
    assert not depends_on_others(Variant.with_defaults("MAP"), Case.parse(". 1 | @2"))
    assert not depends_on_others(
        Variant.with_defaults("rmse"), RatingCase.parse("5=4 4=3")
    )
    whole = describe_case_lines(Case.parse(". 1 @1"), [trained])
    assert whole[1:] == ["items  3 in all; 1 of training, no candidate"]
    assert (
        describe_case_lines(Case.parse(". 1 @1"), [Variant.with_defaults("MAP")])
        == whole[:1]
    )
    cut = describe_case_lines(
        Case.parse(". 1 | 1 ; 1 . . @1"), iter([catalogue, trained])
    )
    assert cut[-1] == (
        "items  4 in all; user 1: 1 neither listed nor relevant; "
        "user 2: 1 of training, no candidate"
    )


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        (
            "auc(positives=recommended, depth=k)",
            "auc(positives=recommended, depth=k, negatives=catalogue)",
            "items  3 in all; 1 neither listed nor relevant",
        ),
        ("GAUC", "SAUC", "scores  user 1: 0.166667; user 2: 0.833333, 0.333333"),
        ("UserMADrating", "UserMADranking", "shown b (score 0.333333)"),
        ("rmse", "mae", "item 2: rating 1, predicted 3"),
        ("gini", "coverage", "trained on a; shown b up to rank 1"),
    ],
)
def test_the_command_tells_the_case(
    one: str, other: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With scores where one of the two looks at them."""
    show_witness(one, other, "", "text")
    assert says in capsys.readouterr().out


def test_scores_that_change_nothing_are_not_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They follow from the line, and would only be in the way."""
    show_witness("MAP", "MAP(divisor=r)", "", "text")
    assert "score" not in capsys.readouterr().out


def test_pages_tell_case_and_steps_of_every_type() -> None:
    """Words beside the line, and the steps of both sides in a table."""
    pages = build_jinja_environment()
    worked = pages.get_template("macros.html").module.worked  # type: ignore[attr-defined]
    errors = find_telling_witness(
        Variant.with_defaults("rmse"), Variant.with_defaults("mae")
    )
    told = worked(errors, "A", "B")
    assert "item 2: rating 1, predicted 3<br>scale: 1 to 5" in told
    assert "<td>(1 - 1)² + (1 - 3)² = 4</td><td>|1 - 1| + |1 - 3| = 2</td>" in told
    stacked = find_telling_witness(Variant.with_defaults("GAUC"), Variant.parse("SAUC"))
    assert "scores  user 1: 0.166667;" in worked(stacked, "A", "B")
    divided = find_telling_witness(
        Variant.with_defaults("MAP"), Variant.parse("MAP(divisor=r)")
    )
    assert "scores" not in worked(divided, "A", "B")


def test_a_log_is_told_impression_by_impression() -> None:
    """What was never shown, is nowhere, or comes with exposures of its own."""
    case = LoggedCase.parse("1/3 0/. -/2 ; 1:0.5:0.25 ^ 1 0.6 0.3")
    assert describe_case_lines(case) == [
        "trajectory 1: rank 1 earned 1, the other policy has it at rank 3; rank 2 "
        "earned 0, the other policy has it nowhere; never shown, the other policy has "
        "it at rank 2",
        "trajectory 2: rank 1 earned 1, exposed 0.5 by the logging policy and 0.25 by "
        "the other",
        "chance that a rank is viewed: 1, 0.6, 0.3",
    ]


def test_a_template_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may build several reports."""
    build_jinja_environment().get_template("macros.html")
    monkeypatch.setattr("jinja2.Environment._compile", None)
    assert build_jinja_environment().get_template("macros.html").module
