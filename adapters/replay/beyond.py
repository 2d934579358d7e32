"""RePlay beyond accuracy: the same objects, called with lists and with training items.

Unexpectedness takes the lists of another recommender instead, CategoricalDiversity
nothing but lists of categories, one a row: where items have several aspects it is not
called. Each takes the same three kinds of tables as the metrics in `replay`.

Before 0.13 the object was made with the training items, or the other lists, and called
with lists and k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from homonym.adapters._shared.frames import trained
from homonym.adapters.contract import Documented, Refuse, answer
from homonym.adapters.replay.ranking import COLUMNS, IDS_ON_SPARK, ON_SPARK, adapter
from homonym.reference.case import AnyCase, Id, ScoredLists

__all__ = ["adapter"]

FrameRows = Sequence[tuple[Any, ...]]
MakeTable = Callable[[FrameRows, Sequence[str]], Any]
"""From rows and the names of their columns to a table of one of the kinds."""
TableArguments = Callable[[AnyCase, MakeTable], tuple[Any, ...]]

USER, ITEM, SCORE = COLUMNS
CATEGORIES = (USER, "category_id", SCORE)


def scored(lists: ScoredLists) -> FrameRows:
    """(user, item, score) of every recommendation, in the order given."""
    return [(user, item, score) for user, rows in lists.items() for item, score in rows]


def beside_train(case: AnyCase, make: MakeTable) -> tuple[Any, ...]:
    """The lists and the training items."""
    lists = make(scored(case.recommendations), COLUMNS)
    return lists, make(trained(case), (USER, ITEM))


def beside_expected(case: AnyCase, make: MakeTable) -> tuple[Any, ...]:
    """The lists and those of a recommender that surprises nobody."""
    if not case.expected:
        raise Refuse("RePlay asks for the lists of another recommender: there are none")
    lists = make(scored(case.recommendations), COLUMNS)
    return lists, make(scored(case.expected), COLUMNS)


def of_categories(case: AnyCase, make: MakeTable) -> tuple[Any, ...]:
    """The lists, with the category of the item in each row."""
    if not all(len(shown) == 1 for shown in case.aspects.values()):
        raise Refuse("RePlay's lists have one category a row: no item has several")
    found = scored(case.recommendations)
    rows = [(u, *case.aspects[item], score) for u, item, score in found]
    return (make(rows, CATEGORIES),)


def with_pandas(rows: FrameRows, columns: Sequence[str]) -> Any:
    """A pandas frame."""
    import pandas as pd

    return pd.DataFrame(rows, columns=list(columns))


def with_polars(rows: FrameRows, columns: Sequence[str]) -> Any:
    """A polars frame."""
    import polars as pl

    return pl.DataFrame(rows, list(columns), orient="row")


def typed(frames: tuple[Any, ...]) -> tuple[Any, ...]:
    """The polars frames; an empty one has the other's types, as it has none, and
    polars joins none without."""
    import polars as pl

    types: dict[str, Any] = {USER: pl.Int64, ITEM: pl.Int64, SCORE: pl.Float64}
    types[CATEGORIES[1]] = pl.String
    for given in filter(len, frames):
        types.update(given.schema)
    return tuple(
        given
        if len(given)
        else given.cast({name: types[name] for name in given.columns})
        for given in frames
    )


def with_dict(rows: FrameRows, columns: Sequence[str]) -> Any:
    """user -> [(item, score), …], or [item, …] where there are no scores."""
    found: dict[Id, list[Any]] = {}
    for user, item, *score in rows:
        found.setdefault(user, []).append((item, *score) if score else item)
    return found


def metric(
    name: str, tables: TableArguments, make: MakeTable
) -> Callable[[AnyCase], float]:
    """A call of the class of that name on such tables, of one kind."""
    columns = CATEGORIES if tables is of_categories else COLUMNS

    def call(case: AnyCase) -> float:
        import replay.metrics

        k = [*case.also, case.k] if case.also else case.k
        made = getattr(replay.metrics, name)(k, *columns)
        given = tables(case, make)
        given = typed(given) if make is with_polars else given
        found = answer(case, lambda: made(*given))
        return float(found[f"{name}@{case.k}"])

    return call


def frame(rows: FrameRows, columns: Sequence[str]) -> Any:
    """A pandas frame with the names of columns that were fixed before 0.13."""
    names = dict(zip(COLUMNS, (*IDS_ON_SPARK, "relevance"), strict=True))
    return with_pandas(rows, [names[column] for column in columns])


def metric_on_spark(name: str, tables: TableArguments) -> Callable[[AnyCase], float]:
    """A call of the class of that name as it was before 0.13."""

    def call(case: AnyCase) -> float:
        import replay.metrics

        lists, other = tables(case, frame)
        return float(getattr(replay.metrics, name)(other)(lists, case.k))

    return call


PROMISED = {
    # of the six items that the lists of its example begin with one is not trained: five
    # of nine are counted
    "Coverage": Documented(
        "coverage(of=any_items, catalogue=trained)",
        "count the number of distinct ``item_id`` in these recommendations … divide it "
        "by the number of distinct items in train dataset, provided to metric call",
        more=(
            ">>> Coverage(2)(recommendations, train) "
            "{'Coverage@2': 0.5555555555555556}",
        ),
        also=("coverage(of=items, catalogue=trained)",),
    ),
    "Novelty": Documented(
        "novelty(divisor=length)",
        "Measure the fraction of shown items in recommendation list, that users … "
        "didn't see in train dataset.",
        more=(
            r"Novelty@K(i) = \\frac {\\parallel {R^{i}_{1..\\min(K, \\parallel R^{i} "
            r"\\parallel)} \\setminus train^{i}} \\parallel} {K}",
        ),
        also=("novelty(divisor=k)",),
    ),
    # the average and the formula have not one divisor where a list is shorter than k
    "Surprisal": Documented(
        "self_information(chance=share_of_users, unseen=once, scale=users)",
        r"Surprisal(j)= \\frac {\\textit{Self-Information}(j)}{log_2 N}",
        more=(
            "Cold items are treated as if they were rated by 1 user.",
            "Recommendation list surprisal is the average surprisal of items in it.",
            "Surprisal@K(i) = … _{j=1}^{K}Surprisal(j)} {K}",
        ),
        also=(
            "self_information(chance=share_of_users, unseen=once, scale=users, "
            "divisor=k)",
        ),
    ),
    "Unexpectedness": Documented(
        "unexpectedness(counted=unexpected)",
        "Fraction of recommended items that are not present in some baseline",
        more=(
            r"Unexpectedness@K(i) = 1 - \\frac {\\parallel R^{i}_{1..\\min(K, "
            r"\\parallel R^{i} \\parallel)} \\cap BR^{i}_{1..\\min(K, \\parallel "
            r"BR^{i} \\parallel)} \\parallel} {K}",
        ),
        also=("unexpectedness(counted=places, divisor=k)",),
    ),
    "CategoricalDiversity": Documented(
        "s_recall(covers=any, divisor=k)",
        "count the number of distinct ``category_id`` in these recommendations / ``K``",
    ),
}

if ON_SPARK:
    # what it divides by are the items of the log that it is given, all or not
    PROMISED["Coverage"] = Documented(
        "coverage(of=items)",
        "count the number of distinct ``item_id`` in these recommendations … it by the "
        "number of items in the whole data set",
        more=("It is important for ``log`` to contain all available items.",),
        also=("coverage(of=any_items, catalogue=trained)",),
    )
    PROMISED["Unexpectedness"] = Documented(
        "unexpectedness(counted=unexpected)", PROMISED["Unexpectedness"].quote
    )

BEYOND: tuple[tuple[str, str, TableArguments], ...] = (
    ("Coverage", "coverage", beside_train),
    ("Novelty", "novelty", beside_train),
    ("Surprisal", "self_information", beside_train),
    ("Unexpectedness", "unexpectedness", beside_expected),
    ("CategoricalDiversity", "s_recall", of_categories),
)
"""A class, the family that it claims, and the tables that it takes."""

KINDS: dict[str, MakeTable] = {
    "": with_pandas,
    "[polars]": with_polars,
    "[dict]": with_dict,
}

for name, claims, tables in BEYOND:
    if ON_SPARK:
        adapter.metric(name, claims, PROMISED[name])(metric_on_spark(name, tables))
        continue
    for kind, make in KINDS.items():
        register = adapter.metric(
            name + kind, claims, PROMISED[name], cut_offs=True, same_object=True
        )
        register(metric(name, tables, make))
