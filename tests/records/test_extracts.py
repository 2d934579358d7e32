"""What is cut out of records is what is read of them whole."""

import re
from pathlib import Path

import pytest

from homonym.errors import UserError
from homonym.records import extracts, store
from homonym.records.extracts import extract_of, extract_whole_record, read_extracts

PROBES = "user_without_list", "user_absent_from_truth", "user_without_relevant", "ties"


def test_extracts_say_what_whole_records_say() -> None:
    whole = [extract_whole_record(record, PROBES) for record in store.read_every()]
    assert read_extracts(PROBES) == whole
    assert len(whole) > 100


def test_no_committed_record_has_to_be_read_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extracts, "read_expected_record", None)
    assert len(read_extracts(PROBES)) == len(store.list_all_record_files())


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    file = tmp_path / "1.0.0.toml"
    file.write_text('schema = 2\nlibrary = "x"\n', encoding="utf-8")
    with pytest.raises(UserError, match=r"1\.0\.0\.toml"):
        extract_of(file, PROBES)


def test_a_record_that_begins_otherwise_is_read_whole(tmp_path: Path) -> None:
    file = store.list_all_record_files()[0]
    odd = tmp_path / file.name
    odd.write_text("# mine\n" + file.read_text("utf-8"), encoding="utf-8")
    assert extract_of(odd, PROBES) == extract_of(file, PROBES)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("claims", '"nothing"', "claims is 'nothing', which is no family"),
        ("claims", "5", "claims"),
        ("status", '"guessed"', "status"),
        ("variants", '["nosuch(x=y)"]', "variants"),
        ("variants", "[5]", "variants"),
        ("variants", f"[{'9' * 5000}]", "too long"),
        ("variants", f"{'[' * 3000}{']' * 3000}", "nested too deep"),
    ],
)
def test_what_is_cut_out_is_checked_as_the_whole_is(
    key: str, value: str, told: str, tmp_path: Path
) -> None:
    """A record in which it is wrong is read whole, and refused with file and key."""
    file = store.locate_record_file("rs-metrics", "0.6.0")
    text = file.read_text("utf-8")
    stands = re.compile(rf"^{key} = (?:\[\n[^\]]*\]|.*)$", re.M)
    assert stands.search(text)
    bad = tmp_path / "rs-metrics" / "0.6.0.toml"
    bad.parent.mkdir()
    bad.write_text(stands.sub(f"{key} = {value}", text, count=1), encoding="utf-8")
    with pytest.raises(UserError, match=re.escape(str(bad))) as refused:
        extract_of(bad, PROBES)
    assert told in str(refused.value)


def test_metrics_that_are_no_table_are_refused(tmp_path: Path) -> None:
    """As the whole record is."""
    bad = tmp_path / "1.0.0.toml"
    bad.write_text('schema = 2\nmetrics = 5\nlibrary = "x"\nversion = "1"\n', "utf-8")
    with pytest.raises(UserError, match=r"1\.0\.0\.toml"):
        extract_of(bad, PROBES)
