"""What it costs to add something, in files by hand: CONTRIBUTING says, this counts.

Something is added to a copy of the project in one file, its family's; then tests of the
copy fail, and name the files that they want; with these written they pass. So a cost
that rises is found: a test wants a file that is not counted, or passes without it.
`tests/maintain/test_new_choice.py` does it one by one, with programs and every test.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from added import CHOICES, COLUMN, GAIN, USERS
from additions import DEMANDS, Addition, copy_of, cost, demanded, done, run

OF_FAMILIES = (*CHOICES, COLUMN)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project."""
    return copy_of(tmp_path / "project")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "added",
    [
        pytest.param(OF_FAMILIES, id="of_families"),
        pytest.param([USERS], id="shared"),
    ],
)
def test_what_choices_and_a_column_cost_is_what_tests_demand(
    copy: Path, added: Sequence[Addition]
) -> None:
    """Several at once: a message names what it is about."""
    for one in added:
        one.write(copy, one.own)
    ended, said = run(copy, "-m", "pytest", "-qvv", *DEMANDS)
    assert ended == 1, said
    found = {one.name: {one.own, *demanded(said, one)} for one in added}
    assert found == {one.name: {*one.files} for one in added}, said
    assert {one.name: len(found[one.name]) for one in added} == {
        one.name: cost(one.kind) for one in added
    }
    for one in added:
        for file in found[one.name] - {one.own}:
            one.write(copy, file)
    ended, said = run(copy, "-m", "pytest", "-q", *DEMANDS)
    assert ended == 0, said


@pytest.mark.parametrize("one", (*OF_FAMILIES, USERS), ids=lambda one: one.name)
def test_no_choice_and_no_column_costs_more_than_three_files(one: Addition) -> None:
    """CONTRIBUTING may not promise more."""
    assert cost(one.kind) <= 3


FOLLOWS = """
from homonym.equivalence.conversion import find_conversion
from homonym.equivalence.witness import find_witness
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.trace.latex import render_variant_latex

own, others = Variant.parse("ndcg(gain=cube)"), ("grade", "exponential", "binary")
assert own.value(Case.parse("2 . | @2")) == 1
assert "g^3" in render_variant_latex(own)
for name in others:
    other = Variant.parse(f"ndcg(gain={name})")
    case = find_witness(own, other)
    assert own.value(case) != other.value(case)
assert "g**3" in find_conversion(Variant.parse("ndcg(gain=cube, ideal=none)"), own).code
"""


def test_of_a_choice_in_its_family_alone_all_else_follows(copy: Path) -> None:
    """Its formula is shown, it is converted, and cases that are there already tell it
    from the others."""
    GAIN.write(copy, GAIN.own)
    done(copy, "-c", FOLLOWS)
    assert "The grade cubed." in done(copy, "-m", "homonym", "variants", "ndcg")


PROPERTIES = """
[hit_power]
holds = ["perfect", "exchange", "below_k", "irrelevant"]
bounds = "1 1 | @2"

[hit_power."power=cubed"]
holds = ["perfect", "exchange", "below_k", "irrelevant"]
bounds = "1 1 | @2"
"""
"""As `homonym-maintain choice` writes them."""
RECORDED = """
from dataclasses import asdict
from homonym.records import store
from homonym.records.reading import convert_plain_record
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant, every_family
from homonym.reports.evidence.matrix import build_section_matrices
from homonym.reports.findings.meaning import (
    find_meanings_by_family,
    sort_claimed_families,
)
from homonym.reports.findings.survey import read_survey
from homonym.trace.latex import render_variant_latex
from pathlib import Path

entry = {"claims": "hit_power", "variants": ["hit_power(power=cubed)"]}
about = {"measured": "2026-01-02", "from": "registry", "python": "3.11", "packages": {}}
record = {
    "schema": 1,
    "library": "fake",
    "version": "1.0.0",
    "corpus": asdict(editions()[0]),
    "metrics": {"first": {**entry, "entry": "function", "status": "identified",
        "precision": 1e-9, "core": {"ran": 48, "of": 48}, "conventions": {},
        "refuted": {"tried": 200, "failed": 0}}},
    "provenance": about,
}
store.write_record_of(convert_plain_record(record, "a test"), [], Path("records"))
found = read_survey(folder=Path("records"))
families, known = sort_claimed_families(found), find_meanings_by_family(found)
(matrix,) = build_section_matrices(found, families, known)
assert [family.title for family in matrix.families] == ["Hit power"]
print(render_variant_latex(Variant.parse("hit_power(power=cubed)")))
"""


@pytest.mark.exhaustive
def test_of_a_column_in_its_family_alone_all_else_follows(copy: Path) -> None:
    """Its formula is shown and explained, and a metric that claims it has a column."""
    COLUMN.write(copy, COLUMN.own)
    with (copy / "reference/rankings/properties.toml").open("a") as declared:
        declared.write(PROPERTIES)
    assert "Hit power" in done(copy, "-m", "homonym", "explain", "hit_power")
    done(copy, "-c", RECORDED)
