"""The generated dataset: what it promises, and how it is written."""

from __future__ import annotations

import csv
import hashlib
import json
import struct
import subprocess
import sys
from bisect import bisect_right
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from homonym.datasets import example
from homonym.datasets.dataset import (
    FILES,
    Dataset,
    RatingRow,
    compute_dataset_digest,
    summarise_dataset,
    write_dataset,
)
from homonym.datasets.example import generate_example
from homonym.datasets.tables import convert_to_case, load_case
from homonym.errors import UserError
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

DIGEST = "5e69c67a334d"
"""Of seed 1: records name it, so a change here outdates them."""

FORTY = "07db0781e83c"
"""Of all that seed 1 makes where there are forty users."""

PUBLISHED = {
    "precision": ["precision"],
    "recall": ["recall"],
    "hit rate": ["hit_rate", "hit_rate(counts=hits)"],
    "average precision": [
        "average_precision(divisor=min_k_r)",
        "average_precision(divisor=r)",
        "average_precision(divisor=k)",
        "average_precision(divisor=k, terms=every_rank)",
        "average_precision(divisor=cumulative)",
    ],
    "reciprocal rank": ["reciprocal_rank", "reciprocal_rank(counts=sum)"],
    "ndcg": [
        "ndcg",
        "ndcg(ideal=truth_all)",
        "ndcg(ideal=none)",
        "ndcg(gain=exponential)",
        "ndcg(gain=exponential, ideal=truth_all)",
        "ndcg(gain=exponential_shifted)",
    ],
}
"""The variants of the paper's Table 1, by family."""

PUBLISHED_AUC = [
    "auc",
    "auc(users=by_r)",
    "auc(users=by_length)",
    "auc(positives=recommended, negatives=catalogue_plus_one, users=pooled)",
    "auc(negatives=catalogue_plus_one)",
    "auc(negatives=catalogue_plus_one, divisor=min_k_r, depth=k)",
    "auc(positives=recommended, depth=k, one_class=skipped)",
    "auc(positives=recommended, depth=k, one_class=zero)",
    "auc(positives=recommended, depth=k, "
    "one_class=zero_without_hit_one_without_negative)",
]
"""Those of its Table 2, on full rankings; stacked pairs are computed here."""


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    """Seed 1."""
    return generate_example()


@pytest.fixture(scope="module")
def full(dataset: Dataset) -> Case:
    """Its full rankings."""
    return convert_to_case(dataset.case())


@pytest.fixture(scope="module")
def top(dataset: Dataset) -> Case:
    """Its top lists."""
    return convert_to_case(dataset.case(dataset.k))


@pytest.fixture
def tiny() -> Dataset:
    """Two users, three items, k = 1; the second user's scores are tied."""
    return Dataset(
        name="tiny",
        train=(RatingRow(1, 30, 5.0, 1), RatingRow(9, 10, 5.0, 2)),
        test=(
            RatingRow(2, 10, 4.5, 3),
            RatingRow(1, 20, 5.0, 4),
            RatingRow(2, 20, 5.0, 5),
        ),
        rankings={
            1: ((20, 0.75), (10, 0.5)),
            2: ((30, 0.5), (10, 0.25), (20, 0.25)),
        },
        catalogue=(10, 20, 30),
        k=1,
        origin=(("seed", 3),),
    )


def stacked(case: Case) -> float:
    """All pairs of all users, counted by bisection where the reference loops."""
    rows = [pair for u in case.users for pair in zip(u.scores, u.hits, strict=True)]
    negatives = sorted(score for score, hit in rows if not hit)
    positives = [score for score, hit in rows if hit]
    below = sum(bisect_right(negatives, score) for score in positives)
    return below / len(negatives) / len(positives)


def number(variant: str, case: Case) -> float:
    """A variant's single number on the case."""
    value = Variant.with_defaults(variant).value(case)
    assert isinstance(value, float)
    return value


def closest(values: dict[str, float]) -> tuple[float, str, str]:
    """The smallest distance of two variants, and which two."""
    pairs = [(abs(values[a] - values[b]), a, b) for a, b in combinations(values, 2)]
    return min(pairs, default=(1, "", ""))


@pytest.mark.exhaustive
def test_the_size_and_the_shares_are_as_promised(dataset: Dataset) -> None:
    """What makes the definitions differ is in the data, in sufficient amount."""
    found = summarise_dataset(dataset)
    shares = found["shares of users"]
    assert found["counts"]["users"] >= 1000
    assert found["counts"]["items"] >= 800
    assert shares["more than 20 relevant items"] >= 0.15
    assert shares["exactly one relevant item"] >= 0.10
    assert shares["no hit in the top 20"] >= 0.40
    assert shares["20 hits in the top 20"] > 0


@pytest.mark.exhaustive
def test_the_test_holds_half_star_ratings_of_which_all_are_relevant(
    dataset: Dataset,
) -> None:
    """As in the paper after its filter."""
    assert {row.rating for row in dataset.test} == {4.5, 5.0}


def test_the_split_is_global_in_time_and_no_pair_is_on_both_sides(
    dataset: Dataset,
) -> None:
    """Nothing of the test is older than anything of train."""
    last = max(row.timestamp for row in dataset.train)
    assert last < min(row.timestamp for row in dataset.test)
    pairs = [row[:2] for row in (*dataset.train, *dataset.test)]
    assert len(pairs) == len(set(pairs))


def test_full_rankings_are_the_catalogue_minus_train(dataset: Dataset) -> None:
    """So lists have unequal lengths, and each holds the user's relevant items."""
    case = dataset.case()
    for user, ranked in case.recommendations.items():
        items = [item for item, _ in ranked]
        assert set(items) == set(case.catalogue) - set(case.train[user])
        assert len(items) == len(set(items))
    assert len({len(ranked) for ranked in case.recommendations.values()}) > 50


def test_scores_are_well_formed(dataset: Dataset) -> None:
    """Falling, within (0, 1), and distinct over the case even in single precision."""
    scores = [[s for _, s in ranked] for _, ranked in dataset.lists()]
    assert all(own == sorted(own, reverse=True) for own in scores)
    every = [score for own in scores for score in own]
    assert 0 < min(every) < max(every) < 1
    assert len({struct.pack("f", score) for score in every}) == len(every)


@pytest.mark.parametrize("family", PUBLISHED)
def test_the_definitions_of_table_1_give_different_numbers(
    family: str, top: Case
) -> None:
    """Any two of a family are at least 0.001 apart at k = 20."""
    values = {variant: number(variant, top) for variant in PUBLISHED[family]}
    distance, one, other = closest(values)
    assert distance >= 0.001, f"{one} and {other}"
    assert all(value > 0 for value in values.values())


@pytest.mark.exhaustive
def test_the_definitions_of_table_2_give_different_numbers(full: Case) -> None:
    """Any two forms of AUC are at least 0.001 apart."""
    values = {variant: number(variant, full) for variant in PUBLISHED_AUC}
    values["auc(users=stacked)"] = stacked(full)
    distance, one, other = closest(values)
    assert distance >= 0.001, f"{one} and {other}"


def test_pairs_stacked_here_are_those_of_the_reference(full: Case) -> None:
    """On the first thirty users, where the reference is fast enough."""
    few = Case(users=full.users[:30], k=full.k)
    assert stacked(few) == pytest.approx(number("auc(users=stacked)", few), rel=1e-12)


@pytest.fixture(scope="module")
def made_apart() -> tuple[str, str]:
    """The digest of seed 2 from another process, and whether numpy or pandas was
    imported there."""
    program = (
        "import sys; from homonym.datasets.example import generate_example\n"
        "from homonym.datasets.dataset import compute_dataset_digest\n"
        "print(compute_dataset_digest(generate_example(2)))\n"
        "print('numpy' in sys.modules or 'pandas' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    digest, imported = done.stdout.split()
    return digest, imported


def test_the_first_forty_users_of_a_seed_are_the_same_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Train, test, rankings and catalogue, as if there were no other users."""
    assert (example.USERS, example.ITEMS) == (1000, 800)
    monkeypatch.setattr(example, "USERS", 40)
    found = generate_example()
    text = repr((found.train, found.test, found.rankings, found.catalogue))
    assert hashlib.sha256(text.encode()).hexdigest()[:12] == FORTY
    assert found.origin == (
        ("seed", 1),
        ("split", "global"),
        ("model", "fame and nearness"),
    )


@pytest.mark.exhaustive
def test_a_seed_names_the_data(dataset: Dataset, made_apart: tuple[str, str]) -> None:
    """The same everywhere for seed 1, and other data for another seed."""
    assert compute_dataset_digest(dataset) == DIGEST
    assert made_apart[0] not in ("", DIGEST)


def test_the_digest_sees_the_test_and_the_lists_and_nothing_below_them(
    tiny: Dataset,
) -> None:
    """A rating or a listed item changes it; train and the rest of a ranking do not."""
    name = compute_dataset_digest(tiny)
    assert compute_dataset_digest(replace(tiny, test=tiny.test[:2])) != name
    other = {**tiny.rankings, 1: ((10, 0.75), (20, 0.5))}
    assert compute_dataset_digest(replace(tiny, rankings=other)) != name
    below = {**tiny.rankings, 1: ((20, 0.75), (10, 0.4))}
    assert compute_dataset_digest(replace(tiny, rankings=below, train=())) == name


@pytest.mark.exhaustive
def test_generating_needs_no_package_beyond_the_standard_library(
    made_apart: tuple[str, str],
) -> None:
    """It must give the same numbers in every library's environment."""
    assert made_apart[1] == "False"


def test_the_case_has_the_users_of_the_test_in_its_order(tiny: Dataset) -> None:
    """Train of other users is left out; lists are cut where that is asked."""
    case = tiny.case(1)
    assert list(case.truth) == [2, 1]
    assert case.recommendations == {2: ((30, 0.5),), 1: ((20, 0.75),)}
    assert case.train == {2: (), 1: (30,)}
    assert tiny.case().recommendations[2] == ((30, 0.5), (10, 0.25), (20, 0.25))
    assert (case.k, case.catalogue) == (1, (10, 20, 30))


def test_the_summary_counts_users_and_ties(tiny: Dataset) -> None:
    """Of two users one has two relevant items and no hit; one tie stands below k."""
    found = summarise_dataset(tiny)
    assert found["counts"] == {
        "users": 2,
        "items": 3,
        "train": 2,
        "test": 3,
        "candidates": 5,
    }
    assert list(found["shares of users"].values()) == [0.5, 0.5, 0.5, 0.5]
    assert list(found["ties"].values()) == [1, 0]
    assert found["seed"] == 3


def test_the_written_files_hold_the_dataset(tiny: Dataset, tmp_path: Path) -> None:
    """Tables with a header, and a description that names them by their hash."""
    folder = write_dataset(tiny, tmp_path / "new" / "folder")
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    test = (folder / "test.csv").read_bytes()
    assert test.startswith(b"user,item,rating,timestamp\n2,10,4.5,3\n")
    with (folder / "rankings.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[1] == ["2", "30", "0.5"]
    assert len(rows) == 1 + 5
    lists = (folder / "predictions.csv").read_text()
    assert lists == "user,item,score\n2,30,0.5\n1,20,0.75\n"
    found = json.loads((folder / "dataset.json").read_text())
    assert found["test sha256"] == hashlib.sha256(test).hexdigest()
    assert found["digest"] == compute_dataset_digest(tiny)


def test_the_written_files_are_read_back_as_the_same_case(
    tiny: Dataset, tmp_path: Path
) -> None:
    """predictions.csv and test.csv need no column options."""
    folder = write_dataset(tiny, tmp_path / "out")
    case = load_case(folder / "predictions.csv", folder / "test.csv", 1)
    assert case.recommendations == tiny.case(1).recommendations
    assert case.truth == tiny.truth


def test_a_folder_that_holds_something_is_left_alone(
    tiny: Dataset, tmp_path: Path
) -> None:
    """Unless forced, which replaces the five files and keeps the others."""
    note, stale = tmp_path / "note.txt", tmp_path / "test.csv"
    note.write_text("mine")
    stale.write_text("old")
    with pytest.raises(UserError, match="is not empty: nothing was written"):
        write_dataset(tiny, tmp_path)
    assert stale.read_text() == "old"
    write_dataset(tiny, tmp_path, force=True)
    assert stale.read_text() != "old"
    assert note.read_text() == "mine"


def test_a_failure_on_the_way_leaves_nothing(tiny: Dataset, tmp_path: Path) -> None:
    """A ranking that is missing stops the writing after the first files."""
    broken = replace(tiny, rankings={2: tiny.rankings[2]})
    with pytest.raises(KeyError):
        write_dataset(broken, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_refused(
    tiny: Dataset, tmp_path: Path
) -> None:
    """In one sentence, and the file stays."""
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(UserError, match="cannot be written"):
        write_dataset(tiny, path)
    assert path.read_text() == "mine"
