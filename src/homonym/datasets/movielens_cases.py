"""A MovieLens folder that people have, as cases for a library's child process."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from homonym.datasets.dataset import K, compute_dataset_digest
from homonym.datasets.movielens import load_movielens


@dataclass(frozen=True)
class GivenRatings:
    """A dataset on disk: its name with its digest, and a request for each part.

    Parts are `top`, lists cut at k, and `full`, full rankings; a request is what the
    child process takes for a case.
    """

    name: str
    parts: dict[str, dict[str, str]]


@contextmanager
def open_movielens_cases(path: Path) -> Iterator[GivenRatings]:
    """The paper's protocol on a MovieLens folder; the files live as long as the block.

    Raises UserError when there are no ratings, or no numpy to rank with.
    """
    dataset = load_movielens(path)
    with tempfile.TemporaryDirectory() as folder:
        parts = {}
        for part, top in (("top", K), ("full", None)):
            file = Path(folder) / part
            file.write_bytes(pickle.dumps(dataset.case(top)))
            parts[part] = {"tables": str(file)}
        yield GivenRatings(
            f"{dataset.name}, digest {compute_dataset_digest(dataset)}", parts
        )
