"""The fragments of the how-tos for contributors, put to work where they would stand.

They are about a library and a choice that do not exist: here a small library is made,
and a copy of homonym that the choice is written into.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from carried_out import blocks

from homonym import reference
from homonym.adapters.contract import Adapter, Documented, Value
from homonym.cases.conditions import CONDITIONS
from homonym.explain import snippets
from homonym.maintain.app import app, main
from homonym.measurement import worker
from homonym.reference.case import AnyCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "docs" / "add-a-library.md"
VARIANT = ROOT / "docs" / "add-a-variant.md"
CASE = Case.parse("1 . 1 . 1 ; . . 1 @2")

MY_LIBRARY = '''\
"""A library that takes two dictionaries."""
from math import log2


def ndcg(truth, lists, k):
    numbers = [one(truth[user], lists[user][:k], k) for user in truth]
    return sum(numbers) / len(numbers)


def one(grades, pairs, k):
    gained = sum(1 / log2(n + 2) for n, (i, _) in enumerate(pairs) if i in grades)
    return gained / sum(1 / log2(n + 2) for n in range(min(k, len(grades))))
'''

BASE_OF_3 = """
@discount(r"1 / \\log_3(n + 1)", code="log(3) / log(n + 1)")
def log3_next(n: int) -> float:
    return log(3) / log(n + 1)
"""

PUT_TO_WORK = """
from math import isclose, log
from homonym.reference.corpus import core
from homonym.reference.declarations import lacking
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

(id, line, expected), = VALUES
assert isclose(Variant.parse(id).value(Case.parse(line)), expected)
assert not lacking(Variant.parse("ndcg(gain=binary)").home)
other = Variant.parse("ndcg(gain=binary, discount=log3_next)")
usual = Variant.parse("ndcg(gain=binary)")
assert other.canonical() == usual.canonical()
for case in core():
    assert isclose(other.value(case), usual.value(case), abs_tol=1e-9), case
"""


def fragment(page: Path, name: str) -> str:
    """The block of the page that is marked to be tried under that name."""
    (found,) = (b.text for b in blocks(page) if b.mark == f"tried as {name}")
    return found


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a library that can be imported."""
    (tmp_path / "my_library.py").write_text(MY_LIBRARY)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def relevant(case: AnyCase) -> dict[Any, dict[Any, float]]:
    return {user: dict(pairs) for user, pairs in case.truth.items()}


def test_the_adapter_measures_what_it_documents(library: Path) -> None:
    """NDCG with 0 and 1: every name is wrapped or out of scope, the value is right."""
    given = {
        "Adapter": Adapter,
        "Documented": Documented,
        "AnyCase": AnyCase,
        "names": lambda: ["ndcg", "top_k"],
        "truth": relevant,
        "lists": lambda case: case.recommendations,
    }
    exec(fragment(LIBRARY, "adapter"), given)
    adapter = given["adapter"]
    assert isinstance(adapter, Adapter) and adapter.unlisted() == []
    documented = adapter.metrics["ndcg"].documented
    assert documented
    measured = worker.call_metric(adapter, "ndcg", CASE)
    assert isinstance(measured, Value)
    promised = Variant.parse(documented.variant).value(CASE)
    assert measured.value == pytest.approx(promised)


def test_the_snippet_prints_what_the_library_gives(
    library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The call as people paste it, the case's data put in."""
    entries = tomllib.loads(fragment(LIBRARY, "snippet"))["call"]
    calls = {call.metric: call for call in snippets.read_entries(entries, "")}
    monkeypatch.setattr(snippets, "read_snippet_calls", lambda *_: calls)
    exec(snippets.render_library_snippet("my-library", "ndcg", CASE), {})
    promised = Variant.parse("ndcg(gain=binary)").value(CASE)
    assert float(capsys.readouterr().out) == pytest.approx(promised)


def test_the_environment_is_one_of_tox(tmp_path: Path) -> None:
    """It names the library, and installs the lock of its own name."""
    file = tmp_path / "tox.ini"
    own = fragment(LIBRARY, "environment")
    file.write_text(f"{(ROOT / 'tox.ini').read_text()}\n{own}")
    name = own.partition(":")[2].partition("]")[0]
    asked = [sys.executable, "-m", "tox", "config", "-c", file, "-e", name]
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TOX")}
    told = subprocess.run(asked, capture_output=True, text=True, check=True, env=kept)
    assert "LIBRARY=my-library" in told.stdout.replace(" ", "")
    assert f"locks/{name}.txt" in told.stdout


def test_the_choice_has_its_value_and_its_rule(tmp_path: Path) -> None:
    """In a copy of homonym: the value by hand, and the rule on every core case."""
    copy = tmp_path / "homonym"
    without = shutil.ignore_patterns("reference", "reports", "__pycache__")
    shutil.copytree(ROOT / "src" / "homonym", copy, ignore=without)
    shutil.copytree(ROOT / "reference", copy / "reference")
    family = copy / "reference" / "rankings" / "ndcg.py"
    before, first, after = family.read_text().partition('@discount("1 / n"')
    choice, rule = fragment(VARIANT, "choice"), fragment(VARIANT, "rule")
    choices = f"{choice}\n\n{BASE_OF_3}\n\n"
    family.write_text(f"{before}{choices}{first}{after}")
    with family.with_name("ndcg_equalities.py").open("a") as equalities:
        equalities.write(f"\n\n{rule}")
    script = PUT_TO_WORK.replace("VALUES", f"[{fragment(VARIANT, 'value')}]")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", script],
        env=env,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


def test_the_rule_under_a_condition_is_true_where_it_holds() -> None:
    """Users with one relevant item each, and a hit or none: the ratio of sums is the
    mean, with k + r below; with two relevant items it is not."""
    kept: list[tuple[str, Callable[..., dict[str, str]]]] = []

    def same(home: object, reason: str, when: str) -> Callable[[Any], None]:
        return lambda rule: kept.append((when, rule))

    home = every_family()["precision"]
    given = {"same": same, "precision": home.function}
    exec(fragment(VARIANT, "conditional_rule"), given)
    ((when, rule),) = kept
    assert rule(users="pooled", divisor="k_plus_r") == {"users": "mean"}
    assert not rule(users="pooled", divisor="length")
    ways = home.axes["users"].choices
    for line, holds in (("1 . . ; . . 1 @2", True), ("1 . . ; . 1 1 @2", False)):
        case = Case.parse(line)
        parts = [(sum(u.hits[: case.k]), case.k + u.r) for u in case.users]
        found = {
            way: ways[way].function(parts, case.users, case.k)
            for way in ("pooled", "mean")
        }
        assert CONDITIONS[when](case) is holds
        assert (abs(found["pooled"] - found["mean"]) < 1e-12) is holds


def test_the_command_for_a_choice_is_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does to a copy of homonym is tried in tests/maintain."""
    monkeypatch.setattr(reference, "__path__", [str(ROOT / "reference")])
    program, *words = fragment(VARIANT, "command").split()
    (script,) = entry_points(group="console_scripts", name=program)
    assert script.load() is main
    with pytest.raises(SystemExit) as ended:
        app([*words, "--help"], prog_name=program)
    assert not ended.value.code
    assert f"{program} {words[0]} [OPTIONS]" in capsys.readouterr().out
