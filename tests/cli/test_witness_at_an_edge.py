"""`homonym witness A B --edge NAME`: two metrics where definitions are silent."""

from __future__ import annotations

import json

import pytest

from homonym.cli.app import app
from homonym.errors import UserError


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    app(["witness", *words], standalone_mode=False)
    return capsys.readouterr().out


TIES = ("replay-rec==0.22.0.MAP", "recommenders==1.2.1.map_at_k", "--edge", "ties")


def test_an_edge_is_worked_out_by_what_each_makes_of_the_rows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Six tied items, 1, 3 and 4 relevant, k = 3. From the larger item on 6 5 4 3 2 1:
    one hit, at rank 3, of 3: 1/9. As given, 3 1 4 6 2 5: three hits, 1."""
    lines = said(capsys, *TIES).splitlines()
    assert lines[0] == "edge case ties, tied scores"
    assert lines[1].strip() == "k = 3"
    assert lines[2].strip() == (
        "user 1: listed 3 0.5, 1 0.5, 4 0.5, 6 0.5, 2 0.5, 5 0.5; "
        "relevant 1 1, 3 1, 4 1"
    )
    assert "A  replay-rec 0.22.0 MAP: larger item first" in lines
    assert "   as it takes the rows: . . 1 1 . 1 @3" in lines
    assert "B  recommenders 1.2.1 map_at_k: input order" in lines
    assert lines[-1] == "mean  0.333333/3 = 0.111111 in A, 3/3 = 1 in B"


def test_an_edge_has_its_code_and_its_data(capsys: pytest.CaptureFixture[str]) -> None:
    """The code of a library, that can be pasted; JSON has outcomes, cases and steps."""
    code = said(capsys, *TIES, "--code", "recommenders")
    assert "# map_at_k: input order, as recorded" in code
    compile(code, "shown", "exec")
    told = json.loads(said(capsys, *TIES, "--format", "json"))
    assert [side["case"] for side in told["sides"]] == [
        ". . 1 1 . 1 @3",
        "1 1 1 . . . @3",
    ]
    assert said(capsys, *TIES, "--format", "markdown").startswith("```\nedge case")


def test_metrics_that_do_the_same_are_said_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And what shows nothing is not."""
    same = ("recommenders==1.2.1.map_at_k", "recommenders==1.2.1.map", "--edge", "ties")
    assert said(capsys, *same).startswith("edge case ties, tied scores: both do the")
    silent = (*TIES[:3], "short_list")
    told = said(capsys, *silent)
    assert "both do the same" not in told.splitlines()[0]
    assert told.count("shows nothing here") == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*TIES[:3], "tie"), "unknown edge case 'tie'; did you mean ties? known are "),
        (("MAP", *TIES[1:]), "is a definition, and in an edge case definitions are"),
        ((*TIES, "--code", "recbole"), "map_at_k is a metric of recbole"),
        (("scikit-surprise.rmse", *TIES[1:]), "no case is for both"),
    ],
)
def test_what_no_edge_tells_is_a_sentence(words: tuple[str, ...], says: str) -> None:
    """That names what would be accepted."""
    with pytest.raises(UserError) as raised:
        app(["witness", *words], standalone_mode=False)
    assert says in str(raised.value)
