"""Mutation testing of the oracle and the classifier: `tox run -e mutation`.

cosmic-ray changes one operator or number at a time in the file itself, so a checkout
must be clean; then the tests that mutation.toml names for the file must fail. Start at
`main`. It ends with 1 when a mutant lives that mutation.toml does not explain.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent
PLAN = tomllib.loads((ROOT / "tests/mutation.toml").read_text(encoding="utf-8"))
WORK = ROOT / "build/mutation"
PYTEST = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
LIMIT = 600.0
"""Seconds a mutant may take: an endless loop counts as noticed."""


def commands() -> dict[str, tuple[list[str], int]]:
    """Every module with its pytest arguments, and how many mutants (0 for all)."""
    return {**families(), **types_of_case(), **others()}


def families() -> dict[str, tuple[list[str], int]]:
    """The files that declare a family of rankings, or its equalities."""
    home = PLAN["family"]
    files = sorted((ROOT / home["folder"]).glob("[a-z]*.py"))
    return {
        str(file.relative_to(ROOT)): (
            [*home["tests"], "-k", f"[{file.stem.removesuffix('_equalities')}"],
            home["sample"].get(file.stem, 0),
        )
        for file in files
        if re.search(r"^@(family|same)\(", file.read_text(encoding="utf-8"), re.M)
    }


def others() -> dict[str, tuple[list[str], int]]:
    """The files that are named one by one."""
    most = PLAN["sample"]
    return {name: (words, most.get(name, 0)) for name, words in PLAN["module"].items()}


def types_of_case() -> dict[str, tuple[list[str], int]]:
    """Every module of the folders of families that take other cases than rankings."""
    return {
        str(path.relative_to(ROOT)): (folder["tests"], folder["sample"])
        for name, folder in PLAN["folder"].items()
        for path in sorted((ROOT / name).glob("[a-z]*.py"))
    }


def prepare(module: str, tests: list[str]) -> tuple[Path, Path]:
    """The session of a module, with every mutant of it still to be run."""
    WORK.mkdir(parents=True, exist_ok=True)
    config = WORK / f"{module.removesuffix('.py').replace('/', '-')}.toml"
    quoted = " ".join(f'"{word}"' for word in [*PYTEST, *tests])
    lines = [
        "[cosmic-ray]",
        f"module-path = [{json.dumps(module)}]",
        f"timeout = {LIMIT}",
        "excluded-modules = []",
        f"test-command = {json.dumps(quoted)}",
        '[cosmic-ray.distributor]\nname = "local"\n',
    ]
    config.write_text("\n".join(lines), encoding="utf-8")
    session = config.with_suffix(".sqlite")
    session.unlink(missing_ok=True)
    cosmic_ray("baseline", config)  # the tests pass as long as nothing is changed
    cosmic_ray("init", config, session)
    return config, session


def cosmic_ray(command: str, *files: Path) -> None:
    """Run one of its commands in the checkout."""
    words = [sys.executable, "-m", "cosmic_ray.cli", command, *files]
    subprocess.run(words, cwd=ROOT, check=True)


def compiles(mutation: Any) -> bool:
    """Whether the mutant is Python at all: what is not is noticed by no test. Of an
    exception behind a module's name cosmic-ray makes none."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    source = (ROOT / mutation.module_path).read_text(encoding="utf-8")
    operator = get_operator(mutation.operator_name)(**mutation.operator_args)
    try:
        compile(mutate_code(source, operator, mutation.occurrence), "mutant", "exec")
    except (SyntaxError, AttributeError):
        return False
    return True


def choose(session: Path, most: int) -> None:
    """Skip the kinds of mutants that the plan leaves out, and all but so many."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    kinds = re.compile("|".join(PLAN["operators"]))
    with use_db(str(session), WorkDB.Mode.open) as db:
        items = {item.job_id: item.mutations[0] for item in db.work_items}
        kept = [
            job
            for job, mutation in items.items()
            if kinds.fullmatch(mutation.operator_name) and compiles(mutation)
        ]
        kept.sort(key=lambda job: place(items[job]))
        if most:
            kept = Random(1).sample(kept, min(most, len(kept)))
        skipped = WorkResult(worker_outcome=WorkerOutcome.SKIPPED)
        db.set_multiple_results(sorted(set(items) - set(kept)), skipped)


def place(mutation: Any) -> tuple[Any, ...]:
    """What makes the order of mutants the same in every run."""
    return mutation.start_pos, mutation.operator_name, mutation.occurrence


def outcomes(session: Path) -> Iterator[tuple[Any, bool]]:
    """Every mutant that was run, and whether a test noticed it."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import TestOutcome, WorkerOutcome

    with use_db(str(session), WorkDB.Mode.open) as db:
        results = dict(db.results)
        for item in db.work_items:
            result = results.get(item.job_id)
            if result and result.worker_outcome != WorkerOutcome.SKIPPED:
                noticed = result.test_outcome != TestOutcome.SURVIVED
                yield item.mutations[0], noticed


def told(mutation: Any) -> dict[str, str]:
    """A mutant as mutation.toml names it: module, line of source, kind of change."""
    source = (ROOT / mutation.module_path).read_text(encoding="utf-8").splitlines()
    return {
        "module": str(mutation.module_path),
        "line": source[mutation.start_pos[0] - 1].strip(),
        "change": mutation.operator_name.removeprefix("core/"),
    }


def explained(mutant: dict[str, str]) -> bool:
    """Whether mutation.toml says why no test can notice it: of this line of its module,
    or of every line in which a pattern is found."""
    named = ({k: one[k] for k in mutant} for one in PLAN["equivalent"])
    if mutant in named:
        return True
    return any(
        re.search(one["pattern"], mutant["line"])
        and re.fullmatch(one["change"], mutant["change"])
        for one in PLAN["always"]
    )


def report(module: str, session: Path) -> int:
    """Print the module's score and its survivors; how many are not explained."""
    found = list(outcomes(session))
    alive = [told(mutation) for mutation, noticed in found if not noticed]
    open_ones = [mutant for mutant in alive if not explained(mutant)]
    equal = len(alive) - len(open_ones)
    print(f"{module}: {len(found) - len(alive)} of {len(found)} noticed, ", end="")
    print(f"{equal} equivalent, {len(open_ones)} alive")
    for mutant in open_ones:
        print(f"    {mutant['change']}: {mutant['line']}")
    return len(open_ones)


def main(asked: list[str]) -> int:
    """Run the modules asked for, or all; 1 when a mutant lives unexplained."""
    alive = 0
    for module, (tests, most) in commands().items():
        if not asked or module in asked:
            config, session = prepare(module, tests)
            choose(session, most)
            cosmic_ray("exec", config, session)
            alive += report(module, session)
    return int(alive > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
