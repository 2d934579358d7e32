"""Every command that takes a variant, on families of all kinds: never a traceback.

Start at `COMMANDS`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
import typer.main

from homonym.cli import app
from homonym.reference.properties import properties
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

RANKING = "ndcg"
COMMANDS: dict[str, Sequence[str]] = {
    "variants": ("variants", "{family}"),
    "explain": ("explain", "{variant}"),
    "witness, itself": ("witness", "{variant}", "{variant}"),
    "witness, its last": ("witness", "{variant}", "{last}"),
    "witness, a ranking's": ("witness", "{variant}", RANKING),
    "witness, the other way round": ("witness", RANKING, "{variant}"),
    "witness, a library's metric": ("witness", "recbole.MAP", "{variant}"),
    "witness, code": ("witness", "{variant}", "{last}", "--code", "recbole"),
    "same-as": ("same-as", "{variant}"),
    "convert": ("convert", "{variant}", "{last}"),
    "convert, a library's metric": ("convert", "recbole.MAP", "{variant}"),
    "cite": ("cite", "recbole", "{variant}"),
    "axioms": ("axioms", "{variant}", "--tries", "1"),
}
"""Commands that a variant's id may be given to; some take none and say so."""
OTHERS = [name for name, home in every_family().items() if home.takes is not Case]


@pytest.fixture(scope="module", autouse=True)
def commands_read_once() -> Iterator[None]:
    """typer reads the options of all commands whenever one is run: half of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        yield


def words(command: str, family: str) -> list[str]:
    """The command's words for a family: its default variant and its last one."""
    home = every_family()[family]
    named = {"family": family, "variant": home.default, "last": home.variants[-1]}
    return [word.format(**named) for word in COMMANDS[command]]


def exit_code(monkeypatch: pytest.MonkeyPatch, *asked: str) -> int:
    """What the command line exits with; anything it does not catch is raised."""
    monkeypatch.setattr(sys, "argv", ["homonym", *asked])
    with pytest.raises(SystemExit) as left:
        app.main()
    return int(left.value.code or 0)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("family", every_family())
def test_a_command_answers_or_says_no_for_every_family(
    command: str, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 0 or 2, and nothing raised that the command line does not catch."""
    assert exit_code(monkeypatch, *words(command, family)) in (0, 2)


@pytest.mark.parametrize("family", every_family())
def test_every_family_is_explained(
    family: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its choices, and a line for each property of its type of case."""
    assert exit_code(monkeypatch, *words("explain", family)) == 0
    told = capsys.readouterr().out
    assert "\nchoices\n" in told
    takes = every_family()[family].takes
    _, _, table = told.partition("\nproperties\n")
    for one in properties(takes).values():
        assert f"\n  {one.said(every_family()[family])}: " in f"\n{table}"


@pytest.mark.parametrize("family", OTHERS)
def test_a_witness_that_cannot_be_worked_out_is_refused_in_a_sentence(
    family: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Against a family of rankings, where the family is one of something else."""
    home = every_family()[family]
    for command in ("witness, a ranking's", "witness, a library's metric"):
        assert exit_code(monkeypatch, *words(command, family)) == 2
        told = capsys.readouterr().err
        assert home.takes.kind in told and "no case is for both" in told


@pytest.mark.parametrize("family", OTHERS)
def test_a_variant_is_equal_to_itself_whatever_it_looks_at(
    family: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No case is needed to say so."""
    assert exit_code(monkeypatch, *words("witness, itself", family)) == 0
    assert "equal always" in capsys.readouterr().out


def test_the_axioms_are_refused_to_what_looks_at_no_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are about lists of items with aspects: rating error has none."""
    assert exit_code(monkeypatch, "axioms", str(Variant.with_defaults("rmse"))) == 2
    assert "rmse(missing=dropped) takes predicted ratings" in capsys.readouterr().err
