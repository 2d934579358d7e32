"""The gate, as the maintainer of a small library meets it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import forked
import pytest

from homonym.cli.init import find_adapter_place
from homonym.gate.drift import yield_moved_names

HERE = Path(__file__).parents[1]
ADAPTER = ["--adapter", "tiny_conformance:adapter"]


def run(cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python module as a command, in the maintainer's folder."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return forked.run(*words, cwd=cwd, env=env)


def check(cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The gate."""
    return run(cwd, "homonym", "check", *ADAPTER, *words)


def gated(cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The gate in pytest."""
    return run(cwd, "pytest", "-p", "no:cacheprovider", *ADAPTER_OPTION, *words)


ADAPTER_OPTION = ["--homonym-adapter", "tiny_conformance:adapter"]


def edit(file: Path, old: str, new: str) -> None:
    """Change a file in one place."""
    text = file.read_text()
    assert text.count(old) == 1, (old, text)
    file.write_text(text.replace(old, new))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the library alone."""
    shutil.copy(HERE / "demo" / "tiny.py", tmp_path)
    return tmp_path


@pytest.fixture
def guarded(after_init: Path, tmp_path: Path) -> Path:
    """A folder with the library, its adapter and its record."""
    return shutil.copytree(after_init, tmp_path, dirs_exist_ok=True)


@pytest.fixture(scope="module")
def after_init(once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The library after `homonym init`, the metric that takes all users edited."""
    return once("after_init", make_record)


def make_record(project: Path) -> None:
    """Write both into the folder, as a maintainer does."""
    shutil.copy(HERE / "demo" / "tiny.py", project)
    first = run(project, "homonym", "init", "tiny", "--data", "user")
    assert first.returncode == 3, first.stdout + first.stderr
    file = project / "tiny_conformance.py"
    text = file.read_text()
    start = text.index("    return each(case, lambda items, judged: tiny.mrr(")
    end = text.index("\n", start)
    own = """    lists = {u: [i for i, _ in p] for u, p in case.recommendations.items()}
    truth = {u: dict(p) for u, p in case.truth.items()}
    return tiny.mrr(lists, truth, case.k)"""
    file.write_text(text[:start] + own + text[end:])
    second = run(project, "homonym", "init", "tiny")
    assert second.returncode == 0, second.stdout + second.stderr


@pytest.mark.exhaustive
def test_init_drafts_an_adapter_and_records_nothing_that_failed(project: Path) -> None:
    """`mrr` takes all users: its calls fail, the reason is told, no record is there."""
    done = run(project, "homonym", "init", "tiny", "--data", "user")
    assert done.returncode == 3
    assert "wraps average_precision, mrr, precision_at_k" in done.stdout
    assert "left out (say in that file what they are): shuffle" in done.stdout
    assert "no record: mrr: AttributeError" in done.stdout
    assert not (project / "homonym.toml").exists()


@pytest.mark.exhaustive
def test_init_wraps_each_metric_in_the_shape_that_it_takes(project: Path) -> None:
    """Without an option: lists of one user, and dictionaries of all."""
    done = run(project, "homonym", "init", "tiny")
    assert done.returncode == 0, done.stdout + done.stderr
    text = (project / "tiny_conformance.py").read_text()
    assert "tiny.mrr(rankings=lists(case), truths=truth(case), k=case.k)" in text
    assert "ranked=items, relevant=relevant(judged), k=case.k" in text
    assert check(project).returncode == 0


@pytest.mark.exhaustive
def test_init_says_what_to_look_at_where_nothing_explains(project: Path) -> None:
    """As `check` does: the nearest, and the smallest case on which it is wrong."""
    with (project / "tiny.py").open("a") as file:
        file.write(
            "\n\ndef recall(ranked, relevant, k):\n"
            "    found = sum(item in relevant for item in ranked[:k])\n"
            "    return (found / len(relevant)) ** 2\n"
        )
    done = run(project, "homonym", "init", "tiny")
    assert "recall is unexplained\n  nearest is recall(" in done.stdout
    assert "smallest case apart: " in done.stdout


@pytest.mark.parametrize("module", ["json", "sys"])
def test_init_refuses_what_is_pythons_own(project: Path, module: str) -> None:
    done = run(project, "homonym", "init", module)
    assert done.returncode == 2
    assert f"homonym: {module!r} is a module of Python itself" in done.stderr
    assert [path.name for path in project.iterdir()] == ["tiny.py"]


def test_init_writes_into_this_folder_for_what_is_installed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never into the folder that pip installs to, in an environment inside this one
    too."""
    installed = project / "venv" / "lib" / "site-packages"
    shutil.copytree(HERE / "demo", installed)
    (installed / "tiny.py").rename(installed / "mine.py")
    monkeypatch.chdir(project)
    monkeypatch.syspath_prepend(installed)
    place = project / "mine_conformance.py", "mine_conformance:adapter"
    assert find_adapter_place("mine") == place
    assert find_adapter_place("pytest")[0] == project / "pytest_conformance.py"


def test_init_asks_for_a_version_before_it_writes(project: Path) -> None:
    """The sentence names the module's file and the line that it lacks."""
    edit(project / "tiny.py", '__version__ = "1.0.0"\n', "")
    done = run(project, "homonym", "init", "tiny")
    assert done.returncode == 2
    assert "homonym: tiny has no version, and a record needs one" in done.stderr
    assert f'write __version__ = "0.1.0" into {project / "tiny.py"}' in done.stderr
    assert not (project / "tiny_conformance.py").exists()


@pytest.mark.parametrize(
    ("text", "record", "code", "words"),
    [
        ("def recall(hits): pass", "tiny.py/x.toml", 2, "x.toml cannot be written: "),
        ("from json import load", "x.toml", 2, "tiny has no public function of its"),
        ("import nothing_here", "x.toml", 3, "tiny cannot be imported: ModuleNotF"),
        ("__version__ = None", "x.toml", 2, "tiny has no version"),
        ("import sys; sys.exit(0)", "x.toml", 3, "imported: SystemExit: 0"),
    ],
)
def test_init_that_cannot_go_on_leaves_nothing_behind(
    project: Path, text: str, record: str, code: int, words: str
) -> None:
    """Neither the draft nor the folder of the record."""
    (project / "tiny.py").write_text(f'__version__ = "1.0.0"\n{text}\n')
    done = run(project, "homonym", "init", "tiny", "--record", record)
    assert (done.returncode, words in done.stderr) == (code, True), done.stderr
    assert {path.name for path in project.iterdir()} <= {"tiny.py", "__pycache__"}


@pytest.mark.exhaustive
def test_a_draft_that_cannot_be_measured_is_taken_back(project: Path) -> None:
    """The library can be imported here, and not in the process that is to run it."""
    file = project / "tiny.py"
    file.write_text(f"{file.read_text()}\nimport sys\nassert 'init' in sys.argv\n")
    done = run(project, "homonym", "init", "tiny")
    assert done.returncode == 3
    assert "homonym: tiny cannot be measured: AssertionError" in done.stderr
    assert not (project / "tiny_conformance.py").exists()


@pytest.mark.exhaustive
def test_the_record_of_init_holds_what_was_measured(guarded: Path) -> None:
    """Three metrics identified, a helper out of scope; a second init is refused."""
    record = tomllib.loads((guarded / "homonym.toml").read_text())
    assert {n: m["variants"] for n, m in record["metrics"].items()} == {
        "average_precision": ["average_precision(divisor=min_k_r, users=caller)"],
        "mrr": ["reciprocal_rank(counts=first)"],
        "precision_at_k": ["precision(divisor=k, users=caller)"],
    }
    assert list(record["inventory"]["out_of_scope"]) == ["shuffle"]
    again = run(guarded, "homonym", "init", "tiny")
    assert again.returncode == 2 and "homonym.toml already exists" in again.stderr


def test_a_formula_changed_by_one_character_is_red_until_accepted(
    guarded: Path,
) -> None:
    """min(k, r) becomes min(r, r): on [a] of {a, b} at k = 1, 1/1 becomes 1/2."""
    edit(guarded / "tiny.py", "/ min(k, r)", "/ min(r, r)")
    red = check(guarded)
    assert red.returncode == 1
    lines = [" ".join(line.split()) for line in red.stdout.splitlines()]
    told = lines[
        lines.index(
            "tiny 1.0.0: average_precision is no longer "
            "average_precision(divisor=min_k_r, users=caller)"
        ) :
    ]
    assert told[2:5] == [
        "case 1 | 1 @1 one user, ranking [a], relevant {a, b}, k = 1",
        "recorded 1 divisor min(k, r) = 1",
        "now 0.5 as average_precision(divisor=r, users=caller) gives",
    ]
    assert "precision_at_k is" not in red.stdout and "mrr is" not in red.stdout
    remedy = next(line for line in told if line.startswith("meant it?"))
    accepted = run(guarded, *remedy.removeprefix("meant it? ").split())
    assert accepted.returncode == 0
    assert "average_precision is no longer" in accepted.stdout
    assert check(guarded).returncode == 0
    assert gated(guarded).returncode == 0


@pytest.mark.exhaustive
def test_a_formula_that_nothing_explains_is_shown_on_its_smallest_case(
    guarded: Path,
) -> None:
    """max(k, r) is no known divisor: the smallest case is [a] of {a, b} at k = 1."""
    edit(guarded / "tiny.py", "/ min(k, r)", "/ max(k, r)")
    red = check(guarded)
    assert red.returncode == 1
    assert "unexplained now" in red.stdout
    assert "one user, ranking [a], relevant {a, b}, k = 1" in red.stdout
    assert "as no variant gives" in red.stdout
    assert "does not show" not in red.stdout
    assert red.stdout.count("without a formula there is no name") == 1


@pytest.mark.exhaustive
def test_cases_drawn_as_the_user_asked_are_no_drift(guarded: Path) -> None:
    """Fewer of them, or others: the record says how many every run draws."""
    done = check(guarded, "--max-examples", "30", "--seed", "5")
    assert done.returncode == 0, done.stdout
    assert "matches its record" in done.stdout


def test_a_check_leaves_nothing_behind(guarded: Path) -> None:
    """Neither caches nor what Hypothesis keeps for its own tests."""
    assert check(guarded, "--max-examples", "5").returncode == 0
    assert not [file.name for file in guarded.iterdir() if file.name.startswith(".")]


@pytest.mark.exhaustive
def test_an_edge_alone_is_red_with_its_outcomes(guarded: Path) -> None:
    """Dividing by the length of a short list changes no well-formed case."""
    edit(guarded / "tiny.py", "relevant]) / k", "relevant]) / max(1, len(ranked[:k]))")
    red = check(guarded)
    assert red.returncode == 1
    assert "precision_at_k is still precision(divisor=k, users=caller)" in red.stdout
    assert "a list shorter than k (short_list)" in red.stdout
    assert "recorded  k stays k" in red.stdout
    assert "now       k becomes the list's length" in red.stdout


def test_pytest_has_one_test_a_metric_and_one_a_convention(guarded: Path) -> None:
    """Stable ids; a changed edge fails that edge's test and no definition."""
    (guarded / "tests").mkdir()
    (guarded / "tests" / "test_own.py").write_text("def test_own(): pass\n")
    edit(guarded / "tiny.py", "relevant]) / k", "relevant]) / max(1, len(ranked[:k]))")
    done = gated(guarded, "tests", "-q", "-rA")
    failed = {
        line.split()[1] for line in done.stdout.splitlines() if line[:6] == "FAILED"
    }
    passed = {
        line.split()[1] for line in done.stdout.splitlines() if line[:6] == "PASSED"
    }
    assert done.returncode == 1
    assert "homonym.toml::precision_at_k::short_list" in failed
    assert {name.split("::")[1] for name in failed} == {"precision_at_k"}
    assert "tests/test_own.py::test_own" in passed
    for name in ("average_precision", "mrr", "precision_at_k"):
        assert f"homonym.toml::{name}::definition" in passed
    assert "homonym.toml::everything_else" in passed


@pytest.mark.exhaustive
def test_processes_of_one_run_measure_once(guarded: Path, tmp_path: Path) -> None:
    """The library runs in two processes, one with another hash seed, as without -n."""
    adapter = guarded / "tiny_conformance.py"
    measured = tmp_path / "measured"
    in_child = f"'worker' in sys.argv[0] and open({str(measured)!r}, 'a').write('1')"
    adapter.write_text(f"{adapter.read_text()}\nimport sys\n{in_child}\n")
    done = gated(guarded, "-q", "-rA", "-n", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert measured.read_text() == "11"
    alone = gated(guarded, "-q", "-rA")
    assert done.stdout.count("PASSED") == alone.stdout.count("PASSED") > 20


@pytest.mark.exhaustive
def test_another_definition_is_one_failure_a_metric(guarded: Path) -> None:
    """What a metric does at its edges follows: these tests say where to look."""
    edit(guarded / "tiny.py", "/ min(k, r)", "/ min(r, r)")
    edit(guarded / "tiny.py", "relevant]) / k", "relevant]) / (2 * k)")
    done = gated(guarded, "-q", "-rfs")
    failed = [li.split()[1] for li in done.stdout.splitlines() if li[:6] == "FAILED"]
    assert done.returncode == 1
    assert sorted(failed) == [
        "homonym.toml::average_precision::definition",
        "homonym.toml::precision_at_k::definition",
    ]
    assert "see homonym.toml::precision_at_k::definition" in done.stdout


@pytest.mark.exhaustive
def test_an_unexplained_metric_that_changes_shows_one_case(guarded: Path) -> None:
    """The smallest, and how many more there are: [a] of {a, b} at k = 1 gave 1/2 and
    gives 1/3."""
    edit(guarded / "tiny.py", "/ min(k, r)", "/ max(k, r)")
    assert check(guarded, "--accept").returncode == 0
    edit(guarded / "tiny.py", "/ max(k, r)", "/ (1 + max(k, r))")
    red = check(guarded)
    assert red.returncode == 1
    (start,) = (n for n, li in enumerate(red.stdout.splitlines()) if "is still" in li)
    told = [" ".join(li.split()) for li in red.stdout.splitlines()[start : start + 8]]
    assert "average_precision is still unexplained, and gives other numbers" in told[0]
    assert told[3].startswith("recorded ") and told[4].startswith("now ")
    assert re.search(r"and on \d+ more$", told[4])
    assert "nearest" not in red.stdout[red.stdout.index("is still") :]
    assert len(told[5:]) < 6 and red.stdout.count("metrics.") == 0
    done = gated(guarded, "-q", "-rfs")
    failed = [li.split()[1] for li in done.stdout.splitlines() if li[:6] == "FAILED"]
    assert failed == ["homonym.toml::average_precision::definition"]


@pytest.mark.exhaustive
def test_pytest_is_red_for_a_new_metric_and_a_new_name(guarded: Path) -> None:
    """`everything_else` names what the record does not know."""
    with (guarded / "tiny.py").open("a") as file:
        file.write("\n\ndef recall(ranked, relevant, k):\n    return 0.0\n")
    done = gated(guarded, "homonym.toml::everything_else", "-q")
    assert done.returncode == 1
    assert "neither wrapped nor out of scope: recall" in done.stdout
    assert check(guarded).returncode == 1


@pytest.mark.exhaustive
def test_accepting_says_which_names_nobody_decided_on(guarded: Path) -> None:
    """What is measured is recorded, and the command ends as the next check will."""
    with (guarded / "tiny.py").open("a") as file:
        file.write("\n\ndef recall(ranked, relevant, k):\n    return 0.0\n")
    accepted = check(guarded, "--accept")
    assert accepted.returncode == 1, accepted.stdout
    assert "neither wrapped nor out of scope: recall" in accepted.stdout
    assert check(guarded).returncode == 1


def test_a_name_that_is_wrapped_now_is_still_a_public_name() -> None:
    """It went from one side to the other, and neither came nor went."""
    old = {"wrapped": ["ap", "gone"], "out_of_scope": {"f1": "not yet", "load": "data"}}
    new = {"wrapped": ["ap", "f1", "mrr"], "out_of_scope": {"load": "data"}}
    assert [*yield_moved_names(old, new)] == [
        "out of scope before, now wrapped: f1",
        "new public name, wrapped: mrr",
        "no longer a public name, wrapped: gone",
    ]


def test_init_names_the_modules_of_a_package_that_has_no_function(
    project: Path,
) -> None:
    """As a package does that gathers nothing at its top."""
    package = project / "small"
    package.mkdir()
    (package / "__init__.py").write_text('__version__ = "1.0.0"\n')
    for name in ("metrics", "_private"):
        (package / f"{name}.py").write_text("")
    done = run(project, "homonym", "init", "small")
    assert done.returncode == 2
    assert "name the module that defines them: small.metrics\n" in done.stderr


def test_pytest_refuses_a_gate_without_a_record(project: Path) -> None:
    """A usage error with the command that writes one."""
    done = gated(project)
    assert done.returncode == 4
    theory = (HERE.parent / "docs" / "theory.md").read_text(encoding="utf-8")
    assert "\nmeasures nothing and ends with 4;" in theory
    assert "homonym check --adapter tiny_conformance:adapter" in done.stderr


def test_pytest_help_tells_of_the_options(project: Path) -> None:
    """In a group of their own."""
    told = run(project, "pytest", "--help").stdout
    for option in ("--homonym-adapter", "--homonym-record", "--homonym-checkout"):
        assert option in told


@pytest.mark.exhaustive
def test_forms_for_ci_name_the_metric_and_the_records_line(guarded: Path) -> None:
    """Markdown on a page, an annotation at the metric's table, JSON for a machine."""
    edit(guarded / "tiny.py", "/ min(k, r)", "/ min(r, r)")
    done = check(guarded, "--format", "github", "--summary", "page.md")
    lines = (guarded / "homonym.toml").read_text().splitlines()
    line = lines.index("[metrics.average_precision]") + 1
    note = next(t for t in done.stdout.splitlines() if t.startswith("::error"))
    assert note.startswith(f"::error file=homonym.toml,line={line},title=")
    assert "%2C" in note.partition("::tiny")[0] and "%0A" in note
    page = (guarded / "page.md").read_text()
    assert "### tiny 1.0.0 differs from its record in 1 metric" in page
    assert "| `mrr` | reciprocal_rank(counts=first) | 62 of 62 | holds |" in page
    assert "one user, ranking [a], relevant {a, b}, k = 1" in page
    found = json.loads(check(guarded, "--json").stdout)
    assert found["metrics"]["average_precision"]["status"] == "changed to another class"
    assert check(guarded, "--format", "html").returncode == 2


@pytest.mark.exhaustive
def test_an_annotation_names_the_record_in_a_folder_of_records(guarded: Path) -> None:
    """As one file: where the version's record stands below the folder."""
    folder = guarded / "records" / "tiny"
    folder.mkdir(parents=True)
    shutil.copy(guarded / "homonym.toml", folder / "1.0.0.toml")
    edit(guarded / "tiny.py", "/ min(k, r)", "/ min(r, r)")
    words = ("--adapter", "tiny_conformance:adapter", "--records", "records")
    done = run(guarded, "homonym", "check", *words, "--format", "github")
    assert "::error file=records/tiny/1.0.0.toml,line=" in done.stdout


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("import nowhere\n", 3, "fails: ModuleNotFoundError"),
        ("1 / 0\n", 3, "fails: ZeroDivisionError"),
        ("adapter = 3\n", 2, "has no Adapter called 'adapter'"),
        (None, 3, "no adapter at tiny_conformance:adapter"),
    ],
)
def test_a_broken_adapter_is_not_wrong_use(
    text: str | None, code: int, sentence: str, guarded: Path
) -> None:
    """3 when it cannot be imported, 2 when what it names is no adapter."""
    file = guarded / "tiny_conformance.py"
    file.unlink() if text is None else file.write_text(text)
    done = check(guarded)
    assert done.returncode == code
    assert sentence in done.stderr and "Traceback" not in done.stderr


def test_a_library_that_cannot_be_imported_is_broken(guarded: Path) -> None:
    """Exit code 3 and what it raised."""
    (guarded / "tiny.py").write_text("raise RuntimeError('no')\n")
    done = check(guarded)
    assert done.returncode == 3
    assert "RuntimeError: no" in done.stderr


def test_a_library_that_is_not_there_is_named_once(guarded: Path) -> None:
    """Exit code 3 and the library, not its adapter; in pytest the session ends."""
    (guarded / "tiny.py").unlink()
    done = check(guarded)
    assert (done.returncode, done.stderr) == (
        3,
        "homonym: tiny is not installed here: there is no module 'tiny'\n"
        "  pip install tiny\n",
    )
    tested = gated(guarded)
    assert tested.returncode == 3
    assert tested.stdout.count("tiny is not installed here") == 1
    assert "FAILED" not in tested.stdout and "ERROR" not in tested.stdout


def test_a_library_of_which_nothing_runs_is_no_drift(guarded: Path) -> None:
    """Exit code 5, and nothing of it is accepted."""
    library = guarded / "tiny.py"
    text = library.read_text()
    library.write_text(text.replace('"""\n    ', '"""\n    raise OSError\n    '))
    before = (guarded / "homonym.toml").read_text()
    assert check(guarded).returncode == 5
    assert gated(guarded).returncode == 1  # a test fails, and pytest has its own 5
    assert check(guarded, "--accept").returncode == 5
    assert (guarded / "homonym.toml").read_text() == before


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["rs-metrics", *ADAPTER],
        [*ADAPTER, "--record", "a.toml", "--records", "b"],
    ],
)
def test_options_that_contradict_are_refused(words: list[str], tmp_path: Path) -> None:
    """Neither or both of library and adapter; a file and a folder."""
    done = run(tmp_path, "homonym", "check", *words)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.exhaustive
def test_an_adapter_registered_by_entry_point_is_found_by_name(guarded: Path) -> None:
    """What pip writes for the group homonym.adapters, without a change of homonym's."""
    info = guarded / "tiny-1.0.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0.0\n"
    )
    (info / "entry_points.txt").write_text(
        "[homonym.adapters]\ntiny = tiny_conformance:adapter\n"
    )
    done = run(guarded, "homonym", "check", "tiny", "--record", "homonym.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tiny 1.0.0 matches its record" in done.stdout


@pytest.mark.exhaustive
def test_a_metric_whose_code_is_not_here_is_skipped_with_the_reason(
    guarded: Path,
) -> None:
    """It is held to nothing, in the command and in pytest, and nothing is recorded."""
    adapter = guarded / "tiny_conformance.py"
    why = "mrr has to be built"
    text = adapter.read_text()
    adapter.write_text(f'{text}\nadapter.absent = lambda: {{"mrr": "{why}"}}\n')
    done = check(guarded)
    assert done.returncode == 0, done.stdout
    assert f"skipped: mrr\n  {why}\n" in done.stdout
    assert "matches its record" in done.stdout
    tested = gated(guarded, "-rs")
    assert tested.returncode == 0, tested.stdout
    assert why in tested.stdout
    before = (guarded / "homonym.toml").read_text()
    accepted = check(guarded, "--accept")
    assert accepted.returncode == 2
    assert "is recorded whole: mrr has to be built" in accepted.stderr
    assert (guarded / "homonym.toml").read_text() == before
