"""A dataset on which the definitions of the published paper all differ.

Start at `generate`, which tells the story and makes a `Dataset`; `write` puts one into
a folder. `homonym.movielens` makes the same `Dataset` from real ratings.

The numbers must be the same in every library's environment and on every platform: pure
Python, `random()` alone (no other generator promises its sequence), and of arithmetic
only + - * / in a written order (`sum` of floats changed with Python 3.12).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import IO, Any, NamedTuple

from homonym.errors import UserError
from homonym.reference.case import Id, Scored, TableCase

K = 20
USERS, ITEMS = 1000, 800
START, SPLIT = 1_100_000_000, 1_200_000_000
"""Time stamps: all of train is between the two, all of the test after the second."""
FILES = ("train.csv", "test.csv", "predictions.csv", "rankings.csv", "dataset.json")
"""What `write` makes; the last one comes last and says that all are there."""


SCORED = ("user", "item", "score")

Lists = Mapping[Id, Scored]
Header = Sequence[str]
Rows = Iterable[Sequence[Any]]


class Row(NamedTuple):
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
    train: tuple[Row, ...]
    test: tuple[Row, ...]
    rankings: Lists
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


Taste = tuple[float, float, float]


class Item(NamedTuple):
    """What an item is: its fame, 0 to 1, and its place in three tastes, -1 to 1."""

    fame: float
    taste: Taste


class Wish(NamedTuple):
    """What a user looks for: fame, nearness to a taste, and how much is whim."""

    fame: float
    taste: Taste
    whim: float


class Group(NamedTuple):
    """How many ratings a user has in train and in the test (from, to), the whim of the
    train's, and the share of users who move on between the two."""

    train: tuple[int, int]
    test: tuple[int, int]
    whim: float
    moves_on: float


COMPLETIST = Group(train=(660, 720), test=(21, 45), whim=30, moves_on=0)
ORDINARY = Group(train=(10, 60), test=(2, 20), whim=1.5, moves_on=0.7)
ONE_ITEM = Group(train=(8, 30), test=(1, 1), whim=1.5, moves_on=0.7)
GROUPS = (COMPLETIST,) * 8 + (ONE_ITEM,) * 3 + (ORDINARY,) * 9
"""The groups of each twenty users."""


def generate(seed: int = 1) -> Dataset:
    """1,000 users, 800 items and a model's rankings: the same for a seed everywhere.

    The story: everyone likes what is famous (4.5) and loves what few know (5.0).
    Completists have seen nearly everything, in any order, so that their lists are short
    and full of hits. Of the others most move on, away from fame and from their old
    taste, so that the model has no hit for them. The model knows train alone: it
    recommends what many have rated and what is near to what the user rated.
    """
    random = Random(seed)
    items = [Item(200 / (200 + place), _taste(random)) for place in range(ITEMS)]
    train: list[Row] = []
    test: list[Row] = []
    for user in range(1, USERS + 1):
        past, future = _life(GROUPS[user % len(GROUPS)], items, random)
        train += _rows(user, past, items, START, random)
        test += _rows(user, future, items, SPLIT, random)
    return Dataset(
        name="example",
        train=tuple(train),
        test=tuple(test),
        rankings=_rankings(items, train),
        catalogue=tuple(range(1, ITEMS + 1)),
        notes="generated: it shows how definitions differ, and nothing about a model",
        origin=(("seed", seed), ("split", "global"), ("model", "fame and nearness")),
    )


def _taste(random: Random) -> Taste:
    x, y, z = (2 * random.random() - 1 for _ in range(3))
    return x, y, z


def _life(
    group: Group, items: Sequence[Item], random: Random
) -> tuple[list[int], list[int]]:
    """The places of one user's train and test items."""
    taste = _taste(random)
    wish = Wish(5, taste, group.whim)
    past = _pick(range(ITEMS), _between(group.train, random), wish, items, random)
    moves_on = random.random() < group.moves_on
    wish = Wish(-5, _taste(random), 1.5) if moves_on else Wish(5, taste, 1.5)
    left = sorted(set(range(ITEMS)) - set(past))
    return past, _pick(left, _between(group.test, random), wish, items, random)


def _pick(
    places: Iterable[int],
    count: int,
    wish: Wish,
    items: Sequence[Item],
    random: Random,
) -> list[int]:
    """The places of the items that answer a wish best."""
    answer = {
        place: wish.fame * items[place].fame
        + _near(wish.taste, items[place].taste)
        + wish.whim * random.random()
        for place in places
    }
    return sorted(answer, key=lambda place: (-answer[place], place))[:count]


def _between(bounds: tuple[int, int], random: Random) -> int:
    low, high = bounds
    return low + int(random.random() * (high - low + 1))


def _near(a: Taste, b: Taste) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _rows(
    user: int, places: list[int], items: Sequence[Item], start: int, random: Random
) -> Iterator[Row]:
    """A user's ratings, minutes apart: what is famous is liked, the rest is loved."""
    time = start + int(random.random() * 50_000_000)
    for place in places:
        time += 60 + int(random.random() * 3600)
        loved = items[place].fame + 0.1 * random.random() < 0.5
        yield Row(user, place + 1, 5.0 if loved else 4.5, time)


def _rankings(items: Sequence[Item], train: Iterable[Row]) -> dict[Id, Scored]:
    """Every user's candidates, best first.

    A score is the share of all users' candidates that stand below: distinct over the
    whole case, also in single precision, so that no library's ties matter.
    """
    seen: dict[int, list[int]] = {}
    for row in train:
        seen.setdefault(row.user, []).append(row.item - 1)
    counts = [0] * len(items)
    for places in seen.values():
        for place in places:
            counts[place] += 1
    pairs = [
        (score, -user, -place)
        for user, places in seen.items()
        for place, score in _model(places, counts, items)
    ]
    pairs.sort(reverse=True)
    found: dict[Id, list[tuple[Id, float]]] = {user: [] for user in seen}
    for above, (_, user, place) in enumerate(pairs):
        share = round(1 - (above + 1) / (len(pairs) + 1), 6)
        found[-user].append((1 - place, share))
    return {user: tuple(ranked) for user, ranked in found.items()}


def _model(
    places: list[int], counts: Sequence[int], items: Sequence[Item]
) -> Iterator[tuple[int, float]]:
    """(place, raw score) of what a user has not rated."""
    x = y = z = 0.0
    for place in places:
        taste = items[place].taste
        x, y, z = x + taste[0], y + taste[1], z + taste[2]
    profile = x / len(places), y / len(places), z / len(places)
    rated = set(places)
    for place, item in enumerate(items):
        if place not in rated:
            yield place, 8 * counts[place] / USERS + _near(profile, item.taste)


def digest(dataset: Dataset) -> str:
    """Twelve hexadecimal digits that name the exact data: test and top lists."""
    lists = _text(SCORED, _flat(dataset.lists(dataset.k)))
    return _sha256(_text(Row._fields, dataset.test) + lists)[:12]


def summary(dataset: Dataset) -> dict[str, Any]:
    """What `dataset.json` says: counts, which share of the users has what, and ties.

    A tie is a neighbour with the same score; `candidates` counts all that are ranked.
    """
    full = [(len(ranked), _ties(ranked)) for _, ranked in dataset.lists()]
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
        "shares of users": _shares(dataset.truth, tops, dataset.k),
        "ties": {
            "in full rankings": sum(ties for _, ties in full),
            f"in the top {dataset.k}": sum(map(_ties, tops.values())),
        },
        "test sha256": _sha256(_text(Row._fields, dataset.test)),
        "digest": digest(dataset),
    }


def _shares(truth: Lists, tops: Lists, k: int) -> dict[str, float]:
    relevant = [len(pairs) for pairs in truth.values()]
    hits = [_hits(pairs, tops[user]) for user, pairs in truth.items()]
    return {
        f"more than {k} relevant items": _share(r > k for r in relevant),
        "exactly one relevant item": _share(r == 1 for r in relevant),
        f"no hit in the top {k}": _share(count == 0 for count in hits),
        f"{k} hits in the top {k}": _share(count == k for count in hits),
    }


def _hits(truth: Scored, ranked: Scored) -> int:
    return len({item for item, _ in truth} & {item for item, _ in ranked})


def _ties(ranked: Scored) -> int:
    return sum(above[1] == below[1] for above, below in pairwise(ranked))


def _share(each: Iterable[bool]) -> float:
    answers = list(each)
    return answers.count(True) / len(answers)


def write(dataset: Dataset, folder: Path | str, force: bool = False) -> Path:
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
        with _aside(folder) as made:
            _make(dataset, made)
            (folder / FILES[-1]).unlink(missing_ok=True)
            for name in FILES:
                (made / name).replace(folder / name)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from None
    return folder


@contextmanager
def _aside(folder: Path) -> Iterator[Path]:
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


def _make(dataset: Dataset, folder: Path) -> None:
    """Write the files one after another; full rankings are never all in memory."""
    tables: tuple[tuple[str, Header, Rows], ...] = (
        ("train.csv", Row._fields, dataset.train),
        ("test.csv", Row._fields, dataset.test),
        ("predictions.csv", SCORED, _flat(dataset.lists(dataset.k))),
        ("rankings.csv", SCORED, _flat(dataset.lists())),
    )
    for name, header, rows in tables:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            _write_csv(file, header, rows)
    text = json.dumps(summary(dataset), indent=2, ensure_ascii=False) + "\n"
    (folder / "dataset.json").write_text(text, encoding="utf-8")


def _write_csv(file: IO[str], header: Header, rows: Rows) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def _text(header: Header, rows: Rows) -> str:
    file = io.StringIO()
    _write_csv(file, header, rows)
    return file.getvalue()


def _flat(lists: Iterable[tuple[Id, Scored]]) -> Iterator[tuple[Id, Id, float]]:
    return ((user, item, score) for user, pairs in lists for item, score in pairs)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
