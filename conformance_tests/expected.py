"""Start a live run: an empty folder, and in it who is expected to give a result.

`python conformance_tests/expected.py LIVE LOCKS` names every library version whose lock
pins it (a clone's lock does not). What has no record in LIVE when the report is built
could not be installed, or was not run, and the report says so.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

REASON = "its environment could not be built in this run, or was not part of it"
NO_JAVA = "it computes on Apache Spark, which needs Java, and there was no java"


def expected(locks: Path) -> list[dict[str, str]]:
    """The library versions that can be measured without a clone."""
    found = []
    for lock in sorted(locks.glob("py311-*.txt")):
        library, _, version = lock.stem.removeprefix("py311-").rpartition("-")
        pins = lock.read_text(encoding="utf-8").lower().splitlines()
        if f"{library.removesuffix('-spark')}=={version}".lower() in pins:
            one = {"library": library, "version": version, "status": "no result"}
            found.append({**one, "reason": reason(pins)})
    return found


def reason(pins: list[str]) -> str:
    """Why a library version with these pins may have no result."""
    on_spark = any(pin.startswith("pyspark==") for pin in pins)
    return NO_JAVA if on_spark and not shutil.which("java") else REASON


def main() -> None:
    """Forget the run before, and write the list."""
    live, locks = map(Path, sys.argv[1:])
    shutil.rmtree(live, ignore_errors=True)
    live.mkdir(parents=True)
    text = json.dumps(expected(locks), indent=2)
    (live / "statuses.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
