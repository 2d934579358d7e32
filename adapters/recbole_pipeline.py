"""RecBole's pipeline: files and a model in, `Trainer.evaluate`, as its users run it.

The case becomes RecBole's atomic files, split into train and test beforehand, and the
model one that gives the case's scores; nothing is trained. RecBole reads the files,
masks the items of the train part, ranks all others by score (in single precision, as
its models do) and rounds to four decimals, its default. All rankings are of the whole
catalogue: a case with an unscored item is refused. AUC is of labelled pairs: there the
test file holds every listed pair with its label.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from homonym.adapters.contract import Value
from homonym.adapters.recbole import PIPELINE, PROMISED, adapter, all_scored, once
from homonym.reference.case import RELEVANT, AnyCase, Id

__all__ = ["adapter"]

FOUR_DECIMALS = 1e-4
"""A number below 1 rounded to four decimals is less than that away."""

Rows = list[tuple[Id, ...]]


def ranked(case: AnyCase) -> tuple[str, Rows, Rows]:
    """(columns, train, test) of a ranking: the test is every pair of the truth."""
    for user in case.truth:
        once(case.recommendations.get(user, ()))
        all_scored(case, user)
    train: Rows = [(user, item) for user, items in case.train.items() for item in items]
    test: Rows = [(user, i) for user, judged in case.truth.items() for i, _ in judged]
    return "user_id:token\titem_id:token", train, test


def labelled(case: AnyCase) -> tuple[str, Rows, Rows]:
    """(columns, train, test) of labelled pairs: the test is every listed pair."""
    test: Rows = []
    for user, listed in case.recommendations.items():
        once(listed)
        grades = dict(case.truth.get(user, ()))
        test += [(user, i, int(grades.get(i, 0) >= RELEVANT)) for i, _ in listed]
    return "user_id:token\titem_id:token\tlabel:float", [], test


def write(file: Path, columns: str, rows: Rows) -> None:
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
# each version's words for: no training, so no negatives to train with
UNTRAINED: dict[str, Any] = {
    "training_neg_sample_num": 0,
    "neg_sampling": None,
    "train_neg_sample_args": None,
    "shuffle": False,
}


def model(case: AnyCase) -> Any:
    """A model class that gives the case's scores."""
    import torch
    from recbole.model.abstract_recommender import GeneralRecommender
    from recbole.utils import InputType

    scores = {
        (str(user), str(item)): score
        for user, listed in case.recommendations.items()
        for item, score in listed
    }

    class Given(GeneralRecommender):  # type: ignore[misc]
        input_type = InputType.POINTWISE

        def __init__(self, config: Any, dataset: Any) -> None:
            super().__init__(config, dataset)
            self.dataset = dataset
            self.weight = torch.nn.Parameter(torch.zeros(1))  # RecBole wants one

        def full_sort_predict(self, interaction: Any) -> Any:
            users = self.dataset.id2token(self.USER_ID, interaction[self.USER_ID])
            items = self.dataset.id2token(self.ITEM_ID, range(self.n_items))
            # RecBole overwrites what has no score here: train items and its padding
            return torch.tensor([scores.get((u, i), 0.0) for u in users for i in items])

        def predict(self, interaction: Any) -> Any:
            users = self.dataset.id2token(self.USER_ID, interaction[self.USER_ID])
            items = self.dataset.id2token(self.ITEM_ID, interaction[self.ITEM_ID])
            return torch.tensor(
                [scores[u, i] for u, i in zip(users, items, strict=True)]
            )

    return Given


def run(given: Any, settings: dict[str, Any]) -> Value:
    """What `Trainer.evaluate` returns of the model on the files, if anything."""
    from recbole.config import Config
    from recbole.data import create_dataset, data_preparation
    from recbole.trainer import Trainer

    config = Config(model=given, dataset="case", config_dict=settings)
    dataset = create_dataset(config)
    *_, test = data_preparation(config, dataset)
    trainer = Trainer(config, given(config, dataset))
    try:
        found = trainer.evaluate(test, load_best_model=False)
    finally:
        if hasattr(trainer, "tensorboard"):
            trainer.tensorboard.close()
    return Value(float(*found.values()) if found else None)


def evaluated(name: str) -> Callable[[AnyCase], Value]:
    """A call of the pipeline for the metric of that name."""
    arrange, mode = (labelled, LABELS) if name == "AUC" else (ranked, RANKING)

    def call(case: AnyCase) -> Value:
        columns, train, test = arrange(case)
        with TemporaryDirectory() as top, chdir(top):  # it writes where it stands
            folder = Path(top, "case")
            folder.mkdir()
            for part, rows in {"train": train, "valid": [], "test": test}.items():
                write(folder / f"case.{part}.inter", columns, rows)
            items: Rows = [(item,) for item in case.catalogue]
            write(folder / "case.item", "item_id:token", items)
            settings = {
                "metrics": [name],
                "topk": [case.k],
                "data_path": top,
                "benchmark_filename": ["train", "valid", "test"],
                "use_gpu": False,
                **mode,
                **UNTRAINED,
            }
            return run(model(case), settings)

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
):
    adapter.metric(
        f"{PIPELINE}({name})",
        claims,
        PROMISED[name],
        FOUR_DECIMALS,
        entry="pipeline",
        full=True,
    )(evaluated(name))
