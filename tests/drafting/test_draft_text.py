"""The text of a draft, from readings that are made up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

import pytest

from homonym.adapters.contract import Value
from homonym.drafting.draft_adapter import (
    BY_HAND,
    Draft,
    Wrapped,
    build_adapter_draft,
    render_handwritten_metric,
    render_import_lines,
)
from homonym.drafting.library import (
    NO_NUMBERS,
    Metrics,
    find_module_metrics,
    find_public_functions,
    has_classes,
    list_module_texts,
    yield_candidate_metrics,
)
from homonym.drafting.readings_adapter import (
    MODULE,
    ThisProcess,
    open_readings_process,
    render_reading_metrics,
)
from homonym.drafting.roles import CannotTell
from homonym.drafting.shapes import Reading, read_shape_table
from homonym.drafting.signature import Argument, Function, read_function
from homonym.measurement.library_process import make_case_request
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase

READING = Reading(
    Function("recall", (Argument("a"), Argument("b"), Argument("k"))),
    read_shape_table()["lists"],
    {"a": "lists", "b": "truth", "k": "k"},
)


def silent(stage: str, done: int, of: int) -> None:
    """Says nothing."""


def written(
    left_out: dict[str, str], *wrapped: Wrapped, classes: bool = False
) -> Draft:
    """A draft of a library."""
    return build_adapter_draft("a-lib", "a_lib.metrics", wrapped, left_out, classes)


RECALL = Wrapped("recall", "recall", READING)


def test_a_draft_wraps_its_metrics_and_says_what_it_leaves_out() -> None:
    """With what it imports alone, and no more."""
    found = written({"fit": "no metric"}, RECALL)
    assert found.wrapped == ("recall",) and found.left_out == {"fit": "no metric"}
    assert "a_lib.metrics.recall(a=items, b=relevant(judged), k=case.k)" in found.text
    assert "\n        \"fit\": 'no metric',\n    " in found.text
    assert '(a_lib.metrics, "a_lib")' in found.text
    assert 'library="a-lib"' in found.text and "$" not in found.text
    assert compile(found.text, "draft", "exec")
    assert "def each(" in found.text
    assert "Callable" in render_import_lines(found.text)
    assert (
        build_adapter_draft("a-lib", "a_lib.metrics", (RECALL,), found.left_out)
        == found
    )


def test_a_draft_of_all_leaves_nothing_out() -> None:
    """And looks at classes where there are some."""
    found = written({}, RECALL, classes=True)
    assert "out_of_scope={}" in found.text.replace(" ", "").replace("\n", "")
    assert '"a_lib", classes=True)' in found.text
    assert found.by_hand == ""


def test_a_draft_of_nothing_has_what_lines_by_hand_call() -> None:
    """Without anything left out it has none."""
    assert "def each(" in written({"fit": "no metric"}).text
    assert "def each(" not in written({}).text


@pytest.mark.parametrize(
    ("left_out", "wrapped", "name", "claims"),
    [
        (["fit", "recall_of_models"], [], "recall_of_models", "recall"),
        (["fit", "recall_of_models"], ["ndcg"], "recall_of_models", "recall"),
        (["recall_of_models", "ndcg_of_models"], [], "recall_of_models", "recall"),
        (["fit", "rmse_of_models"], [], "fit", "FAMILY"),
        (["fit", "load"], ["ndcg"], "", ""),
        ([], [], "", ""),
    ],
)
def test_lines_are_written_by_hand_for_the_first_that_may_be_a_metric(
    left_out: list[str], wrapped: list[str], name: str, claims: str
) -> None:
    """Of rankings; of other names where nothing was wrapped."""
    text = render_handwritten_metric("a_lib", dict.fromkeys(left_out, "why"), wrapped)
    if not name:
        assert text == ""
        return
    assert f'@adapter.metric("{name}", claims="{claims}")' in text
    assert BY_HAND.replace("$call", f"a_lib.{name}") in text
    assert "    import a_lib\n\n" in text


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("", ""),
        ("pairwise(x)", "from itertools import pairwise"),
        (
            "x: Any = Refuse(functions)",
            "from typing import Any\n\nfrom homonym import Refuse, functions",
        ),
        (
            "$imports\nMapping[Iterable]",
            "from collections.abc import Iterable, Mapping",
        ),
    ],
)
def test_what_a_text_names_is_imported(body: str, lines: str) -> None:
    """Ours below the others."""
    assert render_import_lines(body) == lines


def module(code: str, name: str = "a_module") -> ModuleType:
    """A module of that code."""
    found = ModuleType(name)
    exec(code, vars(found))
    return found


def test_functions_named_after_families_are_the_metrics_of_a_module() -> None:
    """In the shape that is said; the others have their reasons."""
    found = find_module_metrics(
        module(
            "def recall(recommended, relevant, k): return 0.5\n"
            "def fit(recommended, relevant, k): return 0.5\n"
            "def ndcg(a, b, c, k): return 0.5\n"
        ),
        "lists",
        silent,
    )
    assert [(one.name, one.claims) for one in found.wrapped] == [("recall", "recall")]
    assert found.wrapped[0].reading.shape.name == "lists"
    assert found.left_out == {
        "fit": "not wrapped yet: its name is no metric's",
        "ndcg": "not wrapped yet: it takes a, b, c, k",
    }
    assert not found.classes


@pytest.mark.parametrize(
    ("code", "classes"),
    [
        ("class Recall: pass", True),
        ("class Trainer: pass", False),
        ("def recall(): pass", False),
        ("class Trainer: pass\nclass RecallAtK: pass", True),
    ],
)
def test_a_module_has_classes_where_one_is_named_after_a_family(
    code: str, classes: bool
) -> None:
    """Then all of them are listed."""
    found = module(code)
    assert has_classes(found) is classes
    assert len(find_public_functions(found, True)) == code.count("class ") + code.count(
        "def "
    )


def test_a_function_of_many_metrics_is_one_of_each_that_its_file_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it names none, none."""
    code = "def evaluate(y_true, y_pred, metric, k): return 0.5\n"
    function = read_function(vars(module(code))["evaluate"])
    with pytest.raises(CannotTell, match="and its file has none"):
        list(yield_candidate_metrics(function, module(code), "dict-sets"))
    texts = "homonym.drafting.library.list_module_texts"
    monkeypatch.setattr(texts, lambda module: ["recall", "ndcg", "other"])
    found = list(yield_candidate_metrics(function, module(code), "dict-sets"))
    assert [(one.name, one.claims) for one in found] == [
        ("evaluate(recall)", "recall"),
        ("evaluate(ndcg)", "ndcg"),
    ]
    assert all(one.tried for one in found)


def test_the_texts_of_a_module_are_those_of_its_code() -> None:
    """Of one without a file there are none."""
    assert list_module_texts(module("")) == []
    assert "Says nothing." in list_module_texts(sys.modules[__name__])
    assert all(isinstance(one, str) for one in list_module_texts(sys.modules[__name__]))


ASKED_FOR = "homonym.drafting.library.open_readings_process"


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module, named `a_module`, whose one function is asked here."""
    library = module("")

    @contextmanager
    def process_of(name: str, tried: dict[str, list[Reading]]) -> Iterator[ThisProcess]:
        assert name == "a_module"
        (function,) = {one.function.name for its in tried.values() for one in its}
        yield ThisProcess(vars(library)[function], tried)

    monkeypatch.setattr(ASKED_FOR, process_of)
    return library


def test_a_metric_is_wrapped_in_the_shape_in_which_it_gives_numbers(
    in_this_process: ModuleType,
) -> None:
    """The fifth of eight ways to ask it: what was predicted first, as dictionaries."""
    code = """
def mae(a, b):
    errors = [abs(p - b[u][i]) for u, its in a.items() for i, p in its.items()]
    return sum(errors) / len(errors)
"""
    exec(code, vars(in_this_process))
    found = find_module_metrics(in_this_process, "", silent)
    assert [one.reading.name for one in found.wrapped] == ["mae-value-dicts-lists"]
    assert found.left_out == {}


def test_a_metric_that_gives_no_number_is_left_out_with_what_came(
    in_this_process: ModuleType,
) -> None:
    """In the first way to ask it, of the first case."""
    code = "def rmse(a, b): raise ValueError(f'{a} for {b}')"
    exec(code, vars(in_this_process))
    found = find_module_metrics(in_this_process, "", silent)
    assert found.wrapped == []
    ratings, predictions = zip(*core(RatingCase)[0].users[0].pairs, strict=True)
    came = f"ValueError: {[*predictions]} for {[*ratings]}"
    assert found.left_out == {"rmse": f"{NO_NUMBERS}: {came}"}


def test_one_metric_of_a_function_is_enough_to_wrap_it(
    in_this_process: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another name gives is no reason to leave the function out."""
    texts = "homonym.drafting.library.list_module_texts"
    monkeypatch.setattr(texts, lambda module: ["mae", "rmse"])
    code = """
def evaluate(y_true, y_pred, metric):
    if metric != "mae":
        raise ValueError(metric)
    return sum(abs(t - p) for t, p in zip(y_true, y_pred)) / len(y_true)
"""
    exec(code, vars(in_this_process))
    found = find_module_metrics(in_this_process, "", silent)
    assert [one.name for one in found.wrapped] == ["evaluate(mae)"]
    assert found.left_out == {}


def test_where_a_module_cannot_be_asked_its_metrics_are_wrapped_in_the_first_way(
    in_this_process: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those are whose shape is said, which nobody asks."""

    @contextmanager
    def broken(name: str, tried: dict[str, list[Reading]]) -> Iterator[ThisProcess]:
        asked = ThisProcess(len, tried)
        asked.about = {"error": "no such module"}
        yield asked

    exec("def recall(a, b, k): return 0.5", vars(in_this_process))
    monkeypatch.setattr(ASKED_FOR, broken)
    found = find_module_metrics(in_this_process, "", silent)
    assert [one.reading.name for one in found.wrapped] == ["recall-grades-lists"]
    monkeypatch.setattr(ASKED_FOR, None)
    found = find_module_metrics(in_this_process, "lists", silent)
    assert [one.reading.name for one in found.wrapped] == ["recall-lists-lists"]
    assert found.left_out == {} == Metrics().left_out and not Metrics().classes


def test_functions_are_a_modules_own_where_they_are_of_its_package() -> None:
    """Whichever of its modules they come from."""
    library = module("", "package.metrics")
    for name in ("package.inner", "package", "metrics", "other.package"):
        code = f"def from_{name.replace('.', '_')}(): pass"
        exec(code, vars(library) | {"__name__": name}, vars(library))
    assert [*find_public_functions(library, False)] == [
        "from_package",
        "from_package_inner",
    ]


@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("recall_at_k", "recall"),
        ("recall_of_models", "recall"),
        ("ndcg", "ndcg"),
        ("fit", ""),
    ],
)
def test_a_function_is_the_metric_that_its_name_has_within(
    name: str, claims: str
) -> None:
    """Else it is none."""
    function = replace(READING.function, name=name)
    if not claims:
        with pytest.raises(CannotTell, match="its name is no metric's"):
            list(yield_candidate_metrics(function, module(""), "lists"))
        return
    (found,) = yield_candidate_metrics(function, module(""), "lists")
    assert (found.name, found.claims) == (name, claims)


def test_functions_of_a_module_are_asked_in_a_process_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the package's name; what asks them is taken away."""
    folder = tmp_path / "a_package" / "inner"
    folder.mkdir(parents=True)
    code = "def recall(a, b, k): return len({*a[:k]} & {*b}) / k"
    (folder / "metrics.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    before = [*sys.path]
    with open_readings_process(
        "a_package.inner.metrics", {"recall": [READING]}
    ) as asked:
        assert asked.adapter.module == "a_package"
        measured = asked.measure(READING.name, Case.parse("1 . 1 | @2"))
        assert isinstance(measured, Value) and measured.per_user == (0.5,)
    assert sys.path == before and MODULE not in sys.modules


def half(a: list[Any], b: Any, k: int) -> float:
    """The share of the first k items that are relevant."""
    return len({*a[:k]} & {*b}) / k


def test_a_function_in_hand_is_asked_in_this_process() -> None:
    """Once more the same; each call is counted, and its time."""
    tried = {"recall": [READING]}
    assert "def " in render_reading_metrics(
        tried
    ) and "function('recall')" in render_reading_metrics(tried)
    asked = ThisProcess(half, tried)
    assert asked.spent == 0
    case, started = Case.parse("1 . 1 | @2"), perf_counter()
    for again in (asked, asked.another(3)):
        measured = again.measure(READING.name, case)
        assert measured.per_user == (0.5,)
        again.close()
    assert asked.asked == 1 and asked.spent > 0
    spent = asked.spent
    assert asked.measure(READING.name, make_case_request(case)).per_user == (0.5,)
    assert asked.asked == 2 and spent < asked.spent < perf_counter() - started
