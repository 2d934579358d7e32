"""A choice that is added to a copy of homonym by its own command.

The one of the how-to, which only long lists tell from the others; a divisor.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from carried_out import blocks

ROOT = Path(__file__).parents[2]
COPIED = (
    "src",
    "reference",
    "adapters",
    "conformance_tests",
    "reports",
    "docs",
    "tests",
)
TESTS = ("values", "formulas", "corpus", "declarations", "properties")


@dataclass(frozen=True)
class Addition:
    """What is written by hand: in front of which line of which file; a value."""

    family: str
    name: str
    before: str
    choice: str
    value: str
    rules: str = ""

    @property
    def lines(self) -> int:
        """How many lines that are, docstrings not counted."""
        written = f"{self.choice}\n{self.rules}\n{self.value}".splitlines()
        return sum(1 for line in written if line.strip() and '"""' not in line)


def from_the_how_to(name: str) -> str:
    """A fragment of docs/add-a-variant.md."""
    page = ROOT / "docs" / "add-a-variant.md"
    (found,) = (b.text for b in blocks(page) if b.mark == f"tried as {name}")
    return found.strip()


DISCOUNT = Addition(
    "ndcg",
    "discount=log3_rank",
    '@discount("1 / n"',
    from_the_how_to("choice"),
    from_the_how_to("value").rstrip(","),
)
DIVISOR = Addition(
    "average_precision",
    "divisor=listed",
    '@divisor("k", name="k"',
    '''
@divisor(r"|L|", source="nobody: a test", no_code="how long it is is the list's")
def listed(user: Ranking, k: int, depth: int) -> float:
    """The number of items in the list."""
    return len(user.grades)
''',
    '("average_precision(divisor=listed)", ". 1 1 . 1 @4", (1 / 2 + 2 / 3) / 5)',
    """
@same(average_precision, "dividing by the length, weighting by it: the ratio of sums")
def weighted_by_length(users: str, divisor: str, **_: str) -> dict[str, str]:
    listed = (users, divisor) == ("by_length", "listed")
    return {"users": "pooled"} if listed else {}
""",
)
GAIN = Addition(
    "ndcg",
    "gain=square",
    '@gain(\n    "2^{g - t + 1}',
    '''
@gain("g^2", source="nobody: a test", code="g**2")
def square(g: Grade) -> float:
    """The grade squared."""
    return (g or 0.0) ** 2
''',
    '("ndcg(gain=square)", "2 . | 1 @2", 4 / (4 + SECOND))',
)
IDEAL = Addition(
    "ndcg",
    "ideal=best_item",
    '@ideal(\n    "1",',
    '''
@ideal(r"\\max_i gain(g_i)", source="a test", code="max(<gain> for g in grades)")
def best_item(user: Ranking, depth: int, dcg: Dcg) -> float:
    """The gain of the best judged item."""
    return dcg.gain(user.judged[0])
''',
    '("ndcg(gain=grade, ideal=best_item)", "1 2 @2", (1 + 2 * SECOND) / 2)',
    """
@void(ndcg, "a list of several gains more than its best item")
def more_than_best(ideal: str, reported: str, users: str, **_: str) -> bool:
    return ideal == "best_item" and reported == "complement"


@same(ndcg, "a relevant item gains 1, the best one too")
def best_is_one(gain: str, ideal: str, **_: str) -> dict[str, str]:
    return {"ideal": "none"} if (gain, ideal) == ("binary", "best_item") else {}


@same(ndcg, "the only relevant item is the best one", when="one_relevant")
def only_item_best(ideal: str, **_: str) -> dict[str, str]:
    return {"ideal": "undiscounted"} if ideal == "best_item" else {}
""",
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project."""
    for name in COPIED:
        shutil.copytree(
            ROOT / name,
            tmp_path / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__", "*.tsv"),
        )
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def add(copy: Path, addition: Addition) -> None:
    """Write by hand what is to be written by hand."""
    file = copy / "reference" / "rankings" / f"{addition.family}.py"
    text = file.read_text(encoding="utf-8")
    before, first, after = text.partition(addition.before)
    assert first, "the line that it is to stand before is not there"
    whole = f"{before}{addition.choice.strip()}\n\n\n{first}{after}"
    file.write_text(whole, encoding="utf-8")
    beside = file.with_name(f"{addition.family}_equalities.py")
    with (beside if beside.exists() else file).open("a", encoding="utf-8") as rules:
        rules.write(f"\n{addition.rules}")
    values = copy / "tests" / "reference" / "by_hand" / f"{addition.family}.py"
    table, first, after = values.read_text(encoding="utf-8").partition(
        "ROWS: list[Row] = ["
    )
    assert first, "the table of values is not there"
    row = f"{first}\n    {addition.value},"
    values.write_text(f"{table}{row}{after}", encoding="utf-8")


def run(copy: Path, *arguments: str) -> str:
    """What Python says in the copy; it must end well, and is no part of this run."""
    outer = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**outer, "PYTHONPATH": str(copy / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "addition", [DIVISOR, DISCOUNT, GAIN, IDEAL], ids=lambda addition: addition.name
)
def test_a_choice_is_added_by_one_command(copy: Path, addition: Addition) -> None:
    """Under 15 lines by hand, then the command: its family's tests and those of the
    corpus pass."""
    assert addition.lines < 15
    add(copy, addition)
    command = ("-m", "homonym.maintain.app", "choice", addition.family)
    said = run(copy, *command)
    assert f"new are {addition.name}\n" in said
    assert "by hand" not in said, "the value is there"
    own = f"({addition.family} and not {addition.family}_)"
    wanted = f"{own} or edition or line_of_the_core or generated"
    files = [f"tests/reference/test_{name}.py" for name in TESTS]
    more = ["tests/equivalence/test_witness.py", "tests/docs/test_generated.py"]
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    both = ("-n", "2") if alone and find_spec("xdist") else ()
    run(copy, "-m", "pytest", "-x", "-q", *both, *files, *more, "-k", wanted)
    if addition.family == "ndcg":
        told_apart = ("-m", "exhaustive", "-k", "ndcg and by_a_stored_case")
        run(copy, "-m", "pytest", "-x", "-q", more[0], *told_apart)
