"""Where records are written, and where not."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
import tomli_w

from homonym.cli.app import app
from homonym.errors import Broken, UserError
from homonym.records import store
from homonym.records.schema import Record
from homonym.records.target import check_target

COMMITTED = Path(__file__).parents[2] / "reports" / "records"


@pytest.fixture
def record() -> Record:
    """A small one."""
    file = sorted((COMMITTED / "rs-metrics").glob("*.toml"))[-1]
    return store.read_record_file(file)


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_no_record_is_written_into_an_installed_package(
    tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch, record: Record
) -> None:
    """The command refuses before it measures, and so does whoever saves one."""
    home = tmp_path / folder / "homonym" / "reports" / "records"
    home.mkdir(parents=True)
    monkeypatch.setattr(store, "find_records_folder", lambda: home)
    with pytest.raises(UserError, match="inside an installed package") as raised:
        app(["check", "rs-metrics", "--accept"], standalone_mode=False)
    assert raised.value.remedy == "give --records FOLDER, or --record FILE"
    assert raised.value.exit_code == 2
    with pytest.raises(UserError, match="inside an installed package"):
        store.write_record_of(record, [])
    (link := tmp_path / "mine").symlink_to(home)
    with pytest.raises(UserError, match="inside an installed package"):
        store.write_record_of(record, [], link)
    assert not list(home.iterdir())


@pytest.mark.parametrize("name", ["../../x", "a/b", "/etc/x", "", "a\nb", ".."])
def test_a_name_that_a_library_gives_itself_leads_nowhere_else(
    name: str, tmp_path: Path
) -> None:
    """Neither its name nor its version is a path."""
    for library, version in ((name, "1.0"), ("mine", name)):
        with pytest.raises(Broken, match="can name no file"):
            store.locate_record_file(library, version, tmp_path)


def test_a_record_never_takes_the_place_of_its_own_measurements(
    tmp_path: Path, record: Record
) -> None:
    """`--record x.tsv` would be both; the sentence has the name to give."""
    with pytest.raises(UserError, match=r"place of the raw measurements"):
        store.save_record(record, [], tmp_path / "x.tsv")
    words = ["check", "rs-metrics", "--accept", "--record", str(tmp_path / "x.tsv")]
    with pytest.raises(UserError, match=r"place of the raw measurements"):
        app(words, standalone_mode=False)
    assert not list(tmp_path.iterdir())


def test_a_link_stays_a_link(tmp_path: Path, record: Record) -> None:
    """What it leads to is written."""
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "record.toml").write_text("old")
    (link := tmp_path / "homonym.toml").symlink_to(kept / "record.toml")
    store.save_record(record, [], link)
    assert link.is_symlink()
    assert store.read_record_file(kept / "record.toml").library == record.library
    assert {path.name for path in kept.iterdir()} == {"record.toml", "record.tsv"}
    assert {path.name for path in tmp_path.iterdir()} == {"kept", "homonym.toml"}


def test_a_place_that_takes_no_file_is_a_sentence(
    tmp_path: Path, record: Record
) -> None:
    """A file in the way of a folder, a folder in the way of a file."""
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="takes no files"):
        store.save_record(record, [], tmp_path / "file" / "x.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(UserError, match="is a folder"):
        check_target(tmp_path / "folder.toml")
    with pytest.raises(UserError, match="can be no folder"):
        store.make_records_folder(tmp_path / "file")


def test_folders_are_made_for_a_record(tmp_path: Path, record: Record) -> None:
    """As many as it stands in."""
    file = tmp_path / "of" / "mine" / "x.toml"
    assert store.save_record(record, [], file) == file
    assert file.is_file()


@pytest.mark.parametrize(
    ("number", "kind"), [(errno.EROFS, UserError), (errno.ENOSPC, Broken)]
)
def test_what_cannot_be_written_leaves_the_old_record(
    number: int,
    kind: type[Exception],
    tmp_path: Path,
    record: Record,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sentence, nothing half, and a full disk is nobody's wrong use."""
    file = store.save_record(record, [], tmp_path / "x.toml")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def refuse(path: Path, target: Path) -> Path:
        raise OSError(number, "no")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(kind, match="cannot be written: no"):
        store.save_record(record, [], file)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_is_read_and_written_again_is_the_same() -> None:
    """Byte by byte."""
    for file in sorted(COMMITTED.glob("*/*.toml"))[::5]:
        written = tomli_w.dumps(store.as_plain(store.read_record_file(file)))
        assert written == file.read_text(encoding="utf-8"), file
