"""The paper's protocol on real MovieLens ratings: filter, split, recommend.

Start at `load_movielens`. Tamm et al. 2021, section 3: ratings below 4.5 are dropped,
the latest 20 percent are the test, users and items that train does not know leave it,
and EASE (Steck 2019) with a regularisation of 0.5 ranks all items but the user's own of
train. `compare_split` says whether a split is the published one. numpy is needed.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from homonym.datasets.dataset import Dataset, K, RatingRow
from homonym.errors import UserError, in_brief
from homonym.reference.case import Id, Scored

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

    Ids = NDArray[int64]
    Weights = NDArray[float64]

T = TypeVar("T")

LIKED = 4.5
"""Ratings below this are dropped."""
PENALTY = 0.5
"""The regularisation of EASE, lambda in its paper."""
DECIMALS = 9
"""Scores are rounded: their last bits differ between machines, and must order none."""
FEW = 100
"""With fewer users in the test the numbers are an illustration."""
HEADER = ["userId", "movieId", "rating", "timestamp"]

Split = tuple[list[RatingRow], list[RatingRow]]


def load_movielens(path: Path | str, split: str = "global", k: int = K) -> Dataset:
    """The dataset that a MovieLens folder gives by the paper's protocol.

    path: the folder, or its `ratings.csv` or `ratings.dat`; split: `global` (the latest
    20 percent of all ratings are the test) or `per-user` (of each user's). Rankings are
    computed when they are asked for, one user at a time; equal scores stand in the
    order of the item ids. Raises UserError when file, split or numpy is not usable.
    """
    import_numpy()
    if split not in SPLITS:
        raise UserError(
            f"--split {in_brief(split)} is unknown: write {' or '.join(SPLITS)}"
        )
    file = find_ratings_file(Path(path))
    train, test = SPLITS[split](read_ratings(file))
    test = select_known_rows(train, test)
    if not test:
        raise UserError(
            f"{file} leaves no test: train knows no user and item of a late rating of "
            f"{LIKED} or more"
        )
    users = len({row.user for row in test})
    return Dataset(
        name=f"{file.resolve().parent.name}, {split} split",
        train=tuple(train),
        test=tuple(test),
        rankings=Ease.fit(train, test),
        catalogue=tuple(sorted({row.item for row in train})),
        k=k,
        notes=f"an illustration: the test has {users} users" if users < FEW else "",
        origin=(("split", split), ("model", "EASE"), ("lambda", PENALTY)),
    )


def find_ratings_file(path: Path) -> Path:
    """The file of ratings: the path itself, or the one in that folder."""
    files = [path / "ratings.csv", path / "ratings.dat"] if path.is_dir() else [path]
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        raise UserError(
            f"there is no file {' or '.join(map(str, files))}: give a MovieLens "
            "folder, or its ratings.csv or ratings.dat"
        )
    return found


def read_ratings(file: Path, liked: float = LIKED) -> list[RatingRow]:
    """The ratings from that on, in the file's order.

    Raises UserError for a file or line of another form, or when a pair stands twice.
    """
    rows: list[RatingRow] = []
    same: dict[float, float] = {}
    try:
        for line, cells in _read_rating_cells(file):
            rating = _parse_rating_cell(float, cells, 2, file, line)
            if rating >= liked:
                user, item, time = (
                    _parse_rating_cell(int, cells, at, file, line) for at in (0, 1, 3)
                )
                rows.append(
                    RatingRow(user, item, same.setdefault(rating, rating), time)
                )
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{file} cannot be read: {error}") from None
    for one, other in pairwise(sorted(rows)):
        if one[:2] == other[:2]:
            raise UserError(f"{file}: user {one.user} rates item {one.item} twice")
    return rows


def _read_rating_cells(file: Path) -> Iterator[tuple[int, list[str]]]:
    """(line, its four cells), of either format."""
    with file.open(encoding="utf-8-sig", newline="") as text:
        first = text.readline()
        text.seek(0)
        if "::" in first:
            lines = (line.strip() for line in text)
            rows = enumerate((line.split("::") for line in lines), start=1)
            yield from ((line, cells) for line, cells in rows if cells != [""])
            return
        reader = csv.reader(text)
        if next(reader, None) != HEADER:
            raise UserError(
                f"{file} begins with {in_brief(first.strip())}: {','.join(HEADER)} is "
                "needed, or cells between :: without a header"
            )
        yield from ((reader.line_num, cells) for cells in reader if cells)


def _parse_rating_cell(
    kind: Callable[[str], T], cells: list[str], at: int, file: Path, line: int
) -> T:
    try:
        return kind(cells[at])
    except (IndexError, ValueError):
        shown = repr(cells[at]) if at < len(cells) else "missing"
        raise UserError(
            f"{file}, line {line}: the {HEADER[at]} is {shown}, and must be a number"
        ) from None


def split_global(rows: Sequence[RatingRow]) -> Split:
    """(train, test): the test begins at the moment by which 80 percent were rated.

    Ratings of that moment are the test's, as in RePlay's DateSplitter, whose authors
    wrote the paper.
    """
    if not rows:
        return [], []
    moment = sorted(row.timestamp for row in rows)[len(rows) * 4 // 5]
    train = [row for row in rows if row.timestamp < moment]
    return train, [row for row in rows if row.timestamp >= moment]


def split_per_user(rows: Sequence[RatingRow]) -> Split:
    """(train, test): of each user the earliest 80 percent, rounded down, are train.

    Ratings of the same second stay in the file's order.
    """
    groups: dict[int, list[RatingRow]] = {}
    for row in sorted(rows, key=lambda row: row.timestamp):
        groups.setdefault(row.user, []).append(row)
    train, test = [], []
    for own in groups.values():
        cut = len(own) * 4 // 5
        train += own[:cut]
        test += own[cut:]
    return train, test


SPLITS: dict[str, Callable[[Sequence[RatingRow]], Split]] = {
    "global": split_global,
    "per-user": split_per_user,
}


def select_known_rows(
    train: Sequence[RatingRow], test: Sequence[RatingRow]
) -> list[RatingRow]:
    """The test without the users and items that train does not know."""
    users = {row.user for row in train}
    items = {row.item for row in train}
    return [row for row in test if row.user in users and row.item in items]


@dataclass(frozen=True, eq=False)
class Ease(Mapping[Id, Scored]):
    """Full rankings, user -> ((item, score), …), each computed when it is looked up.

    ids: the item of each column, rising; weights: columns x columns, diagonal 0; seen:
    the columns that each user of the test has in train.
    """

    ids: Ids
    weights: Weights = field(repr=False)
    seen: Mapping[Id, list[int]] = field(repr=False)

    @classmethod
    def fit(cls, train: Sequence[RatingRow], test: Sequence[RatingRow]) -> Ease:
        """Learn from train, to rank for the users of the test."""
        np = import_numpy()
        ids = np.array(sorted({row.item for row in train}))
        column = {item: place for place, item in enumerate(ids.tolist())}
        rated: dict[Id, list[int]] = {}
        for row in train:
            rated.setdefault(row.user, []).append(column[row.item])
        try:
            weights = compute_ease_weights([*rated.values()], len(ids))
        except MemoryError:
            gigabytes = 3 * 8 * len(ids) ** 2 / 1e9
            raise UserError(
                f"EASE on {len(ids)} items needs about {gigabytes:.0f} GB of memory"
            ) from None
        return cls(ids, weights, {row.user: rated[row.user] for row in test})

    def __getitem__(self, user: Id) -> Scored:
        np = import_numpy()
        seen = self.seen[user]
        # Adding 0 turns -0.0 into 0.0.
        scores = np.round(self.weights[seen].sum(axis=0), DECIMALS) + 0.0
        order = np.argsort(-scores, kind="stable")
        order = order[~np.isin(order, seen)]
        return tuple(zip(self.ids[order].tolist(), scores[order].tolist(), strict=True))

    def __iter__(self) -> Iterator[Id]:
        return iter(self.seen)

    def __len__(self) -> int:
        return len(self.seen)


def compute_ease_weights(
    rated: Sequence[Sequence[int]], size: int, penalty: float = PENALTY
) -> Weights:
    """The weights of EASE: B = I - P / diag(P), P = (X'X + penalty I)^-1; diagonal 0.

    rated: each user's columns, of `size` items. Source: Steck 2019, equations 8 and 9.
    """
    np = import_numpy()
    gram = np.zeros((size, size))
    for columns in rated:
        gram[np.ix_(columns, columns)] += 1
    gram[np.diag_indices(size)] += penalty
    weights: Weights = np.linalg.inv(gram)
    weights /= -weights.diagonal().copy()
    weights[np.diag_indices(size)] = 0
    return weights


def import_numpy() -> Any:
    """The module numpy; UserError where it is not installed."""
    try:
        import numpy as np
    except ImportError:
        raise UserError(
            "EASE is computed with numpy, which is not installed here",
            'pip install "homonym[example]"',
        ) from None
    return np


@dataclass(frozen=True)
class SplitComparison:
    """How a test set differs from a published one; `str` gives the sentence."""

    users: int
    rows: int
    published_users: int
    published_rows: int
    common: int
    """Rows of both: the same user, item and rating."""

    @property
    def equal(self) -> bool:
        return self.common == self.rows == self.published_rows

    def __str__(self) -> str:
        here = f"{self.rows:,} rows of {self.users:,} users"
        if self.equal:
            return f"the split is the published one: {here}"
        return (
            f"the split is not the published one: {here} here, "
            f"{self.published_rows:,} of {self.published_users:,} there, "
            f"{self.common:,} in common"
        )


def compare_split(dataset: Dataset, test_csv: Path | str) -> SplitComparison:
    """Compare a dataset's test with a published one (user_id, item_id, rating, …).

    Time stamps are not compared: the published ones are dates without a zone.
    Raises UserError when the file is not a table of the truth.
    """
    from homonym.datasets.tables import read_peoples_table

    published = {
        (user, item, rating)
        for user, item, rating in read_peoples_table(
            test_csv, "truth", {"relevance": "rating"}
        ).pairs
    }
    own = {(str(row.user), str(row.item), row.rating) for row in dataset.test}
    return SplitComparison(
        users=len(dataset.truth),
        rows=len(own),
        published_users=len({user for user, _, _ in published}),
        published_rows=len(published),
        common=len(own & published),
    )
