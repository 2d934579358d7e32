"""A dataset: ratings, split, with a model's full ranking for every user of the test.

Start at `Dataset`; `write_dataset` puts one into a folder, `summarise_dataset` says
what it holds, `compute_dataset_digest` names the exact data. `homonym.datasets.example`
makes one, `homonym.datasets.movielens` another.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, NamedTuple

from homonym.errors import UserError, make_file_error
from homonym.reference.case import Id, Scored, ScoredLists, TableCase

K = 20
FILES = ("train.csv", "test.csv", "predictions.csv", "rankings.csv", "dataset.json")
"""What `write_dataset` makes; the last one comes last and says that all are there."""

SCORED = ("user", "item", "score")

Header = Sequence[str]
TableRows = Iterable[Sequence[Any]]


class RatingRow(NamedTuple):
    """One rating."""

    user: int
    item: int
    rating: float
    timestamp: int


@dataclass(frozen=True)
class Dataset:
    """Ratings, split, and a model's full ranking for every user of the test.

    rankings: user -> ((item, score), …), best first: the catalogue minus the user's
    train items; origin: how it was made, for `dataset.json`.
    """

    name: str
    train: tuple[RatingRow, ...]
    test: tuple[RatingRow, ...]
    rankings: ScoredLists
    catalogue: tuple[Id, ...]
    k: int = K
    notes: str = ""
    origin: tuple[tuple[str, str | float], ...] = ()

    @cached_property
    def truth(self) -> dict[Id, Scored]:
        """user -> ((item, rating), …), in the order of the test."""
        groups: dict[Id, list[tuple[Id, float]]] = {}
        for row in self.test:
            groups.setdefault(row.user, []).append((row.item, row.rating))
        return {user: tuple(pairs) for user, pairs in groups.items()}

    def lists(self, top: int | None = None) -> Iterator[tuple[Id, Scored]]:
        """(user, ranking) in the order of the test, cut at `top` or full."""
        for user in self.truth:
            yield user, self.rankings[user][:top]

    def case(self, top: int | None = None) -> TableCase:
        """As a case, with lists cut at `top` or full, and the train of these users."""
        train: dict[Id, list[Id]] = {user: [] for user in self.truth}
        for row in self.train:
            if row.user in train:
                train[row.user].append(row.item)
        return TableCase(
            id=f"{self.name}, {f'top {top}' if top else 'full rankings'}",
            recommendations=dict(self.lists(top)),
            truth=self.truth,
            k=self.k,
            train={user: tuple(items) for user, items in train.items()},
            catalogue=self.catalogue,
        )


def compute_dataset_digest(dataset: Dataset) -> str:
    """Twelve hexadecimal digits that name the exact data: test and top lists."""
    lists = _render_csv(SCORED, _flatten_lists(dataset.lists(dataset.k)))
    return _hash_text(_render_csv(RatingRow._fields, dataset.test) + lists)[:12]


def summarise_dataset(dataset: Dataset) -> dict[str, Any]:
    """What `dataset.json` says: counts, which share of the users has what, and ties.

    A tie is a neighbour with the same score; `candidates` counts all that are ranked.
    """
    full = [(len(ranked), _count_score_ties(ranked)) for _, ranked in dataset.lists()]
    tops = dict(dataset.lists(dataset.k))
    return {
        "schema": 1,
        "name": dataset.name,
        "notes": dataset.notes,
        **dict(dataset.origin),
        "k": dataset.k,
        "counts": {
            "users": len(full),
            "items": len(dataset.catalogue),
            "train": len(dataset.train),
            "test": len(dataset.test),
            "candidates": sum(length for length, _ in full),
        },
        "shares of users": _compute_user_shares(dataset.truth, tops, dataset.k),
        "ties": {
            "in full rankings": sum(ties for _, ties in full),
            f"in the top {dataset.k}": sum(map(_count_score_ties, tops.values())),
        },
        "test sha256": _hash_text(_render_csv(RatingRow._fields, dataset.test)),
        "digest": compute_dataset_digest(dataset),
    }


def _compute_user_shares(
    truth: ScoredLists, tops: ScoredLists, k: int
) -> dict[str, float]:
    relevant = [len(pairs) for pairs in truth.values()]
    hits = [_count_hits(pairs, tops[user]) for user, pairs in truth.items()]
    return {
        f"more than {k} relevant items": _compute_share(r > k for r in relevant),
        "exactly one relevant item": _compute_share(r == 1 for r in relevant),
        f"no hit in the top {k}": _compute_share(count == 0 for count in hits),
        f"{k} hits in the top {k}": _compute_share(count == k for count in hits),
    }


def _count_hits(truth: Scored, ranked: Scored) -> int:
    return len({item for item, _ in truth} & {item for item, _ in ranked})


def _count_score_ties(ranked: Scored) -> int:
    return sum(above[1] == below[1] for above, below in pairwise(ranked))


def _compute_share(each: Iterable[bool]) -> float:
    answers = list(each)
    return answers.count(True) / len(answers)


def write_dataset(dataset: Dataset, folder: Path | str, force: bool = False) -> Path:
    """Write the dataset's five files and return the folder.

    Nothing is left half: the files are made aside and moved in, `dataset.json` last.
    Raises UserError when the folder holds something (unless `force`, which replaces
    these five files and touches no other) or cannot be written.
    """
    folder = Path(folder)
    try:
        if not force and folder.exists() and any(folder.iterdir()):
            raise UserError(
                f"the folder {folder} is not empty: nothing was written",
                "name another folder, or replace the dataset in it with --force",
            )
        with _open_unfinished_folder(folder) as made:
            _write_dataset_files(dataset, made)
            (folder / FILES[-1]).unlink(missing_ok=True)
            for name in FILES:
                (made / name).replace(folder / name)
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}"
        raise make_file_error(error, message) from None
    return folder


@contextmanager
def _open_unfinished_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder in the folder; after a failure nothing is left of either."""
    created = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=folder))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if created and not any(folder.iterdir()):
            folder.rmdir()


def _write_dataset_files(dataset: Dataset, folder: Path) -> None:
    """Write the files one after another; full rankings are never all in memory."""
    tables: tuple[tuple[str, Header, TableRows], ...] = (
        ("train.csv", RatingRow._fields, dataset.train),
        ("test.csv", RatingRow._fields, dataset.test),
        ("predictions.csv", SCORED, _flatten_lists(dataset.lists(dataset.k))),
        ("rankings.csv", SCORED, _flatten_lists(dataset.lists())),
    )
    for name, header, rows in tables:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            _write_csv(file, header, rows)
    text = json.dumps(summarise_dataset(dataset), indent=2, ensure_ascii=False) + "\n"
    (folder / "dataset.json").write_text(text, encoding="utf-8")


def _write_csv(file: IO[str], header: Header, rows: TableRows) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def _render_csv(header: Header, rows: TableRows) -> str:
    file = io.StringIO()
    _write_csv(file, header, rows)
    return file.getvalue()


def _flatten_lists(
    lists: Iterable[tuple[Id, Scored]],
) -> Iterator[tuple[Id, Id, float]]:
    return ((user, item, score) for user, pairs in lists for item, score in pairs)


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
