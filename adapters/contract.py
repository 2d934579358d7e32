"""What an adapter is: a library's own metrics behind one signature.

Start at `Adapter`. An adapter file makes one and registers functions on it; each takes
a case, calls the library's public function as its users do, and returns what came out:

    adapter = Adapter(library="rs-metrics", module="rs_metrics", …)

    @adapter.metric("mapr", claims="average_precision", documented=…)
    def mapr(case): return rs_metrics.mapr(truth(case), lists(case), k=case.k)

Five fields are all that a simple library sees: its name on the registry (`library`),
what is imported (`module`), how people write it (`title`), where to reply (`homepage`),
and what enumerates its public metric names (`names`). One that is kept in this checkout
says in which files these stand, too (`files`). The others have defaults, and stand
below them by what makes you need one: public names that are no metrics, words of the
documentation to look up, a library that is found, loaded or built in another way.
The metrics register themselves.

It rearranges data and decides nothing: no row is dropped, added, re-sorted, repaired.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Literal, TypeVar, get_args

from homonym.errors import UserError, in_brief
from homonym.failures import FailureKind, classify_failure
from homonym.reference.case import AnyCase, CaseError

FLOAT64 = 1e-9
"""Relative precision of a library that computes in double precision."""
FLOAT32 = 1e-5
"""Relative precision of a library that computes in single precision."""

QUOTED = 25
"""So many words of a documentation are quoted at most."""


@dataclass(frozen=True)
class Value:
    """What a metric returned: a number, or only per-user numbers."""

    value: float | None
    per_user: tuple[float | None, ...] | None = None


@dataclass(frozen=True)
class Failed:
    """The library raised, died or hung: what and where.

    said: the last lines that it printed before it died, which no record keeps.
    """

    error: str
    where: str = ""
    said: str = field(default="", compare=False)

    @property
    def kind(self) -> FailureKind:
        """Whether it raised, died, hung, …: what its words say."""
        return classify_failure(self.error)


@dataclass(frozen=True)
class Refused:
    """The adapter would have had to invent something: what."""

    reason: str


Measurement = Value | Failed | Refused
EntryKind = Literal["function", "function alone", "pipeline"]
"""What is called: a function; one that was taken alone from a file that cannot be
imported; or what the library runs for its users."""
T = TypeVar("T")


class Refuse(Exception):
    """Raised by an adapter's metric that cannot present the case without inventing."""

    __module__ = "homonym"  # where people import it


class NoAdapter(LookupError):
    """What a name `module:attribute` points at is no adapter."""


@dataclass(frozen=True)
class Documented:
    """The variant that the library's own documentation promises.

    variant: its id, or an alias of it alone; quote: at most 25 words of the
    documentation, as it stands in the library's files (white space aside, and … for
    words left out), where a measuring run looks it up and records file and line; where:
    only for a text that is not in the package (then it is not looked up); file: which
    one is meant, where several have the same words; more: further quotations that bear
    on it, each of at most 25 words, in the same file; also: the other variants that the
    words fit, or that they promise in contradiction to the first.
    """

    variant: str
    quote: str
    where: str = ""
    file: str = ""
    more: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """UserError for a quotation without a word, or with too many. What is no text
        is refused when the metric is asked, with its name."""
        more = self.more if isinstance(self.more, tuple | list) else ()
        for quote in (self.quote, *more):
            words = len(quote.split()) if isinstance(quote, str) else 1
            if not 1 <= words <= QUOTED:
                raise UserError(
                    f"the quotation {in_brief(quote)} has {words} words: give from 1 "
                    f"to {QUOTED} of the documentation; … stands for words left out, "
                    "and more=(…) takes further quotations"
                )

    @property
    def quotes(self) -> tuple[str, ...]:
        """All that is quoted, the first quotation first."""
        return (self.quote, *self.more)


@dataclass(frozen=True)
class Metric:
    """One of the library's metrics.

    name: as the library calls it, with the arguments that make it another metric in
    brackets, as in `ndcg_at_k(score_type=raw)`; claims: the family it is named after;
    entry: what is called (`EntryKind`).
    """

    name: str
    claims: str
    call: Callable[[AnyCase], float | Value]
    documented: Documented | None = None
    precision: float = FLOAT64
    entry: EntryKind = "function"
    full: bool = False
    """Whether it is made for full rankings (AUC) rather than for the first k."""
    cut_offs: bool = False
    """Whether a call may name several cut-offs: it then names those of `also` too."""
    together: bool = False
    """Whether a call may ask for other metrics too: it does for a case `together`."""
    same_object: bool = False
    """Whether its users hold an object: a case `twice` is for `answer`."""
    formula: str = ""
    """What it computes, written out, where no variant is that: a clause, lower case."""

    @property
    def public_name(self) -> str:
        """The name in the library's own module: what stands before the brackets."""
        return public_name(self.name)


def public_name(metric: str) -> str:
    """A metric's name without the arguments that make it another.

    >>> public_name("ndcg_at_k(score_type=raw)"), public_name("MAP[python]")
    ('ndcg_at_k', 'MAP')
    """
    return metric.partition("(")[0].partition("[")[0]


@dataclass
class Adapter:
    """A library's metrics, how to find its version, and what is left out and why.

    The five that matter:
    library: the distribution's name on the registry, or the repository's name;
    module: what is imported; title: how people write it; homepage: where to reply;
    names: enumerates the public metric names of the installed version.

    Which names are measured, and where its documentation stands:
    out_of_scope: public names that are not wrapped, each with the reason;
    sources: files with the documentation, relative to the module's folder;
    files: those whose names `names` enumerates, as patterns, relative to the package's
    folder, or to the clone's;
    elsewhere: other files that have functions named as metrics are (see `inventory`),
    each with the reason why those are not measured here.

    Where it comes from, and what it needs:
    distribution: its name on the registry where the library goes by another here;
    checkout: whether the library is on no registry and is read from a clone;
    load: how it is imported, where a plain import would not do;
    missing: what it needs here beside its packages and does not find, in words;
    absent: metrics whose own code is not here (a part that users fetch or build), each
    with the reason: they are skipped, and held to nothing;
    asked_in: in what it is asked, where its users have something else, in words;
    loaded: how its files are imported here, where its users' import would not do;
    several_versions: whether metrics are registered that only other versions have;
    beside: packages beside which it gives other numbers, each with the major version
    from which on: a record made there is one of its own, of `0.14.4+pandas3`.

    metrics: those that registered.
    """

    library: str
    module: str
    title: str
    homepage: str
    names: Callable[[], Iterable[str]]

    out_of_scope: dict[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    files: tuple[str, ...] = ("*",)
    elsewhere: dict[str, str] = field(default_factory=dict)

    distribution: str = ""
    checkout: bool = False
    load: Callable[[str], ModuleType] = importlib.import_module
    missing: Callable[[], str] = str
    absent: Callable[[], dict[str, str]] = dict
    asked_in: str = ""
    loaded: str = ""
    several_versions: bool = False
    beside: dict[str, int] = field(default_factory=dict)

    metrics: dict[str, Metric] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for part in ("library", "module"):
            found = getattr(self, part)
            if not isinstance(found, str) or not found.strip():
                raise UserError(
                    f"an adapter has {part}={in_brief(found)}: give a text, as in "
                    "library='rs-metrics', module='rs_metrics'"
                )
        if not callable(self.names):
            raise UserError(
                f"the adapter of {in_brief(self.library)} has "
                f"names={in_brief(self.names)}: give a function that lists them"
            )
        self.distribution = self.distribution or self.library

    def metric(
        self,
        name: str,
        claims: str,
        documented: Documented | None = None,
        precision: float = FLOAT64,
        entry: EntryKind = "function",
        full: bool = False,
        cut_offs: bool = False,
        together: bool = False,
        same_object: bool = False,
        formula: str = "",
    ) -> Callable[
        [Callable[[AnyCase], float | Value]], Callable[[AnyCase], float | Value]
    ]:
        """Register a function as one of the library's metrics, and return it; UserError
        for a name that is no text or was registered, for an entry that there is not,
        and for what is no function."""
        if not isinstance(name, str):
            raise UserError(
                f"a metric of {in_brief(self.library)} is named {in_brief(name)}: "
                "give a text, as the library's users write it"
            )
        own = f"the metric {in_brief(name)} of {in_brief(self.library)}"
        if entry not in get_args(EntryKind):
            known = " or ".join(map(repr, get_args(EntryKind)))
            raise UserError(f"{own} has entry={in_brief(entry)}: give {known}")

        def register(
            call: Callable[[AnyCase], float | Value],
        ) -> Callable[[AnyCase], float | Value]:
            if not callable(call):
                raise UserError(f"{own} is {in_brief(call)}: register a function")
            if name in self.metrics:
                raise UserError(
                    f"{own} is registered twice: give each a name of its own, as in "
                    "'ndcg(type=raw)'"
                )
            self.metrics[name] = Metric(
                name,
                claims,
                call,
                documented,
                precision,
                entry,
                full,
                cut_offs,
                together,
                same_object,
                formula,
            )
            return call

        return register

    def offered(self, names: Iterable[str]) -> dict[str, Metric]:
        """The metrics of a version, by name: those whose public name it has.

        What another version of the library offers is not this one's metric.
        """
        public = set(names)
        return {n: m for n, m in self.metrics.items() if m.public_name in public}

    def public_names(self) -> list[str]:
        """What `names` gives, each once and sorted; UserError for what is no text."""
        given = list(self.names())
        for name in given:
            if not isinstance(name, str):
                raise UserError(
                    f"names() of {self.library} gives {in_brief(name)}, which is no "
                    "text: give the names of public functions"
                )
        return sorted(set(given))

    def unlisted(self) -> list[str]:
        """Public names neither wrapped nor out of scope: there must be none."""
        wrapped = {metric.public_name for metric in self.metrics.values()}
        return sorted(set(self.public_names()) - wrapped - set(self.out_of_scope))


def answer(case: AnyCase, ask: Callable[[], T]) -> T:
    """What an object that users hold answers; for a case `twice` its second answer."""
    if not hasattr(case, "twice"):
        raise CaseError(f"answer is given the case that is asked, not {in_brief(case)}")
    if not callable(ask):
        raise UserError(
            f"answer calls what it is given, as made.compute, not {in_brief(ask)}"
        )
    return [ask() for _ in range(1 + case.twice)][-1]
