"""`homonym example`: write a dataset with predictions, generated or MovieLens."""

from __future__ import annotations

import json
from pathlib import Path

from homonym.datasets.dataset import Dataset, write_dataset
from homonym.datasets.example import generate_example
from homonym.errors import UserError


def write_example(
    out: Path,
    seed: int,
    ratings: Path | None,
    split: str,
    k: int,
    compare: Path | None,
    force: bool,
) -> None:
    """Write the dataset and say what it holds."""
    if k < 1:
        raise UserError(f"--k {k} is no cut-off: it must be 1 or more")
    comparison = None
    if ratings is None:
        check_no_ratings_options(split, k, compare)
        dataset = generate_example(seed)
    else:
        from homonym.datasets.movielens import compare_split, load_movielens

        if compare and not compare.is_file():
            raise UserError(f"there is no file {compare} to compare the split with")
        dataset = load_movielens(ratings, split, k)
        comparison = compare_split(dataset, compare) if compare else None
    show_dataset(dataset, write_dataset(dataset, out, force))
    if comparison:
        print(comparison)


def check_no_ratings_options(split: str, k: int, compare: Path | None) -> None:
    """Refuse options that only mean something for real ratings."""
    for option, given in (
        ("--split", split != "global"),
        ("--k", k != 20),
        ("--compare", compare is not None),
    ):
        if given:
            raise UserError(f"{option} goes with --ratings PATH, a MovieLens folder")


def show_dataset(dataset: Dataset, folder: Path) -> None:
    """The dataset's counts and shares, and where it is."""
    facts = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))
    counts = facts["counts"]
    print(f"{dataset.name}{f': {dataset.notes}' if dataset.notes else ''}")
    print(
        f"  {counts['users']:,} users and {counts['test']:,} relevant items in the "
        f"test, {counts['items']:,} items to rank"
    )
    for what, share in facts["shares of users"].items():
        print(f"  {share:6.1%} of the users have {what}")
    print(f"written to {folder.resolve()}")
