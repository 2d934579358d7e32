"""What a library's process does with a request, here in this one."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from homonym.adapters.contract import (
    Adapter,
    Documented,
    Failed,
    Measurement,
    Refuse,
    Refused,
    Value,
)
from homonym.cases.kinds import find_case_kind
from homonym.datasets.dataset import K
from homonym.measurement import worker
from homonym.measurement.worker import (
    as_trained_as,
    call_metric,
    decode_measurement,
    describe_library,
    encode_measurement,
    find_case,
    find_library,
    find_library_version,
    find_package_folder,
    find_quotations,
    find_quote_line,
    read_package_versions,
    run_git,
)
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case

LINE = "1 . @1"


def request(**named: str) -> Any:
    """The case of a request."""
    return find_case(json.dumps(named))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of two modules that can be imported, with its documentation."""
    folder = tmp_path / "some_metrics"
    (folder / "deep").mkdir(parents=True)
    (folder / "__init__.py").write_text("__version__ = '2.5'\n")
    (folder / "a.py").write_text('"""The mean\n\nof hits."""\n"""Over k."""\n')
    (folder / "deep" / "b.py").write_text(
        '# nothing\n"""Over k.\n\nThe  mean of\nr."""'
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return folder


def library(**more: Any) -> Adapter:
    """Its adapter, with two metrics: one is documented."""
    given = {"sources": ("*.py", "deep/*.py"), "names": lambda: ["map", "auc", "map"]}
    adapter = Adapter(
        "some-metrics", "some_metrics", "Some", "https://a.b", **{**given, **more}
    )
    words = Documented("recall(divisor=r)", "The mean of", more=("Over k.",))
    adapter.metric("map", "average_precision", words)(lambda case: 0.5)
    adapter.metric("mrr", "reciprocal_rank")(lambda case: 1 / 0)
    return adapter


@pytest.mark.parametrize(
    "measured",
    [
        Value(0.5),
        Value(0.5, (0.25, 0.75)),
        Value(0.0, ()),
        Refused("takes no such case"),
        Failed("ValueError: no", "some/file.py:3"),
    ],
)
def test_what_is_written_for_the_parent_is_read_there(measured: Measurement) -> None:
    """As JSON carries it."""
    text = json.dumps(encode_measurement(measured))
    assert decode_measurement(json.loads(text)) == measured


def test_a_call_returns_refuses_or_fails() -> None:
    """Whatever it raises: SystemExit would end the process."""
    adapter = Adapter("some", "some", "Some", "https://a.b", list)

    def refuse(case: Any) -> float:
        raise Refuse("no such case")

    def leave(case: Any) -> float:
        raise SystemExit(3)

    adapter.metric("half", "recall")(lambda case: case.k / 2)
    adapter.metric("refuses", "recall")(refuse)
    adapter.metric("leaves", "recall")(leave)
    case = Case.parse(LINE)
    assert call_metric(adapter, "half", case) == Value(0.5)
    assert call_metric(adapter, "refuses", case) == Refused("no such case")
    found = call_metric(adapter, "leaves", case)
    assert isinstance(found, Failed) and found.error.startswith("SystemExit")


def test_a_case_is_found_by_what_a_request_names(tmp_path: Path) -> None:
    """A line, varied or not, a probe with one of its outcomes or with another ranking,
    the example, or a file."""
    case = Case.parse(LINE)
    assert request(folder="rankings", line=LINE) == case
    name, vary = next(iter(find_case_kind(Case).variations.items()))
    assert request(folder="rankings", line=LINE, varied=name) == vary(case)
    probe = edge(Case)[0]
    asked = {"folder": "rankings", "edge": probe.id}
    assert request(**asked) == probe.case
    assert request(**asked, ranking=LINE) == as_trained_as(probe.case, case)
    other = next(one for one in edge(Case) if one.id == "ties")
    found = request(folder="rankings", edge="ties", outcome="input order")
    outcome = other.outcomes["input order"]
    assert isinstance(outcome, Case)
    assert found == as_trained_as(other.case, outcome)
    file = tmp_path / "case.pickle"
    file.write_bytes(pickle.dumps(case))
    assert request(tables=str(file)) == case


def test_the_example_is_asked_whole_or_at_its_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the same data."""
    example = SimpleNamespace(case=lambda k: f"asked at {k}")
    monkeypatch.setattr(worker, "make_example_dataset", lambda: example)
    assert request(example="top") == f"asked at {K}"
    assert request(example="full") == "asked at None"
    find_case.cache_clear()


def test_what_stands_beside_a_probe_without_training_has_none_either() -> None:
    """Each user of a full ranking was trained on another item: without them all items
    that are left are everybody's candidates. Otherwise it is left alone."""
    trained = Case.parse(". 1 . ; 1 . . ; . . 1 @2")
    assert as_trained_as(trained, trained) is trained
    assert len({*trained.train.values()}) == 3 and all(trained.train.values())
    never = Case.parse("1 . | ; 1 . | @1")
    assert not any(never.train.values()) and as_trained_as(never, never) is never
    alone = as_trained_as(never, trained)
    assert {*alone.train} == {*trained.train} and not any(alone.train.values())
    assert alone.catalogue == (1, 2, 3)
    for user, pairs in alone.recommendations.items():
        assert {item for item, _ in pairs} == {*alone.catalogue}
        hits = [
            i for i, (item, _) in enumerate(pairs) if item == alone.truth[user][0][0]
        ]
        assert hits == [trained.users[user - 1].hits.index(True)]
        scores = [score for _, score in trained.recommendations[user]]
        assert [score for _, score in pairs] == scores


@pytest.mark.parametrize("rest", [[], ["clone"]])
def test_requests_are_answered_until_there_are_no_more(
    rest: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """First what is known of the library; each with the time that it took. A clone is
    looked into before all else."""
    called: list[Any] = []
    adapter = Adapter("some", "some", "Some", "https://a.b", list)
    adapter.metric("half", "recall")(lambda case: case.k / 2)
    case = {"line": LINE, "folder": "rankings"}

    class Asked:
        """What the parent asks, and is answered."""

        def __init__(self, *pipes: int) -> None:
            called.append(pipes)

        def __iter__(self) -> Iterator[dict[str, Any]]:
            yield {"id": "1 half", "metric": "half", "case": case}

        def answer(self, *said: Any) -> None:
            called.append(said)

    def note(what: str) -> Callable[..., None]:
        return lambda *given: called.append((what, *given))

    found = adapter, {"version": "1"}
    monkeypatch.setattr(worker, "Requests", Asked)
    monkeypatch.setattr(
        worker, "find_library", lambda *given: note("find")(*given) or found
    )
    for name in ("end_with_parent", "look_here", "end_own_session"):
        monkeypatch.setattr(worker, name, note(name))
    monkeypatch.setattr(sys, "path", ["first", "last"])
    monkeypatch.setattr(
        sys,
        "argv",
        ["worker", "3", "4", "5", "folder", "module", "mine:adapter", *rest],
    )
    worker.answer_requests()
    assert sys.argv == ["worker"] and sys.path == [*rest, "first", "last"]
    *before, (id, (seconds, answer)), after = called
    assert before == [
        ("end_with_parent", 5, "folder"),
        (3, 4),
        ("look_here", "mine", "" if rest else "module"),
        ("find", "mine:adapter", Path("clone") if rest else None),
        ("0 ", {"version": "1"}),
    ]
    assert (id, answer) == ("1 half", {"value": 0.5, "per_user": None})
    assert 0 <= seconds < 1000 and after == ("end_own_session", "folder")


@pytest.mark.parametrize(
    ("quote", "line"),
    [
        ("The mean", 2),
        ("mean of hits", 2),
        ("The … hits.", 2),
        ("hits.", 3),
        ("The … Over", 0),
        ("the mean", 0),
        ("T.e", 0),
        ("", 0),
    ],
)
def test_a_quotation_is_found_by_its_words(quote: str, line: int) -> None:
    """Within one docstring, whatever white space is between."""
    text = '\n"""The   mean\nof hits."""\n"""Over k."""\n'
    assert find_quote_line(quote, text) == line


def test_quotations_stand_together_in_one_file(package: Path) -> None:
    """The first that has them all, by the lines of each; of several the one that is
    meant; nothing where none has."""
    adapter = library()
    module = adapter.load("some_metrics")
    assert find_quotations(adapter, module, "map") == "some_metrics/a.py:1, 4"
    deep = Documented("recall(divisor=r)", "The mean of", file="b.py")
    adapter.metric("deep", "recall", deep)(lambda case: 0.5)
    assert find_quotations(adapter, module, "deep") == "some_metrics/deep/b.py:4"
    twice = Documented("recall(divisor=r)", "The mean", more=("of hits", "mean"))
    adapter.metric("twice", "recall", twice)(lambda case: 0.5)
    assert find_quotations(adapter, module, "twice") == "some_metrics/a.py:1, 3"
    same = Documented("recall(divisor=r)", "The mean", more=("The mean of",))
    adapter.metric("same", "recall", same)(lambda case: 0.5)
    assert find_quotations(adapter, module, "same") == "some_metrics/a.py:1"
    never = Documented("recall(divisor=r)", "The mean of", more=("never said",))
    adapter.metric("never", "recall", never)(lambda case: 0.5)
    assert find_quotations(adapter, module, "never") == ""


def test_a_library_is_described_as_it_is_installed(package: Path) -> None:
    """Names once and in order; of what is documented elsewhere that place."""
    adapter = library(out_of_scope={"auc": "of classes"})
    paper = Documented("recall(divisor=r)", "words", where="the paper, p. 3")
    adapter.metric("pr", "precision", paper)(lambda case: 0.5)
    found, about = library, describe_library(adapter, None)
    assert (about["version"], about["commit"]) == ("2.5", "")
    assert about["names"] == ["auc", "map"]
    assert (about["unlisted"], about["absent"]) == ([], {})
    assert about["documented"] == {
        "map": "some_metrics/a.py:1, 4",
        "pr": "the paper, p. 3",
    }
    assert about["python"] == ".".join(map(str, sys.version_info[:3]))
    assert describe_library(found(), None)["unlisted"] == ["auc"]
    files = library(files=("b.py",), out_of_scope={"auc": ""})
    (package / "c.py").write_text("def recall_at_k(): ...\n")
    assert describe_library(files, None)["unlisted"] == ["c.py: recall_at_k"]


def test_a_library_that_cannot_be_described_says_where_it_fails(
    package: Path,
) -> None:
    """The line of its own file."""
    (package / "__init__.py").write_text("\n\n1 / 0\n")
    about = describe_library(library(), None)
    assert about["error"].startswith("ZeroDivisionError")
    assert about["where"] == "some_metrics/__init__.py:3"


def test_an_adapter_is_found_by_its_name_or_says_why_not(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is known of the library; nothing is of an adapter that ends Python."""
    known = {"some": library()}
    monkeypatch.setattr(worker, "find_adapter", known.get)
    adapter, about = find_library("some", None)
    assert adapter is known["some"] and about["version"] == "2.5"
    monkeypatch.setattr(worker, "find_adapter", lambda name: sys.exit(f"no {name}"))
    assert find_library("other", None) == (
        None,
        {"error": "SystemExit: no other", "where": ""},
    )


@pytest.fixture
def git(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What git says of a clone, by its command; nothing of a folder that is none."""
    said: dict[str, str] = {}
    monkeypatch.setattr(worker, "run_git", lambda _, *words: said.get(words[0], ""))
    return said


def test_a_clone_goes_by_its_version_and_commit(git: dict[str, str]) -> None:
    """By the version alone where that is its tag, by the commit where it says none."""
    adapter, module = library(), ModuleType("some_metrics")
    git["rev-parse"] = "1234567"
    assert find_library_version(adapter, module, Path()) == "1234567"
    vars(module)["__version__"] = "2.5"
    assert find_library_version(adapter, module, Path()) == "2.5+1234567"
    git["tag"] = "v2.4\nlatest"
    assert find_library_version(adapter, module, Path()) == "2.5+1234567"
    git["tag"] = "latest\nv2.5"
    assert find_library_version(adapter, module, Path()) == "2.5"
    del git["tag"], git["rev-parse"]
    assert find_library_version(adapter, module, Path()) == "2.5"


def test_a_clone_is_described_with_its_commit(
    package: Path, git: dict[str, str]
) -> None:
    """What is installed has none."""
    git["rev-parse"] = "1234567"
    assert describe_library(library(), package.parent)["commit"] == "1234567"
    assert describe_library(library(), None)["commit"] == ""


def test_what_is_installed_names_what_it_stands_beside() -> None:
    """Behind its own version."""
    adapter = library(distribution="pytest", beside={"packaging": 1})
    found = find_library_version(adapter, ModuleType("some_metrics"), None)
    assert found == f"{pytest.__version__}+packaging1"


def test_a_library_that_was_not_installed_says_its_version(package: Path) -> None:
    """Its package, or else the module that is asked."""
    adapter = library()
    module = adapter.load("some_metrics")
    assert find_library_version(adapter, module, None) == "2.5"
    inner = ModuleType("some_metrics.inner")
    vars(inner)["__version__"] = "0.1"
    assert find_library_version(adapter, inner, None) == "2.5"
    del vars(module)["__version__"]
    assert find_library_version(adapter, inner, None) == "0.1"


def test_git_is_asked_of_the_clone(tmp_path: Path) -> None:
    """Of what is no clone it says nothing here."""
    assert run_git(tmp_path, "rev-parse", "HEAD") == ""
    assert run_git(tmp_path, "init", "--quiet") == ""
    assert run_git(tmp_path, "rev-parse", "--is-inside-work-tree") == "true"


def test_packages_that_are_there_are_told_with_their_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that move results, in their order; one that is not there ends no list."""
    there = {"numpy": "2.0", "polars": "1.0", "torch": "2.1", "pyspark": "4.0"}

    def version(name: str) -> str:
        if name not in there:
            raise metadata.PackageNotFoundError(name)
        return there[name]

    monkeypatch.setattr(worker.metadata, "version", version)
    assert read_package_versions() == there


def test_a_package_has_a_folder_or_stands_in_one(package: Path) -> None:
    """A clone that the library is read from is its own."""
    adapter = library()
    assert find_package_folder(adapter, adapter.load("some_metrics")) == package
    one_file = adapter.load("some_metrics.a")
    assert find_package_folder(adapter, one_file) == package
    module, clone = adapter.load("some_metrics"), Path("clone")
    assert find_package_folder(adapter, module, clone) == package
    assert find_package_folder(library(checkout=True), module, clone) == clone
