"""What is asked of tables before any is read: definitions, depths, files, columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import csv, parquet

import homonym
from homonym import Ambiguous, UserError
from homonym.equivalence.callers import replace_caller_by_mean
from homonym.errors import Broken
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.depth import find_deepest_rank, find_variant_depth
from homonym.evaluation.kinds import (
    ASPECTS,
    BIAS,
    CATALOGUE,
    IDEAL,
    ITEM_GROUPS,
    LOG,
    NEEDS,
    SCALE,
    TRAIN,
    USER_GROUPS,
    find_missing_input,
    find_table_kind,
    is_evaluated_by_default,
    list_ranking_needs,
    list_rating_needs,
    list_run_needs,
)
from homonym.evaluation.known_columns import find_number_kinds, read_column_names
from homonym.evaluation.output_files import (
    SUFFIXES,
    check_distinct_files,
    check_file,
    replace_file_when_done,
    write_tables,
    write_text,
)
from homonym.evaluation.recorded_metrics import (
    find_library_metrics,
    group_metrics_by_variant,
    group_open_metrics_by_variant,
    list_open_metrics,
    list_recorded_metrics,
)
from homonym.evaluation.trec_files import COLUMNS, check_trec_lines, is_trec
from homonym.evaluation.wanted_variants import (
    LibraryVariant,
    choose_variants,
    explain_left_names,
    find_meant_variants,
    find_open_metrics,
    find_variants_by_name,
    list_library_variants,
)
from homonym.records.lookup import find_identified_metric, find_metric_in_records
from homonym.reference.variants import Variant


def of(text: str) -> Variant:
    return Variant.with_defaults(text)


@pytest.mark.parametrize(
    ("variant", "depth"),
    [
        ("recall", 5),
        ("recall(rank=off_by_one)", 6),
        ("recall(depth=all)", None),
        ("ndcg", 5),
        ("ndcg(ideal=list_all)", None),
        ("ndcg(ideal=list_k)", 5),
        ("auc", None),
        ("auc(depth=k)", 5),
    ],
)
def test_definitions_look_at_so_many_ranks(variant: str, depth: int | None) -> None:
    """The cut-off, one more where ranks are off by one, or the whole list."""
    assert find_variant_depth(of(variant), 5) == depth


def test_the_deepest_look_counts() -> None:
    """Of all definitions at all cut-offs; of none nothing is known."""
    assert (
        find_deepest_rank([of("recall"), of("recall(rank=off_by_one)")], [3, 10]) == 11
    )
    assert find_deepest_rank([of("recall"), of("recall(depth=all)")], [3]) is None
    assert find_deepest_rank([], [3]) is None


@pytest.mark.parametrize(
    ("variant", "need"),
    [
        ("recall", ""),
        ("auc", ""),
        ("auc(negatives=catalogue)", CATALOGUE),
        ("rmse", ""),
        ("rmse(clipped=to_scale)", SCALE),
        ("log_loss", ""),
        ("novelty", TRAIN),
        ("coverage(of=users)", ""),
        ("coverage(catalogue=all_items)", CATALOGUE),
    ],
)
def test_a_definition_needs_what_its_choices_look_at(variant: str, need: str) -> None:
    """Where that is given nothing lacks."""
    found = of(variant)
    assert find_missing_input(found, ()) == need
    assert find_missing_input(found, (CATALOGUE, TRAIN, SCALE)) == ""
    assert bool(is_evaluated_by_default(found, ())) == (
        variant in ("recall", "auc", "coverage(of=users)")
    )


@pytest.mark.parametrize(
    ("variant", "needs"),
    [
        ("intra_list_diversity(distance=groups)", {ITEM_GROUPS}),
        ("intra_list_diversity(distance=euclidean)", {ITEM_GROUPS}),
        ("serendipity(surprise=groups)", {ITEM_GROUPS, TRAIN}),
        ("gini(size=training)", {TRAIN}),
        ("coverage(of=users_with_k)", set()),
        ("coverage(catalogue=trained)", {TRAIN}),
        ("coverage(catalogue=all_and_padding)", {CATALOGUE}),
        ("bias_disparity", {USER_GROUPS, ITEM_GROUPS, TRAIN}),
        ("mad(of=user_rating)", {USER_GROUPS}),
        ("mad(of=item_ranking)", {ITEM_GROUPS}),
        ("reo(groups=given)", {ITEM_GROUPS, TRAIN}),
        ("rsp(groups=head_and_tail)", {TRAIN}),
        ("alpha_ndcg", {ASPECTS}),
        ("alpha_ndcg(ideal=given)", {ASPECTS, IDEAL}),
        ("err_ia(weights=train)", {ASPECTS, TRAIN}),
        ("s_recall(divisor=trained)", {ASPECTS, TRAIN}),
        ("off_policy_dcg", {LOG}),
        ("off_policy_dcg(bias=given)", {LOG, BIAS}),
    ],
)
def test_a_definition_needs_tables_of_what_it_looks_at(
    variant: str, needs: set[str]
) -> None:
    found = of(variant)
    assert {*find_table_kind(found).needs(found)} == needs
    assert find_missing_input(found, tuple(needs)) == ""


def test_definitions_are_evaluated_at_a_cut_off_where_they_have_one() -> None:
    """Logs and rankings are computed apart."""
    for family, cut_off, apart in (
        ("recall", True, True),
        ("coverage", True, False),
        ("alpha_ndcg", True, False),
        ("rmse", False, False),
        ("off_policy_dcg", False, True),
    ):
        kind = find_table_kind(of(family))
        assert (kind.cut_off, kind.values is None) == (cut_off, apart)


def test_ratings_and_chances_are_evaluated_where_the_numbers_are_such() -> None:
    """Without their name."""
    assert is_evaluated_by_default(of("rmse"), ("predicted ratings",))
    assert not is_evaluated_by_default(of("rmse"), ("chances",))
    assert is_evaluated_by_default(of("log_loss"), ("chances",))
    assert not is_evaluated_by_default(
        of("rmse(clipped=to_scale)"), ("predicted ratings",)
    )
    cut = [
        find_table_kind(of(name)).cut_off
        for name in ("recall", "rmse", "log_loss", "gini")
    ]
    assert cut == [True, False, False, True]
    assert list_ranking_needs(of("recall")) == list_rating_needs(of("rmse")) == ()
    assert list_run_needs(of("intra_list_diversity")) == (TRAIN,)


def test_definitions_are_chosen_by_any_name() -> None:
    """Each once, in order; a name of several stands for those on record."""
    names = ["recall(divisor=r)", "rs-metrics.recall", "recall(divisor=r)"]
    found = choose_variants(names, ())
    assert found[0] == of("recall(divisor=r)") and len(found) <= 2
    every = find_variants_by_name("map")
    assert len(every) > 1 and {one.family for one in every} == {"average_precision"}
    assert find_variants_by_name("recall(divisor=r)") == [of("recall(divisor=r)")]
    usual = choose_variants([], ())
    assert usual == [
        one for one in group_metrics_by_variant() if is_evaluated_by_default(one, ())
    ]
    with pytest.raises(UserError, match="recal"):
        find_meant_variants("recal")
    with pytest.raises(UserError, match="counts items outside the lists"):
        choose_variants(["auc(positives=all, negatives=catalogue)"], ())
    pooled = "recall(divisor=min_k_r, users=pooled)"
    assert choose_variants([pooled], ()) == [of(pooled)]


OVER = [f"reciprocal_rank(counts=sum_over_{of}, depth=all)" for of in ("r", "hits")]
"""What the record of rexmex leaves open."""


def test_a_librarys_metric_is_the_mean_of_what_it_gives_each_user() -> None:
    """Each of those that its record leaves open; what nothing explains is a sentence
    that names a few."""
    (by_user,) = (find_metric_in_records("beta-rec.precision") or (None,))[:1]
    assert by_user and "users=caller" in by_user.metrics["precision"].variants[0]
    assert find_meant_variants("beta-rec.precision") == [of("precision(divisor=k)")]
    two, text = [*map(of, OVER)], "rexmex.mean_reciprocal_rank"
    assert find_meant_variants(text) == two
    assert [one.averaged for one in find_open_metrics(text)] == two
    assert find_open_metrics("recbole.MAP") == find_open_metrics("map") == []
    with pytest.raises(UserError, match=r"one of ndcg\(.* and 3 more$"):
        find_identified_metric("lightgbm.ndcg")


@pytest.mark.exhaustive
def test_of_a_name_of_several_what_needs_more_is_left_out() -> None:
    """With the reason; an id, and a name of which nothing is left, are refused."""
    found, left = (
        choose_variants(["coverage"], ()),
        explain_left_names(["coverage"], ()),
    )
    assert of("coverage(of=users)") in found
    assert {*left} == {NEEDS[one][0] for one in (TRAIN, CATALOGUE)}
    meant = {*find_meant_variants("coverage")}
    assert {one for its in left.values() for one in its} == meant - {*found}
    assert explain_left_names(["coverage"], (TRAIN, CATALOGUE)) == {}
    for text in ("coverage(of=items)", "s_recall", "recbole.ItemCoverage"):
        with pytest.raises(UserError, match="nothing says"):
            choose_variants(["recall", text], ())
    lists = pa.table({"user": [1, 1], "item": [1, 2], "score": [0.9, 0.5]})
    truth = pa.table({"user": [1], "item": [2]})
    told = homonym.evaluate(lists, truth, k=2, metrics=["coverage"])
    assert told.left == left
    assert {one.variant for one in told.numbers} == {*found}
    asked = homonym.evaluate(
        lists, truth, k=[2, 2], metrics=[of("recall(divisor=r)"), "cornac.MRR"]
    )
    assert asked.value("cornac.MRR", 2) == 0.5
    assert asked.value("recall", 2) == 1.0
    assert {*asked.open_definitions} == {"cornac.MRR"} and asked.left == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("NDCG@10", "'NDCG@10' is a name .*: write the name alone, NDCG, and k=10"),
        ("recbole.NDCG @ 5", "write the name alone, recbole.NDCG, and k=5"),
        ("MAP(users=pooled)@5", r"write the name alone, MAP\(users=pooled\), and k=5"),
        ("nobody.NDCG@5", "'nobody' is not on record"),
        ("ndcg,map", r"several names in one: write metrics=\['ndcg', 'map'\]"),
        ("recbole.MAP, map(users=mean)", r"write metrics=\['recbole.MAP', 'map\(us"),
        ("ndcg(gain=binary", r"closing bracket: write ndcg\(gain=binary\)$"),
        ("ndcg(gain=grade, ideal=list_k", "does not end in a closing bracket"),
    ],
)
def test_a_name_with_more_in_it_is_told_how_to_write_it(text: str, says: str) -> None:
    """A cut-off, several names, half a pair of brackets; in dissent too."""
    with pytest.raises(UserError, match=says):
        find_meant_variants(text)
    with pytest.raises(UserError, match=says) as told:
        homonym.dissent({"a": "a", "b": "b"}, "t.csv", metrics=[text])
    if "," in text and "(" not in text:
        assert told.value.in_command.endswith("write --metric ndcg --metric map")


@pytest.mark.parametrize(
    "text", ["recall(depth=all)", "ndcg(ideal=none)", "map(users=mean)", "F(beta=1)"]
)
def test_a_name_that_leaves_one_choice_open_keeps_the_others(text: str) -> None:
    """Of the definitions on record those that make them."""
    usual, written = of(text), text.partition("(")[2].rstrip(")")
    axis, _, choice = written.partition("=")
    found = find_variants_by_name(text)
    assert {one.family for one in found} == {usual.family}
    if axis in usual.names:
        assert {one.names[axis] for one in found} == {choice}
    assert {*found} <= {*group_metrics_by_variant()}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("MAP(users=pooled)", "average_precision(divisor=min_k_r, users=pooled)"),
        ("recall(rank=negatives_above, users=by_length)", "recall(divisor=r"),
        ("F(beta=2)", "f_score(combines=per_user, beta=2)"),
        ("err", "err(scale=by_five"),
    ],
)
def test_a_name_of_several_that_none_on_record_makes_is_chosen_by_nobody(
    text: str, first: str
) -> None:
    """The family's defaults would have stood for it; evaluate and dissent refuse it."""
    tables = {"predictions": "no_file.csv", "truth": "no_file.csv", "k": 10}
    for asked in (
        find_variants_by_name,
        find_meant_variants,
        lambda one: homonym.evaluate(**tables, metrics=[one]),
        lambda one: homonym.evaluate(**tables, metrics=one, like=["rs-metrics"]),
        lambda one: homonym.dissent({"a": "a", "b": "b"}, "t.csv", metrics=[one]),
        lambda one: homonym.dissent({"a": "a", "b": "b"}, "t.csv", metrics=one),
    ):
        with pytest.raises(Ambiguous, match="several definitions") as told:
            asked(text)
        assert str(told.value.definitions[0]).startswith(first.partition("(")[0])
        assert len(told.value.definitions) > 1
        assert all(str(one) in str(told.value) for one in told.value.definitions)


def test_a_choice_that_is_written_out_needs_no_record() -> None:
    two = find_variants_by_name("F(combines=per_user, beta=2)")
    assert {dict(one.parameters).get("beta") for one in two} == {2.0}


def test_recorded_metrics_stand_at_the_mean_of_what_they_compute() -> None:
    """Family by family; of each library's metrics the newest first."""
    by_user = of("recall(divisor=r, users=caller)")
    assert replace_caller_by_mean(by_user) == of("recall(divisor=r)")
    assert replace_caller_by_mean(of("recall(users=pooled)")) == of(
        "recall(users=pooled)"
    )
    found = group_metrics_by_variant()
    assert of("recall(divisor=r)") in found
    assert all(one.names["users"] != "caller" for one in found)
    for its in found.values():
        names = [(one.library, one.metric) for one in its]
        assert len(names) == len({*names})
    older = next(one for one in list_recorded_metrics() if not one.newest)
    newer = next(one for one in list_recorded_metrics() if one.newest)
    assert (
        str(older) == older.dated == f"{older.library}=={older.version}.{older.metric}"
    )
    assert str(newer) == f"{newer.library}.{newer.metric}"


def test_a_library_is_the_newest_of_its_versions_or_the_one_named() -> None:
    """In any case; another name is one sentence."""
    newest = find_library_metrics("RS-Metrics")
    assert {one.newest for one in newest} == {True}
    assert {one.version for one in newest} == {"0.6.0"}
    older = find_library_metrics("rs-metrics==0.5.0")
    assert {one.version for one in older} == {"0.5.0"}
    for text, told in (
        ("nobody", "unknown library 'nobody'; homonym libraries lists"),
        ("rs_metrics==0.0.1", "rs-metrics 0.0.1 has no recorded metric that is eval"),
    ):
        with pytest.raises(UserError, match=told):
            find_library_metrics(text)


def test_libraries_metrics_are_asked_by_their_own_conventions() -> None:
    """All of them, or those that compute a definition that is named."""
    usual = Conventions()
    every = list_library_variants(["rs-metrics"], [], usual)
    some = list_library_variants(["rs-metrics"], ["recall(divisor=r)"], usual)
    assert len(every) == len({*every}) > len(some) == 1
    record = next(
        one
        for one in find_library_metrics("rs-metrics")
        if one.averaged == of("recall(divisor=r)")
    )
    mine = usual.like(dict(record.conventions))
    assert some == [LibraryVariant("rs-metrics", mine, of("recall(divisor=r)"))]


@pytest.mark.exhaustive
def test_what_is_left_out_beside_a_library_is_told() -> None:
    """What needs training items, what is of ratings, and what it does not compute."""
    lists = pa.table({"user": [1, 1], "item": [1, 2], "score": [0.9, 0.5]})
    truth = pa.table({"user": [1], "item": [2]})
    found = homonym.evaluate(lists, truth, k=2, like=["recbole"])
    assert {one.like for one in found.bases} == {("recbole",)}
    left = {why: {one.family for one in its} for why, its in found.left.items()}
    assert "average_popularity" in left["looks at the training data, and there is none"]
    assert left["is of predicted ratings or chances, and evaluated where it is named"]
    some = homonym.evaluate(
        lists, truth, k=2, like=["recbole"], metrics=["map", "rbp(p=0.8)"]
    )
    (why,) = some.left
    assert why == "is none that the libraries compute"
    assert {one.family for one in some.left[why]} == {"rbp"}
    assert not homonym.evaluate(lists, truth, k=2).left
    assert repr(some) == "<Evaluation of 1 user: 1 number in .table>"


TREC = "pytrec-eval-terrier"


def test_what_a_library_may_compute_is_evaluated_and_told() -> None:
    """Each of the definitions that a record leaves open; nobody is said to compute
    what is open."""
    lists = pa.table({"user": [1, 1], "item": [9, 10], "score": [0.5, 0.5]})
    truth = pa.table({"user": [1, 2], "item": [10, 9]})
    found = homonym.evaluate(lists, truth, k=1, like=["rexmex"])
    name = "rexmex.mean_reciprocal_rank"
    assert [*map(str, found.open_definitions[name])] == OVER
    for one in OVER:
        (row,) = [row for row in found.rows if row["metric"] == one]
        assert name in row["may_compute"] and name not in row["computed_by"]
    some = homonym.evaluate(lists, truth, k=1, like=["rexmex"], metrics=["precision"])
    assert not some.open_definitions
    assert not homonym.evaluate(lists, truth, k=1).open_definitions
    for one in list_open_metrics():
        assert one.among and one.averaged in group_open_metrics_by_variant()


def test_a_library_that_leaves_all_open_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "homonym.evaluation.recorded_metrics.list_recorded_metrics"
    monkeypatch.setattr(name, lambda: ())
    (two,) = {one.metric for one in find_library_metrics("rexmex")}
    assert two == "mean_reciprocal_rank"


@pytest.mark.exhaustive
def test_tied_rows_stand_reversed_where_a_record_says_so() -> None:
    """ranx puts the last of two tied rows first, of what was given as dictionaries."""
    lists = pa.table({"user": [1, 1], "item": [9, 10], "score": [0.5, 0.5]})
    truth = pa.table({"user": [1], "item": [10]})
    found = homonym.evaluate(lists, truth, k=1, like=["ranx"], metrics=["precision"])
    numbers = {one.value: one.conventions.ties for one in found.numbers}
    assert numbers == {1: "input-desc", 0: "input"}
    assert homonym.evaluate(lists, truth, k=1).value("precision(divisor=k)", 1) == 0


def test_what_a_record_leaves_open_of_conventions_is_told() -> None:
    """Where the tables bring it up: user 2 has no list; 9 and 10 are tied, and the
    larger text is 9."""
    lists = pa.table({"user": [1, 1], "item": [9, 10], "score": [0.5, 0.5]})
    truth = pa.table({"user": [1, 2], "item": [10, 9]})
    found = homonym.evaluate(lists, truth, k=1, like=[TREC], metrics=["map"])
    assert [one.open_conventions for one in found.bases] == [()]
    assert found.bases[0].conventions.ties == "item-text-desc"
    assert found.value("average_precision(divisor=r, depth=all)", 1) == 0.5
    some = homonym.evaluate(lists, truth, k=1, like=["jurity"], metrics=["auc"])
    (open_one,) = some.bases[0].open_conventions
    assert str(open_one) == (
        "jurity.AUC: user_without_list skipped or counts as 0; counts as 0 is taken"
    )
    told = homonym.evaluate(lists, truth, k=1, like=[TREC], metrics=["r_precision"])
    assert [one.open_conventions for one in told.bases] == [()]
    assert told.bases[0].counts["users"] == 1


@pytest.mark.parametrize(
    ("line", "kind", "trec"),
    [
        ("q1 Q0 d1 1 0.5 tag\n", "predictions", True),
        ("q1 Q0 d1 1 -2.5e-3 tag\n", "predictions", True),
        ("q1\t0\td1\t1\n", "truth", True),
        ("q1 0 d1 1\n", "predictions", False),
        ("q1 Q0 d1 one 0.5 tag\n", "predictions", False),
        ("user,item,relevance\n", "truth", False),
        ("a b c d\n", "truth", False),
        ("q1 0 d1 1\n", "train", False),
        ("", "truth", False),
    ],
)
def test_a_trec_file_is_known_by_its_first_line(
    line: str, kind: Any, trec: bool, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(line, encoding="utf-8")
    assert is_trec(path, kind) is trec


def test_the_columns_of_a_trec_file_stand_as_trec_has_them() -> None:
    run, qrels = COLUMNS["predictions"], COLUMNS["truth"]
    line = ["q1", "Q0", "d7", "1", "0.5", "tag"]
    assert {role: line[at] for role, at in run.items()} == {
        "user": "q1",
        "item": "d7",
        "rank": "1",
        "score": "0.5",
    }
    assert [*qrels.items()] == [("user", 0), ("item", 2), ("relevance", 3)]


def test_lines_of_a_trec_file_have_one_width(tmp_path: Path) -> None:
    """Whatever white space is between the words, and around them; a blank line has
    none."""
    path = tmp_path / "qrels"
    for text in ("q1 0 d1 1\nq1 0 d2 0\n", "q1\t0 d1  1 \n", "q1 0 d1 1\r\n \r\n\r\n"):
        path.write_text(text, encoding="utf-8")
        check_trec_lines(path, "truth")
    for wrong, line in (
        ("q1 0 d1 1\nq1 0 d2\nq1 0\n", 2),
        ("\nq1 0 d1 1\nq1  0 d2", 3),
    ):
        path.write_text(wrong, encoding="utf-8")
        said = rf"line {line}: 3 words stand there, .* has 4"
        with pytest.raises(UserError, match=said):
            check_trec_lines(path, "truth")


def test_what_the_numbers_of_predictions_are_goes_by_their_column(
    tmp_path: Path,
) -> None:
    """Of files and frames; a score may be anything."""

    def frame(name: str) -> Any:
        return pa.table({"user": [1], "item": [1], name: [0.5]})

    assert find_number_kinds(frame("Predicted Rating"), {}) == ()
    assert find_number_kinds(frame("rating"), {}) == ("predicted ratings",)
    assert find_number_kinds(frame("probability"), {}) == ("chances",)
    first = pa.table({"rating": [0.5], "user": [1], "item": [1]})
    assert find_number_kinds(first, {}) == ("predicted ratings",)
    assert find_number_kinds(frame("score"), {}) == ()
    assert find_number_kinds(frame("score").to_pandas(), {}) == ()
    assert find_number_kinds(object(), {}) == ()
    csv.write_csv(frame("prediction"), tmp_path / "a.csv")
    parquet.write_table(frame("chance"), tmp_path / "a.parquet")
    assert find_number_kinds(str(tmp_path / "a.csv"), {}) == ("predicted ratings",)
    assert find_number_kinds(tmp_path / "a.parquet", {}) == ("chances",)
    assert find_number_kinds(tmp_path / "none.csv", {}) == ()
    run = tmp_path / "run"
    run.write_text("q1 Q0 d1 1 0.5 tag\n", encoding="utf-8")
    assert read_column_names(run) == [] and find_number_kinds(run, {}) == ()


def test_files_are_written_that_are_named_as_such(tmp_path: Path) -> None:
    """Into a folder that is there, each once."""
    check_file("--out", None, (".csv",))
    check_file("--out", tmp_path / "a.csv", (".csv", ".parquet"))
    with pytest.raises(UserError, match=r"write FILE\.csv or FILE\.parquet"):
        check_file("--out", tmp_path / "a.txt", (".csv", ".parquet"))
    with pytest.raises(UserError, match="there is no folder"):
        check_file("--out", tmp_path / "b/a.csv", (".csv",))
    check_distinct_files(
        {"--out": tmp_path / "a", "--card": tmp_path / "b", "--x": None}
    )
    with pytest.raises(UserError, match="--out and --card both name"):
        check_distinct_files({"--out": tmp_path / "a", "--card": tmp_path / "x/../a"})


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_tables_are_written_one_below_the_other(suffix: str, tmp_path: Path) -> None:
    """With one head."""
    path = tmp_path / f"a{suffix}"
    one, other = pa.table({"a": [1]}), pa.table({"a": [2]})
    write_tables(path, [one, other, one])
    read = csv.read_csv if suffix == ".csv" else parquet.read_table
    assert read(path).to_pydict() == {"a": [1, 2, 1]}


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    """Whatever breaks off leaves the one before."""
    path = tmp_path / "a.txt"
    write_text(path, "one")
    with pytest.raises(ZeroDivisionError), replace_file_when_done(path) as beside:
        beside.write_text("half", encoding="utf-8")
        assert path.read_text("utf-8") == "one"
        raise ZeroDivisionError
    assert path.read_text("utf-8") == "one"
    assert [*tmp_path.iterdir()] == [path]
    with pytest.raises(UserError, match=r"a\.txt cannot be written: No such file or"):
        write_text(tmp_path / "no folder/a.txt", "x")


def test_an_error_of_pyarrow_names_the_file_that_was_asked_for(
    tmp_path: Path,
) -> None:
    """It has no file of its own, and tells of the one beside; a full disk is nobody's
    wrong use."""
    path = tmp_path / "a.parquet"
    for number, kind, says in ((13, UserError, "Permission"), (28, Broken, "No space")):
        told = pytest.raises(kind, match=rf"^{path} cannot be written: {says}[a-z ]*$")
        with told, replace_file_when_done(path) as beside:
            raise OSError(number, f"Failed to open local file '{beside}'")
    told = pytest.raises(UserError, match=r"cannot be written: odd$")
    with told, replace_file_when_done(path):
        raise OSError("odd")


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    """Whether there was something before or not."""
    (link := tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    for text in ("one", "two"):
        write_text(link, text)
        assert link.is_symlink()
        assert (tmp_path / "real.txt").read_text("utf-8") == text


@pytest.mark.parametrize("letter", ["a", "あ"])
def test_a_file_may_have_the_longest_name(letter: str, tmp_path: Path) -> None:
    """Of 255 bytes; one more is no file."""
    longest = letter * (251 // len(letter.encode()))
    write_text(tmp_path / f"{longest}.txt", "x")
    with pytest.raises(UserError, match="cannot be written: File name too long"):
        write_text(tmp_path / f"{longest}{letter * 5}.txt", "x")
    assert len([*tmp_path.iterdir()]) == 1


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    (folder := tmp_path / "a.csv").mkdir()
    with pytest.raises(UserError, match=r"--out: .* is a folder, and a file"):
        check_file("--out", folder, SUFFIXES)
