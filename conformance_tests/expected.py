"""Start a live run: an empty folder, and in it who is expected to give a result.

`python conformance_tests/expected.py LIVE LOCKS TOX_INI` names every library version of
the label `report` whose lock pins it (a clone's lock does not). What has no record in
LIVE when the report is built could not be installed, or was not run: the report says
so. A run that skips its library (nobody named its clone, say) is noted by
`write_skipped_status`.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path

REASON = "its environment could not be built in this run, or was not part of it"
NO_JAVA = "it computes on Apache Spark, which needs Java, and there was no java"


def parse_report_environments(tox: str) -> set[str]:
    """The environments that tox.ini's label `report` names."""
    found = re.search(r"^ +report *=(.*)$", tox, re.M)
    return set(re.split(r",\s*", found[1].strip())) if found else set()


def list_expected_versions(
    locks: Path, wanted: set[str] | None = None
) -> list[dict[str, str]]:
    """The library versions that can be measured without a clone: all, or of some
    environments."""
    found = []
    for lock in sorted(locks.glob("py311-*.txt")):
        if wanted is not None and lock.stem not in wanted:
            continue
        library, version = split_environment(lock.stem)
        pins = lock.read_text(encoding="utf-8").lower().splitlines()
        alone = version.partition("+")[0]
        if f"{library.removesuffix('-spark')}=={alone}".lower() in pins:
            one = {"library": library, "version": version, "status": "no result"}
            found.append({**one, "reason": explain_missing_result(pins)})
    return found


def split_environment(name: str) -> tuple[str, str]:
    """The library of a tox environment and its version; a second environment of one,
    `0.14.4_pandas3`, is of the record `0.14.4+pandas3`. Nothing of another name.

    >>> split_environment("py311-lenskit-0.14.4_pandas3"), split_environment("tests")
    (('lenskit', '0.14.4+pandas3'), ('', ''))
    """
    found = re.fullmatch(r"py\d+-(.+)-([^-]+)", name)
    return (found[1], found[2].replace("_", "+")) if found else ("", "")


def explain_missing_result(pins: list[str]) -> str:
    """Why a library version with these pins may have no result."""
    on_spark = any(pin.startswith("pyspark==") for pin in pins)
    return NO_JAVA if on_spark and not shutil.which("java") else REASON


def write_skipped_status(
    live: Path, environment: str, why: str, records: Path | None
) -> None:
    """Note in LIVE why the library version of a tox environment was not run.

    A clone's environment is named by the commit; where a record of that commit has the
    version before it (0.3.1+fc27efe), the note goes by the record's name.
    """
    library, version = split_environment(environment)
    if not library:
        return
    known = [file.stem for file in (records or live).glob(f"{library}/*.toml")]
    longer = (name for name in known if name.endswith(f"+{version}"))
    version = next(longer, version)
    entry = {"library": library, "version": version, "status": "not run", "reason": why}
    live.mkdir(parents=True, exist_ok=True)
    with (live / "statuses.json").open("a+", encoding="utf-8") as file:
        flock(file, LOCK_EX)  # environments run side by side
        file.seek(0)
        before = json.loads(file.read() or "[]")
        file.truncate(0)
        others = (
            e for e in before if (e["library"], e["version"]) != (library, version)
        )
        json.dump([*others, entry], file, indent=2)


def start_live_run() -> None:
    """Forget the run before, and write the list."""
    live, locks, tox = map(Path, sys.argv[1:])
    shutil.rmtree(live, ignore_errors=True)
    live.mkdir(parents=True)
    text = json.dumps(
        list_expected_versions(locks, parse_report_environments(tox.read_text())),
        indent=2,
    )
    (live / "statuses.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    start_live_run()
