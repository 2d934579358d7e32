"""The names of metrics that one function takes, as `evaluate(…, "ndcg@10")` does: start
at `find_metrics_in_function`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from homonym.drafting.families import match_name_to_family
from homonym.drafting.roles import is_metrics_name
from homonym.drafting.shapes import has_shape
from homonym.drafting.signature import Function

NAME = r"([A-Za-z][A-Za-z_]*?)(?:@(?:k|\d+))?"
NAMED = re.compile(NAME, re.IGNORECASE)
"""How a metric is named in a text of the code: `ndcg`, `ndcg@10`, `ndcg@k`."""
QUOTED = re.compile(r"""(["'`])([^"'`\n]+)\1|\b([A-Za-z][A-Za-z_]*@(?:k|\d+))""")
"""How one is named in a docstring: in quotes, or with its cut-off."""


def takes_name(function: Function) -> bool:
    """Whether one of a function's arguments names the metric."""
    return any(map(is_metrics_name, function.arguments))


def find_metrics_in_function(function: Function) -> dict[str, str]:
    """The names in a function's code and docstring, with their families."""
    return find_metric_names([*function.texts, *find_quoted_names(function.doc)])


def find_metric_names(texts: Iterable[str]) -> dict[str, str]:
    """The names of metrics among texts, with their families; of each family that there
    is a shape for.

    >>> find_metric_names(["ndcg@10", "load", "RMSE", "coverage"])
    {'ndcg': 'ndcg', 'RMSE': 'rmse'}
    """
    named = {
        plain: match_name_to_family(plain)
        for plain in filter(None, map(strip_name_cut_off, texts))
    }
    return {name: claims for name, claims in named.items() if has_shape(claims)}


def strip_name_cut_off(text: str) -> str:
    """A metric's name without its cut-off; nothing for a text that is no name."""
    found = NAMED.fullmatch(text)
    return found[1] if found else ""


def find_quoted_names(doc: str) -> Iterator[str]:
    """What a docstring names."""
    for found in QUOTED.finditer(doc):
        yield found[2] or found[3]
