"""Adapters as they are found, for the version installed, and for what is missing."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import MISSING, fields
from math import log2
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from homonym.adapters import adapters, contract, neurec_v1, openrec, recsys_pytorch
from homonym.adapters._shared import spark, users
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.installed import NEWEST, installed
from homonym.adapters._shared.inventory import unmentioned
from homonym.adapters.contract import Adapter, Documented, Refuse
from homonym.adapters.daisyrec import ranking as daisyrec
from homonym.adapters.dl_rs_evaluation import beyond as dl_rs_evaluation_beyond
from homonym.adapters.dl_rs_evaluation import ranking as dl_rs_evaluation
from homonym.adapters.elliot import promised as promised_by_elliot
from homonym.adapters.recbole import ranking as recbole
from homonym.conformance_tests.expected import (
    NO_JAVA,
    REASON,
    list_expected_versions,
    parse_report_environments,
    write_skipped_status,
)
from homonym.measurement.worker import describe_library
from homonym.records import store
from homonym.reference import corpus
from homonym.reference.case import TableCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family
from homonym.reports.findings.live_statuses import read_live_statuses


def metrics_at(tmp_path: Path, distribution: str, version: str) -> list[str]:
    """The metrics of a library's adapter, where a version of it is said to be."""
    found: list[str] = told_at(tmp_path, distribution, version, "list(found.metrics)")
    return found


def told_at(tmp_path: Path, distribution: str, version: str, asked: str) -> Any:
    """What is asked of a library's adapter, where a version of it is said to be."""
    told = tmp_path / f"{distribution.replace('-', '_')}-{version}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Name: {distribution}\nVersion: {version}\n")
    code = (
        "import json; from homonym.adapters import find;"
        f"found = find({distribution!r}); print(json.dumps({asked}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_what_adapters_share_is_no_library() -> None:
    """A file beside them without an adapter registers nothing."""
    found = adapters()
    assert {"recommenders", "recommenders-spark", "replay-rec-spark"} <= set(found)
    assert all(name == adapter.library for name, adapter in found.items())
    modules = {adapter.__module__ for adapter in found.values()}
    assert modules == {"homonym.adapters.contract"}


def test_no_adapter_imports_anothers() -> None:
    """What several share stands in `_shared`: an adapter is read by itself."""
    folder = Path(contract.__file__).parent
    imported = re.compile(r"^\s*(?:from|import) homonym\.adapters\.(\w+)", re.MULTILINE)
    for file in folder.rglob("*.py"):
        room = file.relative_to(folder).parts[0].removesuffix(".py")
        found = {*imported.findall(file.read_text("utf-8"))}
        assert found <= {"_shared", "contract", room}, file


def test_a_library_that_is_not_installed_counts_as_its_newest_version() -> None:
    """Records are read where no library is; else the first two numbers count."""
    assert installed("no-such-distribution") == NEWEST > (99, 99)
    major, minor = installed("pytest")
    assert pytest.__version__.startswith(f"{major}.{minor}")


@pytest.mark.parametrize(
    ("version", "told"),
    [("0.12.0", "pandas frames, where its users have Spark's"), ("0.13.0", "")],
)
def test_replay_is_asked_in_pandas_frames_where_it_computes_on_spark(
    version: str, told: str, tmp_path: Path
) -> None:
    """Which its records say; later versions take pandas frames as they are."""
    assert told_at(tmp_path, "replay-rec", version, "found.asked_in") == told


def test_recommenders_has_no_map_before_1_2(tmp_path: Path) -> None:
    """What is called map since was map_at_k, and ndcg_at_k had no choices."""
    older = metrics_at(tmp_path, "recommenders", "1.1.1")
    assert {"map_at_k", "ndcg_at_k", "rmse", "diversity"} <= set(older)
    assert {"map", "r_precision_at_k", "ndcg_at_k(score_type=raw)"}.isdisjoint(older)
    newer = metrics_at(tmp_path / "..", "recommenders", "1.2.0")
    assert {"map", "ndcg_at_k(score_type=raw)"} <= set(newer)


def test_replay_took_pandas_frames_only_before_0_13(tmp_path: Path) -> None:
    """One way to call each metric then, three now."""
    older = metrics_at(tmp_path, "replay-rec", "0.12.0")
    assert {"MAP", "Surprisal"} <= set(older)
    assert not [name for name in older if "[" in name]
    newer = adapters()["replay-rec"].metrics
    assert {"MAP", "MAP[polars]", "MAP[dict]", "Surprisal[dict]"} <= set(newer)


def test_a_library_on_spark_says_that_it_needs_java(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Java is found on the path or in JAVA_HOME."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert "needs Java" in spark.missing()
    java = tmp_path / "home" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.touch(mode=0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert spark.missing() == ""


def test_a_process_ends_with_its_java() -> None:
    """Else all that it is asked then would be told as what the library does."""
    code = (
        "import subprocess, sys, time; from homonym.adapters import spark;"
        "spark.end_with(subprocess.Popen([sys.executable, '-c', '']));"
        "time.sleep(20)"
    )
    done = subprocess.run([sys.executable, "-c", code], timeout=15, check=False)
    assert done.returncode == 1


@pytest.mark.exhaustive
def test_a_run_without_java_is_skipped_with_the_reason(tmp_path: Path) -> None:
    """Not a failure, and nothing is written."""
    command = [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider"]
    command += ["--pyargs", "homonym.conformance_tests"]
    command += ["--homonym-library", "recommenders-spark"]
    done = subprocess.run(
        [*command, "--homonym-results", str(tmp_path / "results")],
        env={"PATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "recommenders-spark was not run: it computes on Apache Spark" in done.stdout
    assert not (tmp_path / "results").exists()


def test_a_run_without_a_clone_is_skipped_with_the_reason(tmp_path: Path) -> None:
    """`homonym check` calls it wrong use; a run of many environments goes on."""
    command = [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider"]
    command += ["--pyargs", "homonym.conformance_tests", "--homonym-library", "elliot"]
    done = subprocess.run(
        [*command, "--homonym-results", str(tmp_path / "results")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TOX_ENV_NAME": "py311-elliot-0.3.1"},
    )
    assert done.returncode == 0, done.stdout
    told = "elliot was not run: it is on no registry: name a clone"
    assert told in " ".join(done.stdout.split())
    (status,) = read_live_statuses(tmp_path / "results")
    assert (status.library, status.version) == ("elliot", "0.3.1")
    assert (status.status, status.reason.split(":")[0]) == (
        "not run",
        "it is on no registry",
    )
    assert not (tmp_path / "results" / "elliot").exists()


def test_a_skipped_run_leaves_its_reason_for_the_report(tmp_path: Path) -> None:
    """By the version of its record; what others of the run noted stays, once."""
    live, known = tmp_path / "live", tmp_path / "records"
    (known / "elliot").mkdir(parents=True)
    (known / "elliot" / "0.3.1+fc27efe.toml").touch()
    for why in ("no path", "name a clone"):
        write_skipped_status(live, "py311-elliot-fc27efe", why, known)
    write_skipped_status(live, "py311-dl-rs-evaluation-f5618c6", "name a clone", known)
    write_skipped_status(live, "tests", "it measures nothing", known)
    told = {
        (s.library, s.version): (s.status, s.reason) for s in read_live_statuses(live)
    }
    assert told == {
        ("elliot", "0.3.1+fc27efe"): ("not run", "name a clone"),
        ("dl-rs-evaluation", "f5618c6"): ("not run", "name a clone"),
    }
    assert len(read_live_statuses(live)) == 2


def test_runs_side_by_side_leave_all_their_reasons(tmp_path: Path) -> None:
    """None overwrites what another has noted meanwhile."""
    names = [f"py311-library{n}-1.0" for n in range(40)]
    with ThreadPoolExecutor(8) as pool:
        each = [
            pool.submit(write_skipped_status, tmp_path, name, "why", None)
            for name in names
        ]
    assert not any(one.exception() for one in each)
    told = {status.library for status in read_live_statuses(tmp_path)}
    assert told == {f"library{n}" for n in range(40)}


def test_the_reason_for_no_result_names_java_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """For the libraries on Spark only, however their locks are called."""
    locks = {"a-spark-1.0.0": "a==1.0.0\npyspark==3.5.9\n", "b-1.0.0": "b==1.0.0\n"}
    for name, pins in locks.items():
        (tmp_path / f"py311-{name}.txt").write_text(pins)
    monkeypatch.setenv("PATH", "")
    told = {one["library"]: one["reason"] for one in list_expected_versions(tmp_path)}
    assert told == {"a-spark": NO_JAVA, "b": REASON}


def test_a_second_environment_gives_a_result_of_its_own(tmp_path: Path) -> None:
    """Under the name of its record."""
    (tmp_path / "py311-a-1.0.0_numpy2.txt").write_text("a==1.0.0\n")
    assert [one["version"] for one in list_expected_versions(tmp_path)] == [
        "1.0.0+numpy2"
    ]


def test_a_run_expects_only_what_its_label_names(tmp_path: Path) -> None:
    """The other versions are not missing from it."""
    for name in ("a-1.0.0", "b-1.0.0"):
        pin = f"{name[0]}==1.0.0\n"
        (tmp_path / f"py311-{name}.txt").write_text(pin)
    named = parse_report_environments(
        "[tox]\nlabels =\n    report = clean, py311-a-1.0.0, report\n"
    )
    assert [one["library"] for one in list_expected_versions(tmp_path, named)] == ["a"]


def package_at(folder: Path) -> Path:
    """A package with metrics in three modules, and what only sounds like one."""
    for file, text in (
        ("metrics.py", "def ndcg(truth, lists, k):\n    return 0\n"),
        ("models/neural.py", "class Model:\n    def _compute_mrr(self): ...\n"),
        ("models/loss.py", "class PointwiseMSE: ...\n"),
        ("data.py", "def item_map(rows): ...\ndef hitherto(rows): ...\n"),
        (".venv/other.py", "def auc(truth, lists): ...\n"),
    ):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    return folder


def test_a_metric_in_a_module_that_nobody_mentions_is_found(tmp_path: Path) -> None:
    """Modules that an adapter enumerates, or names with a reason, are mentioned."""
    folder = package_at(tmp_path)
    adapter = Adapter("a", "a", "A", "", list, files=("metrics.py",))
    neural, loss = "models/neural.py: _compute_mrr", "models/loss.py: PointwiseMSE"
    assert unmentioned(adapter, folder) == [loss, neural]
    adapter.elsewhere = {"models/loss.py": "a loss"}
    assert unmentioned(adapter, folder) == [neural]
    adapter.files = ("*",)
    assert unmentioned(adapter, folder) == []


def test_a_child_process_lists_what_nobody_mentions(tmp_path: Path) -> None:
    """Beside the public names: so its record and the conformance tests show it."""
    module = ModuleType("a")
    module.__path__ = [str(package_at(tmp_path))]
    adapter = Adapter(
        "a",
        "a",
        "A",
        "",
        list,
        files=("m*",),
        load=lambda _: module,
        distribution="pip",
    )
    assert describe_library(adapter, None)["unlisted"] == []
    adapter.files = ("metrics.py", "models/loss.py")
    assert describe_library(adapter, None)["unlisted"] == [
        "models/neural.py: _compute_mrr"
    ]


def test_every_adapter_here_says_which_files_it_enumerates() -> None:
    """None leaves it at all of them, and every reason is given in words."""
    for adapter in adapters().values():
        assert adapter.files
        lacking = (
            f"{adapter.library}: files=… is to name the files that names enumerates"
        )
        assert "*" not in adapter.files, lacking
        assert all(len(reason.split()) > 2 for reason in adapter.elsewhere.values())


def test_a_modules_own_public_functions_are_its_inventory() -> None:
    """What it imports is another's, unless that is of the package asked for."""
    made = ModuleType("wanted.metrics")
    for name, home in (
        ("ndcg", "wanted.metrics"),
        ("_cut", "wanted.metrics"),
        ("recall", "wanted.lists"),
        ("mean", "wanted_elsewhere"),
    ):
        found = FunctionType((lambda: None).__code__, {}, name)
        found.__module__ = home
        setattr(made, name, found)
    made.K = 20
    assert list(functions(made)) == ["ndcg"]
    assert list(functions(made, "wanted")) == ["ndcg", "recall"]


def asked(probe: str) -> TableCase:
    """An edge case of rankings."""
    return next(one.case for one in corpus.edge() if one.id == probe)


A_ROW_EACH = (
    users.of_truth,
    recbole.first_k,
    recbole.ranks,
    openrec.positives,
    dl_rs_evaluation.users,
    lambda case: list(dl_rs_evaluation_beyond.shown(case)),
    lambda case: daisyrec.arguments(case)[1],
)
"""What takes a row for every user of the truth."""


@pytest.mark.parametrize("rows", A_ROW_EACH)
def test_who_is_not_in_the_truth_is_not_left_out_in_silence(rows: Any) -> None:
    """Refused, since the library would not see that user; nor is anybody seen where
    there is no truth at all. A user with an empty truth has a row."""
    for probe in ("user_absent_from_truth", "empty_truth"):
        with pytest.raises(Refuse, match="a row for every user of the truth"):
            rows(asked(probe))
    assert len(rows(asked("user_with_empty_truth"))) == 3


def test_who_has_no_list_is_not_left_out_in_silence() -> None:
    """Of a library that takes a row for every user with a list."""
    with pytest.raises(Refuse, match="a row for every user with a list"):
        users.with_lists(asked("user_without_list"))
    assert users.with_lists(asked("user_absent_from_truth")) == [1, 2, 3]


def test_a_user_without_a_relevant_item_reaches_the_library_as_such() -> None:
    """RecBole's row ends with 0 positives, OpenRec's and DL RS's positives are none."""
    case = asked("user_with_empty_truth")
    assert [row[-1] for row in recbole.first_k(case)] == [1, 1, 0]
    assert [len(found) for found in openrec.positives(case).values()] == [1, 1, 0]
    assert [len(u.pos_items) for u in dl_rs_evaluation.users(case)] == [1, 1, 0]
    assert [*daisyrec.arguments(case)[0].values()] == [{2}, {3}, set()]


def test_what_takes_the_whole_test_matrix_is_shown_all_users() -> None:
    """Who is left out of it is then the library's doing: a row without a one."""
    case = asked("user_absent_from_truth")
    assert neurec_v1.everybody(case) == [1, 2, 3]
    wanted = neurec_v1.matrix(case, {1: [1], 2: [2]})
    assert wanted.toarray().sum(axis=1).tolist() == [1, 1, 0]
    assert recsys_pytorch.arguments(case)[1] == {1: [2], 2: [3], 3: []}


def test_recsys_pytorch_takes_lists_in_which_a_pair_may_stand_twice() -> None:
    """Its functions ask a list of the truth for its length: nothing is taken out."""
    _, truth = recsys_pytorch.arguments(asked("pair_twice_in_truth"))
    ((_, judged),) = asked("pair_twice_in_truth").truth.items()
    assert truth == {1: [item for item, _ in judged]}
    assert len({*truth[1]}) < len(truth[1])


def test_a_quotation_may_leave_words_out_and_name_its_file(tmp_path: Path) -> None:
    """It is found where both of its parts stand, in their order, in the file meant."""
    words = "the gain\nis 2 to rel,\nfor all.\nrel is a hit\n"
    for file in ("metrics.py", "other_metrics.py"):
        (tmp_path / file).write_text(f"import os\n{words}")
    module = ModuleType("a")
    module.__path__ = [str(tmp_path)]
    adapter = Adapter(
        "a", "a", "A", "", list, distribution="pip", load=lambda _: module
    )
    adapter.sources = ("metrics.py", "other_metrics.py")
    for name, quote, file in (
        ("first", "gain is 2 to rel … rel is a hit", ""),
        ("other", "gain is 2 to rel … rel is a hit", "/other_metrics.py"),
        ("turned", "rel is a hit … gain is 2 to rel", ""),
        ("nowhere", "gain is 2 to rel … is no hit", ""),
    ):
        promised = Documented("ndcg(gain=binary)", quote, file=file)
        adapter.metric(name, "ndcg", promised)(lambda _: 0.0)
    found = describe_library(adapter, None)["documented"]
    at = f"{tmp_path.name}/metrics.py:2"
    assert found == {"first": at, "other": at.replace("metrics", "other_metrics")}


QUOTED = '''def one():
    """Divided by min(k, r).

    That is the length.
    """

def other():
    """A mean."""
'''


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ((), "metrics.py:2"),
        (("That is the length.",), "metrics.py:2, 4"),
        (("That is the … length.", "Divided by"), "metrics.py:2, 4"),
        (("That is not so.",), ""),
        (("That is the length. … A mean.",), ""),
        (("It stands elsewhere.",), ""),
    ],
)
def test_all_quotations_are_looked_up(
    tmp_path: Path, more: tuple[str, ...], where: str
) -> None:
    """The file and the line of each; where one is missing in it none is taken as found,
    and words are left out within one docstring only."""
    (tmp_path / "elsewhere.py").write_text("# It stands elsewhere.")
    (tmp_path / "metrics.py").write_text(QUOTED)
    module = ModuleType("a")
    module.__path__ = [str(tmp_path)]
    adapter = Adapter(
        "a", "a", "A", "", list, distribution="pip", load=lambda _: module
    )
    adapter.sources = ("*.py",)
    words = Documented("recall(divisor=min_k_r)", "Divided by min(k, r).", more=more)
    adapter.metric("one", "recall", words)(lambda _: 0.0)
    found = describe_library(adapter, None)["documented"]
    there = where.replace("metrics.py", f"{tmp_path.name}/metrics.py")
    assert found == ({"one": there} if where else {})


def promised(metric: str, library: str) -> Documented:
    """What is said to be documented."""
    documented = adapters()[library].metrics[metric].documented
    assert documented
    return documented


def test_every_quotation_has_25_words_at_most_and_variants_of_one_type() -> None:
    """What is quoted is named once, and promises what the metric's cases can show."""
    told = 0
    for library, adapter in adapters().items():
        for name, metric in adapter.metrics.items():
            if not (words := metric.documented):
                continue
            told += 1
            sizes = [len(quote.split()) for quote in words.quotes]
            assert all(0 < size <= 25 for size in sizes), (library, name, sizes)
            assert len({*words.quotes}) == len(words.quotes), (library, name)
            named = [Variant.with_defaults(id) for id in (words.variant, *words.also)]
            assert len({*named}) == len(named), (library, name)
            takes = {variant.home.takes for variant in named}
            assert takes == {every_family()[metric.claims].takes}, (library, name)
    assert told > 50


@pytest.mark.parametrize(
    "metric", ["TailPercentage", "Trainer.evaluate(TailPercentage)"]
)
def test_words_that_are_silent_on_ties_promise_no_way_to_break_them(
    metric: str,
) -> None:
    """RecBole's say that long-tail items are seldom seen: of which of two as seldom
    seen is one the class and the pipeline decide, each as its own record says."""
    record = store.read_record_file(store.locate_record_file("recbole", "1.0.1"))
    words = promised(metric, "recbole")
    assert {*record.metrics[metric].variants} < {words.variant, *words.also}


def test_every_metric_of_elliot_has_what_its_class_promises() -> None:
    """By object and by evaluator; with arguments that make it another metric, nothing
    but what its class says of them."""
    known = adapters()["elliot"].metrics
    every = {**promised_by_elliot.OF_RANKINGS, **promised_by_elliot.OF_RUNS}
    for name, words in every.items():
        for shown in (name, f"Evaluator.eval({name})"):
            assert known[shown].documented == words, shown


@pytest.mark.parametrize(
    ("metric", "promised_as"),
    [
        ("GAUC", 2 / 3),  # of three negatives one stands above the only hit
        ("F1", 0.5),  # one hit of two listed, of two relevant
        ("DSC", 0.5),
        ("ExtendedF1", 0.5),
    ],
)
def test_elliots_formulas_are_what_its_words_are_taken_for(
    metric: str, promised_as: float
) -> None:
    """M(M + N + 1) - M(M + 1)/2 - 2 by MN is 2/3 for M = 1 and N = 3; 2/(1/P + 1/R)."""
    line = ". 1 . . @4" if metric == "GAUC" else "1 . . | 1 @2"
    words = promised(metric, "elliot")
    for id in (words.variant, *words.also):
        value = Variant.with_defaults(id).value(Case.parse(line))
        assert value == pytest.approx(promised_as)


@pytest.mark.parametrize("metric", ["nDCG", "nDCGRendle2020"])
def test_elliots_ndcg_is_promised_with_two_gains_and_k_of_them(metric: str) -> None:
    """Its gain follows the relevance, or is 1 if the item hits otherwise 0; the ideal
    is a sum over K ones, so that even a list with all there is to find falls short of
    1."""
    words = promised(metric, "elliot")
    named = [Variant.with_defaults(id) for id in (words.variant, *words.also)]
    graded, found = Case.parse("2.5 @1"), Case.parse("1 . @2")
    assert [one.value(graded) for one in named] == [1, 2**2.5 - 1]
    full = pytest.approx(1 / (1 + 1 / log2(3)))
    assert [one.value(found) for one in named] == [full, full]


def test_what_trectools_computes_beside_pandas_3_is_what_is_written_out() -> None:
    """The first r of every list put together, and every relevant item looked up there:
    the numbers on record, of which 33 are above 1."""
    file = store.locate_record_file("trectools", "0.0.50+pandas3")
    entry = store.read_record_in_place(file).metrics["get_rprec"]
    assert entry.formula.startswith("the first r items of each list, ")
    assert (entry.status, len(entry.values)) == ("unexplained", 63)
    for line, value in entry.values.items():
        case = TableCase.like(Case.parse(line))
        found = {u: [i for i, rel in its if rel > 0] for u, its in case.truth.items()}
        together = Counter(
            item
            for user, listed in case.recommendations.items()
            for item, _ in listed[: len(found[user])]
        )
        shares = (sum(together[i] for i in its) / len(its) for its in found.values())
        assert value == pytest.approx(sum(shares) / len(case.recommendations))


@pytest.mark.parametrize(
    ("library", "metric", "variants"),
    [
        ("recbole", "MAP", {"divisor=k", "divisor=min_k_r"}),
        ("elliot", "MAR", {"divisor=hits", "divisor=r"}),
        ("replay-rec", "Novelty", {"divisor=length", "divisor=k"}),
        ("replay-rec", "Surprisal", {"divisor=length", "divisor=k"}),
        ("replay-rec", "MAP", {"divisor=min_k_r", "divisor=hits"}),
        ("rs-metrics", "precision", {"divisor=k", "divisor=length"}),
    ],
)
def test_words_that_contradict_themselves_promise_all_that_they_say(
    library: str, metric: str, variants: set[str]
) -> None:
    """The formula and the sentence beside it have not one divisor."""
    words = promised(metric, library)
    named = (Variant.with_defaults(id) for id in (words.variant, *words.also))
    assert {f"divisor={one.names['divisor']}" for one in named} == variants


@pytest.mark.parametrize(
    ("library", "metric"),
    [
        ("recommenders", "map_at_k"),
        ("beta-rec", "ndcg_at_k"),
        ("dl-rs-evaluation", "Novelty"),
        ("dl-rs-evaluation", "NOVELTY"),
    ],
)
def test_a_citation_alone_promises_nothing(library: str, metric: str) -> None:
    """They name another library, a paper or an article, and define nothing; a comment
    in the code is for who changes it. (Before 1.2 the same
    name of recommenders had words of its own.)"""
    known = adapters()[library].metrics[metric].documented
    assert known is None or "normalized by" in known.quote


def test_a_simple_library_sees_five_fields() -> None:
    """All others have defaults; the docstring tells of every one, those five first."""
    needed = [
        one.name
        for one in fields(Adapter)
        if one.default is MISSING and one.default_factory is MISSING
    ]
    assert needed == ["library", "module", "title", "homepage", "names"]
    every = [one.name for one in fields(Adapter)]
    words = re.findall(r"(\w+): ", (Adapter.__doc__ or "").partition("matter:")[2])
    assert [word for word in words if word in every] == every


def test_no_adapter_imports_another() -> None:
    """What several need stands in `_shared`, or in the folder of the one library."""
    root = Path(contract.__file__).parent
    files = {file: file.relative_to(root).parts[0] for file in root.rglob("*.py")}
    homes = {home.removesuffix(".py") for home in files.values()}
    libraries = homes - {"__init__", "_shared", "contract", "functions"}
    found = {
        (home.removesuffix(".py"), other)
        for file, home in files.items()
        for other in imported_from(file, "homonym.adapters.")
        if other in libraries - {home.removesuffix(".py")}
    }
    assert found == set()


def imported_from(file: Path, package: str) -> set[str]:
    """What a module imports of a package, by its first name within it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{one.name}" for one in node.names}
    inside = (one.removeprefix(package) for one in names if one.startswith(package))
    return {one.partition(".")[0] for one in inside}
