"""From two files and a number to the definition that gives it."""

from collections.abc import Callable
from pathlib import Path

import pytest

import homonym
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.recorded_metrics import Computes
from homonym.identification.candidates import (
    Candidate,
    Trials,
    collect_library_variants,
)
from homonym.identification.identify import (
    compute_chance_matches,
    list_declared_bounds,
    list_printed_bounds,
)
from homonym.identification.next_question import Match, tell_apart
from homonym.identification.printed_values import read_printed
from homonym.identification.settings import (
    OpenedSettings,
    Setting,
    Unknown,
    list_tried_settings,
)
from homonym.identification.several_values import read_values
from homonym.reference.variants import Variant

Write = Callable[[str, str], Path]
RECALL = Variant.parse("recall(divisor=r)")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two users of two hits each, with three and four relevant items: at k = 3 the mean
    of AP is (1 + 2/3) / 3 = 0.5556 for the first, (1/2 + 2/3) / x for the second."""
    lists, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    lists.write_text(
        "user,item,score\n1,1,3\n1,9,2\n1,2,1\n2,9,3\n2,1,2\n2,2,1\n", encoding="utf-8"
    )
    truth.write_text("user,item\n1,1\n1,2\n1,3\n2,1\n2,2\n2,3\n2,4\n", encoding="utf-8")
    return lists, truth


def test_a_number_leads_to_its_definition(files: tuple[Path, Path]) -> None:
    # (5/9 + (7/6)/4) / 2 with divisor r
    (answer,) = homonym.identify(*files, "0.4236", k=3, metric="map")
    assert {str(one.candidate.variant) for one in answer.matches} == {
        "average_precision(divisor=r)",
        "average_precision(divisor=r, depth=all)",
    }
    assert answer.classes == 1
    names = {name for one in answer.matches for name in one.candidate.computed_by}
    assert "rs-metrics==0.6.0.mapr" in names or any("map" in one for one in names)


@pytest.mark.exhaustive
def test_a_metric_of_several_definitions_is_tried_with_them_alone(
    files: tuple[Path, Path],
) -> None:
    """As with that of a Variant."""
    name = "rexmex.mean_reciprocal_rank"
    answers = homonym.identify(*files, "0.1111", k=3, metric=name)
    assert {one.tried for one in answers} == {2}
    near = {str(one.variant) for its in answers for one in its.nearest}
    ways = ("sum_over_r", "sum_over_hits")
    two = {f"reciprocal_rank(counts={one}, depth=all)" for one in ways}
    assert near and near <= two
    (recall,) = homonym.identify(*files, "0.5833", k=3, metric=RECALL)
    assert recall.tried == 1
    assert {one.candidate.variant for one in recall.matches} == {RECALL}


@pytest.mark.exhaustive
def test_the_tiers_are_tried_in_their_order(files: tuple[Path, Path]) -> None:
    # pooled, over the sums of min(n, r), 1 + 2 + 3 for both: no library combines so
    answers = homonym.identify(*files, "0.4048", k=3, metric="map")
    assert [one.tier for one in answers] == [
        "definitions of recorded metrics, by their libraries' conventions",
        "definitions of recorded metrics, by the conventions chosen",
        "all definitions, by the conventions chosen",
    ]
    assert not answers[0].matches
    (found,) = {str(one.candidate.variant) for one in answers[-1].matches} & {
        "average_precision(divisor=r, users=pooled)",
    }
    assert found
    assert answers[-1].tried > answers[0].tried


def test_what_nothing_gives_shows_the_nearest(files: tuple[Path, Path]) -> None:
    answers = homonym.identify(*files, "0.9876543", k=3, metric="map")
    assert len(answers) == 3
    assert not any(one.matches for one in answers)
    assert answers[-1].nearest


def test_what_nothing_gives_says_which_of_the_nearest_bounds_the_usual_one() -> None:
    setting = Setting(None, Conventions())
    names = "average_precision(divisor=hits)", "average_precision(divisor=min_k_r)"
    near = [Candidate(Variant.parse(one), 3, 0.9, setting, ()) for one in names]
    (said,) = list_declared_bounds(near, "map")
    assert said.startswith(
        "average_precision(divisor=hits) is never below "
        "average_precision(divisor=min_k_r), because "
    )
    assert list_declared_bounds(near, "") == list_declared_bounds(near, "auc") == ()


def test_a_printed_number_is_a_bound_of_the_usual_definition() -> None:
    """AP over k is no more than AP over min(k, r), over the hits no less; over r either
    may be; where the usual one matches too nothing need be said."""
    setting, names = Setting(None, Conventions()), ("k", "hits", "min_k_r")
    variants = [Variant.parse(f"average_precision(divisor={name})") for name in names]
    k, hits, usual = (
        Match(Candidate(one, 3, 0.9, setting, ()), "rounded") for one in variants
    )
    lower, upper = list_printed_bounds([k, k, hits], "map")
    assert f"where yours is {variants[2]}, the printed number" in lower
    assert "is a lower bound of it, because" in lower
    assert "is an upper bound of it, because" in upper
    assert list_printed_bounds([k, usual], "map") == ()
    assert list_printed_bounds([k], "") == list_printed_bounds([], "map") == ()


@pytest.mark.exhaustive
def test_few_digits_do_not_decide(files: tuple[Path, Path]) -> None:
    (answer,) = homonym.identify(*files, "0.6", k=[1, 2, 3], metric="ndcg")
    assert answer.classes > 1
    assert not answer.decides
    assert answer.further
    assert answer.further.digits
    assert answer.further.digits[0] == 2


def test_chance_is_counted_from_the_numbers_around() -> None:
    # 6 others within 20 units of 0.001 on each side; 1.5 units are printed so
    around = [0.5 + place * 0.001 for place in (-40, -19, -10, -5, 5, 10, 19, 30)]
    numbers = [*around, 0.549, 0.5, 0.7, None, float("nan")]
    chance = compute_chance_matches(read_printed("0.500"), numbers)
    assert chance == pytest.approx(6 * 1.5 / 40)


def test_no_chance_lies_beyond_the_numbers_that_there_can_be() -> None:
    """Below 0 there is nothing: of one digit, 11 places from 0 to 1 are tenths."""
    tenths = [place / 10 for place in range(11)]
    chance = compute_chance_matches(read_printed("0.1"), tenths)
    assert chance == pytest.approx(10 * 1.5 / 10)


def test_several_numbers_are_read_by_name() -> None:
    assert read_values("map=0.03, ndcg=0.05") == {"map": "0.03", "ndcg": "0.05"}


@pytest.mark.parametrize("text", ["map", "map=", "map=0.1,map=0.2", "=0.1", "map=x"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(homonym.UserError):
        read_values(text)


@pytest.mark.parametrize(
    ("value", "metric"), [("x", "map"), ("0.5", "mapp"), ("0.5", "rmse")]
)
def test_wrong_questions_are_one_sentence(
    files: tuple[Path, Path], value: str, metric: str
) -> None:
    with pytest.raises(homonym.UserError):
        homonym.identify(*files, value, k=3, metric=metric)


@pytest.fixture
def graded(tmp_path: Path) -> tuple[Path, Path]:
    """One user whose list begins with a 5, with a 4 and a 3 below; another has no list,
    and a 5."""
    lists, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    lists.write_text("user,item,score\n1,1,3\n1,9,2\n1,2,1\n", encoding="utf-8")
    rows = "user,item,rating\n1,1,5\n1,2,4\n1,3,3\n2,1,5\n"
    truth.write_text(rows, encoding="utf-8")
    return lists, truth


@pytest.mark.exhaustive
def test_an_unknown_threshold_and_unknown_users_are_tried(
    graded: tuple[Path, Path],
) -> None:
    tables = OpenedSettings(Inputs(*graded))
    settings = list_tried_settings(tables, Conventions(), Unknown(True, True))
    trials = Trials(tables, [1], "recall")
    recall = {Variant.parse("recall(divisor=r)"): dict[str, list[Setting]]()}
    found = {
        (one.threshold, one.conventions.of_users("without_list")): one.value
        for one in trials.every((setting, recall) for setting in settings)
    }
    # the first has 1 of 3, of 2 (from 4 on) or of 1 (from 5 on); the other counts as 0,
    # or not at all
    assert found == {
        (None, "counts as 0"): pytest.approx(1 / 6),
        (None, "skipped"): pytest.approx(1 / 3),
        (3, "counts as 0"): pytest.approx(1 / 6),
        (3, "skipped"): pytest.approx(1 / 3),
        (4, "counts as 0"): 0.25,
        (4, "skipped"): 0.5,
        (5, "counts as 0"): 0.5,
        (5, "skipped"): 1.0,
    }


def test_an_outcome_on_record_that_may_be_either_is_tried_as_both(
    graded: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    recall = Variant.parse("recall(divisor=r)")
    outcome = "user_without_list", "skipped or counts as 0"
    one = Computes("some", "1.0", "recall", recall, True, (outcome,))
    name = "homonym.identification.candidates.list_recorded_metrics"
    monkeypatch.setattr(name, lambda: (one,))
    others = "homonym.identification.candidates.list_tried_open_metrics"
    monkeypatch.setattr(others, lambda: [])
    asked = Setting(4, Conventions())
    tried = collect_library_variants(OpenedSettings(Inputs(*graded)), [asked])
    names = {recall: {"some==1.0.recall": {asked: None}}}
    assert {
        setting.conventions.of_users("without_list"): its
        for setting, its in tried.items()
    } == {"counts as 0": names, "skipped": names}


@pytest.mark.exhaustive
def test_every_threshold_and_treatment_is_counted(graded: tuple[Path, Path]) -> None:
    asked = {"k": 1, "metric": "hit_rate"}
    plain = homonym.identify(*graded, "0.77", **asked)
    every = homonym.identify(*graded, "0.77", threshold="any", users="any", **asked)
    # none, 3, 4 and 5, each with the user without a list and without
    assert every[-1].tried == 8 * plain[-1].tried


@pytest.mark.exhaustive
def test_a_threshold_of_grades_0_and_1_is_not_tried_twice(
    files: tuple[Path, Path],
) -> None:
    plain, every = (
        homonym.identify(*files, "0.77", k=1, metric="hit_rate", threshold=one)[-1]
        for one in (None, "any")
    )
    assert plain.tried == every.tried


def test_too_many_grades_are_one_sentence(tmp_path: Path) -> None:
    lists, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    lists.write_text("user,item,score\n1,1,3\n", encoding="utf-8")
    rows = "".join(f"1,{item},{item}\n" for item in range(1, 60))
    truth.write_text("user,item,plays\n" + rows, encoding="utf-8")
    with pytest.raises(homonym.UserError, match="has 59 different grades, and 50 at"):
        homonym.identify(
            lists,
            truth,
            "0.5",
            k=1,
            threshold="any",
            columns={"relevance": "plays"},
        )


@pytest.mark.parametrize("asked", [{"threshold": "high"}, {"users": "all"}])
def test_other_words_for_what_is_unknown_are_refused(
    graded: tuple[Path, Path], asked: dict[str, str]
) -> None:
    with pytest.raises(homonym.UserError, match="any"):
        homonym.identify(*graded, "0.5", k=1, **asked)


@pytest.mark.exhaustive
def test_the_number_that_tells_the_most_apart_is_named(
    graded: tuple[Path, Path],
) -> None:
    # 1 of 2 without the second user, or the mean of 1 of 1 and 0; at k = 5 the first
    # has 2 of 2, or 1 of 1
    recall = Variant.parse("recall(divisor=r)")
    skipped = Conventions.of(["user_without_list=skipped"])
    matches = [
        Match(Candidate(recall, 1, 0.5, setting, ()), "rounded")
        for setting in (Setting(4, skipped), Setting(5, Conventions()))
    ]
    found = tell_apart(OpenedSettings(Inputs(*graded)), read_printed("0.5"), matches)
    assert found
    assert found.digits is None
    assert found.number
    question, numbers = found.number
    assert (str(question), numbers) == ("the same metric at k = 5", 2)


def test_nothing_more_is_asked_where_one_definition_is_left() -> None:
    printed = read_printed("0.5")
    setting = Setting(None, Conventions())
    one = Candidate(Variant.with_defaults("recall"), 5, 0.5, setting, ())
    lists = OpenedSettings(Inputs("p.csv", "t.csv"))
    assert tell_apart(lists, printed, [Match(one, "rounded")]) is None
