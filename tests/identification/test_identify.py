"""From two files and a number to the definition that gives it."""

from collections.abc import Callable
from pathlib import Path

import pytest

import homonym
from homonym.identification.identify import expected_by_chance, read_values
from homonym.identification.printed import read_printed

Write = Callable[[str, str], Path]


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


def test_few_digits_do_not_decide(files: tuple[Path, Path]) -> None:
    (answer,) = homonym.identify(*files, "0.6", k=[1, 2, 3], metric="ndcg")
    assert answer.classes > 1
    assert not answer.decides
    assert answer.digits_that_tell == 1


def test_chance_is_counted_from_the_numbers_around() -> None:
    # 10 others within 50 units of 0.001 on each side
    around = [0.5 + place * 0.001 for place in (-40, -30, -20, -10, -5, 5, 10, 20, 30)]
    numbers = [*around, 0.549, 0.5, 0.7, None, float("nan")]
    assert expected_by_chance(read_printed("0.500"), numbers) == pytest.approx(0.1)


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
