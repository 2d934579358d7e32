"""What the pages read beside the records: files of one schema and the right label."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from homonym.errors import UserError
from homonym.reports.findings.data import read_data


def test_both_forms_are_read() -> None:
    """What people write is TOML, what commands write is JSON."""
    table = read_data("published/tamm2021.toml", "published table", "published")
    assert table["title"].startswith("Quality Metrics in Recommender Systems")
    assert read_data("results/off_policy.json", "simulation", "simulated")["seed"] == 1


@pytest.mark.parametrize(
    "content",
    [
        {"label": "measured"},
        {"schema": 2, "label": "measured"},
        {"schema": 1, "label": "simulated"},
        {"schema": 1},
    ],
)
def test_another_schema_or_label_is_refused(
    tmp_path: Path, content: dict[str, object]
) -> None:
    """What was simulated must not be shown as measured; the message names the file."""
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(UserError) as error:
        read_data(str(file), "result", "measured")
    assert str(error.value) == f"{file} is no result of schema 1"


def test_what_needs_no_label_is_held_to_its_schema(tmp_path: Path) -> None:
    """A list of papers is neither published nor measured."""
    good, odd = tmp_path / "good.toml", tmp_path / "odd.toml"
    good.write_text("schema = 1\n", encoding="utf-8")
    odd.write_text("schema = 2\n", encoding="utf-8")
    assert read_data(str(good), "list of papers") == {"schema": 1}
    with pytest.raises(UserError, match=r"odd\.toml is no list of papers of schema 1"):
        read_data(str(odd), "list of papers")
