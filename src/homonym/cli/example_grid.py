"""`homonym example --models grid`: many models' lists, for `homonym dissent`."""

from __future__ import annotations

from pathlib import Path

from homonym.cli.common import make_console
from homonym.errors import UserError, in_brief

GRID, JEUNEN = "grid", "jeunen2024"
DCG = "ndcg(gain=binary, ideal=none)"
COMPARED = f' --metric "{DCG}" --metric "ndcg(gain=binary)"'
"""The two that Jeunen et al. 2024 compare."""


def write_models(
    out: Path,
    ratings: Path | None,
    chosen: tuple[str, str, str, int | None, int, Path | None],
    force: bool,
) -> None:
    """Train the models and write their lists, and say what to do with them.

    chosen: which models, the split, the protocol, the seed, and the cut-off and test
    set to compare with, which have no part in it.
    """
    models, split, candidates, seed, k, compare = chosen
    published = candidates == JEUNEN
    check_models(models or GRID * published, ratings, k, compare)
    from homonym.models.run_folder import TrialProtocol, write_grid

    assert ratings
    if published:
        check_split(split)
    named = ("weak", "full") if published else (split, candidates)
    protocol = TrialProtocol(*named, seed or 0, JEUNEN * published)
    with make_console(stderr=True).status("reading") as line:
        facts = write_grid(ratings, out, protocol, force, line.update)
    print(
        f"{facts['models']} models on {facts['data']}, {protocol.split} split: "
        f"{facts['users']:,} users and {facts['test']:,} relevant items in the test, "
        f"{facts['items']:,} items"
    )
    print(f"written to {out.resolve()}")
    asked = "100" + COMPARED if published else "10"
    command = f"homonym dissent --truth {out / 'test.csv'} --run {out / 'runs'}"
    print(f"{command} --k {asked}")


def check_split(split: str) -> None:
    """UserError for another split than the protocol's own."""
    if split not in ("global", "weak"):
        raise UserError(
            f"--split {split} does not go with --protocol {JEUNEN}: it holds back a "
            "random half of each user's items (weak)"
        )


def check_models(
    models: str, ratings: Path | None, k: int, compare: Path | None
) -> None:
    """UserError for options that do not go together, and without SciPy."""
    if models != GRID:
        raise UserError(
            f"--models {in_brief(models)} is unknown: write --models {GRID}"
        )
    if ratings is None:
        raise UserError(f"--models {GRID} goes with --ratings PATH, a MovieLens folder")
    if k != 20 or compare:
        raise UserError(
            f"--k and --compare do not go with --models {GRID}: lists are as long as "
            "the protocol has them"
        )
    try:
        import pyarrow  # noqa: F401
        import scipy.sparse  # noqa: F401
    except ImportError:
        raise UserError(
            "models are trained with NumPy and SciPy, and written with pyarrow",
            'pip install "homonym[dissent]"',
        ) from None
