"""`homonym-maintain`: what it says where it cannot work, and what it writes."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from partition_faults import format_partition_faults

from homonym import reference
from homonym.equivalence.partition import (
    find_declared_classes,
    refine_blocks,
)
from homonym.maintain import declare_properties, everything, extend_corpus
from homonym.maintain.app import main
from homonym.reference.corpus import core, editions
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family, families

REFERENCE = Path(next(iter(reference.__path__)))
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is that of this checkout, wherever homonym is installed."""
    monkeypatch.setattr(reference, "__path__", [str(ROOT / "reference")])


def said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[int, str]:
    """How a command ends, and what stands on its two streams."""
    monkeypatch.setattr(sys, "argv", ["homonym-maintain", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    return int(str(ended.value.code or 0)), out + err


def test_it_works_on_a_checkout_only(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Elsewhere it writes nothing and says so."""
    monkeypatch.setattr(reference, "__path__", [str(tmp_path / "reference")])
    code, text = said(capsys, monkeypatch, "choice", "ndcg")
    assert code == 2
    assert "writes to a checkout of homonym" in text and str(tmp_path) in text
    assert "pip install --editable ." in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("choice", "nrecall"), "no family is called 'nrecall'; known are alpha_beta"),
        (("witnesses", "nrecall"), "no family is called 'nrecall'"),
        (("properties", "lists"), "no type of case is called 'lists'; known are rank"),
        (("corpus", "chances", "--when", "odd"), "no condition on chances: 'odd'"),
        (("grow",), "No such command 'grow'"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It names the value and what would be accepted."""
    code, text = said(capsys, monkeypatch, *words)
    assert code == 2
    assert text.startswith(f"homonym-maintain: {told}")


def test_nothing_is_missing_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No choice of the family is new, and its corpus is complete."""
    code, text = said(capsys, monkeypatch, "choice", "recall", "--dry-run")
    assert code == 0
    assert text.splitlines()[:3] == [
        "recall: new are none",
        f"corpus: its {len(core())} core cases tell all classes apart",
        "witnesses: 0 classes are new",
    ]


@pytest.mark.parametrize("folder", ["rankings", "off_policy"])
def test_every_choice_declares_its_properties(
    folder: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is printed, nothing written."""
    file = REFERENCE / folder / "properties.toml"
    before = file.read_text(encoding="utf-8")
    assert said(capsys, monkeypatch, "properties", folder) == (0, "")
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.exhaustive
def test_a_choice_that_declares_nothing_gets_its_table_behind_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of rankings: with the same properties as the file has it."""
    text = (REFERENCE / "rankings" / "properties.toml").read_text(encoding="utf-8")
    start = text.index('[recall."divisor=min_k_r"]')
    end = text.index("\n\n", start) + 2
    file = tmp_path / "properties.toml"
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    monkeypatch.setattr(declare_properties, "find_properties_file", lambda folder: file)
    missing = "divisor=min_k_r"
    monkeypatch.setattr(declare_properties, "is_told", lambda home, c: c != missing)
    recall = families(Case)["recall"]
    assert declare_properties.write_properties(recall) == [missing]
    assert list(tomllib.loads(file.read_text())["recall"]) == list(
        tomllib.loads(text)["recall"]
    )
    assert tomllib.loads(file.read_text()) == tomllib.loads(text)


def test_cases_that_are_appended_make_an_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more than the last; the old text stays as it is."""
    for name in ("editions.toml", "rankings/core.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(REFERENCE / name, tmp_path / name)
    monkeypatch.setattr(extend_corpus, "FOLDER", tmp_path)
    assert not extend_corpus.lacks_edition()
    added = extend_corpus.append_cases(Case, [Case.parse("1 . . @2")], "A reason.")
    lines = (tmp_path / "rankings" / "core.txt").read_text().splitlines()
    assert lines == [*map(str, core()), "1 . . @2"]
    text = (tmp_path / "editions.toml").read_text(encoding="utf-8")
    assert text.startswith((REFERENCE / "editions.toml").read_text(encoding="utf-8"))
    assert "\n# A reason.\n[[edition]]\n" in text
    last = tomllib.loads(text)["edition"][-1]
    assert last["edition"] == added.edition == editions()[-1].edition + 1
    assert last["sha256"] == added.sha256 == editions()[-1].sha256


def test_the_corpus_tells_what_it_leaves_together_in_a_few_lines() -> None:
    """The pairs by name, the first of them; and what a rule makes equal wrongly."""
    home = every_family()["hit_rate"]
    told = format_partition_faults(refine_blocks(home, []), find_declared_classes(home))
    assert told.startswith("not told apart: hit_rate(")
    assert told.endswith(" more") and len(told.splitlines()) == 1
    classes = [frozenset([variant]) for variant in home.variants]
    apart = format_partition_faults(classes, [frozenset(home.variants)])
    assert apart.startswith("told apart, though equal by a rule: ")
    assert (
        format_partition_faults(
            find_declared_classes(home), find_declared_classes(home)
        )
        == ""
    )
    every = [frozenset([v]) for v in every_family()["ndcg"].variants[:40]]
    both = [one | other for one, other in zip(every[::2], every[1::2], strict=True)]
    lines = format_partition_faults(both, every).splitlines()
    assert (len(lines), lines[-1]) == (9, "and 12 more")
    said, names = lines[0].split(": ")
    assert said == "not told apart"
    assert len(list(map(Variant.parse, names.split(" and ")))) == 2


def test_everything_says_what_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What computes on Spark takes an hour, and stands apart unless it is named."""
    monkeypatch.setattr(everything, "is_current", lambda _, one: "irs" in one.library)
    code, told = said(capsys, monkeypatch, "everything", "--dry-run")
    assert code == 0
    assert told.count("left out, on Spark: --spark") == 7
    assert "py311-irspack-0.5.2: its record is current" in told
