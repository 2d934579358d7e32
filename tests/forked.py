"""Commands run in copies of one process that has imported what they need.

Start at `run`. To import homonym and Hypothesis and to draw the cases takes a command
longer than what most tests ask of it. Here a process does that once, and is forked for
each command: the copy has a folder, variables, output and an exit code of its own, as
`python -m` has, and no input. What a command starts, a library's process first of all,
begins anew. Commands that begin anew themselves are those of the pages (tests/docs).

A test may rewrite a module within the second, at the same length: compiled code tells
files apart by just these two, so none is kept.

To generate the example data, on which every library is measured last, takes a library's
process longer than all else: a copy leaves it out, unless it is asked for.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryFile
from typing import IO, Any

Done = subprocess.CompletedProcess[str]


def run(
    *words: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    example: bool = False,
) -> Done:
    """What `python -m WORDS` prints and ends with, in a folder and with variables; with
    the example data, or as if there were none."""
    command = [*map(str, words)]
    given = {"PYTHONDONTWRITEBYTECODE": "1", **(os.environ if env is None else env)}
    asked = {"words": command, "cwd": str(cwd or Path.cwd()), "env": given}
    asked["example"] = example
    with TemporaryFile() as out, TemporaryFile() as err:
        code = asked_server(asked, [out.fileno(), err.fileno()])
        told, complained = text_of(out), text_of(err)
    return Done(command, code, told, complained)


def text_of(file: IO[bytes]) -> str:
    """What was written to a file, as `subprocess.run(text=True)` gives it."""
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n").replace("\r", "\n")


def asked_server(asked: Mapping[str, Any], files: list[int]) -> int:
    """The exit code of a command that writes to these files."""
    requests = server()
    socket.send_fds(requests, [b"."], files)
    requests.sendall(json.dumps(asked).encode() + b"\n")
    with requests.makefile("r") as answers:
        return int(answers.readline())


@cache
def server() -> socket.socket:
    """The way to the process that is forked, which ends with this one. What a test has
    set for Python is no part of it."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    ours, its = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-P", __file__, str(its.fileno())],
        stdin=subprocess.DEVNULL,
        pass_fds=[its.fileno()],
        env=kept,
    )
    its.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def serve(descriptor: int) -> None:
    """Fork for each command that is asked for, until nobody asks."""
    prepare()
    with socket.socket(fileno=descriptor) as requests:
        while True:
            told, files, *_ = socket.recv_fds(requests, 1, 2)
            if not told:
                return
            with requests.makefile("r") as lines:
                asked = json.loads(lines.readline())
            if not (copy := os.fork()):
                break
            for file in files:
                os.close(file)
            code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
            requests.sendall(f"{code}\n".encode())
    if not asked["example"]:
        leave_out_the_example()
    become(asked["words"], asked["cwd"], asked["env"], files)


def leave_out_the_example() -> None:
    """Measure no library on the example data."""
    from homonym.measurement import datasets

    datasets.measure_example_data = lambda calls, metrics: None


def prepare() -> None:
    """Import what commands need, and make the cases that they ask about."""
    import homonym.adapters
    import homonym.cli
    from homonym.cases.kinds import find_case_kind
    from homonym.measurement.drawing import draw_cases
    from homonym.measurement.refutation import SEED, TRIES
    from homonym.reference.corpus import core
    from homonym.reference.rankings.case import Case
    from homonym.verdicts.orders import list_hit_orders, order_probes

    ours = [
        one.name
        for folder in (homonym.cli, homonym.adapters)
        for one in iter_modules(folder.__path__, f"{folder.__name__}.")
    ]
    for name in (*ours, "pytest", "rich.progress", "rich.table"):
        import_module(name)
    keep_command_line()
    known = {case.id for case in core(Case)}
    draw_cases(find_case_kind(Case).drawn()[0], TRIES, SEED, str, known)
    for id in order_probes():
        list_hit_orders(id)
    gc.freeze()


def keep_command_line() -> None:
    """Make the command line of its functions once: Typer reads their types each time,
    which takes longer than what most commands do."""
    import typer.main

    from homonym.cli.app import app

    make, made = typer.main.get_command, typer.main.get_command(app)
    typer.main.get_command = lambda given: made if given is app else make(given)


def become(
    words: list[str], folder: str, variables: dict[str, str], files: list[int]
) -> None:
    """Go on as `python -m WORDS` does, and print to these files."""
    for number, file in enumerate(files, 1):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.dont_write_bytecode = bool(variables.get("PYTHONDONTWRITEBYTECODE"))
    named = variables.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [folder, *filter(None, named)]
    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
