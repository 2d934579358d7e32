"""Which definition a function is named after: start at `match_name_to_definition`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, aliases, every_family

AFFIXES = re.compile(r"^(mean_|get_|compute_|calc_)|(_?at_?[kn]|_[kn]|_score|_metric)$")
ALSO = {
    "average_precision": (
        "mean_average_precision",
        "avg_precision",
        "apk",
        "mapk",
        "mapr",
    ),
    "reciprocal_rank": ("mean_reciprocal_rank",),
    "hit_rate": ("hit", "hit_ratio", "hits"),
    "ndcg": ("normalized_dcg", "normalized_discounted_cumulative_gain"),
    "f_score": ("f1", "f1_score", "f_measure"),
    "auc": ("roc_auc", "roc_auc_score"),
    "rmse": ("root_mean_squared_error", "root_mean_square_error"),
    "mse": ("mean_squared_error", "mean_square_error"),
    "mae": ("mean_absolute_error",),
    "r2": ("r2_score", "r_squared"),
    "log_loss": ("binary_cross_entropy", "cross_entropy", "bce"),
}
"""Names that functions go by, beside the aliases of the variants."""
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
SHORTEST = 2
"""An alias of one letter is none within a longer name."""
MOST_WORDS = 4
"""No name has more."""


def match_name_to_family(name: str) -> str:
    """The family that a function is named after; nothing where none is.

    >>> [*map(match_name_to_family, ("ndcg_at_k", "mean_average_precision", "load"))]
    ['ndcg', 'average_precision', '']
    """
    found = match_name_to_definition(name)
    return found.family if found else ""


def find_family_in_text(text: str) -> str:
    """The family that is named first by the most words somewhere in a text.

    >>> [*map(find_family_in_text, ("NDCG_binary_at_k_batch", "getHitRatio"))]
    ['ndcg', 'hit_rate']
    """
    found = find_definition_in_text(text)
    return found.family if found else ""


def match_name_to_definition(name: str) -> Variant | None:
    """The definition that a function's name stands for.

    >>> str(match_name_to_definition("dcg_at_k")), match_name_to_definition("load")
    ('ndcg(gain=binary, ideal=none)', None)
    """
    shorter = AFFIXES.sub("", name.lower())
    return index_definitions_by_name().get(
        normalise_definition_name(name)
    ) or index_definitions_by_name().get(normalise_definition_name(shorter))


def find_definition_in_text(text: str) -> Variant | None:
    """The definition that is named first by the most words somewhere in a text."""
    words = [word.lower() for word in WORD.findall(text)]
    for size in range(min(MOST_WORDS, len(words)), 0, -1):
        for found in (
            index_definitions_by_name().get(part)
            for part in join_word_spans(words, size)
        ):
            if found:
                return found
    return None


def is_ranking_family(claims: str) -> bool:
    """Whether it is a family, and takes rankings."""
    return bool(claims) and every_family()[claims].takes is Case


def join_word_spans(words: list[str], size: int) -> Iterator[str]:
    """So many words that stand together, as one."""
    for start in range(len(words) - size + 1):
        part = "".join(words[start : start + size])
        if len(part) >= SHORTEST:
            yield part


@lru_cache(maxsize=1)
def index_definitions_by_name() -> dict[str, Variant]:
    """Plain name -> the definition that goes by it."""
    found = {
        normalise_definition_name(alias): variant
        for alias, variant in aliases().items()
    }
    more = {
        normalise_definition_name(also): Variant.with_defaults(home)
        for home, names in ALSO.items()
        for also in names
    }
    return found | more


def normalise_definition_name(name: str) -> str:
    """A name without case and underscores."""
    return name.lower().replace("_", "")
