"""A module imported in another process first: start at `tried_adapter`.

Whoever asks a library imports its adapter too, to know its metrics. A module may end
the process that imports it, with 0 even, and then nobody would be told.
"""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory

from homonym.adapters import find_adapter
from homonym.adapters.contract import Adapter
from homonym.errors import Broken
from homonym.measurement.child import (
    PRINTED,
    how_it_ended,
    last_lines,
    with_last_words,
)
from homonym.measurement.environment import HASH_SEED, child_environment
from homonym.measurement.interrupts import held_back
from homonym.measurement.own_folder import look_here, module_of, own_path

START_SECONDS = 180.0
"""So long a module may take to be imported."""


def tried_adapter(name: str) -> Adapter:
    """The adapter of that name, as `find_adapter` gives it; Broken also where whoever
    imports its module is ended."""
    module = module_of(name)
    if module and (fails := import_failure(module)):
        raise Broken(f"the adapter {name} fails: {fails}")
    return find_adapter(name)


def import_failure(module: str) -> str:
    """How the process ends that imports a module; nothing where it goes on, whatever
    the module raises."""
    if module in sys.modules or sys.platform == "win32":  # where no library is asked
        return ""
    with ExitStack() as ended:
        with held_back():
            folder = ended.enter_context(TemporaryDirectory(prefix="homonym-"))
            imported, printed = Path(folder, "imported"), Path(folder, "printed")
            process = started_import(module, imported, printed)
            ended.callback(end_import, process)
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(START_SECONDS)
        if imported.exists():
            return ""
        if code is None:
            return f"it is not imported in {START_SECONDS:g} s"
        said = last_lines(printed.read_bytes()[-PRINTED:])
        return with_last_words(how_it_ended(code), said)


def started_import(module: str, imported: Path, printed: Path) -> Popen[bytes]:
    """The process that imports a module, in a session of its own."""
    own = ["-P", "-m", "homonym.measurement.tried_import", module, str(imported)]
    folder = str(imported.parent)
    with printed.open("wb") as told:
        return Popen(
            [sys.executable, *own],
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=child_environment(os.environ, own_path(), folder, HASH_SEED),
        )


def end_import(process: Popen[bytes]) -> None:
    """End it, and what it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def import_once(module: str, imported: str) -> None:
    """Import the module, write the file that says so, and end."""
    look_here(module)
    with suppress(BaseException):  # whoever imports it next is told
        importlib.import_module(module)
    Path(imported).touch()
    os._exit(0)


if __name__ == "__main__":
    import_once(*sys.argv[1:])
