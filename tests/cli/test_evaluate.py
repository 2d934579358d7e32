"""`homonym evaluate` and `homonym identify`, as people call them."""

import json
import re
from pathlib import Path

import pyarrow.csv
import pyarrow.parquet
import pytest
from typer.testing import CliRunner

import homonym
from homonym.cli.app import app
from homonym.cli.evaluate import describe_open_definitions
from homonym.errors import UserError

LISTS = "user,item,score\n1,1,3\n1,9,2\n1,2,1\n2,9,3\n2,1,2\n2,2,1\n3,1,1\n"
STACKED = "auc(positives=recommended, users=stacked)"
TRUTH = "user,item\n1,1\n1,2\n1,3\n2,1\n2,2\n2,3\n2,4\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The options that name two files; the lists have a user without a truth."""
    (tmp_path / "p.csv").write_text(LISTS, encoding="utf-8")
    (tmp_path / "t.csv").write_text(TRUTH, encoding="utf-8")
    return [
        "--predictions",
        str(tmp_path / "p.csv"),
        "--truth",
        str(tmp_path / "t.csv"),
        "--k",
        "1,3",
    ]


def said(*words: str) -> str:
    """What a command prints; it has to end well."""
    found = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return str(found.stdout)


def test_a_name_of_several_definitions_gives_all_recorded(files: list[str]) -> None:
    printed = said("evaluate", *files, "--metric", "map")
    row = next(
        line for line in printed.splitlines() if "average_precision(divisor=r) " in line
    )
    # k = 1: (1/3 + 0) / 2
    assert row.split()[1:3] == ["0.166667", "0.423611"]
    assert "beta-rec" in row
    assert "users with a list who are not in the truth: 1 (skipped)" in printed


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("MAP(users=pooled)", "average_precision(divisor=min_k_r, users=pooled)"),
        ("err", "err(stops=exponential)"),
    ],
)
@pytest.mark.parametrize("command", ["evaluate", "dissent"])
def test_a_name_of_several_of_which_none_is_recorded_is_said(
    command: str, name: str, taken: str, files: list[str]
) -> None:
    """The command takes the default, and says so on standard error."""
    words = [*files, "--metric", name]
    if command == "dissent":
        run = Path(files[1])
        other = run.with_name("q.csv")
        other.write_text(LISTS.replace("1,1,3", "1,5,3"), encoding="utf-8")
        words = ["--run", str(run), "--run", str(other), *files[2:4], "--k", "1"]
        words += ["--metric", name, "--metric", taken]
    found = CliRunner().invoke(app, [command, *words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    family = taken.partition("(")[0]
    assert f"{name} has several definitions; this is {taken}, and" in found.stderr
    assert f"homonym variants {family} lists the others" in found.stderr
    assert found.stderr.count("several definitions") == 1
    if command == "evaluate":
        assert taken in found.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--engine", "polars"], "--engine 'polars' is unknown: write duckdb or spark"),
        (["--master", "local[1]"], "--master local[1] is for Spark"),
        (["--engine", "spark", "--memory-limit", "1GB"], "--memory-limit 1GB is for"),
    ],
)
@pytest.mark.parametrize("asked", [["evaluate"], ["identify", "--value", "0.5"]])
def test_an_engine_that_there_is_not_is_told(
    files: list[str], asked: list[str], words: list[str], sentence: str
) -> None:
    with pytest.raises(UserError) as told:
        said(*asked, *files, *words)
    assert told.value.in_command.startswith(sentence)


def test_json_has_the_same(files: list[str]) -> None:
    told = json.loads(
        said("evaluate", *files, "--metric", "recall(divisor=r)", "--json")
    )
    assert [(one["k"], round(one["value"], 4)) for one in told["numbers"]] == [
        (1, 0.1667),
        (3, 0.5833),
    ]
    assert told["faults"] == [{"fault": "absent", "count": 1, "done": "skipped"}]


def test_a_table_is_written(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "numbers.csv"
    said("evaluate", *files, "--metric", "hit_rate(counts=any)", "--out", str(out))
    assert pyarrow.csv.read_csv(out)["value"].to_pylist() == [0.5, 1.0]


@pytest.mark.parametrize("name", ["users.csv", "users.parquet"])
def test_users_rows_are_written(files: list[str], tmp_path: Path, name: str) -> None:
    asked = ("--metric", "recall(divisor=r)", "--metric", STACKED)
    found = CliRunner().invoke(
        app, ["evaluate", *files, *asked, "--per-user", str(tmp_path / name)]
    )
    assert f"{name} has no rows of {STACKED}: rows are of rankings" in found.stderr
    read = pyarrow.csv.read_csv if name.endswith("csv") else pyarrow.parquet.read_table
    assert read(tmp_path / name).select(["user", "k", "value"]).to_pylist() == [
        {"user": 1, "k": 1, "value": pytest.approx(1 / 3)},
        {"user": 2, "k": 1, "value": 0},
        {"user": 1, "k": 3, "value": pytest.approx(2 / 3)},
        {"user": 2, "k": 3, "value": 0.5},
    ]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["p.csv", "t.csv", name]


@pytest.mark.exhaustive
def test_intervals_stand_in_every_output(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "numbers.csv"
    asked = ("evaluate", *files, "--metric", "recall(divisor=r)", "--interval", "0.4")
    printed = said(*asked, "--metric", STACKED, "--out", str(out))
    assert "the middle 40% of 1,000 bootstrap samples of users, seed 1" in printed
    # k = 1: of two users 1/3 and 0, half of all samples give 1/6
    assert "0.166667 [0.166667, 0.166667]" in printed
    assert f"no interval of {STACKED}" in printed
    told = json.loads(said(*asked, "--seed", "7", "--draws", "90", "--json"))
    assert told["interval"] == {"level": 0.4, "seed": 7, "draws": 90}
    written = pyarrow.csv.read_csv(out)["lower"].to_pylist()
    ends = [one["upper"] for one in told["numbers"]]
    assert written[::2] == pytest.approx(ends) == [1 / 6, 7 / 12]


@pytest.mark.exhaustive
def test_a_card_of_several_sets_of_conventions_holds(
    files: list[str], tmp_path: Path
) -> None:
    card = str(tmp_path / "card.json")
    said("evaluate", *files, "--like", "recbole,rs-metrics", "--card", card)
    assert len(json.loads(Path(card).read_text())["evaluated"]) > 1
    assert "holds" in said("verify", card)


def test_a_file_that_cannot_be_written_leaves_nothing(
    files: list[str], tmp_path: Path
) -> None:
    (tmp_path / "users.csv").mkdir()
    asked = ("--metric", "recall(divisor=r)", "--per-user", str(tmp_path / "users.csv"))
    found = CliRunner().invoke(app, ["evaluate", *files, *asked])
    assert isinstance(found.exception, UserError)
    assert not list(tmp_path.glob(".*"))


def test_like_takes_a_librarys_definitions_and_conventions(files: list[str]) -> None:
    told = json.loads(said("evaluate", *files, "--like", "rs-metrics", "--json"))
    names = {one["metric"] for one in told["numbers"]}
    assert "average_precision(divisor=r)" in names
    by = {name for one in told["numbers"] for name in one["computed_by"]}
    assert "rs-metrics.mapr" in by


@pytest.mark.exhaustive
def test_what_a_record_leaves_open_is_told(tmp_path: Path) -> None:
    """Which definition a metric computes, and what it does with a user who has no
    list."""
    lists, truth = tmp_path / "p.csv", tmp_path / "t.csv"
    lists.write_text("user,item,score\n1,1,3\n1,2,2\n", encoding="utf-8")
    truth.write_text("user,item,grade\n1,2,1\n2,1,1\n", encoding="utf-8")
    files = "--predictions", str(lists), "--truth", str(truth), "--k", "2"
    asked = "evaluate", *files, "--like", "ir-measures"
    printed = said(*asked)
    assert "users, as ir-measures may count" in printed
    assert "1 user, as ir-measures counts" in printed
    assert (
        "  left open by the record of ir-measures.Accuracy[accuracy]: "
        "user_without_list skipped or counts as 0; counts as 0 is taken"
    ) in printed
    told = json.loads(said(*asked, "--json"))
    opened = {one["metric"]: one["definitions"] for one in told["open_definitions"]}
    assert {*opened} == {"ir-measures.Accuracy[accuracy]"}
    several = opened["ir-measures.Accuracy[accuracy]"]
    assert "auc(positives=recommended, depth=k)" in several and len(several) == 5
    assert {
        its["probe"]
        for one in told["tables"]
        for its in one.get("open_conventions", ())
    } == {"user_without_list"}


@pytest.mark.parametrize(
    ("variants", "told"),
    [
        (["a"], "x.y may be a: its record leaves open whether it is"),
        (
            ["a", "b"],
            "x.y may be one of 2 definitions that its record leaves open: a, b",
        ),
    ],
)
def test_open_definitions_are_one_sentence(variants: list[str], told: str) -> None:
    assert describe_open_definitions("x.y", variants) == told


@pytest.mark.exhaustive
def test_errors_need_no_cut_off(files: list[str]) -> None:
    printed = said("evaluate", *files[:4], "--metric", "mae(missing=dropped)")
    # scores 3, 1, 2, 1 where the ratings are 1
    row = next(one for one in printed.splitlines() if one.startswith("mae("))
    assert row.split()[1] == "0.750000"
    told = json.loads(said("evaluate", *files[:4], "--metric", "mae", "--json"))
    assert {one["k"] for one in told["numbers"]} == {None}


def test_identify_names_definition_and_libraries(files: list[str]) -> None:
    printed = said("identify", *files, "--metric", "map", "--value", "0.4236")
    assert "average_precision(divisor=r)" in printed
    assert "beta-rec==0.3.2.map_at_k" in printed
    said_so = next(one for one in printed.splitlines() if "This is " in one)
    assert said_so.startswith("  This is map with divisor=r, as Beta RecSys, ")
    assert "rs_metrics" in said_so.partition(" compute it")[0]
    assert said_so.endswith("and the code of gSASRec and LightGCN.")


@pytest.mark.exhaustive
def test_what_many_definitions_give_is_listed_as_far_as_it_can_be_read(
    files: list[str],
) -> None:
    """What most metrics compute first; the others are counted."""
    asked = (*files[:4], "--k", "1", "--metric", "ndcg", "--value", "1")
    printed = said("identify", *asked).splitlines()
    told = json.loads(said("identify", *asked, "--json"))
    every = {
        (one["metric"], one["k"], one["value"])
        for one in told["numbers"]["ndcg"][-1]["matches"]
    }
    rows = [one for one in printed if re.match(r" +\d\.\d{6} ", one)]
    assert "ndcg(gain=binary) " in rows[0]
    assert len(rows) == 20
    assert f"    and {len(every) - 20} more, which --json lists" in printed


@pytest.mark.exhaustive
def test_identify_names_an_id_and_what_the_wider_tiers_match(files: list[str]) -> None:
    """A name of one definition is that, whatever its family is called; numbers of their
    own cut-offs need no other."""
    number = ("--metric", "bndcg", "--value", "0.6173")
    printed = said("identify", *files[:4], "--k", "3", *number)
    assert "This is ndcg(gain=binary), as " in printed
    assert re.search(
        r"\n  Among all definitions, .*\(5,\d{3} tried\), \d+ match", printed
    )
    several = ("--values", "map@3=0.4236,recall@1=0.1667")
    printed = said("identify", *files[:4], *several)
    assert printed.index("all 2 numbers are given by: ") < printed.index("map@3 = ")
    with pytest.raises(UserError, match="'map' has no cut-off: give k, or write it"):
        app(["identify", *files[:4], "--values", "map=0.5"], standalone_mode=False)


@pytest.mark.exhaustive
def test_identify_counts_papers_where_they_are_many(files: list[str]) -> None:
    printed = said("identify", *files, "--metric", "recall", "--value", "0.5833")
    line = next(one for one in printed.splitlines() if "recall with divisor=r," in one)
    assert re.search(r" compute it, and the code of \d\d papers[.;]", line)


@pytest.mark.exhaustive
def test_identify_says_threshold_and_users_of_each_match(files: list[str]) -> None:
    asked = ("--metric", "recall", "--value", "0.3889", "--users", "any")
    printed = said("identify", *files, *asked, "--threshold", "any")
    row = next(one for one in printed.splitlines() if "recall(divisor=r) " in one)
    # the third user has a list and no truth: (2/3 + 2/4 + 0) / 3
    assert "from 1 on" in row
    assert "user_absent_from_truth" in row
    assert "To tell the definitions apart, ask for" in printed


@pytest.mark.exhaustive
def test_what_matches_fits_the_other_numbers_too(files: list[str]) -> None:
    """Of whole lists 0.4236 is AP at k = 1 too, where recall is not 0.5833: at k = 3
    both are, in the command and in Python."""
    asked = ("--values", "map=0.4236,recall=0.5833")
    printed = said("identify", *files, *asked)
    assert re.search(r"\(of \d that match, the \d that fit the others\)", printed)
    values = {"map": "0.4236", "recall": "0.5833"}
    found = homonym.identify_values(files[1], files[3], values, k=[1, 3])
    left = found["map"][-1]
    assert {one.candidate.k for one in left.matches} == {3}
    assert len(left.matches) < left.alone
    told = json.loads(said("identify", *files, *asked, "--json"))
    assert "beta-rec==0.3.2 at k = 3" in told["explained_by"]
    assert told["explained_by"] == found.explained_by
    assert "absent" in [one.key for one in found.faults]
    rows = found.table.to_pylist()
    assert {row["number"] for row in rows} == {*values}
    every = sum(len(its[-1].matches) for its in found.values())
    assert len(rows) == len(found.to_pandas()) == every


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "more",
    [
        ("evaluate", "--k", "0"),
        ("evaluate", "--k", "ten"),
        ("evaluate", "--metric", "mapp"),
        ("evaluate", "--out", "numbers.txt"),
        ("evaluate", "--per-user", "users.txt"),
        ("evaluate", "--per-user", "one.csv", "--out", "one.csv"),
        ("evaluate", "--metric", STACKED, "--per-user", "nobody.csv"),
        ("evaluate", "--interval", "95"),
        ("evaluate", "--seed", "2"),
        ("evaluate", "--interval", "0.9", "--draws", "0"),
        ("evaluate", "--card", "card.txt"),
        ("evaluate", "--card", "nowhere/card.json"),
        ("evaluate", "--column", "user"),
        ("evaluate", "--memory-limit", "much"),
        ("evaluate", "--order", "alphabet"),
        ("evaluate", "--scale", "1"),
        ("evaluate", "--scale", "5,1"),
        ("evaluate", "--predictions", "nowhere.csv"),
        ("evaluate", "--like", ""),
        ("evaluate", "--like", " , "),
        ("identify",),
        ("identify", "--value", "0.5", "--values", "map=0.5"),
        ("identify", "--value", "half"),
        ("identify", "--values", "map=0.5", "--metric", "map"),
        ("identify", "--value", "0.5", "--metric", "map@2"),
        ("identify", "--value", "0.5", "--threshold", "all"),
        ("identify", "--value", "0.5", "--users", "all"),
    ],
)
def test_wrong_use_is_one_sentence(files: list[str], more: tuple[str, ...]) -> None:
    command, *options = more
    found = CliRunner().invoke(app, [command, *files, *options])
    assert isinstance(found.exception, UserError)


@pytest.mark.parametrize("option", ["--out", "--per-user", "--card"])
def test_nothing_is_written_over_what_is_read(files: list[str], option: str) -> None:
    """Nor into a folder of runs, where it would be one."""
    truth = files[3]
    if option == "--card":
        given = Path(truth).rename(Path(truth).with_suffix(".json"))
        files[3] = truth = str(given)
    with pytest.raises(UserError, match=rf"--truth and {option} both name"):
        app(["evaluate", *files, option, truth], standalone_mode=False)
    assert Path(truth).read_text("utf-8") == TRUTH
    runs = Path(truth).parent / "runs"
    runs.mkdir()
    Path(files[1]).rename(runs / "p.csv")
    asked = ["evaluate", "--predictions", str(runs), *files[2:]]
    with pytest.raises(UserError, match="would be one of the runs"):
        app([*asked, "--out", str(runs / "x.csv")], standalone_mode=False)
    assert [one.name for one in runs.iterdir()] == ["p.csv"]


def test_nothing_is_written_over_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("item\n", encoding="utf-8")
    with pytest.raises(UserError, match="--logged and --out both name"):
        app(
            ["evaluate", "--logged", str(log), "--out", str(log)], standalone_mode=False
        )
    assert log.read_text("utf-8") == "item\n"


@pytest.mark.parametrize(
    "asked", [["evaluate"], ["identify", "--metric", "map", "--value", "0.4"]]
)
def test_a_cut_off_above_every_list_is_one_sentence(
    files: list[str], asked: list[str]
) -> None:
    said = "the cut-off k is 4, and the longest list in .*p.csv has 3 items: give k up"
    with pytest.raises(UserError, match=said):
        app([*asked, *files[:-1], "3,4"], standalone_mode=False)


def test_lists_without_a_score_are_none(files: list[str]) -> None:
    Path(files[1]).write_text("user,item,score\n1,1,x\n2,1,\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"p\.csv has no row that can be ranked"):
        app(["evaluate", *files], standalone_mode=False)


@pytest.mark.exhaustive
def test_identify_says_what_is_wrong_with_the_tables_first(files: list[str]) -> None:
    """And by which conventions numbers are; the answers have the same."""
    printed = said("identify", *files, "--metric", "map", "--value", "0.4236")
    fault = "users with a list who are not in the truth: 1 (skipped)"
    assert printed.index(fault) < printed.index("map = 0.4236")
    assert "ties by item, or a library's own" in printed
    asked = ["--metric", "map", "--value", "0.4236", "--json"]
    told = json.loads(said("identify", *files, *asked))
    assert {"fault": "absent", "count": 1, "done": "skipped"} in told["faults"]


@pytest.mark.exhaustive
def test_a_definition_alone_is_tried_where_its_id_is_given(files: list[str]) -> None:
    """A name stands for its family."""
    asked = ["identify", *files, "--value", "0.4236", "--json", "--metric"]
    by_name = json.loads(said(*asked, "map"))["numbers"]["map"][-1]["matches"]
    ids = "average_precision(divisor=r)", "average_precision(divisor=k)"
    by_id = [json.loads(said(*asked, one))["numbers"][one] for one in ids]
    found = {one["metric"] for one in by_id[0][-1]["matches"]}
    assert found == {ids[0]} < {one["metric"] for one in by_name} | found
    assert not by_id[1][-1]["matches"]


@pytest.mark.exhaustive
def test_what_matches_is_a_table_in_python(files: list[str]) -> None:
    found = homonym.identify(files[1], files[3], "0.4236", k=3, metric="map")
    rows = found.table.to_pylist()
    assert len(rows) == len(found[-1].matches) == len(found.to_pandas()) > 0
    assert rows[0]["metric"] == "average_precision(divisor=r)" and rows[0]["k"] == 3
    assert rows[0]["value"] == pytest.approx(0.423611, abs=1e-6)
    assert "absent" in [one.key for one in found.faults]
    none = homonym.identify(files[1], files[3], "0.9", k=3, metric="map")
    assert none.table.num_rows == 0 and len(none) == 3


@pytest.mark.parametrize("threshold", ["nan", "inf"])
def test_a_threshold_that_is_no_number_is_one_sentence(
    files: list[str], threshold: str
) -> None:
    with pytest.raises(UserError, match=f"the threshold is {threshold}: give a finite"):
        app(["evaluate", *files, "--threshold", threshold], standalone_mode=False)


def test_too_little_memory_is_no_fault_of_the_file(files: list[str]) -> None:
    """It is said with what allows more, whatever is read when it ends."""
    with pytest.raises(UserError, match="too large for the memory") as told:
        app(["evaluate", *files, "--memory-limit", "600kB"], standalone_mode=False)
    assert "allow more with --memory-limit" in told.value.in_command
