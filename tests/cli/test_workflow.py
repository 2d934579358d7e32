"""New releases: what the registry says, and the workflow that acts on it."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import forked
import pytest
import yaml

from homonym.cli.registry import fetch_newest_release
from homonym.errors import UserError

ROOT = Path(__file__).parents[2]


class Registry(http.server.BaseHTTPRequestHandler):
    """A registry that knows two libraries; of the others it says what went wrong."""

    releases: ClassVar[dict[str, object]] = {}

    def do_GET(self) -> None:
        told = self.releases.get(self.path.split("/")[-2], 404)
        if isinstance(told, int):
            self.send_error(told)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"info": told}).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a registry on this machine."""
    known = {"recbole": {"version": "9.9.9"}, "rs-metrics": {"version": "0.6.0"}}
    monkeypatch.setattr(Registry, "releases", known)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/pypi"
        server.shutdown()
        thread.join()


def homonym(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return forked.run("homonym", *words)


def test_the_newest_release_is_what_the_registry_says(registry: str) -> None:
    """None for a name it does not know; a sentence for an answer that is none."""
    assert fetch_newest_release("recbole", registry) == "9.9.9"
    assert fetch_newest_release("unheard-of", registry) is None
    Registry.releases |= {"odd": 3.5, "down": 500}
    with pytest.raises(UserError, match=r"no answer from .*: 'float' object is not"):
        fetch_newest_release("odd", registry)
    with pytest.raises(UserError, match=r"/x/json: \[Errno \d+\] Connection refused$"):
        fetch_newest_release("x", "http://127.0.0.1:9/pypi")
    with pytest.raises(UserError, match="answers 500"):
        fetch_newest_release("down", registry)
    with pytest.raises(UserError, match="is no address"):
        fetch_newest_release("recbole", "file:///etc")


@pytest.mark.exhaustive
def test_outdated_lists_releases_without_a_record(registry: str) -> None:
    """RecBole has a newer one, rs_metrics has not, the others it does not know."""
    done = homonym("libraries", "--outdated", "--registry", registry, "--json")
    (found,) = json.loads(done.stdout)
    assert found == {
        "library": "recbole",
        "distribution": "recbole",
        "recorded": "1.2.1",
        "newest": "9.9.9",
    }
    Registry.releases["recbole"] = {"version": "1.2.1"}
    told = homonym("libraries", "--outdated", "--registry", registry).stdout
    assert told == "every library's newest release is recorded\n"


def test_without_a_network_outdated_is_one_sentence() -> None:
    """Exit code 2, and where it asked."""
    address = "http://127.0.0.1:9/pypi"
    done = homonym("libraries", "--outdated", "--registry", address)
    assert done.returncode == 2
    assert "no answer from http://127.0.0.1:9/pypi/" in done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 1


def workflow(name: str = "releases") -> dict[str, Any]:
    """A workflow, the weekly one unless another is named."""
    file = ROOT / ".github" / "workflows" / f"{name}.yml"
    found: dict[str, Any] = yaml.safe_load(file.read_text())
    return found


def script(job: str, name: str) -> str:
    """A step's script: it takes what it needs from variables alone."""
    steps = workflow()["jobs"][job]["steps"]
    text: str = next(step["run"] for step in steps if step.get("name") == name)
    assert "${{" not in text
    return text


def commands(folder: Path, **scripts: str) -> dict[str, str]:
    """A folder of commands that stand for those of a runner, and the variables."""
    tools = folder / "bin"
    tools.mkdir()
    for name, text in scripts.items():
        (tools / name).write_text(f"#!/usr/bin/env bash\n{text}\n")
        (tools / name).chmod(0o755)
    files = {
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
    }
    release = {"LIBRARY": "recbole", "RECORDED": "1.2.1", "NEWEST": "9.9.9"}
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **files, **release, "PATH": path, "FOLDER": str(folder)}


def bash(text: str, folder: Path, env: dict[str, str]) -> int:
    """Run a step as a runner does where the step names no shell: without pipefail."""
    command = ["bash", "-e", "-c", text]
    return subprocess.run(command, cwd=folder, env=env, check=False).returncode


def test_the_registrys_answer_becomes_the_matrix(registry: str, tmp_path: Path) -> None:
    """One line of JSON, as `fromJSON` reads it; its keys are those the job uses."""
    own = f'{sys.executable} -m homonym "$@" --registry {registry}'
    env = commands(tmp_path, homonym=own)
    assert bash(script("outdated", "Ask the registry"), tmp_path, env) == 0
    name, _, value = (tmp_path / "output").read_text().strip().partition("=")
    assert name == "releases"
    (release,) = json.loads(value)
    used = re.findall(r"matrix\.release\.(\w+)", str(workflow()["jobs"]["hold"]["env"]))
    assert set(used) == set(release)


def test_a_registry_that_does_not_answer_fails_the_job(tmp_path: Path) -> None:
    """With its sentence: an empty answer would be no matrix of jobs."""
    said = 'echo "homonym: no answer" >&2; exit 2'
    env = commands(tmp_path, homonym=said)
    assert bash(script("outdated", "Ask the registry"), tmp_path, env) == 2
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize(("code", "ends"), [(0, 0), (1, 0), (2, 1), (3, 1), (5, 1)])
def test_holding_a_release_fails_only_when_it_gave_no_answer(
    code: int, ends: int, tmp_path: Path
) -> None:
    """Drift is an answer: the summary is kept, and the next step told."""
    env = commands(tmp_path, homonym=f'echo "$@"; exit {code}')
    assert bash(script("hold", "Hold it to the newest record"), tmp_path, env) == ends
    assert (tmp_path / "output").read_text() == f"code={code}\n"
    asked = (tmp_path / "summary").read_text()
    assert "check recbole --record reports/records/recbole/1.2.1.toml" in asked


def test_one_issue_is_opened_for_a_drift_and_no_second(tmp_path: Path) -> None:
    """The title names library, release and record; an issue of it is enough."""
    listed = 'if [ "$2" = list ]; then cat "$FOLDER/issues"; '
    env = commands(tmp_path, gh=listed + 'else echo "$@" >> "$FOLDER/opened"; fi')
    (tmp_path / "issues").write_text("recbole 9.9.8 differs from the record of 1.2.1\n")
    (tmp_path / "drift.md").write_text("### drift\n")
    text = script("report", "Open an issue")
    assert bash(text, tmp_path, env) == 0
    opened = (tmp_path / "opened").read_text()
    title = "recbole 9.9.9 differs from the record of 1.2.1"
    assert f"issue create --title {title} --body-file body.md" in opened
    assert (tmp_path / "body.md").read_text() == "### drift\n"
    (tmp_path / "issues").write_text(f"another\n{title}\n")
    assert bash(text, tmp_path, env) == 0
    assert (tmp_path / "opened").read_text() == opened


def test_the_workflow_runs_on_a_schedule_and_reports_drift_alone() -> None:
    """Weekly; what `hold` keeps after drift is what `report` opens an issue with."""
    found: dict[Any, Any] = workflow()
    when = found.get("on", found.get(True))
    assert when["schedule"] and "workflow_dispatch" in when
    kept, fetched = found["jobs"]["hold"]["steps"][-1], found["jobs"]["report"]["steps"]
    assert kept["if"] == "steps.hold.outputs.code == '1'"
    assert kept["with"]["name"] == fetched[0]["with"]["name"]
    assert fetched[-1]["if"] == "steps.fetch.outcome == 'success'"


def test_what_was_newly_published_never_runs_beside_a_credential() -> None:
    """Who may write issues installs nothing; who installs has no token."""
    found = workflow()
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        scripts = [step.get("run", "") for step in job["steps"]]
        installs = any("install" in text or "homonym check" in text for text in scripts)
        trusted = "permissions" in job or "token" in str(job)
        assert installs != trusted
    assert found["jobs"]["report"]["permissions"] == {"issues": "write"}


@pytest.mark.parametrize("file", sorted((ROOT / ".github/workflows").glob("*.yml")))
def test_actions_are_pinned_and_clones_keep_no_token(file: Path) -> None:
    """By commit, with the version beside it; every job that checks out says so."""
    text = file.read_text()
    assert len(re.findall(r"uses: \S+@[0-9a-f]{40} # v[\d.]+\n", text)) == text.count(
        "uses:"
    )
    for job in yaml.safe_load(text)["jobs"].values():
        for step in job["steps"]:
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False


def test_the_site_is_published_by_who_runs_nothing_of_ours(tmp_path: Path) -> None:
    """What `build` writes is what it hands on; its script is run here."""
    jobs = workflow("pages")["jobs"]
    assert workflow("pages")["permissions"] == {"contents": "read"}
    assert "permissions" not in jobs["build"]
    assert jobs["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert not any("run" in step for step in jobs["publish"]["steps"])
    *_, build, upload = jobs["build"]["steps"]
    env = commands(
        tmp_path, python="", homonym='mkdir -p "$3" && touch "$3/index.html"'
    )
    assert bash(build["run"], tmp_path, env) == 0
    assert (tmp_path / upload["with"]["path"] / "index.html").exists()
