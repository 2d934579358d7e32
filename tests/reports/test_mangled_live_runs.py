"""A live run's mangled files: a report, or one sentence with the file."""

from __future__ import annotations

import random
from pathlib import Path

from homonym.errors import UserError
from homonym.reports.build import build
from homonym.reports.findings.survey import Survey, survey

COMMITTED = Path(__file__).parents[2] / "reports" / "records"
SEED, TRIED, BUILT = 20260102, 60, 1
"""So many are read, and of those that can be so many are shown on pages."""


def mangled(text: str, chance: random.Random) -> bytes:
    """The text with a line gone, another's in its place, one twice, or cut short."""
    lines = text.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    how = chance.randrange(4)
    if how == 0:
        del lines[place]
    elif how == 1:
        lines[place] = chance.choice(lines)
    elif how == 2:
        lines.insert(place, lines[place])
    else:
        return text.encode()[: chance.randrange(len(text))]
    return "".join(lines).encode()


def surveyed(live: Path) -> Survey:
    """What there is to report, the raw measurements included."""
    found = survey(live, live / "none")
    assert all(isinstance(release.raw, dict) for release in found.releases)
    return found


def test_mangled_records_and_measurements_give_a_report_or_a_sentence(
    tmp_path: Path,
) -> None:
    """Either of the two files is mangled, their hash in the record gone or not."""
    chance = random.Random(SEED)
    shown, refused = [], 0
    for number in range(TRIED):
        file = COMMITTED / "reckit" / "0.2.4.toml"
        live = tmp_path / str(number)
        beside = live / "reckit" / file.name
        beside.parent.mkdir(parents=True)
        texts = {s: file.with_suffix(s).read_text("utf-8") for s in (".toml", ".tsv")}
        wrong = chance.choice([*texts])
        if number % 3 == 0:
            texts[".toml"] = texts[".toml"].partition("[provenance.measurements]")[0]
        for suffix, text in texts.items():
            data = mangled(text, chance) if suffix == wrong else text.encode()
            beside.with_suffix(suffix).write_bytes(data)
        try:
            shown.append(surveyed(live))
        except UserError as error:
            assert str(live) in str(error) or "no records" in str(error), error
            assert "\n" not in error.message, error
            refused += 1
    assert refused > TRIED / 2 and len(shown) > BUILT
    for number, found in enumerate(shown[:BUILT]):
        assert build(tmp_path / f"site{number}", found).is_file()
