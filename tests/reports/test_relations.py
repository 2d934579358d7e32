"""What holds among the published numbers whatever the predictions were."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from homonym.datasets.movielens import compare_split
from homonym.errors import UserError
from homonym.reports.paper.relations import list_paper_relations, read_positive_number
from homonym.reports.paper.tables import read_published_numbers

RELATIONS = list_paper_relations()


@pytest.mark.parametrize("place", range(len(RELATIONS)))
def test_the_published_numbers_keep_their_relations(place: int) -> None:
    """Equalities to six digits, and bounds."""
    assert RELATIONS[place].holds, RELATIONS[place]


def test_the_counts_are_whole_numbers() -> None:
    """3,144 hits and 1,297 users with a hit, of 2,733."""
    assert [round(one.left, 6) for one in RELATIONS[:2]] == [3144, 1297]


@pytest.mark.parametrize(
    ("library", "column", "misprint", "broken"),
    [
        ("RecBole", "Precision", 0.0576, "20 × Precision × 2,733 users"),
        ("RecBole", "HitRate", 0.4747, "HitRate × 2,733 users"),
        ("DL RS Evaluation", "HitRate", 1.15, "HitRate of DL RS Evaluation"),
        ("RePlay", "RocAuc", 0.2832, "GAUC@20 of RePlay + DaisyRec’s repaired AUC"),
        ("RecBole", "MAP", 0.0293, "MAP with min(k, r), of RecBole"),
        ("Elliot", "MAP", 0.0023, "MAP of Elliot"),
        ("DaisyRec", "MRR", 0.0275, "MRR of DaisyRec"),
        ("OpenRec", "NDCG", 0.04626, "NDCG of OpenRec"),
        ("Elliot", "NDCG", 0.0090, "NDCG of Elliot"),
    ],
)
def test_a_misprint_breaks_a_relation(
    library: str, column: str, misprint: float, broken: str
) -> None:
    """The table with one other number."""
    table = deepcopy(read_published_numbers()["table_1"])
    row = next(row for row in table["row"] if row["name"] == library)
    row["cells"][column] = misprint
    assert broken in {one.words for one in list_paper_relations(table) if not one.holds}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "auc.two is missing"),
        ("auc = 1", "auc.two is missing"),
        ("[auc]\none = 1.0", "auc.two is missing"),
        ("[auc]\ntwo = '0.4'", "auc.two is '0.4'"),
        ("[auc]\ntwo = true", "auc.two is True"),
        ("[auc]\ntwo = 0", "auc.two is 0"),
        ("[auc]\ntwo = nan", "auc.two is nan"),
    ],
)
def test_a_number_beside_the_tables_is_looked_at_when_it_is_read(
    tmp_path: Path, text: str, told: str
) -> None:
    """The message names the file, the key, what stands there and what may."""
    file = tmp_path / "odd.toml"
    file.write_text(f'schema = 1\nlabel = "published"\n{text}\n', encoding="utf-8")
    with pytest.raises(UserError) as error:
        read_positive_number(str(file), "auc.two")
    assert str(error.value) == f"{file}: {told}; it is a number above 0"


def test_the_counts_of_the_published_test_set_are_its_own(shared: Path) -> None:
    """Users, rows, the largest user id, the first and the last time."""
    file = shared / "data" / "tamm2021" / "test.csv"
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split(",") for line in lines]
    told = read_published_numbers()["test_set"]
    assert told == {
        "users": len({row[0] for row in cells}),
        "rows": len(cells),
        "largest_user": max(int(row[0]) for row in cells),
        "first": min(row[3] for row in cells),
        "last": max(row[3] for row in cells),
    }


def test_the_test_set_fits_one_movielens_alone() -> None:
    """Its users and times lie within MovieLens-10M; 20M goes on for six years."""
    told = read_published_numbers()["test_set"]
    ten, twenty = read_published_numbers()["dataset"]
    assert told["largest_user"] <= ten["users"] < twenty["users"]
    assert told["last"][:7] == ten["until"] < twenty["until"]


@pytest.mark.exhaustive
def test_a_split_says_whether_it_is_the_published_one(shared: Path) -> None:
    """MovieLens small is not: the counts of both are told."""
    pytest.importorskip("numpy")
    from homonym.datasets.movielens import load_movielens

    data = shared / "data"
    dataset = load_movielens(data / "ml-latest-small")
    found = compare_split(dataset, data / "tamm2021" / "test.csv")
    assert not found.equal
    assert (found.published_users, found.published_rows) == (2733, 38811)
    assert "not the published one" in str(found)
