"""Measure every library of the registry, each in its tox environment: start at
`measure_everything`.

What is left to do stands in `build/everything/state.json`, so that a run which was
stopped goes on where it was. An environment is passed over where its record is current
(the newest edition, the packages of the lock), and where it has held its record since
what measures it was last changed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from homonym.errors import Broken, UserError
from homonym.maintain.environment_run import (
    BROKEN,
    DIFFERS,
    NO_ENVIRONMENT,
    NOT_RUN,
    Ended,
    end_running,
    remove_environment,
    run_environment,
)
from homonym.maintain.environments import Environment, is_current
from homonym.records.target import write_whole

CURRENT = "its record is current"
HELD = "done before"
WOULD = "would be run"
MEASURING = (
    *("reference", "adapters", "conformance_tests"),
    *(f"src/homonym/{room}" for room in ("cases", "measurement", "verdicts")),
)
"""The folders on which a result depends, beside lock and record."""
TELLING = (".py", ".toml", ".txt")


@dataclass(frozen=True)
class WantedRun:
    """How to run: force, also what is current; accept: write the records; discard:
    remove each environment afterwards; jobs: so many side by side; dry: say what would
    be run, and run nothing; ratings: a MovieLens folder to measure on too; checkouts:
    folders of clones, `LIBRARY=FOLDER`, for what a library has outside its package."""

    force: bool = False
    accept: bool = False
    discard: bool = False
    jobs: int = 2
    dry: bool = False
    ratings: Path | None = None
    checkouts: tuple[str, ...] = ()

    def checkouts_of(self, library: str) -> list[str]:
        """The folders of a library."""
        return [one for one in self.checkouts if one.startswith(f"{library}=")]


LineWriter = Callable[[str], None]
EnvironmentStatuses = dict[str, tuple[str, Ended | None]]
"""Of each environment its status, and how it ended where it was run."""


class RunState:
    """What earlier runs left: `ended`, and `left` of a run with force."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "state.json"
        told: Mapping[str, Any] = read_json(self.file, {})
        self.ended: dict[str, dict[str, Any]] = dict(told.get("ended", {}))
        self.left: list[str] = list(told.get("left", []))

    def save(self) -> None:
        """Write it, whole or not at all."""
        text = json.dumps({"ended": self.ended, "left": self.left}, indent=2)
        write_whole({self.file: text + "\n"})

    def add(self, name: str, ended: Ended, digest: str) -> None:
        """Keep how an environment ended, and with what."""
        self.ended[name] = {**asdict(ended), "digest": digest}
        self.left = [one for one in self.left if one != name]
        self.save()

    def holds(self, name: str, digest: str) -> bool:
        """Whether it has held its record, and nothing was changed since."""
        return self.done(name) and self.ended[name]["digest"] == digest

    def done(self, name: str) -> bool:
        """Whether it was run, and held its record or got a new one."""
        return name in self.ended and Ended(self.ended[name]["status"]).done

    def seconds(self, name: str) -> float:
        """How long it took last; what was never run may take longest."""
        told = self.ended.get(name)
        return told["installing"] + told["measuring"] if told else float("inf")


def measure_everything(
    chosen: Sequence[Environment], project: Path, wanted: WantedRun, said: LineWriter
) -> EnvironmentStatuses:
    """Run each environment that is not current, the longest first, and say how it
    ended; nothing that fails stops the others."""
    folder = project / "build" / "everything"
    (folder / "live").mkdir(parents=True, exist_ok=True)
    state = RunState(folder)
    code = hash_measuring_code(project)
    found = list_skipped_environments(chosen, project, state, code, wanted)
    for name, (status, _) in found.items():
        said(f"{name}: {status}")
    todo = [one for one in chosen if one.name not in found]
    todo.sort(key=lambda one: -state.seconds(one.name))
    if wanted.dry:
        return {**found, **{one.name: (WOULD, None) for one in todo}}
    if wanted.force:
        state.left = [one.name for one in todo]
    state.save()
    if todo:
        wheel = build_wheel(project, folder)
        for one, ended in run_all(todo, project, wheel, wanted):
            state.add(one.name, ended, hash_environment_inputs(one, project, code))
            found[one.name] = (ended.status, ended)
            said(describe_ended_run(one, ended))
    note_statuses(folder / "live", found, chosen)
    return {one.name: found[one.name] for one in chosen}


def list_skipped_environments(
    chosen: Sequence[Environment],
    project: Path,
    state: RunState,
    code: str,
    wanted: WantedRun,
) -> EnvironmentStatuses:
    """Those that need not be run, and why; with force, those that a stopped run with
    force had done: what broke or differed is run again."""
    names = {one.name for one in chosen}
    if wanted.force:
        left = {*state.left} & names
        done = sorted(filter(state.done, names - left)) if left else []
        return dict.fromkeys(done, (HELD, None))
    found: EnvironmentStatuses = {}
    for one in chosen:
        if is_current(one.record(project), one):
            found[one.name] = (CURRENT, None)
        elif state.holds(one.name, hash_environment_inputs(one, project, code)):
            found[one.name] = (HELD, None)
    return found


def run_all(
    todo: Sequence[Environment], project: Path, wheel: Path, wanted: WantedRun
) -> Iterator[tuple[Environment, Ended]]:
    """Run the environments, some side by side; each as soon as it has ended."""
    with ThreadPoolExecutor(wanted.jobs) as pool:
        runs = {pool.submit(run_one, one, project, wheel, wanted): one for one in todo}
        try:
            for future in as_completed(runs):
                yield runs[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            end_running()


def run_one(
    environment: Environment, project: Path, wheel: Path, wanted: WantedRun
) -> Ended:
    """Run one, and remove its environment where that is wished."""
    name, folder = environment.name, project / "build" / "everything"
    live, home = folder / "live", project / ".tox" / name
    clones = wanted.checkouts_of(environment.library)
    command = [
        *(
            find_tox(),
            "run",
            "--colored",
            "no",
            "-c",
            str(project / "tox.ini"),
            "-e",
            name,
        ),
        *("--installpkg", str(wheel), "--", "--homonym-results", str(live)),
        *(["--homonym-accept"] if wanted.accept else []),
        *(["--homonym-ratings", str(wanted.ratings)] if wanted.ratings else []),
        *(f"--homonym-checkout={one}" for one in clones),
    ]
    result = live / environment.library / f"{environment.version}.toml"
    ended = run_environment(
        command, folder / f"{name}.log", result, home, wanted.accept
    )
    if wanted.discard:
        remove_environment(home)
    return ended


def find_tox() -> str:
    """The tox beside this Python, or on the path; UserError where there is none."""
    beside = Path(sys.executable).with_name("tox")
    found = str(beside) if beside.exists() else shutil.which("tox")
    if not found:
        raise UserError("there is no tox here", "pip install tox")
    return found


def build_wheel(project: Path, folder: Path) -> Path:
    """Build homonym's wheel, which all environments install; Broken where it cannot."""
    target = folder / "wheel"
    shutil.rmtree(target, ignore_errors=True)
    shutil.rmtree(project / "build" / "lib", ignore_errors=True)  # what is long gone
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command = [*pip, "--wheel-dir", str(target), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = sorted(target.glob("*.whl"))
    if done.returncode or not found:
        said = done.stderr.strip().splitlines() or ["pip said nothing"]
        raise Broken(f"homonym's wheel could not be built: {said[-1]}")
    return found[0].resolve()


def hash_environment_inputs(environment: Environment, project: Path, code: str) -> str:
    """A hash of all on which a result depends: lock, record, and what measures."""
    lock = project / "locks" / f"{environment.name}.txt"
    return code + hash_files([lock, environment.record_file(project)])


def hash_measuring_code(project: Path) -> str:
    """A hash of what measures."""
    files = (f for room in MEASURING for f in (project / room).rglob("*"))
    return hash_files(sorted(f for f in files if f.suffix in TELLING))


def hash_files(files: Sequence[Path]) -> str:
    """A hash of what files hold; of one that is not there of nothing."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes() if file.exists() else b"")
    return total.hexdigest()[:12]


def note_statuses(
    live: Path, found: EnvironmentStatuses, chosen: Sequence[Environment]
) -> None:
    """Tell the report of those that gave no result: `statuses.json`, where runs that
    were skipped have told of themselves."""
    file = live / "statuses.json"
    told = {(s["library"], s["version"]): s for s in read_json(file, [])}
    for one in chosen:
        status, ended = found[one.name]
        key = {"library": one.library, "version": one.version}
        if ended and status in (NO_ENVIRONMENT, BROKEN):
            told[one.library, one.version] = {
                **key,
                "status": status,
                "reason": ended.reason,
            }
        elif ended and status != NOT_RUN:
            told.pop((one.library, one.version), None)
    write_whole({file: json.dumps([*told.values()], indent=2) + "\n"})


def read_json(file: Path, otherwise: Any) -> Any:
    """What a file of ours holds; something else where there is none, or half of one."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return otherwise


def describe_ended_run(environment: Environment, ended: Ended) -> str:
    """How a run ended, in a line."""
    why = f": {ended.reason}" if ended.reason else ""
    return (
        f"{environment.name}: {ended.status}{why} "
        f"({ended.installing:.0f} s to install, {ended.measuring:.0f} s to measure, "
        f"{ended.megabytes:,} MB)"
    )


def summarise_environment_runs(found: EnvironmentStatuses) -> str:
    """All runs in a sentence: how many ended how, their seconds and bytes."""
    counts: dict[str, int] = {}
    for status, _ in found.values():
        counts[status] = counts.get(status, 0) + 1
    runs = [ended for _, ended in found.values() if ended]
    seconds = sum(one.installing + one.measuring for one in runs)
    size = sum(one.megabytes for one in runs)
    told = ", ".join(f"{count} {status}" for status, count in counts.items())
    return f"{told}; {seconds / 60:.0f} min one after the other, {size:,} MB"


def choose_runs_exit_code(found: EnvironmentStatuses) -> int:
    """As of `homonym check`: 1 where a library differs from its record, 3 where one is
    broken; what could not be installed or was not run is a status alone."""
    told = {status for status, _ in found.values()}
    return 3 if BROKEN in told else 1 if DIFFERS in told else 0
