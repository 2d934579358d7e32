"""Spark gives what DuckDB gives, and moves no more than it has to."""

import math
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import by_reference
import ibis
import pyarrow as pa
import pytest
from by_reference import near_every_default

import homonym
from homonym import UserError
from homonym.evaluation.backends.on_spark import Spark
from homonym.evaluation.kinds import find_missing_input
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.ratings import families as ratings
from homonym.evaluation.recorded_metrics import group_metrics_by_variant
from homonym.evaluation.result import Evaluation
from homonym.evaluation.whole_runs import families as runs
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

pytest.importorskip("pyspark", reason="needs homonym[spark]")
JAVA = shutil.which("java") or "JAVA_HOME" in os.environ
pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(not JAVA, reason="needs Java"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
Write = Callable[[str, str], Path]
NEAR = 1e-12
FEW = 4
"""One in so many definitions, of tests in which each is a job or more of Spark's."""
MORE = [
    "ndcg(ideal=list_all)",
    "ndcg(ideal=list_k, gain=exponential)",
    "ndcg(rank=negatives_above)",
    "average_precision(divisor=hits, depth=all)",
    "recall(divisor=grades, cut=mean_1_to_k)",
    "auc(depth=k, one_class=undefined)",
    "auc(users=stacked)",
    "f_score(combines=of_means)",
    "err(depth=all)",
    "rbp(users=by_r)",
    "partial_auc(positives=all, users=pooled)",
]
GRADES = [*".....", "0", "0.5", "1", "2", "4"]
TIED = "user,item,score\na,1,0.5\na,2,0.5\na,3,0.5\na,4,0.1\nb,2,0.2\nb,1,0.9\n"
TRUTH = "user,item,grade\na,2,1\na,4,2.5\nb,1,1\nb,2,0.5\nc,9,1\n"


@pytest.fixture
def drawn(write: Write) -> tuple[Path, Path]:
    """Lists of 12 of 40 users, and what they liked, in no order."""
    drawn = random.Random(1)
    lists, truth = ["user,item,score"], ["user,item,grade"]
    for user in range(40):
        for item in drawn.sample(range(30), 12):
            lists.append(f"{user},{item},{drawn.randrange(9)}")
        for item in drawn.sample(range(30), drawn.randint(1, 9)):
            truth.append(f"{user},{item},{drawn.choice([0, 1, 2.5, 4])}")
    drawn.shuffle(rows := lists[1:])
    return write("p.csv", "\n".join([lists[0], *rows])), write(
        "t.csv", "\n".join(truth)
    )


def both(
    files: tuple[Path, Path], metrics: list[str], **more: object
) -> list[Evaluation]:
    """What the two engines give."""
    asked = {"k": [3, 5], "metrics": metrics, **more}
    return [
        homonym.evaluate(*files, engine=engine, **asked)  # type: ignore[arg-type]
        for engine in ("duckdb", "spark")
    ]


def alike(one: float | None, other: float | None) -> bool:
    """Whether two numbers are one."""
    if one is None or other is None or not math.isfinite(one):
        return str(one) == str(other)
    return abs(one - other) <= NEAR


def differing(one: Evaluation, other: Evaluation) -> dict[str, object]:
    """What the two give other numbers of."""
    return {
        f"{mine.variant} at {mine.k}": (mine.value, its.value)
        for mine, its in zip(one.numbers, other.numbers, strict=True)
        if not alike(mine.value, its.value)
    }


def test_recorded_definitions_are_the_same(drawn: tuple[Path, Path]) -> None:
    recorded = [str(one) for one in group_metrics_by_variant() if one.family in PARTS][
        ::2
    ]
    more = [str(Variant.with_defaults(one)) for one in MORE]
    one, other = both(drawn, [*recorded, *more], catalogue=30)
    assert len(one.numbers) > 80
    assert not differing(one, other)


def test_lists_that_are_cut_give_the_same(drawn: tuple[Path, Path]) -> None:
    shallow = [
        "ndcg(gain=binary)",
        "map(divisor=min_k_r)",
        "recall(divisor=r, rank=off_by_one)",
    ]
    assert not differing(*both(drawn, [str(Variant.parse(one)) for one in shallow]))


@pytest.mark.parametrize(
    "ties",
    ["item-desc", "item-text-desc", "input", "input-desc", "pessimistic", "random:3"],
)
def test_ties_are_decided_alike(write: Write, ties: str) -> None:
    files = write("p.csv", TIED), write("t.csv", TRUTH)
    asked = {"k": [3, 4], "ties": ties}
    one, other = both(files, ["reciprocal_rank(counts=first)"], **asked)
    assert not differing(one, other)


def test_ids_are_compared_as_text_alike(write: Write) -> None:
    """9 is larger than 10."""
    files = (
        write("p.csv", "user,item,score\na,9,0.5\na,10,0.5\n"),
        write("t.csv", "user,item\na,10\n"),
    )
    for ties, wanted in (("item-text", 1.0), ("item-text-desc", 0.5)):
        asked = {"k": 2, "ties": ties}
        every = both(files, ["reciprocal_rank(counts=first)"], **asked)
        assert [one.numbers[0].value for one in every] == [wanted, wanted]


def test_a_card_of_duckdb_holds_on_spark(write: Write, tmp_path: Path) -> None:
    lists = "user,item,score\n1,1,0.9\n1,2,0.5\n2,2,0.8\n2,3,0.1\n"
    files = write("p.csv", lists), write("t.csv", "user,item\n1,2\n2,2\n")
    card = tmp_path / "card.json"
    homonym.evaluate(*files, k=2, metrics=["ndcg(gain=binary)"], card=card)
    assert homonym.verify(card, engine="spark").same


def test_faults_among_the_first_ranks_are_counted_alike(write: Write) -> None:
    wrong = "a,1,0.4\n,7,0.3\nd,1,nan\na,9,0.01\n"
    files = write("p.csv", TIED + wrong), write("t.csv", TRUTH + "a,2,1\nb,7,-1\n")
    one, other = both(files, ["precision(divisor=k)"])
    assert not differing(one, other)
    found = {fault.key: fault.count for fault in one.faults}
    assert found.pop("unsorted") == 2  # both; Spark does not look for it
    assert {fault.key: fault.count for fault in other.faults} == found


def test_parquet_frames_and_trec_files_are_read(write: Write, tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    lists = pa.table({"user": ["a", "a"], "item": [1, 2], "score": [0.1, 0.9]})
    truth = pa.table({"user": ["a"], "item": [2]})
    parquet.write_table(lists, tmp_path / "p.parquet")
    run = write("my.run", "q1 Q0 d1 1 0.1 me\nq1 Q0 d2 2 0.9 me\n")
    for p, t in (
        (tmp_path / "p.parquet", truth),
        (run, write("my.qrels", "q1 0 d2 1\n")),
        (run, write("odd.qrels", "\n q1\t0  d2 1 \n\nq1 0  d3 1\n")),
    ):
        found = homonym.evaluate(
            p, t, k=1, metrics=["hit_rate(counts=any)"], engine="spark"
        )
        assert [one.value for one in found.numbers] == [1.0]


def test_lists_are_cut_before_rows_are_moved(drawn: tuple[Path, Path]) -> None:
    from opened import open_inputs

    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.inputs import Inputs

    opened = open_inputs(Inputs(*drawn, engine="spark"), Conventions(), 3)
    backend = opened.tables.backend
    ranked = backend.connection.compile(opened.tables.lists.ranked)
    plan = backend.session.sql(ranked)._jdf.queryExecution().toString()  # type: ignore[attr-defined]
    lines = plan[plan.index("Physical Plan") :].splitlines()
    moved = next(place for place, line in enumerate(lines) if "Exchange" in line)
    assert "WindowGroupLimit" in lines[moved + 1]


def test_what_is_kept_is_planned_without_what_it_was_made_of() -> None:
    """Plans would grow with each table that is kept, and the memory that they take."""
    backend = Spark.opened()
    plans = []
    rows = ibis.memtable(pa.table({"a": [1, 2, 2]}))
    for _time in range(3):
        counted = rows.group_by("a").aggregate(n=ibis._.count())
        rows = backend.keep(counted.mutate(a=ibis._.n))
        kept = backend.session.table(backend.kept[-1])
        plans.append(kept._jdf.queryExecution().toString())  # type: ignore[attr-defined]
    assert not any("Aggregate" in plan for plan in plans)
    backend.drop(backend.kept)
    assert backend.kept == []


def test_the_mean_of_runs_is_identified(write: Write, tmp_path: Path) -> None:
    (folder := tmp_path / "runs").mkdir()
    for name, items in (("one.csv", "21"), ("two.csv", "12")):
        rows = (f"a,{item},{-place}" for place, item in enumerate(items))
        (folder / name).write_text("\n".join(["user,item,score", *rows]))
    truth = write("t.csv", "user,item\na,2\n")
    asked = {"k": 2, "metric": "mrr", "engine": "spark"}
    found = homonym.identify(folder, truth, "0.75", **asked)[-1]  # type: ignore[arg-type]
    # 1 in one run and 1/2 in the other
    names = {str(one.candidate.variant) for one in found.matches}
    assert "reciprocal_rank(counts=first)" in names


def test_ratings_labels_and_whole_runs_are_the_same(
    drawn: tuple[Path, Path], write: Write
) -> None:
    lists, truth = drawn
    text = lists.read_text().replace("score", "prediction") + "\n0,1,9\n0,1,8\n"
    rated = write("rated.csv", text), truth
    known = "catalogue", "train", "scale", "groups of items", "groups of users"
    kinds = *ratings.FAMILIES, *runs.FAMILIES
    every = [one for one in group_metrics_by_variant() if one.family in kinds]
    asked = [str(one) for one in every if not find_missing_input(one, known)][::FEW]
    train = write("train.csv", "user,item\n0,1\n1,2\n1,1\n2,7\n99,1\n")
    groups = {
        "item_groups": write("items.csv", "item,group\n1,a\n2,b\n7,b\n"),
        "user_groups": write("users.csv", "user,group\n0,2\n1,10\n2,2\n"),
    }
    one, other = both(rated, asked, train=train, scale=(0, 8), **groups)
    assert len(one.numbers) > 15
    assert not differing(one, other)
    rows = [line.split(",") for line in truth.read_text().splitlines()[1:]]
    labels = ["user,item,label", *(f"{u},{i},{int(g != '0')}" for u, i, g in rows)]
    chances = ["user,item,chance", *(f"{u},{i},0.{i}" for u, i, _g in rows)]
    tables = write("c.csv", "\n".join(chances)), write("l.csv", "\n".join(labels))
    assert not differing(*both(tables, ["log_loss(missing=dropped)"]))


def test_the_reference_is_met_on_drawn_cases() -> None:
    draw = random.Random(1)
    users = (
        f"{' '.join(draw.choices(GRADES, k=7))} | {' '.join(draw.choices('124', k=2))}"
        for _user in range(20)
    )
    case = Case.parse(f"{' ; '.join(users)} @4")
    backend = Spark.opened()
    every = [*near_every_default(1)]
    assert not by_reference.differing(backend, case, every[:: 8 * FEW])


def test_a_file_that_is_none_is_told(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    path.write_bytes(b"PAR1 nothing")
    with pytest.raises(UserError, match=r"p\.parquet cannot be read as CSV or Parquet"):
        homonym.evaluate(path, write("t.csv", TRUTH), k=1, engine="spark")


def test_a_java_that_is_not_there_is_told(write: Write) -> None:
    files = write("p.csv", TIED), write("t.csv", TRUTH)
    options = [f"--predictions={files[0]}", f"--truth={files[1]}", "--k=1"]
    found = subprocess.run(
        [sys.executable, "-m", "homonym", "evaluate", *options, "--engine=spark"],
        env={**os.environ, "JAVA_HOME": "/nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 2
    assert "Spark does not start at local[*]" in found.stderr
    assert "it needs Java 17 or 21; JAVA_HOME names it" in found.stderr
