"""A small library that misbehaves as a process, and its adapter.

Its numbers are right, where there are any: what is tried is what else a call does.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from fakes.honest import computes
from homonym.adapters.contract import Adapter
from homonym.reference.case import AnyCase

__version__ = "1.0.0"
__path__: list[str] = [str(Path(__file__).parent)]

adapter = Adapter(
    library="fakes.hostile",
    module="fakes.hostile",
    title="Hostile",
    homepage="https://example.org/hostile",
    names=lambda: sorted(adapter.metrics),
)


@adapter.metric("precision", "precision")
def precision(case: AnyCase) -> float:
    return computes("precision", case)


@adapter.metric("recall", "recall")
def recall(case: AnyCase) -> float:
    return computes("recall", case)


@adapter.metric("forks", "recall")
def forks(case: AnyCase) -> float:
    """Both processes return, the new one first."""
    if child := os.fork():
        os.waitpid(child, 0)
    return computes("recall", case)


@adapter.metric("forks_and_comes_late", "recall")
def forks_and_comes_late(case: AnyCase) -> float:
    """Both processes return, the new one when another metric is asked."""
    if not os.fork():
        time.sleep(0.3)
    return computes("recall", case)


@adapter.metric("exits", "recall")
def exits(case: AnyCase) -> float:
    sys.exit(0)


@adapter.metric("dies_with_words", "recall")
def dies_with_words(case: AnyCase) -> float:
    print("not this\nnot enough\nof memory", flush=True)
    print("to go on", file=sys.stderr, flush=True)
    os._exit(7)


@adapter.metric("dies_and_leaves_another", "recall")
def dies_and_leaves_another(case: AnyCase) -> float:
    """What is left holds every pipe open."""
    if os.fork():
        os._exit(7)
    time.sleep(60)
    return 0.0


@adapter.metric("slow_at_first", "recall")
def slow_at_first(case: AnyCase) -> float:
    """As what is compiled when it is first called."""
    if not hasattr(slow_at_first, "compiled"):
        time.sleep(1.5)
        slow_at_first.compiled = True  # type: ignore[attr-defined]
    return computes("recall", case)


@adapter.metric("prints_and_reads", "recall")
def prints_and_reads(case: AnyCase) -> float:
    """More than a pipe holds, and an input that is empty."""
    sys.stdout.write("x" * 300_000)
    sys.stderr.write("x" * 300_000)
    assert sys.stdin.read() == ""
    return computes("recall", case)


@adapter.metric("looks_around", "recall")
def looks_around(case: AnyCase) -> float:
    """Tells in an error what stands in the environment."""
    raise LookupError(" ".join(sorted({"GITHUB_TOKEN", "LC_ALL"} & {*os.environ})))


@adapter.metric("leaves_a_file", "recall")
def leaves_a_file(case: AnyCase) -> float:
    """In the folder for temporary files, whose path it tells."""
    file = Path(os.environ["TMPDIR"]) / "left"
    file.touch()
    raise FileExistsError(str(file))


@adapter.metric("half_a_character", "recall")
def half_a_character(case: AnyCase) -> float:
    raise ValueError("a name of \udcff bytes")
