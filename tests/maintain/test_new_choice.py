"""What is added to a copy of the project by the command for a choice, one by one.

The discount of the how-to, which only long lists tell from the others, a gain, a
divisor, terms, an ideal; a family. By hand is written what tests ask for, nothing else.
"""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from added import CHOICES, COLUMN, DISCOUNT
from additions import DEMANDS, Addition, copy_of, cost, demanded, done, run

from homonym.reference.variants import every_family

CONCERN = (
    *("tests/reference", "tests/equivalence", "tests/trace"),
    *(f"tests/maintain/test_{name}.py" for name in ("steps", "pairs", "extend_corpus")),
    *(f"tests/maintain/test_{name}.py" for name in ("conditional_rules", "app")),
    *(f"tests/evaluation/test_{name}.py" for name in ("choices", "engine", "kinds")),
    *(f"tests/docs/test_{name}.py" for name in ("generated", "sizes")),
    "tests/cli/test_cite.py",
)
"""The tests that a definition can concern; of those that are of one family, its own."""
WITNESSES = ("-m", "exhaustive or not exhaustive", "tests/equivalence/test_witness.py")
LIMIT = 3 * 5 * 60
"""So many seconds of a processor may the command and these tests take: five minutes on
a quiet machine, three times as long on a slow one."""
CHOICE_LINES = 15
"""Fewer lines of a choice are written by hand, docstrings not counted."""


def seconds() -> float:
    """What programs that were started here and have ended took of a processor."""
    took = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took.ru_utime + took.ru_stime


def of_family(name: str) -> str:
    """Leaves out the tests of other families, whose parameter is another one."""
    others = (f"[{one}" for one in every_family() if not name.startswith(one))
    return f"not ({' or '.join(others)})"


def asked(copy: Path) -> str:
    """What the tests say that ask a person for something."""
    return run(copy, "-m", "pytest", "-qvv", *DEMANDS)[1]


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(DISCOUNT, marks=[pytest.mark.exhaustive, pytest.mark.long]),
        *(
            pytest.param(one, marks=pytest.mark.additions)
            for one in (*CHOICES, COLUMN)
            if one is not DISCOUNT
        ),
    ],
    ids=lambda one: one.name,
)
def test_what_is_added_by_one_command_costs_what_is_said(
    tmp_path: Path, one: Addition
) -> None:
    """The command, and the files that tests name; then every test passes that it can
    concern, in five minutes of a quiet processor."""
    copy, edited = copy_of(tmp_path / "project"), {one.own}
    one.write(copy, one.own)
    began = seconds()
    assert "new are " in done(copy, "-m", "homonym.maintain.app", "choice", one.family)
    took = seconds() - began
    while wanted := demanded(asked(copy), one) - edited:
        for file in wanted:
            one.write(copy, file)
        edited |= wanted
    began = seconds()
    done(copy, "-m", "pytest", "-q", *CONCERN, "-k", of_family(one.family))
    assert took + seconds() - began < LIMIT
    told_apart = f"{one.family} and by_a_stored_case"
    done(copy, "-m", "pytest", "-q", *WITNESSES, "-k", told_apart)
    assert edited == {*one.files}
    assert len(edited) == cost(one.kind)
    assert one is COLUMN or one.lines(copy) < CHOICE_LINES
