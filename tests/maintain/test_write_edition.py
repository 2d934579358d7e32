"""The next edition of the corpus, as the program writes it."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from homonym.errors import UserError
from homonym.maintain.write_edition import find_grown_edition, render_edition_toml
from homonym.reference import corpus
from homonym.reference.corpus import Edition


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
