"""What `homonym verify` says of a card, whatever it took to compute it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from homonym.cli.verify import verify_file
from homonym.evaluation import verification
from homonym.evaluation.verification import Verification

CARD = Path("card.json")
Give = Any


@pytest.fixture
def give(monkeypatch: pytest.MonkeyPatch) -> Give:
    """Say what differs and how many numbers there are; what was asked is kept."""
    asked: list[tuple[Path, Mapping[str, Any], Mapping[str, Any]]] = []

    def found(differences: tuple[str, ...], numbers: int = 4) -> Any:
        def answer(*given: Any) -> Verification:
            asked.append(given)
            return Verification(CARD, differences, numbers)

        monkeypatch.setattr(verification, "verify_card", answer)
        return asked

    return found


@pytest.mark.parametrize(
    ("numbers", "told"), [(1, "1 number"), (2, "2 numbers"), (1000, "1,000 numbers")]
)
def test_a_card_that_holds_is_told_with_its_numbers(
    numbers: int, told: str, give: Give, capsys: pytest.CaptureFixture[str]
) -> None:
    give((), numbers)
    assert verify_file(CARD, {}, {}, as_json=False) == 0
    assert capsys.readouterr().out == (
        f"card.json holds: {told} computed again, and the files are the same\n"
    )


def test_four_differences_are_told_one_by_one(
    give: Give, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of more there is the number."""
    give(tuple("abcd"))
    assert verify_file(CARD, {}, {}, as_json=False) == 1
    assert capsys.readouterr().out == "card.json differs: a; b; c; d\n"
    give(tuple("abcde"))
    verify_file(CARD, {}, {}, as_json=False)
    assert capsys.readouterr().out == "card.json differs: a; b; c; d; and 1 more\n"
    give(("x",) * 1004)
    verify_file(CARD, {}, {}, as_json=False)
    assert capsys.readouterr().out.endswith("; x; and 1,000 more\n")


def test_a_machine_is_told_all_differences(
    give: Give, capsys: pytest.CaptureFixture[str]
) -> None:
    give(tuple("abcde"))
    assert verify_file(CARD, {}, {}, as_json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert told == {"same": False, "differences": [*"abcde"]}
    give(())
    assert verify_file(CARD, {}, {}, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["same"] is True


def test_the_card_names_the_files_that_are_not_given(give: Give) -> None:
    asked = give(())
    truth, how = Path("other.csv"), {"engine": "duckdb"}
    verify_file(CARD, {"truth": truth, "predictions": None}, how, as_json=True)
    assert asked == [(CARD, {"truth": truth}, how)]
