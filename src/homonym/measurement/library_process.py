"""A library in its child process, as seen from here.

`LibraryProcess` asks it for measurements. A call that hangs or kills the process is
that case's measurement and costs one restart; after three, the rest of that metric is
not run. Where the process was lost before it was asked, or an earlier call answers once
more, the call is made again in a new one, and `lost` tells of it.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Refused
from homonym.errors import Broken, UserError, in_brief, render_option
from homonym.failures import NO_ANSWER
from homonym.measurement.child_process import Child, Lost, append_last_words
from homonym.measurement.environment import HASH_SEED, make_child_environment
from homonym.measurement.interrupts import defer_interrupts
from homonym.measurement.module_process import START_SECONDS
from homonym.measurement.own_folder import join_import_folders
from homonym.measurement.registered_metrics import check_claims
from homonym.measurement.tried_import import find_importable_adapter
from homonym.measurement.worker import START, decode_measurement
from homonym.reference.case import TableCase
from homonym.reference.variants import Problem

SECONDS = 30.0
RESTARTS = 3
WARM_UP = 4
"""So many times longer the first call of a metric may take."""
NOT_RUN = f"not run: the metric hung or died {RESTARTS} times before"


def make_case_request(case: Problem) -> dict[str, str]:
    """How the child process is asked about a case: by its line, and its type."""
    return {"line": case.id, "folder": case.folder}


@contextmanager
def hand_over_tables(
    case: TableCase, asked: LibraryProcess
) -> Iterator[dict[str, str]]:
    """How it is asked about tables, which have no line: by a file that it reads."""
    with TemporaryDirectory(dir=asked.folder) as folder:
        file = Path(folder) / "case.pickle"
        file.write_bytes(pickle.dumps(case))
        yield {"tables": str(file)}


class LibraryProcess:
    """A library's metrics, each call made in a child process.

    seconds: the time a call may take; hash_seed: of the strings of its Python, which
    orders sets; python: the interpreter of the library's environment, this one where
    it is not said; asked, spent: the calls and the time inside the library so far;
    lost: why it was started again, where no call that was waited for is to blame.
    """

    def __init__(
        self,
        name: str,
        checkout: Path | None = None,
        seconds: float = SECONDS,
        hash_seed: int = HASH_SEED,
        python: str = "",
    ) -> None:
        self.name = name
        self.adapter = find_importable_adapter(name)
        check_claims(self.adapter)
        if not seconds > 0:
            raise UserError(f"a call may take {seconds} s: give more than 0")
        self.seconds = seconds
        self.checkout = checkout
        self.asked, self.spent = 0, 0.0
        self.lost: list[str] = []
        self._hash_seed = hash_seed
        self._python = python or sys.executable
        self._deaths: Counter[str] = Counter()
        self._words = [name]
        if checkout:
            if not checkout.is_dir():
                raise UserError(f"{checkout} is no folder: give the path of a clone")
            self._words.append(str(checkout.resolve()))
        elif self.adapter.checkout:
            raise UserError(
                f"{name} is on no registry: name a clone, "
                + render_option("checkout", f"{name}=PATH", "checkout=PATH")
            )
        self._ending = ExitStack()
        with defer_interrupts():
            made = TemporaryDirectory(prefix="homonym-", ignore_cleanup_errors=True)
            self.folder = self._ending.enter_context(made)
        self.about = self._start()

    def another(self, hash_seed: int) -> LibraryProcess:
        """The same library in a process of its own, with another hash seed."""
        given = self.name, self.checkout, self.seconds, hash_seed
        return type(self)(*given, self._python)

    def _start(self) -> dict[str, Any]:
        """Start the process; what it says of the library, or why it does not."""
        self._warm: set[str] = set()
        given = make_child_environment(
            os.environ, join_import_folders(), self.folder, self._hash_seed
        )
        words = [self.folder, self.adapter.module, *self._words]
        try:
            with defer_interrupts():
                self._child = Child(words, given, self._python)
                self._ending.callback(self._child.close)
            about: dict[str, Any] = self._child.answer(START, START_SECONDS)
        except Lost as lost:
            cause = lost.cause or f"{NO_ANSWER} {START_SECONDS:g} s"
            return {"error": append_last_words(cause, lost.said), "where": ""}
        except BaseException:
            self.close()
            raise
        return about

    def measure(self, metric: str, case: Problem | dict[str, str]) -> Measurement:
        """What the metric returns on a case (or one named as the child names it)."""
        if self._deaths[metric] >= RESTARTS:
            return Refused(NOT_RUN)
        self.asked += 1
        named = case if isinstance(case, dict) else make_case_request(case)
        while True:
            id = f"{self.asked} {metric}"
            try:
                spent, answer = self._child.ask(
                    id, {"metric": metric, "case": named}, self._patience(metric)
                )
            except Lost as lost:
                self._start_again()
                blamed = lost.to_blame.partition(" ")[2]
                self._deaths[blamed] += 1
                if blamed == metric:
                    cause = lost.cause or f"{NO_ANSWER} {self.seconds:g} s"
                    return Failed(cause, said=lost.said)
                self._lose(blamed, lost)
            else:
                self._warm.add(metric)
                self.spent += spent
                return decode_measurement(answer)

    def _patience(self, metric: str) -> float:
        """So long a call may take: the first of a metric in a process, which may have
        to compile it, longer than others, unless one has hung before."""
        if metric in self._warm or self._deaths[metric]:
            return self.seconds
        return max(self.seconds, min(WARM_UP * self.seconds, START_SECONDS))

    def _lose(self, blamed: str, lost: Lost) -> None:
        """Note a process that was lost by no fault of the call, which is made again;
        Broken where that happens again and again."""
        when = f"after {blamed} was asked" if blamed else "between two calls"
        self.lost.append(f"{lost.cause or NO_ANSWER} {when}")
        if len(self.lost) > RESTARTS:
            raise Broken(
                f"the process of {self.name} was lost {len(self.lost)} times, at last: "
                f"{append_last_words(self.lost[-1], lost.said)}"
            )

    def _start_again(self) -> None:
        """Another process in the place of this one; Broken where there can be none."""
        self._child.close()
        about = self._start()
        if "error" in about:
            raise Broken(f"{self.name} cannot be started again: {about['error']}")

    def close(self) -> None:
        """End the process, and remove its folder."""
        self._ending.close()

    def __enter__(self) -> LibraryProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def find_checkout_path(library: str, given: list[str]) -> Path | None:
    """The path of the library's clone among `LIBRARY=PATH` arguments."""
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or not name or not path:
            raise UserError(
                f"--checkout {in_brief(text)} names no clone: write LIBRARY=PATH, "
                f"as in --checkout {library}=PATH"
            )
        if name == library:
            return Path(path)
    return None
