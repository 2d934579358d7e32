"""What `homonym init` writes and says, here of libraries that are made up."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from homonym.cli import init
from homonym.cli.exit_codes import BROKEN, HOLDS, NOTHING_RAN
from homonym.cli.init import (
    draft_module_adapter,
    find_adapter_place,
    find_distribution_name,
    import_own_module,
    is_own_folder,
    is_pythons,
    name_inner_modules,
    start_record,
    write_draft,
    write_first_record,
)
from homonym.drafting.draft_adapter import Draft
from homonym.drafting.library import Metrics
from homonym.errors import Broken, UserError
from homonym.measurement.tried_import import import_failure

Printed = pytest.CaptureFixture[str]
MINE = "mine_of_test_init"
DRAFT = Draft("text", ("recall", "map"), {})


@pytest.fixture
def library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Path]]:
    """Writes a module, or a package of modules, into this folder; no process tries
    to import it first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(init, "import_failure", lambda module: "")

    def write(*inner: str, version: str = '__version__ = "1.0"\n') -> Path:
        for name in [name for name in sys.modules if name.startswith(MINE)]:
            del sys.modules[name]
        file = tmp_path / f"{MINE}.py"
        if inner:
            (tmp_path / MINE).mkdir()
            file = tmp_path / MINE / "__init__.py"
            for name in inner:
                (file.parent / f"{name}.py").write_text("")
        file.write_text(version)
        return file

    yield write
    for name in [name for name in sys.modules if name.startswith(MINE)]:
        del sys.modules[name]


def test_an_adapter_stands_in_the_package_or_beside_the_module(
    library: Callable[..., Path], tmp_path: Path
) -> None:
    library()
    beside = tmp_path / f"{MINE}_conformance.py", f"{MINE}_conformance:adapter"
    assert find_adapter_place(f"{MINE}.metrics") == beside
    library("metrics")
    inside = tmp_path / MINE / "conformance.py", f"{MINE}.conformance:adapter"
    assert find_adapter_place(MINE) == inside
    for name, said in (("nothing_here", "nothing_here"), ("", ""), (".metrics", "")):
        with pytest.raises(UserError, match=f"there is no module '{said}' here"):
            find_adapter_place(name)
    with pytest.raises(UserError, match="'json' is a module of Python itself"):
        find_adapter_place("json")
    with pytest.raises(UserError, match="'sys' is a module of Python itself"):
        find_adapter_place("sys")


def test_an_adapter_stands_in_ones_own_folders_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a module of a folder in this one; here, where it is installed."""
    (source := tmp_path / "src").mkdir()
    (source / f"{MINE}_below.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(source)
    beside = source / f"{MINE}_below_conformance.py"
    assert find_adapter_place(f"{MINE}_below")[0] == beside
    assert find_adapter_place("pytest")[0] == tmp_path / "pytest_conformance.py"


def test_a_folder_is_ones_own_where_one_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where packages are installed, wherever that is; nor Python's."""
    monkeypatch.chdir(tmp_path)
    installed = tmp_path / "venv" / "lib" / "python3.11" / "site-packages" / "a"
    assert is_own_folder(tmp_path) and is_own_folder(tmp_path / "src" / "a")
    assert not is_own_folder(tmp_path.parent) and not is_own_folder(installed)
    own = Path(sysconfig.get_path("stdlib")).resolve()
    assert is_pythons(own / "json")
    assert not is_pythons(own / "site-packages" / "a") and not is_pythons(tmp_path)


def test_a_library_has_a_version(library: Callable[..., Path]) -> None:
    """Of its own, of the module that is named, or of how it was installed."""
    library()
    assert import_own_module(MINE).__name__ == MINE
    file = library(version="")
    with pytest.raises(UserError, match=f"{MINE} has no version") as refused:
        import_own_module(MINE)
    assert f'write __version__ = "0.1.0" into {file}' in refused.value.remedy
    assert import_own_module("pytest").__name__ == "pytest"
    file.unlink()
    (library("metrics", version="").parent / "metrics.py").write_text("__version__ = 1")
    assert import_own_module(f"{MINE}.metrics").__name__ == f"{MINE}.metrics"


def test_an_installed_library_needs_no_version_in_its_code(
    library: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    library(version="")
    known = {MINE: ["my-metrics", "other"]}
    monkeypatch.setattr(metadata, "packages_distributions", lambda: known)
    assert import_own_module(MINE).__name__ == MINE
    assert find_distribution_name(MINE) == "my-metrics"
    assert find_distribution_name("another") == "another"


def test_a_library_that_cannot_be_imported_is_broken(
    library: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process alone, or in one of its own."""
    library(version="import sys\nsys.exit(0)\n")
    with pytest.raises(Broken, match=f"{MINE} cannot be imported: SystemExit: 0"):
        import_own_module(MINE)
    monkeypatch.setattr(init, "import_failure", import_failure)
    with pytest.raises(Broken, match=f"{MINE} cannot be imported: SystemExit: 0"):
        import_own_module(MINE)


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (Metrics(["recall"]), (("recall",), {}, False)),  # type: ignore[list-item]
        (Metrics(left_out={"a": "why"}, classes=True), ((), {"a": "why"}, True)),
    ],
)
def test_a_draft_is_made_of_what_is_wrapped_or_left_out(
    monkeypatch: pytest.MonkeyPatch,
    found: Metrics,
    says: tuple[Any, ...],
) -> None:
    monkeypatch.setattr(init, "find_module_metrics", lambda *given: found)
    monkeypatch.setattr(init, "build_adapter_draft", lambda *given: given)
    named: Any = draft_module_adapter(ModuleType(f"{MINE}.metrics"), "")
    assert named == (MINE, f"{MINE}.metrics", *says)


def test_a_package_without_metrics_of_its_own_names_its_modules(
    library: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But those that are private; a module has none."""
    library("ranking", "_private", "rating")
    module = import_own_module(MINE)
    monkeypatch.setattr(init, "find_module_metrics", lambda *given: Metrics())
    with pytest.raises(UserError, match="has no public function of its own") as refused:
        draft_module_adapter(module, "")
    said = f"name the module that defines them: {MINE}.ranking, {MINE}.rating"
    assert refused.value.remedy == said
    assert name_inner_modules(ModuleType("alone")) == ""


def test_a_draft_says_what_it_wraps(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "a.py"
    write_draft(DRAFT, file)
    assert file.read_text() == "text"
    assert capsys.readouterr().out == f"written {file}: wraps recall, map\n"
    write_draft(Draft("text", (), {"a": "no list", "b": "no truth"}, "by(hand)"), file)
    assert capsys.readouterr().out.splitlines() == [
        f"written {file}: wraps nothing",
        "left out (say in that file what they are): a, b",
        "  a: no list",
        "  b: no truth",
        "to wrap them by hand, write in a.py:",
        "",
        "by(hand)",
    ]


def result(cases: int, **reasons: str) -> Any:
    """What was measured: metrics, each with why it has no verdict, or with one."""
    metrics = {
        name: SimpleNamespace(no_verdict=why and SimpleNamespace(reason=why))
        for name, why in reasons.items()
    }
    record = SimpleNamespace(metrics=metrics)
    return SimpleNamespace(record=record, rows=["rows"], cases_run=cases)


def test_a_record_is_written_where_every_metric_gave_a_number(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Any] = []
    monkeypatch.setattr(init.store, "save_record", lambda *given: saved.append(given))
    file, record = tmp_path / "a.py", tmp_path / "a.toml"
    found = result(48, recall="")
    assert write_first_record(found, file, record, "homonym check") == HOLDS
    assert saved == [(found.record, ["rows"], record)]
    assert capsys.readouterr().out.splitlines() == [
        "",
        f"recorded in {record}, the numbers in {tmp_path / 'a.tsv'}",
        "from now on  homonym check",
    ]
    silent = result(48, recall="", map="it failed", mrr="it hung")
    assert write_first_record(silent, file, record, "homonym check") == BROKEN
    assert capsys.readouterr().out.splitlines()[1:] == [
        "no record: map: it failed; mrr: it hung",
        f"edit {file}, try again",
    ]
    assert write_first_record(result(0), file, record, "") == NOTHING_RAN
    assert "no record: no metric is wrapped" in capsys.readouterr().out
    assert len(saved) == 1


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was measured how; the last is what comes of it."""
    asked: list[Any] = []

    def measure(adapter: str, progress: Any, **how: Any) -> Any:
        asked.append((adapter, how))
        if isinstance(asked[0], Exception):
            raise asked[0]
        return asked[0]

    monkeypatch.setattr(init, "measure_against_record", measure)
    monkeypatch.setattr(init, "render_status_table", lambda result: "the table")
    monkeypatch.setattr(init, "describe_failing_metrics", lambda result: ["failing"])
    monkeypatch.setattr(init, "describe_unexplained_metrics", lambda result: ["why"])
    monkeypatch.setattr(init.store, "save_record", lambda *given: None)
    monkeypatch.setattr(
        init, "draft_module_adapter", lambda module, shape: Draft(shape, ("m",), {})
    )
    return asked


def test_what_is_missing_of_adapter_and_record_is_written(
    library: Callable[..., Path], measured: list[Any], tmp_path: Path, capsys: Printed
) -> None:
    """An adapter that there is stays; a shape goes by its older name too."""
    library()
    measured.append(result(48, recall=""))
    record, file = tmp_path / "a.toml", tmp_path / f"{MINE}_conformance.py"
    assert start_record(MINE, "user", record, 5.0) == HOLDS
    assert file.read_text() == "grades"
    assert measured[1:] == [
        (f"{MINE}_conformance:adapter", {"file": record, "seconds": 5.0})
    ]
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == ["the table", "failing", "why"]
    command = f"homonym check --adapter {MINE}_conformance:adapter --record {record}"
    assert lines[-1] == f"from now on  {command}"
    file.write_text("mine")
    measured[0] = result(0)
    assert start_record(MINE, "", record, 5.0) == NOTHING_RAN
    assert file.read_text() == "mine" and "the table" not in capsys.readouterr().out
    record.touch()
    with pytest.raises(UserError, match=r"a\.toml already exists") as refused:
        start_record(MINE, "", record, 5.0)
    assert refused.value.remedy == f"{command} --accept"


@pytest.mark.parametrize("error", [UserError("no"), Broken("no")])
def test_a_draft_that_cannot_be_measured_is_taken_back_and_ones_own_is_not(
    library: Callable[..., Path], measured: list[Any], tmp_path: Path, error: Exception
) -> None:
    library()
    measured.append(error)
    file = tmp_path / f"{MINE}_conformance.py"
    with pytest.raises(type(error)):
        start_record(MINE, "", tmp_path / "a.toml", 5.0)
    assert not file.exists()
    file.write_text("mine")
    with pytest.raises(type(error)):
        start_record(MINE, "", tmp_path / "a.toml", 5.0)
    assert file.read_text() == "mine"
