"""The next edition of the corpus, as the program writes it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest

from homonym.errors import UserError
from homonym.maintain.appended_cases import check_probes
from homonym.maintain.write_edition import find_grown_edition, render_edition_toml
from homonym.reference import corpus
from homonym.reference.corpus import Edition
from homonym.reference.rankings.case import Case


def test_a_corpus_that_has_not_grown_has_no_next_edition() -> None:
    """The last edition holds all that stands in the files."""
    assert find_grown_edition() is None


def test_what_was_appended_is_the_next_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the last edition were still to be added: the program finds its hash."""
    *before, last = corpus.editions()
    monkeypatch.setattr(corpus, "editions", lambda: tuple(before))
    found = find_grown_edition()
    assert found is not None and found.sha256 == last.sha256
    text = render_edition_toml(found, "What was appended, and what for. " * 4)
    assert all(len(line) <= 88 for line in text.splitlines())
    (entry,) = tomllib.loads(text)["edition"]
    assert Edition(**entry) == replace(last, others=entry["others"])
    assert {k: tuple(v) for k, v in entry["others"].items()} == {
        k: tuple(v) for k, v in last.others.items()
    }


def test_a_case_that_was_changed_is_no_new_edition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The corpus only grows: records rest on what it was."""
    last = replace(corpus.editions()[-1], sha256="0")
    monkeypatch.setattr(corpus, "editions", lambda: (last,))
    with pytest.raises(UserError, match="have changed: the corpus only grows"):
        find_grown_edition()


PROBE = {
    "id": "mine",
    "convention": "something odd",
    "k": 1,
    "lists": [[1, 1, 0.5]],
    "truth": [[1, 1, 1]],
    "outcomes": {"as any other": "1 @1"},
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bogus": 3}, "the probe mine: bogus is nothing that a probe says; known are"),
        ({"odd": 1, "new": 1}, "the probe mine: new is nothing that a probe says"),
        ({"id": "tied_pair"}, "the probe tied_pair: another has that id already"),
        ({"outcomes": None}, "the probe mine has no outcomes"),
        ({"outcomes": {"one": "1 @"}}, "the probe mine cannot be read: "),
        ({"outcomes": 5}, "the probe mine cannot be read: "),
        ({"lists": [[1]]}, "the probe mine cannot be read: "),
        ({"lists": None}, "the probe mine cannot be read: "),
    ],
)
def test_no_edition_holds_a_probe_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], said: str
) -> None:
    """One sentence with the file, the probe and what is wrong of it."""
    entry = {k: v for k, v in {**PROBE, **change}.items() if v is not None}
    every = corpus.entries
    wrong = [*every("rankings"), entry]
    monkeypatch.setattr(
        corpus, "entries", lambda name: wrong if name == "rankings" else every(name)
    )
    with pytest.raises(UserError, match=f"reference/rankings/edge.toml, {said}"):
        find_grown_edition()


@pytest.mark.parametrize("text", ["edge = [", "edges = []", "edge = 5"])
def test_probes_that_cannot_be_read_at_all_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """No TOML, no list of probes, and what is no list."""
    monkeypatch.setattr(corpus, "text", lambda name: text)
    with pytest.raises(
        UserError, match=r"^reference/rankings/edge\.toml cannot be read"
    ):
        check_probes(Case, 0)


def test_a_probe_without_an_id_is_named_by_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counted from 1 on, those before it too; with the first that it lacks."""
    monkeypatch.setattr(corpus, "entries", lambda name: [PROBE, {"k": 1}])
    with pytest.raises(UserError, match=r"edge\.toml, the probe 2 has no convention$"):
        check_probes(Case, 1)


def test_no_edition_holds_a_core_case_that_is_not_well_formed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A list shorter than k is a convention's."""
    every = corpus.core
    odd = (*every(Case), Case.parse("1 . @3"))
    monkeypatch.setattr(
        corpus, "core", lambda takes=Case: odd if takes is Case else every(takes)
    )
    with pytest.raises(UserError, match=r"core\.txt: the case 1 \. @3 is not well"):
        find_grown_edition()
