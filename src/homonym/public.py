"""The functions that `import homonym` offers: each thin, over the module that does it.

Start at `value`. `homonym/__init__.py` has the names, docs/api.md tells of them. What
is heavy is imported inside the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from homonym.adapters.contract import Adapter, Measurement
from homonym.arguments import (
    as_path,
    check_asked,
    check_engine,
    check_held,
    check_lists,
    cut_offs,
    definition,
    read_scale,
    texts,
)
from homonym.errors import UserError, in_brief, short
from homonym.reference.case import AnyCase, Id, TableCase
from homonym.reference.variants import Number, Problem, Variant, every_family

if TYPE_CHECKING:
    from homonym.drafting.ask import Answer
    from homonym.evaluation.result import Evaluation
    from homonym.evaluation.verification import Verification
    from homonym.explain.compare import Comparison
    from homonym.gate.check import Result
    from homonym.identification.identify import Identification
    from homonym.measurement.process import LibraryProcess
    from homonym.records.lookup import Named
    from homonym.records.schema import Record

SAFE = 1000
"""Up to this grade every formula gives a number on any list: 2^1000 is one."""


def value(
    variant: Variant | str,
    recommendations: Mapping[Any, Iterable[Id] | Mapping[Any, float]],
    truth: Mapping[Any, Iterable[Id] | Mapping[Any, float]],
    *,
    k: int,
    train: Mapping[Any, Iterable[Id]] | None = None,
    catalogue: Iterable[Id] | None = None,
) -> Number:
    """What a definition gives on your own lists.

    variant: a definition of rankings, or its id; recommendations: each user's items,
    best first, or item -> score (falling, ties in the order given); truth: each user's
    relevant items, or item -> grade, 0 or more, where 1 and more is relevant; k: the
    cut-off, from 1 on;
    catalogue: all items, train: each user's items of it that were no candidates, for
    definitions that count items outside the lists.

    Raises UserError for what no definition says (a user without a list or a relevant
    item, an item twice), for what is no number, item or list, for a grade below 0 or
    too large for the formula, and for data that the variant does not take; UnknownName
    and Ambiguous for a text that names no one definition.

    >>> value("recall(divisor=r)", {"ann": ["a", "b"]}, {"ann": {"a", "c"}}, k=2)
    0.5
    """
    from homonym.datasets.lists import from_lists

    found = definition(variant)
    check_lists(found, recommendations, catalogue)
    return value_of(found, from_lists(recommendations, truth, k, train, catalogue))


def witness(a: Variant | str, b: Variant | str) -> AnyCase | None:
    """The smallest case on which two definitions differ; None where they are equal.

    Raises UserError where no case is for both, UnknownName and Ambiguous for a text
    that names no one definition.

    >>> str(witness("MAP(divisor=r)", "MAP(divisor=min_k_r)"))
    '1 | 1 @1'
    """
    from homonym.equivalence import witness as witnesses
    from homonym.explain.compare import check_comparable as check_types
    from homonym.records.lookup import of_variant

    one, other = definition(a), definition(b)
    check_types(of_variant(one), of_variant(other))
    found: AnyCase | None = witnesses.witness(one, other)
    return found


def compare(a: Variant | str, b: Variant | str) -> Comparison:
    """Two definitions side by side: why they are equal, or the smallest case on which
    they differ, with the steps of both.

    a, b: definitions, their ids, or metrics on record (`LIBRARY.METRIC`, or
    `LIBRARY==VERSION.METRIC`). Raises as `witness` does, and UserError for a metric
    that is not on record.

    >>> found = compare("hit_rate(counts=any)", "hit_rate(counts=hits)")
    >>> str(found.case), [side.value.value for side in found.steps]
    ('1 1 | @2', [1.0, 2.0])
    """
    from homonym.explain import compare as comparison

    return comparison.compare(as_named(a), as_named(b))


def evaluate(
    predictions: Any,
    truth: Any,
    *,
    k: int | Iterable[int] = (),
    metrics: Iterable[str] = (),
    like: Iterable[str] = (),
    train: Any = None,
    catalogue: Any = None,
    conventions: Mapping[str, str] | None = None,
    ties: str = "item",
    order: str = "score",
    columns: Mapping[str, str] | None = None,
    threshold: float | None = None,
    scale: tuple[float, float] | None = None,
    strict: bool = False,
    engine: str = "duckdb",
    master: str = "local[*]",
    per_user: bool = False,
    interval: float | None = None,
    seed: int = 1,
    draws: int = 1000,
    card: Path | str | None = None,
) -> Evaluation:
    """Definitions on your own tables, of any size.

    predictions: user, item, score; truth: user, item and, unless each is relevant, a
    grade: frames of pandas, polars, pyarrow or Ibis, or paths of CSV, Parquet or TREC
    files, of predictions a folder too, whose files are runs; k: a cut-off, or several;
    metrics: ids, aliases or `LIBRARY.METRIC` (every recorded definition that the tables
    allow where there is none); like: libraries, whose definitions are evaluated by
    their own conventions; train, catalogue (a file or a number): for definitions that
    count items outside the lists; conventions: outcome by probe; ties: the order of
    tied items; order: of the lists, by `score`, by a column `rank`, or as the `file`
    has the rows; columns: names other than the usual; threshold: the grade from which
    on an item is relevant; scale: the lowest and the highest rating; strict: whether a
    fault of the tables is an error; engine: `duckdb`, or `spark` at that master;
    per_user: whether the answer has a row for each user too, `per_user`; interval: the
    share of bootstrap samples of users, as 0.95, that lie in the interval beside each
    number; seed, draws: of those samples; card: a file to write for `verify`. Errors of
    predicted ratings have no k; they are given where they are named, or where the
    predictions' column is called prediction or rating.

    Raises UserError for a table, a name or a choice that cannot be used, and where
    `homonym[evaluate]` is not installed.
    """
    check_engine()
    from homonym.evaluation.bootstrap import Interval
    from homonym.evaluation.cards import check_card, write_card
    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.evaluate import evaluate_inputs
    from homonym.evaluation.inputs import Inputs
    from homonym.evaluation.numbers import Further

    given = (predictions, truth, train, catalogue, columns or {}, order)
    scaled = read_scale(scale)
    inputs = Inputs(*given, threshold, strict, "", engine, master, scaled)
    file = as_path(card)
    check_card(inputs, file)
    chosen = [f"{probe}={one}" for probe, one in (conventions or {}).items()]
    drawn = None if interval is None else Interval(interval, seed, draws)
    found = evaluate_inputs(
        inputs,
        cut_offs(k),
        texts(metrics),
        texts(like),
        Conventions.of(chosen, ties),
        Further(per_user, drawn, file is not None),
    )
    if file:
        write_card(found, inputs, file)
    return found


def verify(
    card: Path | str,
    *,
    predictions: Path | str | None = None,
    truth: Path | str | None = None,
    train: Path | str | None = None,
    catalogue: Path | str | None = None,
) -> Verification:
    """A metric card, computed again.

    card: the file that `evaluate` wrote; predictions, truth, train, catalogue: files to
    compute it from instead of those that it names from its own folder.

    The answer's `same` says whether all is as on the card, its `differences` what is
    not. Raises UserError for what is no card, and where a file cannot be evaluated.
    """
    check_engine()
    from homonym.evaluation.verification import verify_card

    if (file := as_path(card)) is None:
        raise UserError("None is no metric card: give the path of its file")
    tables = {"predictions": predictions, "truth": truth, "train": train}
    given = {**tables, "catalogue": catalogue}
    paths = {kind: as_path(one) for kind, one in given.items() if one is not None}
    return verify_card(file, paths)


def identify(
    predictions: Any,
    truth: Any,
    value: str,
    *,
    k: int | Iterable[int],
    metric: str = "",
    train: Any = None,
    catalogue: Any = None,
    conventions: Mapping[str, str] | None = None,
    ties: str = "item",
    order: str = "score",
    columns: Mapping[str, str] | None = None,
    threshold: float | str | None = None,
    users: str = "",
    strict: bool = False,
    engine: str = "duckdb",
    master: str = "local[*]",
) -> list[Identification]:
    """Which definition gives a printed number on your tables.

    value: the number as it stands in print, a text, since `0.30` says more than 0.3;
    metric: the name it goes by, whose family alone is tried; threshold: `"any"` tries
    every grade of the truth, users: `"any"` every treatment of users; the others as
    `evaluate` takes them. The answers are those of three tiers, up to the first in
    which a definition matches: recorded metrics by their conventions, recorded
    definitions, all definitions.

    Raises UserError as `evaluate` does, and for a text that is no number.
    """
    check_engine()
    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.inputs import Inputs
    from homonym.identification.identify import identify_inputs
    from homonym.identification.settings import read_unknown

    known, unknown = read_unknown(threshold, users)
    given = (predictions, truth, train, catalogue, columns or {}, order)
    chosen = [f"{probe}={one}" for probe, one in (conventions or {}).items()]
    return identify_inputs(
        Inputs(*given, known, strict, "", engine, master),
        cut_offs(k),
        value,
        metric,
        Conventions.of(chosen, ties),
        unknown,
    )


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
    for a library that cannot be imported. A call that fails is a measurement too:
    `Failed`.
    """
    from homonym.measurement.process import LibraryProcess, handed, request
    from homonym.measurement.worker import call_metric

    check_asked(library, case, metrics, seconds)
    wanted = (metrics,) if isinstance(metrics, str) else tuple(metrics)
    if isinstance(library, Adapter):
        names = chosen(library, own_names(library), case, wanted)
        return {name: call_metric(library, name, case) for name in names}
    with LibraryProcess(library, as_path(checkout), seconds) as asked:
        names = chosen(asked.adapter, its_names(asked), case, wanted)
        if not isinstance(case, TableCase):
            line = cast(Problem, case)
            return {name: asked.measure(name, request(line)) for name in names}
        with handed(case, asked) as tables:
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
    from homonym.measurement.refute import SEED, TRIES

    check_held(library, tries=tries, seed=seed)
    return gate.check(
        library,
        as_path(checkout),
        tries=TRIES if tries is None else tries,
        seed=SEED if seed is None else seed,
        file=as_path(record),
    )


def ask(
    function: Callable[..., Any] | str, *, shape: str = "", metric: str = ""
) -> Answer:
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
    from homonym.drafting.ask import ask_function, ask_target

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

    if (path := as_path(file)) is None:
        raise UserError("None is no record: give the path of its file")
    return store.expectation(path)


def value_of(variant: Variant, tables: TableCase) -> Number:
    """The variant's value on lists; UserError for a grade that makes it larger than any
    number, which smaller grades do not."""
    from homonym.datasets.tables import to_case

    try:
        found = variant.value(to_case(tables))
    except OverflowError:
        found = inf
    grades = [(g, i, user) for user, its in tables.truth.items() for i, g in its]
    grade, item, user = max(grades, key=lambda one: one[0])
    if grade > SAFE and not all_finite(found):
        truth = {
            user: tuple((i, min(g, SAFE)) for i, g in its)
            for user, its in tables.truth.items()
        }
        if all_finite(variant.value(to_case(replace(tables, truth=truth)))):
            raise UserError(
                f"the grade of item {item!r} of user {user!r} is {grade:g}, with which "
                f"{variant} is larger than any number: grades up to {SAFE} are accepted"
            )
    return found


def all_finite(found: Number) -> bool:
    """Whether no number is NaN or infinite."""
    each = found if isinstance(found, tuple) else (found,)
    return all(one is None or isfinite(one) for one in each)


def as_named(side: Variant | str) -> Named:
    """A definition, or a metric on record, as two of them are compared."""
    from homonym.records.lookup import of_metric, of_variant

    found = of_metric(side) if isinstance(side, str) else None
    return found or of_variant(definition(side))


def its_names(asked: LibraryProcess) -> list[str]:
    """The public names of the library that a process found; Broken where there is
    none, or it cannot be imported."""
    if "error" in asked.about:
        from homonym.gate.check import not_imported

        raise not_imported(asked.adapter, asked.about["error"])
    return list(asked.about["names"])


def own_names(adapter: Adapter) -> list[str]:
    """The same, in this process."""
    try:
        adapter.load(adapter.module)
        return list(adapter.names())
    except (Exception, SystemExit) as error:
        from homonym.gate.check import not_imported

        raise not_imported(adapter, short(error)) from error


def chosen(
    adapter: Adapter,
    public: Iterable[str],
    case: AnyCase,
    wanted: tuple[str, ...],
) -> tuple[str, ...]:
    """The metrics to ask: those wanted, or all that take such a case; UserError for a
    name that is none."""
    from homonym.measurement.registered import check_claims

    check_claims(adapter)
    offered = adapter.offered(public)
    for name in wanted:
        if name not in offered:
            known = ", ".join(offered)
            raise UserError(
                f"{adapter.library} has no metric {name!r}; known are {known}"
            )
    homes = every_family()
    takes: object = type(case)
    return wanted or tuple(
        name
        for name, metric in offered.items()
        if takes in (TableCase, homes[metric.claims].takes)
    )
