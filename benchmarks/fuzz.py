"""Mangled inputs by the thousand: each gives a result, or one sentence and exit code 2.

`python benchmarks/fuzz.py [COUNT] [SEED]` mangles people's files, records, raw
measurements, definitions and cases, hands each to what reads it, and prints what ended
in anything else, with the seed that makes it again; it ends with 1 then.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from homonym.cli.app import app
from homonym.datasets.tables import load_case
from homonym.errors import UserError
from homonym.records import store
from homonym.records.measurements import read_tsv
from homonym.running import USAGE

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "records"))

from mangling import mangled  # noqa: E402  (it stands beside the tests that use it)

COUNT, SEED = 30_000, 1
RECORD = ROOT / "reports" / "records" / "reckit" / "0.2.4.toml"
PREDICTIONS = "user,item,score\n" + "".join(
    f"{user},{item},{1 - item / 10}\n" for user in range(1, 4) for item in range(1, 6)
)
TRUTH = "user,item,relevance\n1,2,1\n2,5,2\n3,1,1\n"
CHARACTERS = "0123456789.,;:|@=() []{}<>-_\"'\\/\t\n\0é☃𝕏abcuxNDCG"
WORDS = (
    ("explain", "ndcg(gain=exponential)"),
    ("explain", "recbole.ndcg"),
    ("witness", "recall(divisor=r)", "recall(divisor=min_k_r)"),
    ("witness", "rs-metrics.mapr", "recommenders.map_at_k", "--edge", "ties"),
    ("same-as", "rs-metrics.mapr"),
    ("convert", "ndcg(log=2)", "ndcg(log=e)"),
    ("variants", "average_precision"),
    ("cite", "rs-metrics==0.6.0.mapr"),
)
"""Commands that take names and definitions."""


def people(chance: random.Random, folder: Path) -> None:
    """The case of people's files, one of them mangled."""
    texts = {"predictions": PREDICTIONS, "truth": TRUTH, "train": TRUTH}
    wrong = chance.choice([*texts])
    for name, text in texts.items():
        cells = text.replace(",", "\t")
        data = mangled(cells, chance) if name == wrong else cells.encode()
        (folder / name).write_bytes(data.replace(b"\t", b","))
    train = folder / "train" if chance.random() < 0.3 else None
    order = chance.choice([None, "score", "file"])
    load_case(folder / "predictions", folder / "truth", 2, None, order, train)


def record(chance: random.Random, folder: Path) -> None:
    """A record to hold a library to."""
    file = folder / RECORD.name
    file.write_bytes(mangled(RECORD.read_text("utf-8"), chance))
    store.read_expected_record(file)


def measurements(chance: random.Random, folder: Path) -> None:
    """Raw measurements."""
    file = folder / "0.2.4.tsv"
    text = RECORD.with_suffix(".tsv").read_text("utf-8")
    file.write_bytes(mangled("".join(text.splitlines(True)[:200]), chance))
    read_tsv(file)


def command(chance: random.Random, folder: Path) -> None:
    """A command, one of whose words is mangled."""
    words = list(chance.choice(WORDS))
    place = chance.randrange(1, len(words))
    words[place] = respelt(words[place], chance)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        app(words, standalone_mode=False)


def respelt(word: str, chance: random.Random) -> str:
    """The word with up to three characters gone, changed or added."""
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(word) + 1)
        new = chance.choice([*CHARACTERS, "", ""])
        word = word[:place] + new + word[place + chance.randrange(2) :]
    return word


KINDS: tuple[Callable[[random.Random, Path], None], ...] = (
    *(people, people, people),
    *(record, measurements, command),
)
"""What is mangled, in turn."""


def outcome(seed: str, folder: Path) -> str:
    """A result, a sentence, or what it should not have ended in."""
    chance = random.Random(seed)
    try:
        KINDS[int(seed.split()[1]) % len(KINDS)](chance, folder)
    except UserError as error:
        lines = str(error).splitlines()  # what to do may stand below the sentence
        return "a sentence" if len(lines) < 3 else f"lines: {error}"
    except (USAGE, typer.Exit):
        return "a sentence"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return "a result"


def main(count: int = COUNT, seed: int = SEED) -> int:
    """Try so many; 1 where one ended in something else."""
    started, found = time.perf_counter(), Counter[str]()
    with TemporaryDirectory() as folder:
        for number in range(count):
            told = outcome(f"{seed} {number}", Path(folder))
            found[told if told.startswith("a ") else "something else"] += 1
            if not told.startswith("a "):
                print(f"{KINDS[number % len(KINDS)].__name__} {seed} {number}: {told}")
    for told, times in found.most_common():
        print(f"{times:7,} ended in {told}")
    print(f"{time.perf_counter() - started:.0f} s")
    return int(found["something else"] > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
