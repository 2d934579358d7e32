"""What homonym knows of each type of case: all of it, in one place.

Most is held to the types beside rankings, whose cores, edges and conditions have files
of their own.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from partition_faults import format_partition_faults

from homonym.cases.kinds import (
    enumerate_small_cases,
    find_case_kind,
    find_case_type,
    list_few_cases,
    load_case_kinds,
)
from homonym.equivalence.partition import (
    find_declared_classes,
    make_value_key,
    refine_blocks,
)
from homonym.equivalence.witness import (
    find_first_telling_case,
    find_witness,
    read_stored_witnesses,
)
from homonym.errors import UserError
from homonym.maintain.pairs import UntoldPairs, select_telling_cases
from homonym.measurement.drawing import draw_cases
from homonym.reference import corpus
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Number, every_family
from homonym.tolerances import are_numbers_close
from homonym.verdicts.conventions import compute_probe_numbers

ROOT = Path(__file__).parents[2]
PLACES = ("src/homonym", "adapters", "reports", "conformance_tests")
"""Where types of case are asked for; the reference is what they are."""
ONLY_RANKINGS = "the shapes that functions take their data in hold rankings alone"
OF_A_TYPE = {
    "src/homonym/experiments/axiom_verdicts.py": "the axioms are about lists of items "
    "with aspects; a metric of rankings is tried on such lists as rankings",
    "src/homonym/drafting/families.py": ONLY_RANKINGS,
    "src/homonym/maintain/leftovers.py": "families of rankings alone have values by "
    "hand and expressions in files of their own",
    "src/homonym/measurement/probes.py": "those of rankings alone have users one at a "
    "time, beside whom a well-formed one is asked about",
    "reports/pages/play.py": "five ranks are a ranking",
    "reports/pages/compare.py": "`homonym.value` takes lists and truth alone",
}
"""Modules that may ask which type a case is of, and why."""
NAMES = {takes.__name__ for takes in load_case_kinds()}
HOMES = [
    pytest.param(home, id=name)
    for name, home in every_family().items()
    if home.takes is not Case
]
FOLDERS = sorted({param.values[0].takes.folder for param in HOMES})
LITERALS = {repr(takes.folder) for takes in load_case_kinds()}
EDGES = [
    pytest.param(find_case_type(folder), edge, id=f"{folder}-{edge.id}")
    for folder in FOLDERS
    for edge in corpus.edge(find_case_type(folder))
]


@pytest.fixture(scope="module", params=FOLDERS)
def takes(request: pytest.FixtureRequest) -> Any:
    """Each type of case but rankings."""
    return find_case_type(request.param)


def drawn(takes: Any, tries: int = 40) -> list[Any]:
    """Cases as a run draws them."""
    found: list[Any] = []
    draw_cases(find_case_kind(takes).drawn()[0], tries, 1, found.append)
    return found


def equal(a: Number, b: Number) -> bool:
    """Whether two values are the same, or one is undefined."""
    if a is None or b is None:
        return True
    pairs = zip(make_value_key(a), make_value_key(b), strict=True)
    return all(are_numbers_close(x, y, 1e-9) for x, y in pairs)


@pytest.mark.parametrize("home", HOMES)
def test_the_core_splits_every_family_into_its_classes(home: Family) -> None:
    """Exactly: what no rule makes equal is told apart, and what one does is not."""
    assert (
        format_partition_faults(
            refine_blocks(home, corpus.core(home.takes)), find_declared_classes(home)
        )
        == ""
    )


@pytest.mark.parametrize("tries", [5, pytest.param(40, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("home", HOMES)
def test_what_a_rule_makes_equal_is_equal_where_its_condition_holds(
    home: Family, tries: int
) -> None:
    """On every core and drawn case that fulfils it; and on some case elsewhere not."""
    cases = [*corpus.core(home.takes), *drawn(home.takes, tries)]
    conditions = find_case_kind(home.takes).conditions
    for when in sorted({rule.when for rule in home.rules if rule.when}):
        fulfilled = [case for case in cases if conditions[when](case)]
        assert fulfilled
        moved = [v for v in home.variants if v.canonical((when,)) != v.canonical()]
        for variant in moved:
            other = variant.canonical((when,))
            assert all(equal(variant.value(c), other.value(c)) for c in fulfilled)
            assert not all(equal(variant.value(c), other.value(c)) for c in cases)


@pytest.mark.parametrize("home", HOMES)
def test_a_rule_says_more_than_the_condition_under_which_it_holds(home: Family) -> None:
    """A reason is why two definitions fall together there, not that they do."""
    conditions = find_case_kind(home.takes).conditions
    said = {name: (test.__doc__ or "").lower() for name, test in conditions.items()}
    for rule in home.rules:
        assert f"{rule.reason.lower()}." != said.get(rule.when)


@pytest.mark.parametrize("home", HOMES)
def test_every_two_classes_are_told_apart_by_a_stored_case(home: Family) -> None:
    """No pair is left, and no case is nobody's witness."""
    pairs = UntoldPairs(home)
    assert list(select_telling_cases(pairs, read_stored_witnesses(home.name))) == list(
        read_stored_witnesses(home.name)
    )
    assert len(pairs) == 0


@pytest.mark.parametrize("home", HOMES)
def test_no_stored_witness_is_a_core_case_for_want_of_a_small_one(home: Family) -> None:
    """Each is one of the small cases that are tried in the order of size, of which the
    core cases are not."""
    cores = {*corpus.core(home.takes)}
    weights = [case.weight for case in read_stored_witnesses(home.name)]
    assert not cores & {*read_stored_witnesses(home.name)}
    assert all(weight[0] <= 3 and weight[1] <= 5 for weight in weights)


@pytest.mark.parametrize(
    "most", [3_000, pytest.param(None, marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize("home", HOMES)
def test_stored_witnesses_stand_where_they_do_among_the_small_cases(
    home: Family, most: int | None
) -> None:
    """In the order in which these are tried: every one of them, or of those that stand
    among the first."""
    among = (
        {*islice(enumerate_small_cases(home.takes), most)}
        if most
        else {*read_stored_witnesses(home.name)}
    )
    left = [case for case in read_stored_witnesses(home.name) if case in among]
    for case in enumerate_small_cases(home.takes):
        if not left:
            break
        if case == left[0]:
            del left[0]
    assert left == []


@pytest.mark.parametrize("home", HOMES)
def test_a_stored_witness_is_the_one_that_plain_enumeration_finds(home: Family) -> None:
    """Sampled pairs: the same case, or one that is not among the first."""
    chance = Random(7)
    classes = sorted((v for v in home.variants if v.canonical() == v), key=str)
    first_ones = tuple(islice(find_case_kind(home.takes).smallest_first(), 500))
    for _ in range(10 if len(classes) > 1 else 0):
        a, b = chance.sample(classes, 2)
        case = find_witness(a, b)
        assert case is not None
        assert find_first_telling_case(first_ones, a, b) == (
            case if case in first_ones else None
        )


def test_every_line_of_a_core_is_the_id_of_its_case(takes: Any) -> None:
    """Written as `str` writes it, and no line twice."""
    lines = corpus.text(f"{takes.folder}/core.txt").splitlines()
    assert [str(takes.parse(line)) for line in lines] == lines
    assert len(set(lines)) == len(lines)


def test_drawn_cases_can_be_read_back_and_differ(takes: Any) -> None:
    """A counterexample is stored as its line."""
    cases = drawn(takes)
    assert all(takes.parse(str(case)) == case for case in cases)
    assert len({str(case) for case in cases}) > len(cases) / 2


def test_small_cases_come_in_the_order_of_size(takes: Any) -> None:
    """Fewer users, then fewer of what a user has."""
    sizes = [
        case.weight[:2] for case in islice(find_case_kind(takes).smallest_first(), 3000)
    ]
    assert sizes == sorted(sizes)


def test_a_variation_keeps_the_tables_it_does_not_vary(takes: Any) -> None:
    """Every row of truth and lists is still there, under new names where relabelled."""
    case = corpus.core(takes)[0]
    for name, vary in find_case_kind(takes).variations.items():
        varied = vary(case)
        for table in ("recommendations", "truth"):
            # a log has no tables: it is given as it is
            before, after = (getattr(one, table, {}) for one in (case, varied))
            if name != "tail_removed":
                assert sum(map(len, before.values())) == sum(map(len, after.values()))


@pytest.mark.parametrize(("takes", "edge"), EDGES)
def test_an_edge_case_tells_its_outcomes_apart(takes: Any, edge: corpus.Edge) -> None:
    """On the default of some family that it is about, every two of them differ."""
    homes = [h for h in every_family().values() if h.takes is takes]
    about = [h for h in homes if h.name in (edge.families or (h.name,))]
    told = [compute_probe_numbers(home.default, edge) for home in about]
    for a, b in combinations(edge.outcomes, 2):
        both = [(one[a], one[b]) for one in told if a in one and b in one]
        assert any(make_value_key(x) != make_value_key(y) for x, y in both)


def test_drawing_depends_on_the_chance_alone(takes: Any) -> None:
    """The same seed gives the same case."""
    first, again = drawn(takes, 5), drawn(takes, 5)
    assert first == again


@pytest.mark.parametrize("folder", ["rankings", *FOLDERS])
def test_every_type_of_case_has_a_complete_kind(folder: str) -> None:
    """Small, few and drawn cases, of which the drawn are fair; each core case has words
    for every user."""
    takes = find_case_type(folder)
    kind, cases = find_case_kind(takes), corpus.core(takes)
    assert kind.legend and kind.variations and kind.few_are
    assert next(enumerate_small_cases(takes)) == next(kind.smallest_first())
    assert {type(case) for case in list_few_cases(takes)} == {takes}
    for case in drawn(takes):
        assert kind.fair(case)
    assert kind.cut_off == any(case.k for case in cases)
    for case in cases[:5]:
        told = list(kind.describe(case, scores=True, others=False))
        assert len(told) >= len(case.users)
        assert not kind.boxes or len(kind.boxes.rows(case)) == len(case.users)


def test_every_type_of_case_that_a_family_takes_is_found() -> None:
    """By its module, which nobody has listed; and no module is of a type without."""
    types = {home.takes for home in every_family().values()}
    assert {*load_case_kinds()} == types
    assert len(types) == 6


@pytest.mark.parametrize(
    "home", [pytest.param(home, id=name) for name, home in every_family().items()]
)
def test_the_steps_of_every_family_lead_to_its_value(home: Family) -> None:
    """Whatever the type of case: its kind follows the numbers."""
    for case in corpus.core(home.takes)[:5]:
        found = find_case_kind(home.takes).steps(home.default, case)
        assert equal(found.number, home.default.value(case))


def test_a_type_that_is_none_is_named_with_those_that_are() -> None:
    """By the folders of the reference."""
    with pytest.raises(UserError, match=r"'beyonde' is no type of case: .* beyond, "):
        find_case_type("beyonde")


def test_to_find_the_types_is_quick() -> None:
    """Hypothesis is not needed before something is drawn: commands start without."""
    asked = "import sys; from homonym.cases.kinds import load_case_kinds\n"
    asked += "load_case_kinds(); print(*sys.modules)"
    run = [sys.executable, "-c", asked]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "homonym.cases.rankings" in loaded and "hypothesis" not in loaded


def asking(tree: ast.AST) -> Iterator[int]:
    """The lines that ask which type of case something is: `is`, `isinstance`, a table
    by type or by folder, a class pattern, the folder of a type."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                sides = {ast.unparse(one) for one in (node.left, *node.comparators)}
                folder = any("folder" in side for side in sides) and sides & LITERALS
                if sides & NAMES or folder:
                    yield node.lineno
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass")):
                if NAMES & {ast.unparse(one) for one in ast.walk(node.args[1])}:
                    yield node.lineno
            case ast.Dict():
                keys = {ast.unparse(key) for key in node.keys if key}
                if NAMES & keys or len(LITERALS & keys) > 1:
                    yield node.lineno
            case ast.MatchClass():
                if ast.unparse(node.cls) in NAMES:
                    yield node.lineno


@pytest.mark.parametrize(
    "text",
    [
        "home.takes is Case",
        "home.takes is not Case",
        "isinstance(case, Case | RunCase)",
        "isinstance(case, (RatingCase, LabelCase))",
        "{Case: 1, RunCase: 2}",
        "{'rankings': 1, 'beyond': 2}",
        "takes.folder == 'rankings'",
        "match case:\n    case LoggedCase():\n        pass",
    ],
)
def test_a_question_for_the_type_is_noticed(text: str) -> None:
    """In each form that it can have."""
    assert list(asking(ast.parse(text)))


def test_what_depends_on_the_type_asks_its_kind() -> None:
    """No module outside the reference and the types' own asks which type a case is
    of, but for those that say why."""
    files = {file for place in PLACES for file in (ROOT / place).rglob("*.py")}
    own = {file for file in files if not any(one.is_symlink() for one in file.parents)}
    assert len(own) > 200
    found = {}
    for file in own - {*(ROOT / "src" / "homonym" / "cases").iterdir()}:
        if lines := list(asking(ast.parse(file.read_text(encoding="utf-8")))):
            found[file.relative_to(ROOT).as_posix()] = lines
    assert found.keys() == OF_A_TYPE.keys(), found


def test_no_template_asks_which_type_a_case_is_of() -> None:
    """It asks what the type's kind has."""
    for file in (ROOT / "reports" / "templates").glob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\.(folder|kind) *[!=]= *[\"']", text), file
