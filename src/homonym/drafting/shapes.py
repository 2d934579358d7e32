"""The shapes that the data of metrics have: start at `read_shape_table`.

A shape and a way to read the arguments are a `Reading`; `Reading.metric` is the text of
an adapter's metric that asks so.
"""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import Template
from types import FunctionType

from homonym.datasets.column_names import USUAL, normalise_column_name
from homonym.drafting import arranged
from homonym.drafting.roles import CannotTell, assign_argument_parts, is_cut_off
from homonym.drafting.signature import Argument, Function
from homonym.errors import UserError, in_brief, render_option
from homonym.reference.rankings.case import Case
from homonym.reference.variants import every_family

PARTS = ("lists", "truth", "hits", "count")
ENDS = {
    "user": "each(case, lambda items, judged: $call)",
    "scored": "each_scored(case, lambda scores, judged: $call)",
    "all": "whole($call, case)",
}
"""How a call becomes a measurement, by whom its data are of."""
CUT = ("$cut", "$lists")
"""Where the call cuts the lists for a function that does not."""
METRIC = Template(
    '''@adapter.metric("$name", claims="$family")
def $function(case):
    """$words."""
$imports    return $returned
'''
)
COLUMNS = {
    "user": "user_id",
    "item": "item_id",
    "score": "score",
    "relevance": "rating",
}
"""The names of columns where the function's code has none of the usual ones."""


@dataclass(frozen=True)
class DataShape:
    """words: what data of this shape are; of: one user's (`user`, or `scored` with
    scores), or `all`; given: part -> what its argument is given; simpler: the shapes of
    less information, which are told where they give the same; holds: the types of case,
    by their folders, that it can hold."""

    name: str
    words: str
    of: str
    given: Mapping[str, str]
    simpler: tuple[str, ...] = ()
    holds: tuple[str, ...] = (Case.folder,)

    def fits(self, parts: Iterable[str]) -> bool:
        """Whether a function whose arguments take these parts can be asked so."""
        data = {*parts} - {"k", "metric"}
        return data == {*self.given} or ("hits" in data and data <= {*self.given})


@dataclass(frozen=True)
class Reading:
    """A function, the shape in which it is asked, and what each argument takes.

    asks: of a function of many metrics, which one, as its call says it.
    """

    function: Function
    shape: DataShape
    parts: Mapping[str, str]
    asks: str = ""

    @property
    def name(self) -> str:
        """What it is called by among all readings: they differ in shape, in what the
        first argument takes and in what is asked for."""
        first = next(iter(self.parts.values()))
        asks = "".join(f"{ord(sign):x}" for sign in self.asks)
        return "-".join((self.function.name, self.shape.name, first, asks)).strip("-")

    @property
    def cut_by_caller(self) -> bool:
        """Whether whoever calls the function cuts the lists: it takes no cut-off."""
        given = self.shape.given.values()
        return not self.cuts and any(mark in text for text in given for mark in CUT)

    @property
    def cuts(self) -> bool:
        """Whether the function cuts the lists itself: it takes the cut-off, maybe in
        the name of a metric."""
        made = self.function.made_with or ()
        given = "k" in self.parts.values() or any(map(is_cut_off, made))
        return given or "case.k" in self.asks

    def call(self, function: str) -> str:
        """The call of the function, as it is reached by that text."""
        words = [self.word(a) for a in self.function.arguments if a.name in self.parts]
        if self.function.made_with is None:
            return f"{function}({', '.join(words)})"
        made = [f"{a.name}=case.k" for a in self.function.made_with if is_cut_off(a)]
        asked = "" if self.function.method == "__call__" else f".{self.function.method}"
        return f"{function}({', '.join(made)}){asked}({', '.join(words)})"

    def word(self, argument: Argument) -> str:
        """An argument of the call."""
        part = self.parts[argument.name]
        given = {"k": "case.k", "metric": self.asks}.get(part) or self.given(part)
        return given if argument.by_position else f"{argument.name}={given}"

    def given(self, part: str) -> str:
        """What the argument of a part is given."""
        whole = "lists(case)"
        return Template(self.shape.given[part]).substitute(
            cut="" if self.cuts else "[:case.k]",
            lists=whole if self.cuts else f"firsts({whole}, case.k)",
            **find_columns_in_texts(self.function.texts),
        )

    def returned(self, function: str) -> str:
        """What the adapter's metric returns."""
        return ENDS[self.shape.of].replace("$call", self.call(function))

    def metric(self, name: str, family: str, function: str, imports: str = "") -> str:
        """The text of the adapter's metric."""
        return METRIC.substitute(
            name=name,
            family=family,
            function=make_identifier(name),
            words=self.shape.words[0].upper() + self.shape.words[1:],
            imports=imports,
            returned=self.returned(function),
        )


@lru_cache(maxsize=1)
def read_shape_table() -> Mapping[str, DataShape]:
    """The table, by the shapes' names."""
    text = files("homonym.drafting").joinpath("shapes.toml").read_text("utf-8")
    return {
        name: DataShape(
            name,
            its["words"],
            its["of"],
            {part: its[part] for part in PARTS if part in its},
            tuple(its.get("simpler", ())),
            tuple(its.get("holds", (Case.folder,))),
        )
        for name, its in tomllib.loads(text)["shape"].items()
    }


def check_shape(shape: str, name: str = "shape") -> None:
    """UserError for a shape that is none, with those there are."""
    known = read_shape_table()
    if shape and shape not in known:
        told = "\n".join(f"  {one.name:<16} {one.words}" for one in known.values())
        raise UserError(
            f"{render_option(name, in_brief(shape))} is unknown: the shapes are\n{told}"
        )


def has_shape(claims: str) -> bool:
    """Whether it is a family, and a shape holds the cases that it takes."""
    return bool(claims) and bool(list_family_shapes(claims))


def list_family_shapes(claims: str) -> list[DataShape]:
    """The shapes that hold the cases which a family takes; of none, rankings."""
    folder = every_family()[claims].takes.folder if claims else Case.folder
    return [one for one in read_shape_table().values() if folder in one.holds]


def list_shape_readings(
    function: Function, claims: str, shape: str = "", metric: str = ""
) -> list[Reading]:
    """Every shape for what the family takes, or the one named, in each way that the
    arguments may be meant, asked for the metric of that name where it has many;
    CannotTell where there is none."""
    made = [a.name for a in function.made_with or () if not a.optional]
    if missing := [n for n in made if not is_cut_off(Argument(n))]:
        raise CannotTell(f"its objects are made with {', '.join(missing)}")
    named = [read_shape_table()[shape]] if shape else []
    held = list_family_shapes(claims) if claims or not shape else named
    shapes = [one for one in held if one in named or not shape]
    if not shapes:
        takes = every_family()[claims].takes.kind
        why = f"which {shape} do not hold" if shape else "and no shape holds these"
        raise CannotTell(f"{claims} takes {takes}, {why}")
    found = [
        Reading(function, one, parts, asks)
        for one in shapes
        for parts in assign_argument_parts(function)
        if one.fits(parts.values())
        for asks in list_metric_spellings(metric, parts)
    ]
    if not found:
        raise CannotTell(f"{function} takes no {shapes[0].words}")
    return found


def list_metric_spellings(metric: str, parts: Mapping[str, str]) -> list[str]:
    """The ways in which a call names a metric: with its cut-off, where the call has no
    other, and as a list of names or a name; nothing where the call names none."""
    plural = [name for name, part in parts.items() if part == "metric"]
    if not plural:
        return [""]
    if not metric:
        raise CannotTell(f"its {plural[0]} names a metric: say which in one of yours")
    whole = f'f"{metric}@{{case.k}}"'
    said = [f'"{metric}"'] if "k" in parts.values() else [whole, f'"{metric}"']
    both = [each for one in said for each in (one, f"[{one}]")]
    return sorted(both, key=lambda one: one.startswith("[") != plural[0].endswith("s"))


def find_columns_in_texts(texts: Iterable[str]) -> dict[str, str]:
    """The names of columns that stand among the texts of a function's code."""
    by_role = {}
    for role, column in COLUMNS.items():
        usual = USUAL[role]
        own = [text for text in texts if normalise_column_name(text) in usual]
        best = min(
            own, key=lambda text: usual.index(normalise_column_name(text)), default=""
        )
        by_role[role] = repr(best or column)
    named = by_role["score"] != repr(COLUMNS["score"])
    prediction = by_role["score"] if named else repr("prediction")
    return {**by_role, "grade": by_role["relevance"], "prediction": prediction}


def make_identifier(name: str) -> str:
    """A name as Python takes it, and that a draft has nothing else by."""
    plain_one = "".join(sign if sign.isalnum() else "_" for sign in name).strip("_")
    taken = {*vars(arranged), "adapter", "names", "functions"}
    return f"{plain_one}_metric" if plain_one in taken else plain_one


def collect_helper_sources(text: str) -> str:
    """The functions that arrange, as far as a text names them, in their order."""
    known = {n: f for n, f in vars(arranged).items() if isinstance(f, FunctionType)}
    own = {
        n: inspect.getsource(f)
        for n, f in known.items()
        if f.__module__ == arranged.__name__
    }
    needed = {*yield_names_in_python(text)} & {*own}
    while (
        more := {n for one in needed for n in yield_names_in_python(own[one])}
        & {*own} - needed
    ):
        needed |= more
    return "\n\n".join(source for name, source in own.items() if name in needed)


def yield_names_in_python(text: str) -> Iterator[str]:
    """Every name that stands in a text of Python."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            yield node.id
