"""The process in which a library runs: a request in, an answer out.

`homonym.measurement.child_process` starts it, with the pipes for both. First it says
what it knows of the library, then it answers each request, a metric and a case, with
what the metric returned. What the library prints goes elsewhere, and what it reads is
empty.
"""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from homonym.adapters import find as find_adapter
from homonym.adapters._shared.inventory import unmentioned
from homonym.adapters.contract import (
    Adapter,
    Failed,
    Measurement,
    Refuse,
    Refused,
    Value,
)
from homonym.cases.kinds import find_case_kind, find_case_type
from homonym.errors import shorten_error
from homonym.measurement.answers import convert_to_measurement
from homonym.measurement.own_folder import find_adapter_module, look_here
from homonym.measurement.protocol import Requests, end_own_session, end_with_parent
from homonym.measurement.raised_errors import locate_raised_error
from homonym.reference.case import AnyCase, Id, ScoredLists, TableCase
from homonym.versions import make_version_mark

if TYPE_CHECKING:
    from homonym.datasets.dataset import Dataset


START = "0 "
"""The id of the first answer, that nobody asked for: what is known of the library."""


def answer_requests() -> None:
    """Answer requests until the parent has no more."""
    requests, answers, alive, folder, module, name, *rest = sys.argv[1:]
    del sys.argv[1:]
    end_with_parent(int(alive), folder)
    asked = Requests(int(requests), int(answers))
    checkout = Path(rest[0]) if rest else None
    look_here(find_adapter_module(name), "" if checkout else module)
    if checkout:
        sys.path.insert(0, str(checkout))
    adapter, about = find_library(name, checkout)
    asked.answer(START, about)
    for request in asked:
        assert adapter, name
        case = find_case(json.dumps(request["case"]))
        started = time.perf_counter()
        answer = encode_measurement(call_metric(adapter, request["metric"], case))
        asked.answer(request["id"], [time.perf_counter() - started, answer])
    end_own_session(folder)


def find_library(
    name: str, checkout: Path | None
) -> tuple[Adapter | None, dict[str, Any]]:
    """The adapter, and what is known of its library."""
    try:
        adapter = find_adapter(name)
        assert adapter, name
    except BaseException as error:
        return None, {"error": shorten_error(error), "where": ""}
    return adapter, describe_library(adapter, checkout)


def call_metric(adapter: Adapter, metric: str, case: AnyCase) -> Measurement:
    """What the metric returned on the case, or how it failed."""
    try:
        result = adapter.metrics[metric].call(case)
    except Refuse as refusal:
        return Refused(str(refusal))
    except BaseException as error:  # SystemExit too: it would end the process
        return Failed(shorten_error(error), locate_raised_error(error, adapter.module))
    return convert_to_measurement(result)


@lru_cache(maxsize=8)
def find_case(request: str) -> AnyCase:
    """The case that a request names: a line (varied, or not), an edge case, the
    example, or a pickle that the parent process has written; `find_package_folder` says
    which type of case."""
    named = json.loads(request)
    found: AnyCase
    if "line" in named:
        found = parse_case_line(named["folder"], named["line"])
        return vary_case(named["varied"], found) if "varied" in named else found
    if "edge" in named:
        from homonym.reference.corpus import edge

        probes = edge(find_case_type(named["folder"]))
        probe = next(probe for probe in probes if probe.id == named["edge"])
        if "outcome" in named:
            return as_trained_as(probe.case, probe.outcomes[named["outcome"]])
        if "ranking" in named:
            return as_trained_as(
                probe.case, find_case_type("rankings").parse(named["ranking"])
            )
        return probe.case
    if "example" in named:
        from homonym.datasets.dataset import K

        return make_example_dataset().case(K if named["example"] == "top" else None)
    found = pickle.loads(Path(named["tables"]).read_bytes())
    return found


def as_trained_as(edge: AnyCase, found: AnyCase) -> AnyCase:
    """A ranking to stand beside an edge; without training items where that has none:
    each user's others are numbered anew then, as everybody's candidates."""
    if any(edge.train.values()) or not any(found.train.values()):
        return found
    numbers = {
        user: index_candidates(found.catalogue, trained)
        for user, trained in found.train.items()
    }
    return replace(
        TableCase.like(found),
        recommendations=replace_item_numbers(found.recommendations, numbers),
        truth=replace_item_numbers(found.truth, numbers),
        train=dict.fromkeys(found.train, ()),
        catalogue=tuple(range(1, 1 + max(map(len, numbers.values())))),
    )


def index_candidates(items: Iterable[Id], trained: Collection[Id]) -> dict[Id, int]:
    """The items without those that a user had in training, from 1 on."""
    return {
        item: number
        for number, item in enumerate((i for i in items if i not in trained), start=1)
    }


def replace_item_numbers(
    lists: ScoredLists, numbers: Mapping[Id, Mapping[Id, int]]
) -> ScoredLists:
    """Each user's items by that user's numbers."""
    return {
        user: tuple((numbers[user][item], given) for item, given in pairs)
        for user, pairs in lists.items()
    }


@lru_cache(maxsize=256)
def parse_case_line(folder: str, line: str) -> AnyCase:
    """The case of a line, kept with its tables: it is asked of one metric after
    another."""
    found: AnyCase = find_case_type(folder).parse(line)
    return found


def vary_case(name: str, case: AnyCase) -> AnyCase:
    """The case, varied as the invariance of that name says."""
    found: AnyCase = find_case_kind(type(case)).variations[name](case)
    return found


@lru_cache(maxsize=1)
def make_example_dataset() -> Dataset:
    """The example data, made once."""
    from homonym.datasets.example import generate_example

    return generate_example()


def describe_library(adapter: Adapter, checkout: Path | None) -> dict[str, Any]:
    """The library's version, its public names and where its documentation stands."""
    try:
        module = adapter.load(adapter.module)
        names = adapter.public_names()
        its_version = find_library_version(adapter, module, checkout)
    except BaseException as error:
        return {
            "error": shorten_error(error),
            "where": locate_raised_error(error, adapter.module),
        }
    return {
        "version": its_version,
        "commit": run_git(checkout, "rev-parse", "HEAD") if checkout else "",
        "names": names,
        "unlisted": [
            *adapter.unlisted(),
            *unmentioned(adapter, find_package_folder(adapter, module, checkout)),
        ],
        "absent": adapter.absent(),
        "documented": {
            name: where
            for name, metric in adapter.metrics.items()
            if metric.documented
            and (
                where := metric.documented.where
                or find_quotations(adapter, module, name)
            )
        },
        "packages": read_package_versions(),
        "python": sys.version.split()[0],
    }


def find_library_version(adapter: Adapter, module: Any, checkout: Path | None) -> str:
    """The installed version; of a clone its own, with the commit where it is no tag.

    A clone whose module has no version goes by its commit alone, a folder that is no
    clone (an unpacked distribution) by the version alone. What is installed beside a
    package that changes its numbers says so: `0.14.4+pandas3`.
    """
    if not checkout:
        try:
            return metadata.version(adapter.distribution) + make_version_mark(
                adapter.beside
            )
        except metadata.PackageNotFoundError:
            top = sys.modules[adapter.module.partition(".")[0]]
            return str(getattr(top, "__version__", None) or module.__version__)
    commit = run_git(checkout, "rev-parse", "--short=7", "HEAD")
    if not hasattr(module, "__version__"):
        return commit
    own = str(module.__version__)
    tags = run_git(checkout, "tag", "--points-at", "HEAD").split()
    if not commit or any(tag.lstrip("v") == own for tag in tags):
        return own
    return f"{own}+{commit}"


def run_git(checkout: Path, *words: str) -> str:
    """What git says of a clone."""
    done = subprocess.run(
        ["git", "-C", str(checkout), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def read_package_versions() -> dict[str, str]:
    """The versions of the packages that are known to move results."""
    numeric = ("numpy", "pandas", "scipy", "scikit-learn", "polars")
    found = {}
    for name in (*numeric, "torch", "tensorflow", "tensorflow-cpu", "pyspark"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def find_package_folder(
    adapter: Adapter, module: Any, checkout: Path | None = None
) -> Path:
    """The package's folder, or the clone's that the library is read from."""
    if checkout and adapter.checkout:
        return checkout
    folders = getattr(module, "__path__", None) or [Path(module.__file__).parent]
    return Path(folders[0])


def find_quotations(adapter: Adapter, module: Any, name: str) -> str:
    """The first file that has all of a metric's quotations, and the line of each;
    nothing where no file has them all."""
    documented = adapter.metrics[name].documented
    assert documented, name
    root = find_package_folder(adapter, module)
    for source in adapter.sources:
        for file in sorted(root.glob(source)):
            if file.match(f"*{documented.file}"):
                text = file.read_text(encoding="utf-8")
                lines = [find_quote_line(quote, text) for quote in documented.quotes]
                if all(lines):
                    at = ", ".join(map(str, dict.fromkeys(lines)))
                    return f"{root.name}/{file.relative_to(root)}:{at}"
    return ""


def find_quote_line(quote: str, text: str) -> int:
    """The line where the words begin, 0 where they do not stand; what is left out of
    them is within one docstring."""
    parts = ([re.escape(word) for word in part.split()] for part in quote.split("…"))
    left_out = r"""(?s:(?!\"""|''').)*?"""
    match = re.search(left_out.join(map(r"\s+".join, parts)), text)
    return text.count("\n", 0, match.start()) + 1 if match and quote else 0


def encode_measurement(measurement: Measurement) -> dict[str, Any]:
    """A measurement as JSON can carry it."""
    if isinstance(measurement, Value):
        per_user = measurement.per_user
        return {"value": measurement.value, "per_user": per_user and list(per_user)}
    if isinstance(measurement, Refused):
        return {"refused": measurement.reason}
    return {"error": measurement.error, "where": measurement.where}


def decode_measurement(answer: dict[str, Any]) -> Measurement:
    """The measurement that `encode_measurement` wrote."""
    if "refused" in answer:
        return Refused(answer["refused"])
    if "error" in answer:
        return Failed(answer["error"], answer["where"])
    per_user = answer["per_user"]
    return Value(answer["value"], tuple(per_user) if per_user is not None else None)


if __name__ == "__main__":
    answer_requests()
