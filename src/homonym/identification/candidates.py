"""What is tried, in three tiers: start at `every_tier`.

Recorded metrics by their libraries' conventions come first, then the definitions that
recorded metrics compute, then every definition there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from homonym.evaluation.chosen import lacking, like_libraries
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import Inputs, Opened, beside
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.rankings.users import CALLER
from homonym.evaluation.recorded import computed_by, every_metric
from homonym.evaluation.runs import mean_values, open_runs
from homonym.reference.variants import Variant, families

RECORDED, DEFINED, ALL = (
    "definitions of recorded metrics, by their libraries' conventions",
    "definitions of recorded metrics, by the conventions chosen",
    "all definitions, by the conventions chosen",
)
TIERS = (RECORDED, DEFINED, ALL)


@dataclass(frozen=True)
class Candidate:
    """A definition at a cut-off, and what it gives, of a folder of runs their mean;
    computed_by: the recorded metrics that compute it (in the first tier by these
    conventions)."""

    variant: Variant
    k: int
    value: float | None
    conventions: Conventions
    computed_by: tuple[str, ...]


@dataclass(frozen=True)
class Tier:
    """One of them."""

    name: str
    candidates: tuple[Candidate, ...]


def every_tier(
    inputs: Inputs, cut_offs: Sequence[int], family: str, usual: Conventions
) -> Iterator[Tier]:
    """The tiers in their order, each computed when it is asked for.

    family: the only one that is tried; all where it is empty.
    """
    opened: dict[Conventions, list[Opened]] = {}
    known = beside(inputs)

    def tried(
        variants: Iterable[Variant], mine: Conventions, by: dict[Variant, list[str]]
    ) -> Iterator[Candidate]:
        usable = [one for one in variants if wanted(one, family, known)]
        if usable and mine not in opened:
            opened[mine] = open_runs(inputs, mine)
        for k in cut_offs if usable else ():
            for one, value in mean_values(opened[mine], usable, k).items():
                yield Candidate(one, k, value, mine, tuple(by.get(one, ())))

    libraries = dict.fromkeys(f"{one.library}=={one.version}" for one in every_metric())
    groups = like_libraries(libraries, (), usual)
    yield Tier(
        RECORDED,
        tuple(
            candidate
            for mine, variants in groups.items()
            for candidate in tried(variants, mine, keepers(mine, usual))
        ),
    )
    names = {one: [str(its) for its in by] for one, by in computed_by().items()}
    yield Tier(DEFINED, tuple(tried(computed_by(), usual, names)))
    yield Tier(ALL, tuple(tried(every_class(family), usual, names)))


def keepers(mine: Conventions, usual: Conventions) -> dict[Variant, list[str]]:
    """The recorded metrics that keep these conventions, by what they compute."""
    found: dict[Variant, list[str]] = {}
    for one in every_metric():
        if usual.like(dict(one.conventions)) == mine:
            found.setdefault(one.averaged, []).append(
                f"{one.library}=={one.version}.{one.metric}"
            )
    return found


def every_class(family: str) -> list[Variant]:
    """One definition of each class of equal ones, of rankings."""
    every = (
        variant.canonical()
        for name, home in families().items()
        if name in PARTS and family in ("", name)
        for variant in home.variants
        if variant.names["users"] != CALLER
    )
    return list(dict.fromkeys(every))


def wanted(variant: Variant, family: str, known: Sequence[str]) -> bool:
    """Whether a definition is tried."""
    return family in ("", variant.family) and not lacking(variant, known)
