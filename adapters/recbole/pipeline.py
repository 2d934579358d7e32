"""RecBole's pipeline: files and a model in, `Trainer.evaluate`, as its users run it.

The case becomes RecBole's atomic files, split into train and test beforehand, and the
model one that gives the case's scores; nothing is trained. RecBole reads the files,
masks the items of the train part, ranks all others by score (in single precision, as
its models do) and rounds to four decimals, its default. All rankings are of the whole
catalogue: what a list leaves out has the lowest score, as in RecBole's own evaluation
of samples; GAUC, which reads the rank of every positive, refuses that. AUC is of
labelled pairs: there the test file holds every listed pair with its label.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import chdir
from math import inf, nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from homonym.adapters._shared.installed import installed
from homonym.adapters.contract import Refuse, answer
from homonym.adapters.recbole.beyond import BEYOND
from homonym.adapters.recbole.beyond import PROMISED as PROMISED_BEYOND
from homonym.adapters.recbole.ranking import (
    PIPELINE,
    PROMISED,
    adapter,
    all_scored,
    once,
)
from homonym.reference.case import AnyCase, Id, is_relevant

__all__ = ["adapter"]

FOUR_DECIMALS = 1e-4
"""A number below 1 rounded to four decimals is less than that away."""

AT_K = ("Hit", "MRR", "MAP", "Recall", "NDCG", "Precision")
"""The metrics that are asked for together."""

PROMISED_HERE = {**PROMISED, **PROMISED_BEYOND}

AtomicRows = list[tuple[Id, ...]]


def ranked(case: AnyCase) -> tuple[str, AtomicRows, AtomicRows]:
    """(columns, train, test) of a ranking: the test is every pair of the truth."""
    for user in case.truth:
        listed = case.recommendations.get(user, ())
        once(listed)
        if {*case.train.get(user, ())} & {*dict(listed)}:
            raise Refuse("RecBole shows no user a training item")
        if len(listed) < max([case.k, *case.also]):
            all_scored(case, user)
    train: AtomicRows = [
        (user, item) for user, items in case.train.items() for item in items
    ]
    test: AtomicRows = [
        (user, i) for user, judged in case.truth.items() for i, _ in judged
    ]
    return "user_id:token\titem_id:token", train, test


def whole(case: AnyCase) -> tuple[str, AtomicRows, AtomicRows]:
    """The same, of whole rankings alone."""
    for user in case.truth:
        all_scored(case, user)
    return ranked(case)


def labelled(case: AnyCase) -> tuple[str, AtomicRows, AtomicRows]:
    """(columns, train, test) of labelled pairs: the test is every listed pair."""
    test: AtomicRows = []
    for user, listed in case.recommendations.items():
        once(listed)
        grades = dict(case.truth.get(user, ()))
        test += [(user, i, int(is_relevant(grades.get(i)))) for i, _ in listed]
    return "user_id:token\titem_id:token\tlabel:float", [], test


def write(file: Path, columns: str, rows: AtomicRows) -> None:
    """One of RecBole's atomic files."""
    lines = ["\t".join(map(str, row)) for row in rows]
    file.write_text("\n".join([columns, *lines, ""]))


RANKING: dict[str, Any] = {
    "load_col": {"inter": ["user_id", "item_id"], "item": ["item_id"]},
}
LABELS: dict[str, Any] = {
    "load_col": {"inter": ["user_id", "item_id", "label"], "item": ["item_id"]},
    "eval_args": {"mode": "labeled"},
    "eval_setting": "RO_RS",  # the same before 1.0
}
COMMON: dict[str, Any] = {
    "benchmark_filename": ["train", "valid", "test"],
    "use_gpu": False,
    # each version's words for: no training, so no negatives to train with
    "training_neg_sample_num": 0,
    "neg_sampling": None,
    "train_neg_sample_args": None,
    "shuffle": False,
}


def scores(case: AnyCase) -> dict[str, dict[str, float]]:
    """The listed items' scores by user; the files make texts of all ids."""
    return {
        str(user): {str(item): score for item, score in listed}
        for user, listed in case.recommendations.items()
    }


def named(dataset: Any, field: str, batch: Any) -> Any:
    """The texts of a batch's ids; asked with a tensor of one, RecBole gives no array
    but the text itself, letter after letter."""
    return dataset.id2token(field, batch.tolist())


def model(given: dict[str, dict[str, float]]) -> Any:
    """A model class that gives these scores, and to all other items the lowest."""
    import torch
    from recbole.model.abstract_recommender import GeneralRecommender
    from recbole.utils import InputType

    class Given(GeneralRecommender):  # type: ignore[misc]
        input_type = InputType.POINTWISE

        def __init__(self, config: Any, dataset: Any) -> None:
            super().__init__(config, dataset)
            self.dataset = dataset
            self.weight = torch.nn.Parameter(torch.zeros(1))  # RecBole wants one

        def full_sort_predict(self, interaction: Any) -> Any:
            users = named(self.dataset, self.USER_ID, interaction[self.USER_ID])
            items = self.dataset.id2token(self.ITEM_ID, range(self.n_items))
            rows = [given.get(user, {}) for user in users]
            return torch.tensor([[row.get(i, -inf) for i in items] for row in rows])

        def predict(self, interaction: Any) -> Any:
            users = named(self.dataset, self.USER_ID, interaction[self.USER_ID])
            items = named(self.dataset, self.ITEM_ID, interaction[self.ITEM_ID])
            pairs = zip(users, items, strict=True)
            return torch.tensor([given[user][item] for user, item in pairs])

    return Given


def run(case: AnyCase, settings: dict[str, Any]) -> float:
    """What `Trainer.evaluate` returns on the files, NaN where that is nothing."""
    from recbole.config import Config
    from recbole.data import create_dataset, data_preparation
    from recbole.trainer import Trainer

    given = model(scores(case))
    config = Config(model=given, dataset="case", config_dict=settings)
    dataset = create_dataset(config)
    train, _, test = data_preparation(config, dataset)
    trainer = Trainer(config, given(config, dataset))
    if hasattr(trainer, "eval_collector"):  # there is none before 1.0
        trainer.eval_collector.data_collect(train)  # as `fit` does before it trains
    try:
        found = answer(case, lambda: trainer.evaluate(test, load_best_model=False))
    finally:
        if hasattr(trainer, "tensorboard"):
            trainer.tensorboard.close()
    return float([*found.values()][-1]) if found else nan


def evaluated(name: str) -> Callable[[AnyCase], float]:
    """A call of the pipeline for the metric of that name."""
    mode = LABELS if name == "AUC" else RANKING
    arrange = {"AUC": labelled, "GAUC": whole}.get(name, ranked)

    def call(case: AnyCase) -> float:
        columns, train, test = arrange(case)
        items: AtomicRows = [(item,) for item in case.catalogue]
        with TemporaryDirectory() as top, chdir(top):  # it writes where it stands
            folder = Path(top, "case")
            folder.mkdir()
            for part, rows in {"train": train, "valid": [], "test": test}.items():
                write(folder / f"case.{part}.inter", columns, rows)
            write(folder / "case.item", "item_id:token", items)
            cut_offs = [*case.also, case.k]
            others = [n for n in AT_K if case.together and n != name]
            asked = {"metrics": [*others, name], "topk": cut_offs, "data_path": top}
            return run(case, {**asked, **COMMON, **mode})

    return call


for name, claims in (
    ("Hit", "hit_rate"),
    ("MRR", "reciprocal_rank"),
    ("MAP", "average_precision"),
    ("Recall", "recall"),
    ("NDCG", "ndcg"),
    ("Precision", "precision"),
    ("GAUC", "auc"),
    ("AUC", "auc"),
    *(BEYOND.items() if installed("recbole") >= (1, 0) else ()),
):
    adapter.metric(
        f"{PIPELINE}({name})",
        claims,
        PROMISED_HERE[name],
        FOUR_DECIMALS,
        entry="pipeline",
        full=claims == "auc",
        cut_offs=name in AT_K,
        together=name in AT_K,
        same_object=True,
    )(evaluated(name))
