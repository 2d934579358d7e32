"""What becomes of a call where the library's process is lost, from one made up."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from homonym.adapters.contract import Adapter, Failed, Refused, Value
from homonym.errors import Broken, UserError
from homonym.measurement import library_process
from homonym.measurement.child_process import Lost
from homonym.measurement.library_process import (
    NOT_RUN,
    LibraryProcess,
    find_checkout_path,
    hand_over_tables,
)
from homonym.measurement.module_process import START_SECONDS
from homonym.reference.rankings.case import Case

CASE = Case.parse("1 . @1")
HALF = [2.0, {"value": 0.5, "per_user": None}]
"""What answers with 1/2, after two seconds."""


class Script:
    """What processes say: starts, in their order, all well after the last; answers,
    each once, and then 1/2. asked: id, request and time of each call; made: what each
    process was started with; closed: how many were."""

    def __init__(self) -> None:
        self.starts: list[Any] = []
        self.answers: list[Any] = []
        self.asked: list[tuple[str, Any, float]] = []
        self.made: list[tuple[list[str], str]] = []
        self.closed = 0

    def child(self, words: list[str], _: Any, python: str) -> Any:
        """A process, in the place of a real one."""
        self.made.append((words, python))
        return self

    def answer(self, id: str, seconds: float) -> Any:
        """What it says of the library."""
        assert (id, seconds) == ("0 ", START_SECONDS)
        return told(self.starts.pop(0) if self.starts else {"version": "1"})

    def ask(self, id: str, request: Any, seconds: float) -> Any:
        """What it answers to a call."""
        self.asked.append((id, request, seconds))
        return told(self.answers.pop(0) if self.answers else HALF)

    def close(self) -> None:
        """It ends."""
        self.closed += 1


def told(answer: Any) -> Any:
    """An answer, or raised what stands for none."""
    if isinstance(answer, BaseException):
        raise answer
    return answer


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    """The processes of a library named some, and of one that is read from a clone."""
    found, clone = (
        Adapter("some", "some", "Some", "", list, checkout=checkout)
        for checkout in (False, True)
    )
    script = Script()
    known = {"some": found, "clone": clone}
    monkeypatch.setattr(library_process, "find_importable_adapter", known.__getitem__)
    monkeypatch.setattr(library_process, "Child", script.child)
    yield script


def test_a_call_is_counted_and_what_it_took(script: Script) -> None:
    """By its metric and its case, each with a number of its own."""
    with LibraryProcess("some") as asked:
        assert asked.about == {"version": "1"}
        assert (asked.asked, asked.spent) == (0, 0)
        assert asked.measure("map", CASE) == Value(0.5)
        assert asked.measure("map", {"edge": "ties", "folder": "rankings"}) == Value(
            0.5
        )
        assert (asked.asked, asked.spent, asked.lost) == (2, 4.0, [])
    line = {"line": CASE.id, "folder": "rankings"}
    assert [(id, request) for id, request, _ in script.asked] == [
        ("1 map", {"metric": "map", "case": line}),
        ("2 map", {"metric": "map", "case": {"edge": "ties", "folder": "rankings"}}),
    ]
    assert script.closed == 1 and not Path(asked.folder).exists()


def test_a_process_is_of_the_python_that_is_said(
    script: Script, tmp_path: Path
) -> None:
    """With its folder, its module, its name and its clone; another one too."""
    with LibraryProcess("some") as asked, asked.another(7) as other:
        words, python = script.made[0]
        assert (words, python) == ([asked.folder, "some", "some"], sys.executable)
        assert script.made[1] == ([other.folder, "some", "some"], sys.executable)
    with LibraryProcess("clone", tmp_path, python="py") as asked:
        words = [asked.folder, "some", "clone", str(tmp_path)]
        assert script.made[2] == (words, "py")
        with asked.another(7) as other:
            assert script.made[3] == ([other.folder, *words[1:]], "py")


@pytest.mark.parametrize("seconds", [0, -1])
def test_what_cannot_be_asked_is_refused_at_once(
    script: Script, tmp_path: Path, seconds: float
) -> None:
    """No time, no clone of what is on no registry, and what is none."""
    with pytest.raises(UserError, match=f"may take {seconds} s: give more than 0"):
        LibraryProcess("some", seconds=seconds)
    with pytest.raises(UserError, match="on no registry: name a clone, checkout=PATH"):
        LibraryProcess("clone")
    with pytest.raises(UserError, match="gone is no folder"):
        LibraryProcess("clone", tmp_path / "gone")
    assert script.made == []
    with LibraryProcess("some", seconds=0.5) as asked:
        assert asked.seconds == 0.5


def test_a_process_that_does_not_start_says_why(script: Script) -> None:
    """With its last words; any other error is raised, and nothing is left behind."""
    script.starts = [Lost("died", said="no\nmemory"), Lost(""), KeyboardInterrupt()]
    with LibraryProcess("some") as asked:
        said = "died; it had printed:\n    no\n    memory"
        assert asked.about == {"error": said, "where": ""}
    with LibraryProcess("some") as asked:
        assert asked.about["error"] == f"no answer in {START_SECONDS:g} s"
    with pytest.raises(KeyboardInterrupt):
        LibraryProcess("some")
    assert script.closed == len(script.made) == 3


def test_the_first_call_may_take_longer_unless_one_has_hung(script: Script) -> None:
    """In a process of its own, of each metric: as long as a start at most."""
    with LibraryProcess("some", seconds=10) as asked:
        script.answers = [Lost("", "1 map"), HALF, HALF, HALF]
        for metric in ("map", "map", "auc", "auc"):
            asked.measure(metric, CASE)
    assert [seconds for _, _, seconds in script.asked] == [40, 10, 40, 10]
    for seconds, first in ((100, START_SECONDS), (200, 200)):
        with LibraryProcess("some", seconds=seconds) as asked:
            asked.measure("map", CASE)
            assert script.asked[-1][2] == first


def test_a_call_that_loses_the_process_has_failed(script: Script) -> None:
    """Three times, and then the metric is not run; another still is. Each costs a
    start."""
    with LibraryProcess("some", seconds=3) as asked:
        script.answers = [Lost(cause, "1 map", "bye") for cause in ("died", "", "died")]
        found = [asked.measure("map", CASE) for _ in range(3)]
        died = Failed("died", said="bye")
        assert found == [died, Failed("no answer in 3 s", said="bye"), died]
        assert len(script.made) == 4 and asked.lost == []
        assert asked.measure("map", CASE) == Refused(NOT_RUN)
        assert len(script.asked) == asked.asked == 3
        assert asked.measure("auc", CASE) == Value(0.5)


def test_a_process_that_was_lost_before_is_started_for_the_same_call(
    script: Script,
) -> None:
    """Whoever is to blame is remembered; Broken where that happens again and again."""
    with LibraryProcess("some") as asked:
        script.answers = [Lost("died"), Lost("", "7 auc"), HALF]
        assert asked.measure("map", CASE) == Value(0.5)
        assert asked.lost == [
            "died between two calls",
            "no answer in after auc was asked",
        ]
        assert [id for id, *_ in script.asked] == ["1 map"] * 3
        script.answers = [
            Lost("gone", "1 auc", "a"),
            Lost("died", "1 auc", "last words"),
        ]
        with pytest.raises(Broken) as broken:
            asked.measure("map", CASE)
        assert str(broken.value.message) == (
            "the process of some was lost 4 times, at last: died after auc was asked; "
            "it had printed:\n    last words"
        )
        assert asked.measure("auc", CASE) == Refused(NOT_RUN)


def test_a_process_that_cannot_be_started_again_breaks_the_run(script: Script) -> None:
    """There is nothing to ask any more."""
    with LibraryProcess("some") as asked:
        script.starts = [{"error": "no memory", "where": ""}]
        script.answers = [Lost("died", "1 map")]
        with pytest.raises(Broken, match="some cannot be started again: no memory"):
            asked.measure("map", CASE)


def test_tables_are_handed_over_in_a_file_that_is_gone_afterwards(
    script: Script,
) -> None:
    """In the process's own folder."""
    with LibraryProcess("some") as asked:
        tables: Any = CASE
        with hand_over_tables(tables, asked) as named:
            file = Path(named["tables"])
            assert file.is_relative_to(asked.folder)
            assert pickle.loads(file.read_bytes()) == CASE
        assert not file.exists()


def test_a_clone_is_named_with_its_library() -> None:
    """The first that is its own; nothing for another's."""
    given = ["other=a", "some=b=c", "some=d"]
    assert find_checkout_path("some", given) == Path("b=c")
    assert find_checkout_path("mine", given) is None
    for text in ("some", "=a", "some=", ""):
        with pytest.raises(UserError, match=r"names no clone: .* --checkout mine=PATH"):
            find_checkout_path("mine", [text])
