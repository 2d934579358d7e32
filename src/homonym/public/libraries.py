"""Libraries, and functions of one's own, asked what they compute: see `measure`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from homonym.adapters.contract import Adapter, Measurement
from homonym.arguments import (
    as_path,
    check_held,
    check_measure_arguments,
    require_text,
    require_texts,
)
from homonym.errors import UserError, in_brief, shorten_error
from homonym.reference.case import AnyCase, TableCase
from homonym.reference.variants import Problem, every_family

if TYPE_CHECKING:
    from homonym.drafting.asked_function import FunctionAnswer
    from homonym.gate.check import Result
    from homonym.measurement.library_process import LibraryProcess
    from homonym.records.schema import Record


def measure(
    library: Adapter | str,
    case: AnyCase,
    metrics: Iterable[str] = (),
    *,
    checkout: Path | str | None = None,
    seconds: float = 30.0,
) -> dict[str, Measurement]:
    """What a library's own metrics return on a case, by the metric's name.

    library: its name, or the `MODULE:NAME` of an adapter, to be asked in a process of
    its own, or an adapter, to be asked in this one; metrics: all that are made for this
    type of case, unless some are named; checkout: the clone of a library that is on no
    registry; seconds: how long a call may take in a process of its own.

    Raises UserError for an unknown library or metric and for what is no case, Broken
    for a library that cannot be imported and for an adapter with a metric that its
    `names` does not list. A call that fails is a measurement too: `Failed`.
    """
    from homonym.measurement.library_process import (
        LibraryProcess,
        hand_over_tables,
        make_case_request,
    )
    from homonym.measurement.worker import call_metric

    check_measure_arguments(library, case, seconds)
    wanted, clone = (
        tuple(require_texts(metrics, "metrics")),
        as_path(checkout, "checkout"),
    )
    if isinstance(library, Adapter):
        names = choose_metrics_to_ask(
            library, list_adapter_names(library), case, wanted
        )
        return {name: call_metric(library, name, case) for name in names}
    with LibraryProcess(library, clone, seconds) as asked:
        names = choose_metrics_to_ask(
            asked.adapter, list_process_names(asked), case, wanted
        )
        if not isinstance(case, TableCase):
            line = cast(Problem, case)
            return {
                name: asked.measure(name, make_case_request(line)) for name in names
            }
        with hand_over_tables(case, asked) as tables:
            return {name: asked.measure(name, tables) for name in names}


def check(
    library: str,
    record: Path | str | None = None,
    *,
    checkout: Path | str | None = None,
    tries: int | None = None,
    seed: int | None = None,
) -> Result:
    """Measure the library that is installed here, and compare it with its record.

    library: its name, or the `MODULE:NAME` of an adapter; record: a file; homonym's own
    of the library's version where none is given; checkout: as in `measure`; tries,
    seed: how many cases Hypothesis draws, and which.

    The result's `drift` is empty where the record holds; its `expected` is None where
    there is no record. Raises UserError for wrong use, Broken for a library that cannot
    be imported.
    """
    from homonym.gate import check as gate
    from homonym.measurement.refutation import SEED, TRIES

    check_held(library, tries=tries, seed=seed)
    return gate.measure_against_record(
        library,
        as_path(checkout, "checkout"),
        tries=TRIES if tries is None else tries,
        seed=SEED if seed is None else seed,
        file=as_path(record, "record"),
    )


def ask(
    function: Callable[..., Any] | str, *, shape: str = "", metric: str = ""
) -> FunctionAnswer:
    """What a function of one's own computes, whatever shape its data have.

    function: a function, or the class of a metric, to be asked in this process, or
    `MODULE:NAME` or `FILE.py:NAME`, to be asked in a process of its own; shape: how it
    takes data, where that cannot be guessed; metric: which one, of a function that
    takes the name of a metric.

    Nothing is written. Raises UserError for what is no function and where its shape
    cannot be told (the sentence lists the shapes), Broken where it cannot be imported.

    >>> def precision(recommended, relevant, k):
    ...     return len({*recommended[:k]} & {*relevant}) / k
    >>> ask(precision).entry.variants
    ('precision(divisor=k, users=caller)',)
    """
    from homonym.drafting.asked_function import ask_function, ask_target

    shape, metric = require_text(shape, "shape"), require_text(metric, "metric")
    if isinstance(function, str):
        return ask_target(function, shape, metric)
    if not callable(function):
        raise UserError(
            "ask takes a function, or its MODULE:NAME or FILE.py:NAME, not "
            f"{in_brief(function)}"
        )
    return ask_function(function, shape, metric)


def read_record(file: Path | str) -> Record:
    """Read a record; raises UserError where the file is none."""
    from homonym.records import store

    if (path := as_path(file, "file")) is None:
        raise UserError("None is no record: give the path of its file")
    return store.read_expected_record(path)


def list_process_names(asked: LibraryProcess) -> list[str]:
    """The public names of the library that a process found; Broken where there is
    none, or it cannot be imported."""
    if "error" in asked.about:
        from homonym.gate.check import make_import_error

        raise make_import_error(asked.adapter, asked.about["error"])
    return list(asked.about["names"])


def list_adapter_names(adapter: Adapter) -> list[str]:
    """The same, in this process."""
    try:
        adapter.load(adapter.module)
        return adapter.public_names()
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        from homonym.gate.check import make_import_error

        raise make_import_error(adapter, shorten_error(error)) from error


def choose_metrics_to_ask(
    adapter: Adapter,
    public: Iterable[str],
    case: AnyCase,
    wanted: tuple[str, ...],
) -> tuple[str, ...]:
    """The metrics to ask: those wanted, or all that take such a case; UserError for a
    name that is none, Broken for a metric that the library does not name."""
    from homonym.measurement.registered_metrics import check_claims, check_offered

    check_claims(adapter)
    public = list(public)
    check_offered(adapter, public, ())
    offered = adapter.offered(public)
    for name in wanted:
        if name not in offered:
            known = ", ".join(offered) or "none"
            raise UserError(
                f"{adapter.library} has no metric {in_brief(name)}; known are {known}"
            )
    homes = every_family()
    takes: object = type(case)
    return wanted or tuple(
        name
        for name, metric in offered.items()
        if takes in (TableCase, homes[metric.claims].takes)
    )
