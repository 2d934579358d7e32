"""What is cut out of records is what is read of them whole."""

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
