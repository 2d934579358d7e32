"""What an edge case and a library cost, in files by hand, as CONTRIBUTING says.

Each is added to a copy of the project, and a program writes what it writes; then all
that is to know of it has to, and no test of the copy wants a file more.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from additions import ROOT, Addition, copy_of, cost, demanded, done, run

from homonym.adapters import adapters
from homonym.reference.corpus import edge
from homonym.reference.variants import every_family

FOLDERS = ("reference", "adapters", "conformance_tests", "reports")
ABOUT_ONE = "reports/pages/ties.py"
"""The page about one probe, which one more does not change."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project."""
    return copy_of(tmp_path / "project")


PROBE = """
[[edge]]
id = "one_item_alone"
convention = "a catalogue of one item"
in_data = "lists of one item"
counted = "SELECT CASE count(DISTINCT item) WHEN 1 THEN 1 ELSE 0 END FROM predictions"
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
from functools import partial

from homonym.adapters.contract import Metric, Value
from homonym.datasets.edges_in_data import find_edges_in_data
from homonym.explain.methods import describe_conventions
from homonym.measurement import probes
from homonym.records.schema_entry import MetricEntry
from homonym.reference.case import TableCase
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
probe = partial(probes.probe_edge_cases, metric, variant)
found = probe(last, ask, ask, rows)
assert found["one_item_alone"] == "k stays k", found
assert rows[-1][1] == "edge one_item_alone"
assert "one_item_alone" not in probe(before, ask, ask, [])
assert edges.index_probe_words()["one_item_alone"] == "a catalogue of one item"
entry = MetricEntry(claims="precision", status="unexplained", conventions=found)
data = TableCase.of("data", [(1, 1, 0.5)], [(1, 1, 1)], 1)
assert find_edges_in_data(data) == {"one_item_alone": "lists of one item: 1"}
assert describe_conventions(entry)[-1] == "a catalogue of one item: k stays k"
"""


EDGE_CASE = Addition(
    "an edge case",
    "",
    "one_item_alone",
    {"reference/rankings/edge.toml": [("", PROBE)]},
)
ABOUT_PROBES = (
    *(f"tests/{room}" for room in ("reference", "verdicts", "measurement", "explain")),
    *("tests/docs/test_generated.py", "tests/docs/test_sizes.py"),
    "tests/datasets",
)


def add_probe(copy: Path) -> None:
    """What is written by hand, and the edition, which its program writes."""
    assert len(EDGE_CASE.files) == cost(EDGE_CASE.kind)
    EDGE_CASE.write(copy, EDGE_CASE.own)
    assert "written to" in done(copy, "-c", EDITION)


@pytest.mark.exhaustive
def test_a_probe_stands_in_one_file(copy: Path) -> None:
    """Its entry in edge.toml. Then libraries are asked about it, what they do has a
    name, and pages and citations have its words."""
    add_probe(copy)
    done(copy, "-c", ASKED)


@pytest.mark.additions
def test_no_test_wants_more_for_a_probe(copy: Path) -> None:
    """Of all that look at probes."""
    add_probe(copy)
    done(copy, "-m", "pytest", "-q", *ABOUT_PROBES)


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


@pytest.mark.exhaustive
def test_no_program_names_a_probe() -> None:
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
    assert found == {ABOUT_ONE}


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
    files=("made_up_library.py",),
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


META = "Metadata-Version: 2.1\nName: made-up\nVersion: 1.0.0\n"
SHOWN = """
from pathlib import Path
from homonym.explain.snippets import read_snippet_calls
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.survey import read_survey
from homonym.reports.evidence.matrix import build_section_matrices
from homonym.reference.variants import every_family

assert "recall_at_k" in read_snippet_calls("made-up", "1.0.0")
found = read_survey(folder=Path("reports/records"))
known = find_meanings_by_family(found)
(matrix,) = build_section_matrices(found, [every_family()["recall"]], known)
(row,) = (row for row in matrix.rows if row.library.title == "Made up")
assert row.cells[0][0].meaning.variant == "recall(divisor=r)"
"""
MADE_UP = Addition(
    "a library",
    "",
    "made-up",
    {
        "adapters/made_up.py": [("", ADAPTER)],
        "adapters/snippets/made-up.toml": [("", SNIPPETS)],
        "locks/py311-made-up-1.0.0.txt": [("", "made-up==1.0.0\n")],
        "tox.ini": [("", SECTION)],
    },
)
RECORDS = ("--records", "reports/records", "--max-examples", "5")
OWN_RUN = (
    *("-c", "conformance_tests/pytest.ini", "--pyargs", "homonym.conformance_tests"),
    *("--homonym-library", "made-up", "--homonym-records", "reports/records"),
    *("--homonym-max-examples", "5", "-k", "code_shown"),
)
LISTED = (
    *("tests/maintain/test_everything.py", "tests/test_package.py"),
    *("-vv", "-k", "all_of_the_registry or has_its_lock"),
)
ABOUT_LIBRARIES = (
    *(f"tests/{room}" for room in ("adapters", "records", "scanning", "maintain")),
    *("tests/test_package.py", "tests/test_house.py", "tests/docs/test_generated.py"),
)


def install(copy: Path) -> None:
    """Put the library where the copy imports it."""
    about = copy / "lib" / "made_up-1.0.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(META, encoding="utf-8")
    (copy / "lib" / "made_up_library.py").write_text(LIBRARY, encoding="utf-8")


def asked(copy: Path) -> str:
    """What the library's own run says, and the tests of environments."""
    return "".join(run(copy, "-m", "pytest", *words)[1] for words in (OWN_RUN, LISTED))


@pytest.mark.additions
def test_a_library_stands_in_four_files(copy: Path) -> None:
    """With its adapter it is measured and told of; then its own run, and tests of its
    environment, name one file after the other. In the end no test wants one more."""
    install(copy)
    MADE_UP.write(copy, MADE_UP.own)
    done(copy, "-m", "homonym", "check", "made-up", "--accept", *RECORDS)
    record = (copy / "reports/records/made-up/1.0.0.toml").read_text("utf-8")
    assert '"recall(divisor=r, users=caller)"' in record
    assert re.search(r'where = ".*made_up_library.py:\d+"', record)
    edited = {MADE_UP.own}
    while wanted := demanded(asked(copy), MADE_UP) - edited:
        for file in wanted:
            MADE_UP.write(copy, file)
        edited |= wanted
    assert edited == {*MADE_UP.files}
    assert len(edited) == cost(MADE_UP.kind)
    done(copy, "-c", SHOWN)
    done(copy, "-m", "pytest", "-q", *ABOUT_LIBRARIES)


def test_no_central_list_names_a_library() -> None:
    """pyproject.toml knows none: mypy asks of adapters what it asks of all of them."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    lists = text.partition("[tool.setuptools]")[2].partition("[dependency-groups]")
    checked = lists[2].partition("[tool.")[2]
    for adapter in adapters().values():
        assert f'"{adapter.module.partition(".")[0]}.' not in checked, adapter.library
