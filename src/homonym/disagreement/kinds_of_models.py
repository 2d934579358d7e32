"""The best of each kind of model, which is what papers compare: start at
`select_best_of_kinds`.

The kind of a model is its name up to the first hyphen: `ease-500` and `ease-1000` are
of the kind `ease`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from homonym.disagreement.standings import Standing, find_best_models


def name_model_kind(model: str) -> str:
    """A model's kind.

    >>> name_model_kind("ease-500"), name_model_kind("popularity")
    ('ease', 'popularity')
    """
    return model.partition("-")[0]


def list_model_kinds(models: Sequence[str]) -> list[str]:
    """Every kind, in the order of the models."""
    return list(dict.fromkeys(map(name_model_kind, models)))


def select_best_of_kinds(
    standings: Sequence[Standing], models: Sequence[str]
) -> list[Standing]:
    """Each measure's standing of the model of each kind that is the best by it: as many
    columns as there are kinds, in their order, which may be other models by another
    measure."""
    kinds = np.array([name_model_kind(model) for model in models])
    return [
        one.of(
            np.array(
                [
                    find_best_among(one, kinds == kind)
                    for kind in list_model_kinds(models)
                ]
            )
        )
        for one in standings
    ]


def find_best_among(standing: Standing, some: np.ndarray) -> int:
    """The first of some models with the greatest number."""
    places = np.flatnonzero(some)
    return int(places[find_best_models(standing.values[places]).argmax()])
