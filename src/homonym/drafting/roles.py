"""Which part of a case each argument of a function takes: start at
`assign_argument_parts`.

By the words in its name; where these say nothing, by those that the docstring says of
it; where these neither, by its place: lists stand before the truth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from homonym.drafting.families import match_name_to_family
from homonym.drafting.signature import Argument, Function

WORDS = (
    ("truth", "truth true actual relevant qrels gt gold ground expected correct"),
    (
        "lists",
        "recommended recommendation rec reco predicted prediction predict pred run "
        "retrieved ranked ranking ranklist result output suggested returned",
    ),
    ("truth", "target label test positive pos holdout heldout answer reference liked"),
    ("truth", "relevance rel"),
    ("lists", "list score rank order candidate topk item"),
)
"""What stands for a part, the surer words first."""
CUT_OFF = {"k", "n", "topk", "topn", "top", "cutoff", "cut", "off", "at", "val", "size"}
COUNTED = {"n", "num", "number", "total", "count", "len", "max"}
NUMBER_OF = re.compile(r"(the )?((max|min)imum |maximal |total |full )?number of", re.I)
"""How a docstring begins of what is a count."""
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


class CannotTell(ValueError):
    """A function whose arguments cannot be given; the message says why."""


def assign_argument_parts(function: Function) -> list[dict[str, str]]:
    """argument -> part (`k`, `hits`, `count`, `lists`, `truth`, `metric`), in each way
    that the function may mean it, the likelier first; CannotTell for none."""
    if function.why:
        raise CannotTell(function.why)
    given = {a.name: "k" for a in function.arguments if is_cut_off(a)}
    given |= {a.name: "metric" for a in function.arguments if is_metrics_name(a)}
    counts = [a for a in function.arguments if is_count(a)]
    rest = [
        a
        for a in function.arguments
        if a.name not in given and a not in counts and not a.optional
    ]
    if len(rest) == 1:
        counted = {a.name: "count" for a in counts}
        return [{rest[0].name: "hits"} | counted | given]
    if len(rest) != 2 or any(not a.optional for a in counts):
        named = ", ".join(a.name for a in function.arguments) or "no arguments"
        raise CannotTell(f"it takes {named}")
    return [pair | given for pair in assign_lists_and_truth(rest)]


def assign_lists_and_truth(two: Sequence[Argument]) -> list[dict[str, str]]:
    """Two arguments as lists and truth: one way where they say so, else both."""
    names = tuple(a.name for a in two)
    ways = [
        dict(zip(names, way, strict=True))
        for way in (("lists", "truth"), ("truth", "lists"))
    ]
    for told in (
        [classify_argument_side(getattr(a, of)) for a in two]
        for of in ("name", "told", "hint")
    ):
        if told[0] != told[1]:
            sure = {n: t for n, t in zip(names, told, strict=True) if t}
            return [way for way in ways if sure.items() <= way.items()]
    return ways


def classify_argument_side(text: str) -> str:
    """Lists or truth, by the words of a text; nothing where it says neither.

    >>> names = "y_true", "gtItem", "rank_list", "expected_ids", "b"
    >>> [*map(classify_argument_side, names)]
    ['truth', 'truth', 'lists', 'truth', '']
    """
    said = list_words_with_singular(text)
    return next((part for part, its in WORDS if said & set(its.split())), "")


def is_cut_off(argument: Argument) -> bool:
    """Whether an argument is the cut-off."""
    said = set(split_into_words(argument.name))
    return bool(said) and said <= CUT_OFF


def is_metrics_name(argument: Argument) -> bool:
    """Whether an argument names the metric, as in `evaluate(qrels, run, metrics)`, or
    `score(predicted, actual, metric="ndcg")`."""
    said = bool(list_words_with_singular(argument.name) & {"metric", "measure"})
    its_name = argument.default.partition("@")[0]
    return said and (not argument.optional or bool(match_name_to_family(its_name)))


def is_count(argument: Argument) -> bool:
    """Whether an argument is how many items are relevant, by its name, or by how its
    docstring begins.

    >>> is_count(Argument("max_rel")), is_count(Argument("rel"))
    (True, False)
    >>> is_count(Argument("r", told="the number of relevant items"))
    True
    """
    counted = list_words_with_singular(argument.name) & COUNTED
    if NUMBER_OF.match(argument.told):
        return classify_argument_side(argument.told) == "truth"
    return bool(counted) and classify_argument_side(argument.name) == "truth"


def list_words_with_singular(text: str) -> set[str]:
    """The words of a name or a sentence, in the singular too."""
    said = split_into_words(text)
    return {*said, *(word.removesuffix("s") for word in said)}


def split_into_words(text: str) -> list[str]:
    """A name's or a sentence's words."""
    return [word.lower() for word in WORD.findall(text)]
