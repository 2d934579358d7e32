"""A live run's mangled files: a report, or one sentence with the file and its place."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from mangling import is_read, mangled

from homonym.reports.build import build_report_pages
from homonym.reports.findings.survey import Survey, read_survey

COMMITTED = Path(__file__).parents[2] / "reports" / "records"
SEED = 20260102


def survey_whole(live: Path) -> Survey:
    """What there is to report, the raw measurements included."""
    found = read_survey(live, live / "none")
    assert all(isinstance(release.raw, dict) for release in found.releases)
    return found


@pytest.mark.parametrize(
    ("count", "built"),
    [(60, 1), pytest.param(320, 320, marks=pytest.mark.exhaustive)],
)
def test_mangled_records_and_measurements_give_a_report_or_a_sentence(
    count: int, built: int, tmp_path: Path
) -> None:
    """Either of the two files is mangled, their hash in the record gone or not; of
    those that can be read so many are shown on pages."""
    chance = random.Random(SEED + count)
    shown: list[Path] = []
    for number in range(count):
        live = tmp_path / str(number)
        files = write_mangled(live, chance, hashed=number % 3 > 0)
        if is_read(lambda live=live: survey_whole(live), *files):  # type: ignore[misc]
            shown.append(live)
    assert 1 < len(shown) < count / 2
    for live in shown[:built]:
        assert build_report_pages(live / "site", survey_whole(live)).is_file()


def write_mangled(live: Path, chance: random.Random, hashed: bool) -> tuple[Path, Path]:
    """The record and the raw measurements of a live run, one of them mangled."""
    file = COMMITTED / "reckit" / "0.2.4.toml"
    beside = live / "reckit" / file.name
    beside.parent.mkdir(parents=True)
    texts = {s: file.with_suffix(s).read_text("utf-8") for s in (".toml", ".tsv")}
    wrong = chance.choice([*texts])
    if not hashed:
        texts[".toml"] = texts[".toml"].partition("[provenance.measurements]")[0]
    for suffix, text in texts.items():
        data = mangled(text, chance) if suffix == wrong else text.encode()
        beside.with_suffix(suffix).write_bytes(data)
    return beside, beside.with_suffix(".tsv")
