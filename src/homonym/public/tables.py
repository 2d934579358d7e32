"""Definitions on people's own tables: start at `evaluate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from homonym.arguments import (
    as_path,
    check_engine,
    list_chosen_conventions,
    read_bias,
    read_catalogue,
    read_scale,
    read_threshold,
    require_bool,
    require_column_names,
    require_cut_off,
    require_cut_offs,
    require_metric,
    require_metrics,
    require_printed_numbers,
    require_text,
    require_texts,
    resolve_table_path,
    resolve_table_paths,
)
from homonym.errors import UserError

if TYPE_CHECKING:
    from homonym.disagreement.result import Judged
    from homonym.evaluation.result import Evaluation
    from homonym.evaluation.verification import Verification
    from homonym.identification.identify import Identifications
    from homonym.identification.several_values import IdentifiedValues
    from homonym.reference.variants import Variant


def evaluate(
    predictions: Any = None,
    truth: Any = None,
    *,
    k: int | Iterable[int] = (),
    metrics: Iterable[str | Variant] = (),
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
    aspects: Any = None,
    item_groups: Any = None,
    user_groups: Any = None,
    logged: Any = None,
    bias: Iterable[float] = (),
) -> Evaluation:
    """Definitions on your own tables, of any size.

    predictions: user, item, score; truth: user, item and, unless each is relevant, a
    grade: frames of pandas, polars, pyarrow or Ibis, or paths of CSV, Parquet or TREC
    files, of predictions a folder too, whose files are runs; k: a cut-off, or several;
    metrics: ids, aliases, `LIBRARY.METRIC` or Variants (every recorded definition that
    the tables allow where there is none; of a name that has several those, and all that
    a record leaves open); like: libraries, whose
    definitions are evaluated by their own conventions; train, catalogue (a file or a
    number): for definitions that count items outside the lists; conventions: outcome by
    probe; ties: the order of tied items; order: of the lists, by `score`, by a column
    `rank`, or as the `file` has the rows; columns: names other than the usual;
    threshold: the grade from which on an item is relevant; scale: the lowest and the
    highest rating; strict: whether a fault of the tables is an error; engine: `duckdb`,
    or `spark` at that master; per_user: whether the answer has a row for each user too,
    `per_user`; interval: the share of bootstrap samples of users, as 0.95, that lie in
    the interval beside each number; seed, draws: of those samples; card: a file to
    write for `verify`; aspects: item, aspect (or all of an item's, with `|` between
    them), a frame or a path, for definitions that look at these; item_groups: item,
    group; user_groups: user, group: for definitions that compare groups; logged:
    instead of predictions and truth, a log with trajectory, reward and where another
    policy shows an item; bias: how likely each of its ranks is viewed. Errors of
    predicted ratings have no k; they are given where they are named, or where the
    predictions' column is called prediction or rating.

    Raises UserError for a table, a name or a choice that cannot be used, and where
    `homonym[evaluate]` is not installed; Ambiguous for a name of several definitions of
    which none is recorded.
    """
    check_engine()
    from homonym.evaluation.bootstrap import Interval
    from homonym.evaluation.cards import check_card, write_card
    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.evaluate import evaluate_inputs
    from homonym.evaluation.inputs import Inputs
    from homonym.evaluation.numbers import Further

    named = require_column_names(columns), require_text(order, "order")
    lists = (
        resolve_table_path(predictions),
        resolve_table_path(truth),
        resolve_table_path(train),
    )
    given = *lists, read_catalogue(catalogue), *named
    scaled, on = (
        read_scale(scale),
        (require_text(engine, "engine"), require_text(master, "master")),
    )
    how = read_threshold(threshold), require_bool(strict, "strict"), "", *on, scaled
    groups = resolve_table_path(item_groups), resolve_table_path(user_groups)
    beside = (
        resolve_table_path(aspects),
        *groups,
        resolve_table_path(logged),
        read_bias(bias),
    )
    inputs = Inputs(*given, *how, *beside)
    file = as_path(card, "card")
    check_card(inputs, file)
    drawn = None if interval is None else Interval(interval, seed, draws)
    found = evaluate_inputs(
        inputs,
        require_cut_offs(k),
        require_metrics(metrics),
        require_texts(like, "libraries"),
        Conventions.of(
            list_chosen_conventions(conventions), require_text(ties, "ties")
        ),
        Further(require_bool(per_user, "per_user"), drawn, file is not None),
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
    catalogue: Path | str | int | None = None,
    engine: str = "duckdb",
    master: str = "local[*]",
    aspects: Path | str | None = None,
    item_groups: Path | str | None = None,
    user_groups: Path | str | None = None,
) -> Verification:
    """A metric card, computed again.

    card: the file that `evaluate` wrote; predictions, truth, train, catalogue, aspects,
    item_groups, user_groups: files to compute it from instead of those that it names
    from its own folder, or how many items the catalogue has; engine, master: as
    `evaluate` takes them.

    The answer's `same` says whether all is as on the card, its `differences` what is
    not. Raises UserError for what is no card, and where a file cannot be evaluated.
    """
    check_engine()
    from homonym.evaluation.verification import verify_card

    if (file := as_path(card, "card")) is None:
        raise UserError("None is no metric card: give the path of its file")
    tables = {"predictions": predictions, "truth": truth, "train": train}
    groups = {"item_groups": item_groups, "user_groups": user_groups}
    given = {**tables, "aspects": aspects, **groups}
    paths: dict[str, Path | int | None] = {
        kind: as_path(one, kind) for kind, one in given.items() if one is not None
    }
    if (items := read_catalogue(catalogue)) is not None:
        paths["catalogue"] = items
    on = {
        "engine": require_text(engine, "engine"),
        "master": require_text(master, "master"),
    }
    return verify_card(file, paths, on)


def identify(
    predictions: Any,
    truth: Any,
    value: str,
    *,
    k: int | Iterable[int] = (),
    metric: str | Variant = "",
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
) -> Identifications:
    """Which definition gives a printed number on your tables.

    value: the number as it stands in print, a text, since `0.30` says more than 0.3;
    metric: the name it goes by, whose family alone is tried, perhaps with its cut-off,
    as `NDCG@20`, in place of k, or `LIBRARY.METRIC`, an id or a Variant, whose
    definition alone is tried (or all that the record leaves open);
    threshold: `"any"` tries every grade of the truth, users: `"any"` every treatment of
    users; the others as `evaluate` takes them. The answers are those of three tiers, up
    to the first in which a definition matches: recorded metrics by their conventions,
    recorded definitions, all definitions; `wider` has those after it. They are a list,
    with what was wrong with the tables (`faults`) and the matches as a table (`table`,
    `to_pandas()`).

    Raises UserError as `evaluate` does, and for a text that is no number.
    """
    name = require_metric(metric)
    found = identify_values(
        predictions,
        truth,
        {name: require_text(value, "the printed number")},
        k=k,
        train=train,
        catalogue=catalogue,
        conventions=conventions,
        ties=ties,
        order=order,
        columns=columns,
        threshold=threshold,
        users=users,
        strict=strict,
        engine=engine,
        master=master,
    )
    return found[name]


def identify_values(
    predictions: Any,
    truth: Any,
    values: Mapping[str | Variant, str],
    *,
    k: int | Iterable[int] = (),
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
) -> IdentifiedValues:
    """Which definitions give several printed numbers of one table on your tables.

    values: the numbers as they stand in print by the names that they go by, as `{"map":
    "0.0317", "NDCG@10": "0.0512"}`, or by Variants; the others as `identify` takes
    them. The answer has each name's tiers, as `identify` gives them, whose last has the
    matches that fit the other numbers: by a library that gives all of them at one
    cut-off (or those in the names), by one threshold and one treatment of users, where
    there is one (`explained_by` names these; `may_explain`, where there is none, those
    whose records leave that open), else by any definitions so; `together` says whether
    there are such.

    Raises UserError as `identify` does.
    """
    check_engine()
    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.inputs import Inputs
    from homonym.identification.settings import read_unknown_settings
    from homonym.identification.several_values import identify_printed_values

    known, unknown = read_unknown_settings(threshold, users)
    named = require_column_names(columns), require_text(order, "order")
    lists = (
        resolve_table_path(predictions),
        resolve_table_path(truth),
        resolve_table_path(train),
    )
    given = *lists, read_catalogue(catalogue), *named
    on = require_text(engine, "engine"), require_text(master, "master")
    return identify_printed_values(
        Inputs(*given, known, require_bool(strict, "strict"), "", *on),
        require_cut_offs(k),
        require_printed_numbers(values),
        Conventions.of(
            list_chosen_conventions(conventions), require_text(ties, "ties")
        ),
        unknown,
    )


def dissent(
    runs: Path | str | Iterable[Path | str] | Mapping[str, Any],
    truth: Any,
    *,
    k: int = 10,
    metrics: Iterable[str | Variant] = (),
    conventions: Mapping[str, str] | None = None,
    ties: str = "item",
    order: str = "score",
    columns: Mapping[str, str] | None = None,
    threshold: float | None = None,
    strict: bool = False,
    interval: float = 0.95,
    seed: int = 1,
    draws: int = 1000,
    alpha: float = 0.05,
) -> Judged:
    """Whether the choice of definition changes which model wins, on your own tables.

    runs: a folder with a file for each model, paths, or tables by the models' names;
    interval, seed, draws: of the bootstrap over users; alpha: a difference with a
    smaller p-value is significant, by Student's test for pairs, over users, adjusted by
    Holm's method for all pairs of models; the others as `evaluate` takes them.
    Definitions of rankings that need lists and truth alone are compared: those of one
    family, and metrics of one name by their libraries' conventions.

    The answer's `answer` is a sentence, `rows` has each two definitions, `flips` each
    pair of models that two order otherwise, both significantly, `data` everything.
    Raises UserError as `evaluate` does, and for fewer than two runs.
    """
    check_engine()
    from homonym.disagreement.dissent import DissentQuestion
    from homonym.disagreement.model_files import read_runs
    from homonym.disagreement.result import answer_dissent_question
    from homonym.evaluation.bootstrap import Interval
    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.inputs import Inputs

    named = require_column_names(columns), require_text(order, "order")
    inputs = Inputs(
        None,
        resolve_table_path(truth),
        None,
        None,
        *named,
        read_threshold(threshold),
        require_bool(strict, "strict"),
    )
    usual = Conventions.of(
        list_chosen_conventions(conventions), require_text(ties, "ties")
    )
    drawn = Interval(interval, seed, draws)
    names = require_metrics(metrics)
    question = DissentQuestion(require_cut_off(k), names, usual, drawn, alpha)
    return answer_dissent_question(
        inputs, read_runs(resolve_table_paths(runs)), question
    )
