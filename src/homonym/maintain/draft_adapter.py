"""The first draft of an adapter: `draft` writes it from a library's own functions.

It guesses a family from a function's name and an argument's meaning from the argument's
name. What it cannot tell it leaves out of scope and says so; the maintainer edits it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from types import ModuleType
from typing import Any

from homonym.adapters._shared.functions import functions
from homonym.reference.variants import aliases

NOT_TOLD = "not wrapped yet: homonym init could not tell what it is"
AFFIXES = re.compile(r"^(mean_|get_|compute_|calc_)|(_?at_?[kn]|_[kn]|_score|_metric)$")
ALSO = {
    "average_precision": ("mean_average_precision", "avg_precision"),
    "reciprocal_rank": ("mean_reciprocal_rank",),
    "hit_rate": ("hit", "hit_ratio", "hits"),
    "ndcg": ("normalized_dcg", "normalized_discounted_cumulative_gain"),
    "f_score": ("f1", "f1_score", "f_measure"),
    "auc": ("roc_auc",),
}
"""Names that functions go by, beside the aliases of the variants."""
MEANINGS = {
    "truth": "truth true actual relevant relevance qrels gt target label "
    "test positive holdout",
    "lists": "list recommended recommendation rec ranked ranking "
    "predicted prediction pred run retrieved",
    "case.k": "k n topk top cutoff at",
}
"""What stands for an argument, by the words in its name."""
SHAPES: Mapping[str, tuple[str, str]] = {
    "user": (
        "Adapter, Refuse, Value",
        "each(case, lambda ranked, relevant: $call)",
    ),
    "dicts": ("Adapter, Refuse", "float($call)"),
    "frames": ("Adapter", "float($call)"),
}
"""How a library takes its data: what to import, and how its metric is called."""
METRIC = Template(
    """@adapter.metric("$name", claims="$family")
def $name(case):
    import $module

    return $returned
"""
)


@dataclass(frozen=True)
class Draft:
    """The text of an adapter, and the functions it wraps and leaves out."""

    text: str
    wrapped: tuple[str, ...]
    left_out: tuple[str, ...]


def draft(library: str, module: ModuleType, shape: str) -> Draft:
    """An adapter for the public functions of a module, in one of the shapes."""
    package = module.__name__.partition(".")[0]
    public = functions(module, package)
    calls = {name: call(f, shape) for name, f in public.items() if family(name)}
    wrapped = {name: words for name, words in calls.items() if words}
    left_out = [name for name in public if name not in wrapped]
    imported, returned = SHAPES[shape]
    common = {
        "library": library,
        "module": module.__name__,
        "package": package,
        "imports": f"from homonym import {imported}, functions",
        "out_of_scope": "".join(f'\n        "{n}": "{NOT_TOLD}",' for n in left_out)
        + ("\n    " if left_out else ""),
    }
    metrics = [
        METRIC.substitute(
            common,
            name=name,
            family=family(name),
            returned=Template(returned).substitute(
                call=f"{module.__name__}.{name}({words})"
            ),
        )
        for name, words in wrapped.items()
    ]
    parts = [Template(stub("head")).substitute(common), stub(shape), *metrics]
    text = "\n\n".join(parts)
    return Draft(text, tuple(wrapped), tuple(left_out))


def stub(name: str) -> str:
    """A part of the draft, by its file."""
    file = files("homonym.maintain").joinpath("stubs", f"{name}.txt")
    return file.read_text(encoding="utf-8")


def family(name: str) -> str:
    """The family that a function is named after; nothing where none is.

    >>> family("ndcg_at_k"), family("mean_average_precision"), family("load")
    ('ndcg', 'average_precision', '')
    """
    known = {plain_name(alias): variant.family for alias, variant in aliases().items()}
    known |= {plain_name(also): home for home, names in ALSO.items() for also in names}
    shorter = AFFIXES.sub("", name.lower())
    return known.get(plain_name(name), "") or known.get(plain_name(shorter), "")


def plain_name(name: str) -> str:
    """A name without case and underscores."""
    return name.lower().replace("_", "")


def call(function: Callable[..., Any], shape: str) -> str:
    """The arguments it is called with; nothing where one cannot be told."""
    words = []
    for name, one in inspect.signature(function).parameters.items():
        meant = meaning_of_argument(name)
        if not meant and one.default is not one.empty:
            continue
        if not meant or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            return ""
        given = {"lists": "ranked", "truth": "relevant"} if shape == "user" else {}
        plural = meant if meant == "case.k" else given.get(meant, f"{meant}(case)")
        positional = one.kind is one.POSITIONAL_ONLY
        words.append(plural if positional else f"{name}={plural}")
    return ", ".join(words)


def meaning_of_argument(argument: str) -> str:
    """What an argument of this name takes; nothing where it cannot be told.

    >>> [meaning_of_argument(one) for one in ("y_true", "top_k", "relevant_items", "b")]
    ['truth', 'case.k', 'truth', '']
    """
    said = argument.lower().split("_")
    words = {*said, *(word.removesuffix("s") for word in said)}
    found = (meant for meant, its in MEANINGS.items() if words & set(its.split()))
    return next(found, "")
