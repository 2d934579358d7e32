"""What it costs to add something, in files by hand: CONTRIBUTING says, this counts.

Something made up is added to a copy of the packages, with no other file changed; then
all that is to know of it has to, in a process of its own.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from homonym.adapters import adapters
from homonym.reference.corpus import edge
from homonym.reference.variants import every_family

ROOT = Path(__file__).parents[1]
FOLDERS = ("reference", "adapters", "conformance_tests", "reports")
COUNTED_IN_DATA = "src/homonym/datasets/edges_in_data.py"
"""The one file of code that may know probes: it counts how often data has them."""
ABOUT_ONE = "reports/pages/ties.py"
"""The page about one probe, which one more does not change."""


def cost(what: str) -> int:
    """How many files CONTRIBUTING says that adding something takes."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (\d) \|", text, re.MULTILINE)
    (found,) = (int(files) for added, files in rows if what in added.split(", "))
    return found


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of homonym as it is installed, raw measurements left out."""
    left_out = shutil.ignore_patterns(*FOLDERS, "__pycache__")
    shutil.copytree(ROOT / "src/homonym", tmp_path / "homonym", ignore=left_out)
    for name in FOLDERS:
        raw = shutil.ignore_patterns("__pycache__", "*.tsv")
        shutil.copytree(ROOT / name, tmp_path / "homonym" / name, ignore=raw)
    return tmp_path


def ran(copy: Path, *words: str) -> str:
    """What a program prints that imports the copy."""
    env = {**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=copy,
        env=env,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PROBE = """
[[edge]]
id = "one_item_alone"
convention = "a catalogue of one item"
in_data = "catalogues of one item"
cite = 20
k = 2
lists = [[1, 1, 0.9]]
truth = [[1, 1, 1]]
outcomes = { "k stays k" = "1 @2", "k becomes 1" = "1 @1" }
"""
EDITION = """
from homonym.maintain.write_edition import write_next_edition
print(write_next_edition("A catalogue of one item."))
"""
ASKED = """
from homonym.adapters.contract import Metric, Value
from homonym.explain.methods import describe_conventions
from homonym.measurement import probes
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import digest, edge, editions
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.evidence import edges

assert [one.sha256 for one in editions()] == [digest(one) for one in editions()]
*_, before, last = editions()
assert (before.edge + 1, before.edition + 1) == (last.edge, last.edition)
metric = Metric("precision", "precision", lambda case: 1.0)
variant, rows = Variant.parse("precision(divisor=k)"), []
ask = lambda name, asked: Value(0.5)
found = probes.probe_outcomes(metric, variant, last, ask, rows)
assert found["one_item_alone"] == "k stays k", found
assert rows[-1][1] == "edge one_item_alone"
assert "one_item_alone" not in probes.probe_outcomes(metric, variant, before, ask, [])
assert edges.probe_words()["one_item_alone"] == "a catalogue of one item"
entry = MetricEntry(claims="precision", status="unexplained", conventions=found)
assert describe_conventions(entry)[-1] == "a catalogue of one item: k stays k"
"""


def test_a_probe_stands_in_one_file(copy: Path) -> None:
    """Its entry in edge.toml; the edition is written. Then libraries are asked about
    it, what they do has a name, and pages and citations have its words."""
    edited = {copy / "homonym/reference/rankings/edge.toml": PROBE}
    append(edited)
    assert "written to" in ran(copy, "-c", EDITION)
    assert len(edited) == cost("an edge case")
    ran(copy, "-c", ASKED)


def append(edited: dict[Path, str]) -> None:
    """Text at the end of each file."""
    for file, text in edited.items():
        before = file.read_text("utf-8") if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(before + text, encoding="utf-8")


def constants(file: Path) -> Iterator[str]:
    """The texts in a program that are no docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    told = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in told:
            yield str(node.value)


def programs() -> Iterator[Path]:
    """Every module of homonym, with links to other folders left out."""
    for folder in ("src/homonym", *FOLDERS):
        for file in (ROOT / folder).rglob("*.py"):
            if not any(parent.is_symlink() for parent in file.parents):
                yield file


def test_no_program_names_a_probe_but_what_counts_it_in_data() -> None:
    """Else one more probe would be forgotten there. Names that are usual words, and
    names of invariances, which mean the same, are not looked for."""
    types = {home.takes for home in every_family().values()}
    names = {one.id for takes in types for one in edge(takes)}
    names -= {"ties", "empty", "users_reordered"}
    found = {
        str(file.relative_to(ROOT))
        for file in programs()
        if names.intersection(constants(file))
    }
    assert found == {COUNTED_IN_DATA, ABOUT_ONE}


FAMILY = """
r\"\"\"First hit: whether the first item is relevant.

    F@k = h_1         range 0 to 1

Source: made up. Start at `first_hit`, at the bottom.
\"\"\"

from homonym.reference.axes import Axis
from homonym.reference.families import family
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.users import users

worth = Axis("what a first hit is worth")


@worth("1", name="one", source="made up")
def one(k: int) -> float:
    \"\"\"1, whatever k.\"\"\"
    return 1.0


@worth("k", name="cut_off", source="made up")
def cut_off(k: int) -> float:
    \"\"\"The cut-off.\"\"\"
    return float(k)


@family("First hit", takes=Case, worth=worth, users=users)
def first_hit(user: Ranking, k: int, worth) -> Part:
    \"\"\"(what the first hit is worth, divisor) of one user; the divisor is 1.\"\"\"
    return worth(k) * user.found(1), 1
"""
PROPERTIES = """
[first_hit]
holds = ["bounds", "perfect", "exchange", "irrelevant", "below_k"]

[first_hit."worth=cut_off"]
holds = ["perfect", "exchange", "irrelevant", "below_k"]
bounds = "1 | @2"
"""
"""As `homonym.maintain.declare_properties` prints them."""
RECORDED = """
from dataclasses import asdict
from homonym.records import store
from homonym.records.reading import record_of
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant, every_family
from homonym.reports.evidence.matrix import matrices
from homonym.reports.findings.meaning import columns, meanings
from homonym.reports.findings.survey import survey
from homonym.trace.latex import latex
from pathlib import Path

entry = {"claims": "first_hit", "variants": ["first_hit(worth=cut_off)"]}
about = {"measured": "2026-01-02", "from": "registry", "python": "3.11", "packages": {}}
record = {
    "schema": 1,
    "library": "fake",
    "version": "1.0.0",
    "corpus": asdict(editions()[0]),
    "metrics": {"first": {**entry, "entry": "function", "status": "identified",
        "precision": 1e-9, "core": {"ran": 48, "of": 48}, "conventions": {},
        "refuted": {"tried": 200, "failed": 0}}},
    "provenance": about,
}
store.write_record_of(record_of(record, "a test"), [], Path("records"))
found = survey(folder=Path("records"))
(matrix,) = matrices(found, columns(found), meanings(found))
assert [family.title for family in matrix.families] == ["First hit"]
print(latex(Variant.parse("first_hit(worth=cut_off)")))
"""


def test_a_column_stands_in_one_file_of_the_packages(copy: Path) -> None:
    """The family's; the others of its cost are those of its tests. Its formula is
    shown and explained, and a metric that claims it has a column."""
    folder = copy / "homonym/reference/rankings"
    edited = {folder / "first_hit.py": FAMILY}
    append(edited)
    append({folder / "properties.toml": PROPERTIES})
    demanded = ("tests/reference/by_hand", "src/homonym/evaluation/rankings")
    assert len(edited) + len(demanded) == cost("a column of the matrix")
    assert "First hit" in ran(copy, "-m", "homonym", "explain", "first_hit")
    ran(copy, "-c", RECORDED)


GAIN = '''
@gain("g^2", source="made up", code="g**2")
def square(g: Grade) -> float:
    """The grade squared."""
    return (g or 0.0) ** 2


'''
BEFORE = '@gain(\n    "2^{g - t + 1}'
FOLLOWS = """
from homonym.equivalence.conversion import convert
from homonym.equivalence.witness import witness
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.trace.latex import latex

own, others = Variant.parse("ndcg(gain=square)"), ("grade", "exponential", "binary")
assert own.value(Case.parse("2 . | @2")) == 1
assert "g^2" in latex(own)
for name in others:
    other = Variant.parse(f"ndcg(gain={name})")
    case = witness(own, other)
    assert own.value(case) != other.value(case)
assert "g**2" in convert(Variant.parse("ndcg(gain=square, ideal=none)"), own).code
"""


def test_a_choice_stands_in_one_file_of_the_packages(copy: Path) -> None:
    """Its family's; the other of its cost is that of its value by hand. Its formula is
    shown, and cases that are there already tell it from the others: what programs write
    beside, `tests/maintain/test_new_choice.py` has them write."""
    file = copy / "homonym/reference/rankings/ndcg.py"
    text = file.read_text("utf-8")
    assert text.count(BEFORE) == 1
    file.write_text(text.replace(BEFORE, GAIN.lstrip() + BEFORE), encoding="utf-8")
    edited, demanded = [file], ["tests/reference/by_hand/ndcg.py"]
    assert len(edited) + len(demanded) == cost("a gain")
    ran(copy, "-c", FOLLOWS)
    assert "The grade squared." in ran(copy, "-m", "homonym", "variants", "ndcg")


LIBRARY = """
def recall_at_k(ranked, relevant, k):
    '''The share of the relevant items that are among the first k.'''
    return len({*ranked[:k]} & {*relevant}) / len(relevant)
"""
ADAPTER = """
from homonym.adapters.contract import Adapter, Documented, Refuse, Value

adapter = Adapter(
    library="made-up",
    module="made_up_library",
    title="Made up",
    homepage="https://example.org",
    names=lambda: ["recall_at_k"],
    sources=("made_up_library.py",),
)


@adapter.metric("recall_at_k", claims="recall", documented=Documented(
    "recall(divisor=r)", "The share of the relevant items that are among the first k."
))
def recall_at_k(case):
    import made_up_library

    found = []
    for user, pairs in case.truth.items():
        relevant = [item for item, grade in pairs if grade >= 1]
        if not relevant or len({*relevant}) < len(relevant) or case.k < 1:
            raise Refuse("a user without relevant items, or a pair twice, or no k")
        ranked = [item for item, _ in case.recommendations.get(user, ())]
        found.append(made_up_library.recall_at_k(ranked, relevant, case.k))
    return Value(None, tuple(found))
"""
SNIPPETS = """
schema = 1

[[call]]
metrics = ["recall_at_k"]
data = '''
import made_up_library
'''
call = "made_up_library.recall_at_k([1], [1], $k)"
"""
SECTION = """
[testenv:py311-made-up-1.0.0]
base = testenv, library
set_env = LIBRARY = made-up
"""


@pytest.mark.exhaustive
def test_a_library_stands_in_four_files(copy: Path) -> None:
    """Adapter, snippets, lock and environment (what tox makes of that, tests of the
    how-to see); then it is measured and told of."""
    inside = copy / "homonym/adapters"
    edited = {
        inside / "made_up.py": ADAPTER,
        inside / "snippets/made-up.toml": SNIPPETS,
        copy / "locks/py311-made-up-1.0.0.txt": "made-up==1.0.0\n",
        copy / "tox.ini": SECTION,
    }
    append(edited)
    assert len(edited) == cost("a library")
    library = {"made_up_library.py": LIBRARY, "made_up-1.0.0.dist-info/METADATA": META}
    append({copy / name: text for name, text in library.items()})
    ran(copy, "-m", "homonym", "check", "made-up", "--accept", *RECORDS)
    record = (copy / "records/made-up/1.0.0.toml").read_text("utf-8")
    assert '"recall(divisor=r, users=caller)"' in record
    assert re.search(r'where = ".*made_up_library.py:\d+"', record)
    ran(copy, "-c", SHOWN)


META = "Metadata-Version: 2.1\nName: made-up\nVersion: 1.0.0\n"
RECORDS = ("--records", "records", "--max-examples", "5")
SHOWN = """
from pathlib import Path
from homonym.explain.snippets import calls
from homonym.reports.findings.meaning import meanings
from homonym.reports.findings.survey import survey
from homonym.reports.evidence.matrix import matrices
from homonym.reference.variants import every_family

assert "recall_at_k" in calls("made-up", "1.0.0")
found = survey(folder=Path("records"))
known = meanings(found)
(matrix,) = matrices(found, [every_family()["recall"]], known)
((row,),) = [matrix.rows]
assert row.library.title == "Made up"
assert row.cells[0][0].meaning.variant == "recall(divisor=r)"
"""


def test_no_central_list_names_a_library() -> None:
    """pyproject.toml knows none: mypy asks of adapters what it asks of all of them."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    lists = text.partition("[tool.setuptools]")[2].partition("[dependency-groups]")
    checked = lists[2].partition("[tool.")[2]
    for adapter in adapters().values():
        assert f'"{adapter.module.partition(".")[0]}.' not in checked, adapter.library
