"""A folder with a truth and the runs of a grid of models: start at `write_grid`."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from homonym.datasets.dataset import RatingRow
from homonym.datasets.movielens import find_ratings_file, read_ratings
from homonym.errors import UserError, in_brief, make_file_error
from homonym.models.grid import yield_grid_models, yield_jeunen_models
from homonym.models.lists import make_top_lists
from homonym.models.problem import LearningProblem, check_memory
from homonym.models.splits import split_ratings

LIKED = 4.0
"""Ratings below this are dropped."""
DEPTH, NEGATIVES = 100, 100
PROTOCOLS = ("full", "sampled")
JEUNEN = "jeunen2024"
LEAST = 5
"""So many users has an item of the protocol of Jeunen et al. 2024, appendix A."""
FACTS = "grid.json"
"""The last file that is written: it says that all are there."""


@dataclass(frozen=True)
class TrialProtocol:
    """How models are tried: the split; full, where all items but the user's own of
    train are ranked and the best `DEPTH` kept, or sampled, where the test's are ranked
    among `NEGATIVES` others that are drawn; the seed of what is drawn; published: whose
    models and filters these are, `JEUNEN` or nobody's."""

    split: str = "global"
    candidates: str = "full"
    seed: int = 0
    published: str = ""

    def __post_init__(self) -> None:
        if self.candidates not in PROTOCOLS:
            raise UserError(
                f"--protocol {in_brief(self.candidates)} is unknown: write "
                f"{' or '.join(PROTOCOLS)}"
            )


def write_grid(
    ratings: Path,
    out: Path,
    protocol: TrialProtocol,
    force: bool = False,
    tell: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Train every model, and write test.csv and train.csv, a file for each in `runs`,
    and what was done; the last is returned.

    Nothing is left half: the folder is made beside its place. Raises UserError where it
    is not empty (unless `force`, which replaces what this wrote alone), for ratings
    that cannot be read and for a split or protocol that there is not.
    """
    check_free(out, force)
    file = find_ratings_file(ratings)
    rows = read_ratings(file, LIKED)
    if protocol.published == JEUNEN:
        rows = keep_popular_items(rows)
    train, test = split_ratings(rows, protocol.split, protocol.seed)
    check_memory(len({row.user for row in train}), len({row.item for row in train}))
    problem = LearningProblem.of(train, test)
    if protocol.candidates == "sampled":
        problem = problem.sampled(test, NEGATIVES, protocol.seed)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".grid-") as made:
            folder = Path(made) / "new"
            facts = fill_grid_folder(folder, problem, (train, test), protocol, tell)
            facts["data"] = file.resolve().parent.name
            (folder / FACTS).write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
            if out.exists():
                shutil.rmtree(out)
            folder.rename(out)
    except OSError as error:
        raise make_file_error(
            error, f"{out} cannot be written: {error.strerror}"
        ) from None
    return facts


def check_free(out: Path, force: bool) -> None:
    """UserError where the folder holds something that is not to be replaced."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if not force or not (out / FACTS).is_file():
        raise UserError(
            f"the folder {out} is not empty: nothing was written",
            "name another folder, or replace a grid in it with --force",
        )


def fill_grid_folder(
    folder: Path,
    problem: LearningProblem,
    split: tuple[Sequence[RatingRow], Sequence[RatingRow]],
    protocol: TrialProtocol,
    tell: Callable[[str], None],
) -> dict[str, Any]:
    """Write all but the facts, and give these."""
    from pyarrow import csv, parquet

    (folder / "runs").mkdir(parents=True)
    for name, rows in zip(("train.csv", "test.csv"), split, strict=True):
        csv.write_csv(as_table(rows), folder / name)
    depth = DEPTH if protocol.candidates == "full" else len(problem.items)
    models = 0
    trained = yield_jeunen_models if protocol.published == JEUNEN else yield_grid_models
    for model, scores in trained(problem, protocol.seed):
        lists = make_top_lists(problem, scores, depth)
        parquet.write_table(lists, folder / "runs" / f"{model}.parquet")
        models += 1
        tell(f"{models} models: {model}")
    return {
        "schema": 1,
        **asdict(protocol),
        "liked": LIKED,
        "models": models,
        "users": len(problem.asked),
        "items": len(problem.items),
        "train": len(split[0]),
        "test": len(split[1]),
    }


def keep_popular_items(rows: Sequence[RatingRow]) -> list[RatingRow]:
    """The ratings of items that `LEAST` users have, each of them 1: as RecPack's
    filters for MovieLens leave them."""
    users = Counter(row.item for row in rows)
    return [row._replace(rating=1.0) for row in rows if users[row.item] >= LEAST]


def as_table(rows: Sequence[RatingRow]) -> Any:
    """Ratings as a table of pyarrow."""
    import pyarrow as pa

    columns = zip(*rows, strict=True)
    names = RatingRow._fields
    return pa.table(dict(zip(names, map(list, columns), strict=True)))
