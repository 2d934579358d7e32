"""Libraries whose import takes more than an import."""

from __future__ import annotations

import collections
import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from homonym.adapters import neurec, surprise
from homonym.adapters._shared import neurec_evaluators
from homonym.adapters._shared.clones import functions_alone, in_folder
from homonym.adapters.contract import Adapter
from homonym.measurement.worker import find_library_version


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python imports from; what it imported is forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return tmp_path


def test_a_module_is_imported_without_its_packages_own_lines(folder: Path) -> None:
    """NeuRec's package wants TensorFlow 1; its metrics do not."""
    (folder / "wants_more").mkdir()
    (folder / "wants_more" / "__init__.py").write_text("import not_installed_anywhere")
    (folder / "wants_more" / "metric.py").write_text("answer = 42")
    with pytest.raises(ModuleNotFoundError, match="not_installed_anywhere"):
        import_module("wants_more")
    assert (
        Path(neurec_evaluators.bare("wants_more").__path__[0]) == folder / "wants_more"
    )
    assert import_module("wants_more.metric").answer == 42


def test_a_folder_without_the_package_is_told_as_python_tells_it() -> None:
    """The check names the folder by this message."""
    with pytest.raises(ModuleNotFoundError, match="No module named 'nowhere_at_all'"):
        neurec_evaluators.bare("nowhere_at_all")


def test_neurecs_evaluators_are_absent_while_the_clone_is_not_built(
    folder: Path,
) -> None:
    """Their metrics are skipped with the reason; the functions still give a value."""
    from homonym.reference.rankings.case import Case

    package = folder / "evaluator" / "backend" / "python"
    package.mkdir(parents=True)
    for parent in (package.parent, package.parent.parent):
        (parent / "__init__.py").write_text("raise AssertionError")
    (package / "metric.py").write_text("def mrr(rank, truth): return [0.25]")
    (package / "uni_evaluator.py").write_text("from util.cython import random_choice")
    neurec.load("evaluator")
    case = Case.parse("1 . @1")
    assert neurec.metric("mrr")(case).per_user == (0.25,)
    away = neurec.absent()
    assert len(away) == 2 * len(neurec_evaluators.METRICS)
    for backend in ("python", "cpp"):
        assert f"the {backend} evaluator imports code" in away[f"MRR[{backend}]"]


def test_an_old_name_of_the_standard_library_is_there_for_reckits_evaluator(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`collections.Iterable` left with Python 3.10."""
    monkeypatch.delattr(collections, "Iterable", raising=False)
    (folder / "old.py").write_text("from collections import Iterable")
    with pytest.raises(ImportError):
        import_module("old")
    neurec_evaluators.with_iterable("old")
    monkeypatch.setattr(collections, "Iterable", None)  # undone, whatever was there


def test_surprises_example_is_read_and_its_experiment_not_run(folder: Path) -> None:
    """Below the function the script would load data and train a model."""
    (folder / "precision_recall_at_k.py").write_text(
        '"""A script."""\n'
        "from math import floor\n"
        "def precision_recall_at_k(predictions, k=10, threshold=3.5):\n"
        "    return {1: floor(k)}, {1: threshold}\n"
        "raise AssertionError('the experiment')\n"
    )
    assert surprise.example()([], k=3, threshold=0.5) == ({1: 3}, {1: 0.5})


def test_without_surprises_examples_the_reason_says_where_they_are() -> None:
    """The installed package has none: its four metrics are skipped."""
    away = surprise.absent()
    assert len(away) == 4
    assert "source distribution or of a clone" in next(iter(away.values()))


def test_a_library_may_go_by_another_name_than_its_distribution() -> None:
    """A package whose own lines were not run does not say its version."""
    adapter = Adapter("other", "other", "", "", names=list, distribution="pytest")
    assert (
        find_library_version(adapter, ModuleType("other"), None) == pytest.__version__
    )


def test_a_version_names_the_package_beside_which_it_gives_other_numbers() -> None:
    """From a major version on."""
    told = []
    for beside in ({"packaging": 1}, {"packaging": 10**6}, {"nothing-here": 1}):
        adapter = Adapter("pytest", "pytest", "", "", names=list, beside=beside)
        told.append(find_library_version(adapter, pytest, None))
    assert told == [f"{pytest.__version__}+packaging1", *[pytest.__version__] * 2]


def test_an_unpacked_distribution_goes_by_its_version(tmp_path: Path) -> None:
    """It is no clone: it has no commit."""
    adapter = Adapter("pytest", "pytest", "", "", names=list)
    assert find_library_version(adapter, pytest, tmp_path) == pytest.__version__


def test_functions_are_taken_alone_from_a_file_that_cannot_be_imported(
    folder: Path,
) -> None:
    """Of those named and no other, after the imports that they need."""
    (folder / "program.py").write_text(
        "import not_installed_anywhere\n"
        "def root(x): return math.sqrt(x)\n"
        "def other(): return not_installed_anywhere\n"
    )
    module = functions_alone("program.py", ["root"], ["import math"])("program")
    assert module.root(9.0) == 3.0
    assert not hasattr(module, "other")
    with pytest.raises(ImportError, match="has no gone"):
        functions_alone("program.py", ["gone"])("program")


def test_functions_are_taken_from_a_notebooks_cells(folder: Path) -> None:
    """Beside cells that are no Python, and text that names them."""
    sources = (["%magic"], ["def half(x):\n", "    return x / 2"], ["print 'half'"])
    notebook = {"cells": [{"source": source} for source in sources]}
    (folder / "notes.ipynb").write_text(json.dumps(notebook))
    assert functions_alone("notes.ipynb", ["half"])("notes").half(3.0) == 1.5


def test_a_file_of_a_clone_is_imported_from_its_folder(folder: Path) -> None:
    """Where an empty module stands for what no metric uses."""
    (folder / "inner").mkdir()
    (folder / "inner" / "of_paper.py").write_text("import not_there_either\none = 1")
    load = in_folder("inner", empty=["not_there_either"])
    assert load("of_paper").one == 1


def test_a_path_that_the_clone_has_not_is_named(folder: Path) -> None:
    """The check names it."""
    with pytest.raises(ModuleNotFoundError, match="the clone has no nowhere/at_all"):
        in_folder("nowhere/at_all")("of_paper")
