"""What is found in somebody's code, and what is not."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from homonym.adapters import adapters
from homonym.cli.app import app
from homonym.errors import UserError
from homonym.records import store
from homonym.scanning import known_shapes
from homonym.scanning.code_files import Unread
from homonym.scanning.known_shapes import KnownShape
from homonym.scanning.scan import CALL, COPY, NEAR_COPY, FoundMetric, scan_folder
from homonym.scanning.shape import (
    CodeShape,
    compute_code_shape,
    list_code_definitions,
    yield_tree_words,
)

Write = Callable[[str, str], Path]

SUM_OF_GAINS = '''
def gains(scores, k):
    """Sum of discounted gains."""
    total = 0.0
    for place, score in enumerate(scores[:k]):
        if score > 0:
            total += score / (place + 1)
    best = sorted(scores, reverse=True)
    ideal = sum(one / (n + 1) for n, one in enumerate(best))
    return total / ideal
'''
"""A function of five statements and more, which stands for a library's."""


@pytest.fixture
def code(tmp_path: Path) -> Write:
    """Writes a file below a folder, and returns the folder."""

    def write(name: str, text: str) -> Path:
        file = tmp_path / "code" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return tmp_path / "code"

    return write


def told(folder: Path) -> dict[str, tuple[str, ...]]:
    """Each metric that is called, with its places."""
    found = scan_folder(folder).found
    return {f"{f.library}.{f.name}": f.places for f in found if f.how == CALL}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("import rs_metrics\nrs_metrics.mapr(t, p)\n", 2),
        ("import rs_metrics as r\n\nprint(r.mapr)\n", 3),
        ("from rs_metrics import mapr as average\naverage(t, p)\n", 2),
        ("def f():\n    from rs_metrics.metrics import mapr\n    return mapr(1)\n", 3),
        ("from rs_metrics import *\nmapr(t, p)\n", 2),
    ],
)
def test_a_call_is_found_however_it_is_imported(
    code: Write, text: str, line: int
) -> None:
    """By the module, by another name, inside of a function, by a star."""
    assert told(code("a.py", text)) == {"rs-metrics.mapr": (f"a.py:{line}",)}


@pytest.mark.parametrize(
    "text",
    [
        "mapr(t, p)\n",
        "from .rs_metrics import mapr\nmapr(t, p)\n",
        "# import rs_metrics; rs_metrics.mapr\n",
        "import rs_metrics\nx = 'mapr'\nother.mapr(t, p)\n",
        "import rs_metricsx\nrs_metricsx.mapr(t, p)\n",
        "import rs_metrics\nrs_metrics.nothing_of_this_name(t, p)\n",
    ],
)
def test_what_is_not_imported_from_the_library_is_not_its_metric(
    code: Write, text: str
) -> None:
    """A name alone, a module of one's own, a comment, a text."""
    assert told(code("a.py", text)) == {}


def test_a_method_of_an_imported_class_is_found(code: Write) -> None:
    """Through the variable that holds the object."""
    text = (
        "from recommenders.evaluation.spark_evaluation import "
        "SparkRankingEvaluation as E\n"
        "ranked = E(truth, predicted, k=10)\n"
        "print(ranked.ndcg_at_k())\n"
    )
    assert told(code("a.py", text)) == {"recommenders-spark.ndcg_at_k": ("a.py:3",)}


def test_a_variable_that_holds_a_number_is_no_call(code: Write) -> None:
    """The metric was called where it was made."""
    text = "import rs_metrics\nfound = rs_metrics.mapr(t, p)\nprint(found)\n"
    assert told(code("a.py", text)) == {"rs-metrics.mapr": ("a.py:2",)}


def test_an_attribute_that_holds_a_number_is_no_call(code: Write) -> None:
    """Nor is what something else has made."""
    text = (
        "import rs_metrics\nself.found = rs_metrics.mapr(t, p)\nprint(self.found)\n"
        "ndcg = other()\nprint(ndcg)\n"
    )
    assert told(code("a.py", text)) == {"rs-metrics.mapr": ("a.py:2",)}


def test_a_call_is_like_nothing_but_itself(code: Write) -> None:
    """Likeness is for copies."""
    (found,) = scan_folder(code("a.py", "import rs_metrics\nrs_metrics.mapr()\n")).found
    assert (found.how, found.likeness) == (CALL, 1.0)


def test_what_is_found_is_sorted_by_the_family_of_the_first_way(code: Write) -> None:
    """One function may be asked for metrics of several families."""
    text = (
        "from recommenders.models.deeprec.deeprec_utils import cal_metric\n"
        "import rs_metrics\ncal_metric(t, p, m)\nrs_metrics.precision(t, p)\n"
    )
    first, second = scan_folder(code("a.py", text)).found
    assert (first.name, second.name) == ("precision", "cal_metric")
    families = [way.entry.claims for way in second.ways]
    assert families[0] == "reciprocal_rank"
    assert families[-1] < "precision" > families[1]


def test_without_a_pin_the_newest_of_all_versions_is_told(code: Write) -> None:
    """Of a library of more than two."""
    text = "from recommenders.evaluation.python_evaluation import map_at_k\n"
    (found,) = scan_folder(code("a.py", f"{text}map_at_k(t, p)\n")).found
    versions = [file.stem for file in store.list_record_files("recommenders")]
    assert len(versions) > 2
    assert found.version == versions[-1]


def test_of_two_interfaces_the_file_decides(code: Write) -> None:
    """recommenders has the name in pandas and on Spark."""
    text = (
        "from recommenders.evaluation.python_evaluation import ndcg_at_k\n"
        "ndcg_at_k(t, p)\n"
    )
    found = told(code("a.py", text))
    assert set(found) == {"recommenders.ndcg_at_k"}


def test_a_metric_that_is_named_in_a_text_is_found(code: Write) -> None:
    """As pytrec_eval takes them, with a cut-off or without."""
    text = (
        "import pytrec_eval\n"
        "e = pytrec_eval.RelevanceEvaluator(qrel, {'map', 'ndcg_cut_10'})\n"
        "print('recip_rank')\n"
    )
    found = told(code("a.py", text))
    assert {name.partition(".")[2] for name in found} == {"map", "ndcg_cut"}


def test_notebooks_are_read_cell_by_cell(code: Write) -> None:
    """Magic is no Python, imports hold in later cells, text cells are not read."""
    cells = [
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import rs_metrics"]},
        {"cell_type": "markdown", "source": "rs_metrics.ndcg"},
        {"cell_type": "code", "source": "!ls\n\nrs_metrics.mapr(t, p)"},
        {"cell_type": "code", "source": "%%bash\nfor x in y do"},
    ]
    folder = code("a.ipynb", json.dumps({"cells": cells}))
    assert told(folder) == {"rs-metrics.mapr": ("a.ipynb, cell 3, line 3",)}
    assert not scan_folder(folder).unread


@pytest.mark.parametrize(
    ("name", "text", "version", "why"),
    [
        (
            "requirements.txt",
            "rs-metrics==0.5.0\n",
            "0.5.0",
            "pinned in requirements.txt",
        ),
        ("requirements.txt", "Rs_Metrics == 0.5.0 # old\n", "0.5.0", "pinned in"),
        (
            "a/environment.yml",
            "- pip:\n  - rs_metrics=0.5.0\n",
            "0.5.0",
            "a/environment",
        ),
        (
            "uv.lock",
            '[[package]]\nname = "rs-metrics"\nversion = "0.5.0"\n',
            "0.5.0",
            "uv",
        ),
        ("requirements.txt", "rs-metrics==0.5.7\n", "0.5.0", "0.5.7 is pinned in"),
        (
            "requirements.txt",
            "rs-metrics==0.1\n",
            "0.5.0",
            "0.5.0 the nearest on record",
        ),
        ("requirements.txt", "rs-metrics>=0.5.0\n", "0.6.0", "no version is pinned"),
        (
            "pyproject.toml",
            '[project]\ndependencies = ["rs-metrics==0.5.0"]\n',
            "0.5.0",
            "pinned in pyproject.toml",
        ),
        ("pyproject.toml", "no = [toml", "0.6.0", "no version is pinned"),
    ],
)
def test_the_version_is_the_pinned_one_or_the_nearest_on_record(
    code: Write, name: str, text: str, version: str, why: str
) -> None:
    """And it is said which, and why."""
    code(name, text)
    (found,) = scan_folder(code("a.py", "import rs_metrics\nrs_metrics.mapr()\n")).found
    assert found.version == version
    assert why in found.version_from


@pytest.mark.parametrize(
    ("pins", "version", "why"),
    [
        ("lenskit==0.14.4\npandas==3.0.1\n", "0.14.4+pandas3", ", beside pandas 3.0.1"),
        ("lenskit==0.14.4\npandas==2.3.3\n", "0.14.4", "pinned in requirements.txt"),
        ("lenskit==0.14.4\n", "0.14.4", "pinned in requirements.txt"),
        ("lenskit==0.15\npandas==3.0.1\n", "0.14.4", "0.14.4 the nearest on record"),
    ],
)
def test_a_version_is_that_of_the_packages_beside_it(
    code: Write, pins: str, version: str, why: str
) -> None:
    """Where it has a second environment on record."""
    code("requirements.txt", pins)
    (found,) = scan_folder(
        code("a.py", "from lenskit import topn\ntopn.recall()\n")
    ).found
    assert found.version == version and found.version_from.endswith(why)


@pytest.fixture
def one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """The function above as if it were rs_metrics' mapr."""
    shape = compute_code_shape(next(list_code_definitions(ast.parse(SUM_OF_GAINS))))
    assert shape
    mine = KnownShape("rs-metrics", "mapr", "metrics.py", shape, ("0.5.0",))
    monkeypatch.setattr(known_shapes, "read_known_shapes", lambda: (mine,))


def renamed(text: str) -> str:
    """The same with other names, annotations, no documentation and other lines."""
    for old, new in (("scores", "xs"), ("place", "i"), ("total", "t"), ("gains", "f")):
        text = text.replace(old, new)
    return text.replace('"""Sum of discounted f."""', "# f").replace("k)", "k: int)")


def copies(folder: Path) -> list[FoundMetric]:
    """What is copied."""
    return [one for one in scan_folder(folder).found if one.how != CALL]


def test_a_copy_is_found_under_other_names(code: Write, one_shape: None) -> None:
    """Names, annotations, documentation and formatting may differ."""
    assert renamed(SUM_OF_GAINS) != SUM_OF_GAINS
    (found,) = copies(code("deep/b.py", f"import os\n{renamed(SUM_OF_GAINS)}"))
    assert (found.how, found.likeness) == (COPY, 1.0)
    assert (str(found), found.version_from) == (
        "rs-metrics 0.5.0 mapr",
        "metrics.py",
    )
    assert found.places == ("deep/b.py:3",)


def test_what_calls_another_function_is_no_copy(code: Write, one_shape: None) -> None:
    """Names of one's own may differ, those of what is called may not."""
    (found,) = copies(code("b.py", SUM_OF_GAINS.replace("sorted(", "ordered(")))
    assert found.how == NEAR_COPY


def test_a_changed_copy_is_a_near_one_and_says_how_near(
    code: Write, one_shape: None
) -> None:
    """One of seven statements differs: six of the eight that either has."""
    changed = SUM_OF_GAINS.replace("return total / ideal", "return total")
    (found,) = copies(code("b.py", changed.replace("best", "order")))
    assert found.how == NEAR_COPY
    assert found.likeness == pytest.approx(6 / 8)


def test_what_is_far_or_small_is_no_copy(code: Write, one_shape: None) -> None:
    """Half of it, and a line."""
    half = "\n".join(SUM_OF_GAINS.splitlines()[:7]) + "\n    return total\n"
    assert not copies(code("b.py", half))
    assert not copies(code("b.py", "def f(x):\n    return x\n"))


def test_a_shape_is_the_same_on_every_python() -> None:
    """The hash of one function, as it was on Python 3.11."""
    shape = compute_code_shape(next(list_code_definitions(ast.parse(SUM_OF_GAINS))))
    assert shape
    assert shape.whole == "194b6a5bc8b8dfa3"
    assert len(shape.parts) == 7


def test_a_shape_is_kept_as_hashes_of_16_and_8_digits() -> None:
    """What is kept of the libraries has these."""
    shape = compute_code_shape(next(list_code_definitions(ast.parse(SUM_OF_GAINS))))
    assert shape
    assert len(shape.whole) == 16
    assert {len(part) for part in shape.parts} == {8}


@pytest.mark.parametrize(
    ("text", "known"), [("def f(): return 1", False), ("def f(a): return", True)]
)
def test_a_function_of_25_words_has_a_shape(text: str, known: bool) -> None:
    """One of fewer is like too many others."""
    node = next(list_code_definitions(ast.parse(text)))
    assert bool(compute_code_shape(node)) == known
    words = len(list(yield_tree_words(node, {}, set())))
    assert words == (25 if known else 24)


def test_what_two_shapes_can_have_in_common_is_bounded_by_their_statements() -> None:
    """Two of four statements at most; of none nothing."""
    two, four, none = (CodeShape("", parts) for parts in (("a", "b"), (*"abcd",), ()))
    assert two.most_likeness(four) == four.most_likeness(two) == 0.5
    assert two.most_likeness(two) == 1.0
    assert none.most_likeness(two) == none.most_likeness(none) == 0.0
    assert two.likeness(four) == 0.5
    assert none.likeness(none) == 0.0


def test_the_shapes_that_are_kept_are_of_what_is_on_record() -> None:
    """Library, metric and versions."""
    kept = known_shapes.read_known_shapes()
    for one in kept:
        on_record = {file.stem for file in store.list_record_files(one.library)}
        assert {*one.versions} <= on_record, one
        names = {m.public_name for m in adapters()[one.library].metrics.values()}
        assert one.metric in names, one


def run(*words: str) -> tuple[int, str, str]:
    """What the command ends with, and prints."""
    ended = CliRunner().invoke(app, ["scan", *words])
    if isinstance(ended.exception, UserError):
        return 2, "", str(ended.exception)
    return ended.exit_code, ended.stdout, ended.stderr


TWO_MEANINGS = (
    "import rs_metrics\nfrom sklearn.metrics import ndcg_score\n"
    "rs_metrics.ndcg(t, p)\nndcg_score(t, p)\n"
)


def test_a_name_that_means_two_things_here_is_told_first(code: Write) -> None:
    """With the definitions, and who computes them."""
    _, shown, _ = run(str(code("a.py", TWO_MEANINGS)))
    first, second, *_ = shown.splitlines()
    told = "0 functions copied from recorded ones"
    assert first == f"1 file: 2 recorded metrics called, {told}"
    assert second.startswith(
        "NDCG has 2 definitions here, which are not comparable: ndcg("
    )
    assert "(rs_metrics)" in second and "(scikit-learn)" in second


def test_equal_code_of_several_records_is_one_line_where_it_computes_one_thing(
    code: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The function as if it were two libraries' MAP over r, and a third's over min."""
    shape = compute_code_shape(next(list_code_definitions(ast.parse(SUM_OF_GAINS))))
    assert shape
    named = (
        ("rs-metrics", "mapr", "0.6.0"),
        ("recommenders", "map", "1.2.1"),
        ("recommenders", "map_at_k", "1.2.1"),
    )
    kept = tuple(KnownShape(*of, "m.py", shape, (v,)) for *of, v in named)
    monkeypatch.setattr(known_shapes, "read_known_shapes", lambda: kept)
    _, shown, _ = run(str(code("b.py", SUM_OF_GAINS)), "--format", "markdown")
    head, _, *lines = [one for one in shown.splitlines() if one.startswith("|")]
    assert "metric" in head and len(lines) == 2, lines
    (both,) = [one for one in lines if "recommenders 1.2.1 map and rs-metrics" in one]
    assert "average_precision(divisor=r)" in both
    assert "1 file: 0 recorded metrics called, 1 function copied" in shown


def test_a_dcg_is_no_other_ndcg(code: Write) -> None:
    """What calls itself DCG and divides by nothing is not compared with an NDCG."""
    text = "import rs_metrics\nfrom sklearn.metrics import dcg_score\n"
    folder = code("a.py", f"{text}rs_metrics.ndcg(t, p)\ndcg_score(t, p)\n")
    found = scan_folder(folder.parent if folder.is_file() else folder).found
    assert {one.name for one in found} == {"ndcg", "dcg_score"}
    assert "NDCG has" not in run(str(folder))[1]


def test_shapes_are_made_of_notebooks_too(tmp_path: Path) -> None:
    """Mult-VAE's functions stand in cells."""
    body = SUM_OF_GAINS.replace("def gains", "def NDCG_binary_at_k_batch")
    cells = [{"cell_type": "code", "source": ["%magic\n", *body.splitlines(True)]}]
    (tmp_path / "VAE_ML20M_WWW2018.ipynb").write_text(json.dumps({"cells": cells}))
    (found,) = known_shapes.yield_library_shapes(tmp_path, adapters()["vae-cf"])
    assert found.metric == "NDCG_binary_at_k_batch"


@pytest.mark.parametrize(
    ("expected", "code_of", "sentence"),
    [
        ("average_precision(divisor=r)", 0, "everything found computes it"),
        (
            "average_precision(divisor=k)",
            1,
            "but these metrics compute, or may compute, something else: rs-metrics",
        ),
        ("recall(divisor=r)", 1, "no Recall of a recorded library was found"),
    ],
)
def test_an_expectation_decides_the_exit_code(
    code: Write, expected: str, code_of: int, sentence: str
) -> None:
    """0 where all metrics of the family compute it, 1 where one does not or none is
    there."""
    folder = code("a.py", "import rs_metrics\nrs_metrics.mapr(t, p)\n")
    ended, shown, _ = run(str(folder), "--expect", expected)
    assert (ended, sentence in shown) == (code_of, True), shown


def test_the_forms_say_the_same(code: Write) -> None:
    """JSON has all of it, Markdown a table."""
    folder = code("a.py", TWO_MEANINGS)
    data = json.loads(run(str(folder), "--format", "json")[1])
    assert {one["metric"] for one in data["found"]} == {"ndcg", "ndcg_score"}
    assert len(data["several"]["NDCG"]) == 2
    text = run(str(folder), "--format", "markdown")[1]
    assert "| metric | computes |" in text
    assert all(one["places"][0] in text for one in data["found"])


def test_what_is_no_python_of_today_is_told(code: Write) -> None:
    """And the rest is read."""
    code("old.py", "print 'hello'\n")
    code("bad.ipynb", "{}")
    found = scan_folder(code("a.py", "import rs_metrics\nrs_metrics.mapr()\n"))
    assert found.unread == (
        Unread("bad.ipynb", "no file of that kind: KeyError"),
        Unread("old.py", "no Python 3 (line 1)"),
    )
    assert (found.files, len(found.found)) == (3, 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere"], "there is no file or folder nowhere"),
        ([".", "--format", "html"], "--format 'html' is unknown"),
        ([".", "--expect", "NDCG"], "NDCG"),
        ([".", "--expect", "nonsense(x=1)"], "nonsense"),
    ],
)
def test_wrong_use_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder, no Python in it, a form or a definition that there is not."""
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(app, ["scan", *words])
    assert isinstance(ended.exception, UserError)
    assert sentence in str(ended.exception)


def test_a_folder_without_python_is_one_sentence(tmp_path: Path) -> None:
    """It names the folder and what is looked for."""
    with pytest.raises(UserError, match=r"has no Python: no \.py and no \.ipynb"):
        scan_folder(tmp_path)
