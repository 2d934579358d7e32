"""Elliot beyond accuracy: which items the lists show, to whom, and how they fare.

An object is given all items of the catalogue. The evaluator is given Elliot's own data
set, made of the training and test data as its users make it: it knows the items of the
training data only, so that a list with another one is more than some metrics stand.

Groups of items or of users, and what items are about, are read from files, which are
written to a temporary folder; Elliot wants groups numbered from 0 on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from homonym.adapters.contract import Refuse, Value, answer
from homonym.adapters.elliot.promised import OF_RUNS
from homonym.adapters.elliot.ranking import (
    PIPELINE,
    adapter,
    configured,
    lists,
    results,
    train,
    truth,
)
from homonym.reference.case import AnyCase, Id

__all__ = ["adapter"]

ExtraOptions = dict[str, str] | None
"""What a configuration adds to a complex metric; a simple one has nothing."""


def catalogued(case: AnyCase) -> SimpleNamespace:
    """What the objects ask of a data set, where it knows the whole catalogue."""
    from scipy import sparse

    items = {item: place for place, item in enumerate(case.catalogue)}
    pairs = [(u, items[i]) for u, own in enumerate(case.train.values()) for i in own]
    places = [user for user, _ in pairs], [item for _, item in pairs]
    shape = len(case.train), len(items)
    return SimpleNamespace(
        train_dict=train(case),
        items=list(items),
        private_items=dict(enumerate(items)),
        transactions=len(pairs),
        sp_i_train=sparse.csr_matrix(([1.0] * len(pairs), places), shape),
    )


def own(case: AnyCase, config: SimpleNamespace) -> Any:
    """Elliot's data set of the training and test data."""
    from elliot.dataset.dataset import DataSet
    from pandas import DataFrame

    def frame(tables: dict[Id, dict[Id, float]]) -> Any:
        rows = [(u, i, r) for u, pairs in tables.items() for i, r in pairs.items()]
        return DataFrame(rows, columns=["userId", "itemId", "rating"])

    config.align_side_with_train = False
    return DataSet(config, (frame(train(case)), frame(truth(case))), SimpleNamespace())


def told(name: str, values: list[tuple[str, float]], by_group: bool) -> float | Value:
    """A metric's number, or its numbers group by group: it then gives several."""
    parts = tuple(float(v) for n, v in values if n.startswith(f"{name}_"))
    if by_group:
        return Value(None, parts)
    return float(values[-1][1]) if values else nan


@contextmanager
def files(case: AnyCase, needs: dict[str, str]) -> Iterator[dict[str, str]]:
    """The arguments that name the files with what a metric needs of users or items."""
    with TemporaryDirectory() as folder:
        arguments: dict[str, str] = {}
        for prefix, what in needs.items():
            rows = FILES[what](case)
            if not rows:
                raise Refuse(f"it reads {what} from a file: the case has none")
            path = Path(folder, f"{prefix}{what.replace(' ', '_')}.tsv")
            path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
            arguments |= named(prefix, what, str(path))
        yield arguments


def named(prefix: str, what: str, path: str) -> dict[str, str]:
    """A configuration's entries for a file."""
    if what == "aspects":
        return {"feature_data": path}
    return {f"{prefix}clustering_name": what, f"{prefix}clustering_file": path}


def numbered(groups: Iterable[tuple[Id, int]]) -> list[tuple[Id, int]]:
    """(id, number of the group), from 0 on."""
    pairs = list(groups)
    numbers = {g: n for n, g in enumerate(sorted({group for _, group in pairs}))}
    return [(one, numbers[group]) for one, group in pairs]


def features(case: AnyCase) -> list[tuple[Any, ...]]:
    """(item, feature, feature, …): features are numbers to Elliot."""
    every = sorted({aspect for aspects in case.aspects.values() for aspect in aspects})
    numbers = {aspect: number for number, aspect in enumerate(every)}
    return [(i, *(numbers[a] for a in aspects)) for i, aspects in case.aspects.items()]


FILES: dict[str, Callable[[AnyCase], list[Any]]] = {
    "groups of items": lambda case: numbered(case.groups.items()),
    "groups of users": lambda case: numbered(case.user_groups.items()),
    "aspects": features,
}


def metric(
    name: str, needs: dict[str, str], extra: ExtraOptions, part: str
) -> Callable[[AnyCase], float | Value]:
    """A call of the object of that name."""

    def call(case: AnyCase) -> float | Value:
        from elliot.evaluation.metrics import parse_metric
        from elliot.evaluation.popularity_utils import Popularity
        from elliot.evaluation.relevance import Relevance

        data = catalogued(case)
        objects = SimpleNamespace(
            relevance=Relevance(truth(case), 0),
            pop=Popularity(data),
            cutoff=case.k,
            num_items=len(case.catalogue),
            data=data,
        )
        with files(case, needs) as read:
            given = [] if extra is None else [{"metric": name, **read, **extra}]
            config = SimpleNamespace(config_test=True)
            made = parse_metric(name)(lists(case), config, None, objects, *given).get()
            values = [(one.name(), answer(case, one.eval)) for one in made]
        return told(part or name, values, bool(part))

    return call


def evaluated(
    name: str, needs: dict[str, str], extra: ExtraOptions, part: str
) -> Callable[[AnyCase], float | Value]:
    """A call of the evaluator, configured for the metric of that name."""

    def call(case: AnyCase) -> float | Value:
        with files(case, needs) as read:
            given = None if extra is None else {**read, **extra}
            found = results(case, own(case, configured(case, name, 0, given)))
        return told(part or name, list(found.items()), bool(part))

    return call


def register(
    shown: str,
    claims: str,
    needs: dict[str, str] | None = None,
    extra: ExtraOptions = None,
    part: str = "",
) -> None:
    """Register a metric as an object and as the evaluator gives it.

    part: how the numbers by group are called that it gives, where these are wanted.
    """
    name = shown.partition("(")[0]
    settings = (name, needs or {}, {} if needs else extra, part)
    documented = None if shown != name else OF_RUNS.get(name)
    adapter.metric(shown, claims, documented, same_object=True)(metric(*settings))
    adapter.metric(
        f"{PIPELINE}({shown})",
        claims,
        documented,
        entry="pipeline",
        cut_offs=True,
        together=True,
        same_object=True,
    )(evaluated(*settings))


for name, claims in (
    ("ItemCoverage", "coverage"),
    ("UserCoverage", "coverage"),
    ("UserCoverageAtN", "coverage"),
    ("Gini", "gini"),
    ("SEntropy", "shannon_entropy"),
    ("EFD", "efd"),
    ("EPC", "epc"),
    ("ARP", "average_popularity"),
    ("APLT", "long_tail_share"),
    ("ACLT", "long_tail_share"),
    ("PopRSP", "rsp"),
    ("PopREO", "reo"),
):
    register(name, claims)

for name, claims in (("ExtendedEFD", "efd"), ("ExtendedEPC", "epc")):
    register(name, claims, extra={})
    register(f"{name}(relevance=discounted)", claims, extra={"relevance": "discounted"})

register("ExtendedPopRSP", "rsp", extra={})
register("ExtendedPopREO", "reo", extra={})

ITEMS, USERS = "groups of items", "groups of users"
for name in ("RSP", "REO"):
    register(name, name.lower(), {"": ITEMS})
    part = f"{name}-ProbToBeRanked"
    register(f"{name}(ProbToBeRanked)", name.lower(), {"": ITEMS}, part=part)

for name in ("UserMADranking", "UserMADrating"):
    register(name, "mad", {"": USERS})
for name in ("ItemMADranking", "ItemMADrating"):
    register(name, "mad", {"": ITEMS})

for name in ("BiasDisparityBR", "BiasDisparityBS", "BiasDisparityBD"):
    both = {"user_": USERS, "item_": ITEMS}
    register(name, "bias_disparity", both, part=name)

register("SRecall", "s_recall", {"": "aspects"})
