"""A record of a folder is that of its place, or is refused in one sentence."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from homonym.cli.app import app
from homonym.cli.measure import read_recorded_metrics
from homonym.errors import UserError
from homonym.gate.check import measure_against_record
from homonym.maintain.environments import Environment
from homonym.records import store
from homonym.records.archive import write_archive
from homonym.records.extracts import read_extracts

COMMITTED = Path(__file__).parents[2] / "reports" / "records"
SMALL = COMMITTED / "reckit" / "0.2.4.toml"


def placed(file: Path, old: str = "", new: str = "") -> Path:
    """The smallest record in a file, with a text replaced; its folder of records."""
    file.parent.mkdir(parents=True)
    file.write_text(SMALL.read_text("utf-8").replace(old, new, 1), "utf-8")
    shutil.copy(SMALL.with_suffix(".tsv"), file.with_suffix(".tsv"))
    return file.parent.parent


@pytest.mark.parametrize(
    ("at", "key", "value", "place"),
    [
        ("mymetrics/0.2.4", "library", "reckit", "mymetrics"),
        ("reckit/homonym", "version", "0.2.4", "homonym"),
    ],
)
def test_a_record_elsewhere_than_its_keys_say_is_told_with_the_key(
    at: str, key: str, value: str, place: str, tmp_path: Path
) -> None:
    """To the report of a live run, which named a file that is nowhere."""
    file = tmp_path / "live" / f"{at}.toml"
    live = placed(file)
    said = (
        f"{file}: {key} is '{value}', and its place says '{place}': a folder of "
        "records has each as LIBRARY/VERSION.toml, this one as 'reckit/0.2.4.toml'"
    )
    out = tmp_path / "out"
    with pytest.raises(UserError) as told:
        app(
            ["report", "--live", str(live), "--out", str(out)],
            standalone_mode=False,
        )
    assert str(told.value) == said
    assert not out.exists()


@pytest.mark.parametrize(
    "read",
    [
        lambda: app(["cite", "reckit", "MAP"], standalone_mode=False),
        lambda: app(["libraries"], standalone_mode=False),
        lambda: app(["explain", "reckit.MAP"], standalone_mode=False),
        lambda: read_extracts(()),
        lambda: read_recorded_metrics("reckit", "0.2.4"),
        store.read_every,
    ],
)
def test_every_command_refuses_a_record_that_is_not_of_its_place(
    read: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among homonym's own too."""
    file = tmp_path / "reckit" / "0.2.4.toml"
    placed(file, 'version = "0.2.4"', 'version = "0.2.5"')
    monkeypatch.setattr(store, "find_records_folder", lambda: tmp_path)
    with pytest.raises(UserError, match=rf"^{re.escape(str(file))}: version is '0.2.5"):
        read()


def test_what_is_not_of_its_place_is_archived_no_more(tmp_path: Path) -> None:
    """Its name in the archive would say something else than it does."""
    folder = placed(tmp_path / "records" / "other" / "0.2.4.toml")
    with pytest.raises(UserError, match="'reckit', and its place says 'other'"):
        write_archive(tmp_path / "a.zip", folder)


def test_a_library_is_held_to_no_record_of_another_in_its_place(
    fakes: str, tmp_path: Path
) -> None:
    """A file that is named may be of any version; one in a folder may not."""
    placed(tmp_path / "fakes.lying" / "1.0.0.toml")
    with pytest.raises(UserError, match="'reckit', and its place says 'fakes"):
        measure_against_record(fakes, folder=tmp_path)


def test_an_environment_has_no_record_of_another_version(tmp_path: Path) -> None:
    """It would be taken for current, or not, by what another one says."""
    placed(tmp_path / "reports" / "records" / "reckit" / "0.2.5.toml")
    with pytest.raises(UserError, match=r"'0\.2\.4', and its place says '0\.2\.5'"):
        Environment("reckit", "0.2.5", ()).record(tmp_path)


def test_a_file_that_is_named_may_stand_anywhere(tmp_path: Path) -> None:
    """Under any name."""
    placed(tmp_path / "x" / "homonym.toml")
    assert (
        store.read_expected_record(tmp_path / "x" / "homonym.toml").library == "reckit"
    )
