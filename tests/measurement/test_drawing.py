"""Cases that Hypothesis draws: as many as asked for, each once, the same every time."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from homonym.cases.drawn_rows import make_byte_rows
from homonym.cases.kinds import find_case_kind, load_case_kinds
from homonym.measurement.drawing import (
    ROUND,
    draw_cases,
    draw_round,
    name_random_sources,
)
from homonym.reference.rankings.case import Case

ANY = find_case_kind(Case).drawn()[0]


def drawn(tries: int, of: int = 1, *known: str) -> list[Any]:
    """So many rankings."""
    found: list[Any] = []
    draw_cases(ANY, tries, of, found.append, known)
    return found


def test_so_many_are_drawn_each_once_and_more_begin_with_the_same() -> None:
    """By the seed alone."""
    few, many = drawn(7), drawn(40)
    assert (len(few), len({case.id for case in many})) == (7, 40)
    assert many[:7] == few
    assert not {case.id for case in many[1:]} & {case.id for case in drawn(40, of=2)}


def test_what_is_known_is_not_drawn_and_others_are_in_its_place() -> None:
    """A case of the core is not asked about twice."""
    first = [case.id for case in drawn(20)]
    found = [case.id for case in drawn(20, 1, *first[::2])]
    assert len(found) == 20
    assert found[:10] == first[1::2]


def test_a_strategy_that_repeats_itself_ends() -> None:
    """It has fewer cases than were asked for."""
    found: list[Any] = []
    two = st.sampled_from(drawn(2))
    draw_cases(two, 30, 1, found.append)
    assert sorted(case.id for case in found) == sorted(case.id for case in drawn(2))


def test_an_error_in_the_visit_is_that_of_the_first_case() -> None:
    """Nothing is minimised."""

    def stumble(case: Case) -> None:
        raise LookupError(str(case))

    with pytest.raises(LookupError) as raised:
        draw_cases(ANY, 30, 1, stumble)
    assert str(raised.value) == drawn(1)[0].id


def test_a_round_is_of_ten_that_are_drawn_anew() -> None:
    """Hypothesis varies what it drew from the eleventh on: half of these cases would
    have the cut-off of the one before."""
    one, other = (
        draw_round(ANY, source) for source in list(name_random_sources(20, 1))[:2]
    )
    assert len(one) == len(other) == ROUND == 10
    cuts = [case.k for case in drawn(100)]
    assert sum(one == other for one, other in pairwise(cuts)) < 20


def test_a_round_is_drawn_once() -> None:
    """Whoever asks again has the same cases: a type's strategies are the same too."""
    made: list[int] = []
    counted = st.integers().map(lambda number: made.append(number) or number)
    first = draw_round(counted, "1 0")
    count = len(made)
    assert draw_round(counted, "1 0") is first
    assert len(made) == count >= ROUND
    for kind in load_case_kinds().values():
        assert kind.drawn() is kind.drawn()


def test_no_literal_of_a_module_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which modules are loaded by then is chance; one draw in twenty would be one."""
    (tmp_path / "with_a_literal.py").write_text("MARK = b'PAR1'")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("with_a_literal")
    rows = {
        one
        for source in name_random_sources(20, 3)
        for one in draw_round(make_byte_rows(4), source)
    }
    assert len(rows) > 100
    assert b"PAR1" not in rows


def test_another_process_draws_the_same() -> None:
    """Whatever the order of its sets."""
    code = (
        "from homonym.cases.kinds import *; from homonym.measurement.drawing import *\n"
        "for takes, kind in load_case_kinds().items():\n"
        "    draw_cases(kind.drawn()[0], 12, 1, print)"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 12 * len(load_case_kinds())
