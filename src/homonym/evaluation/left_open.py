"""What records leave open of libraries that are asked for: start at
`list_open_definitions` and `list_open_conventions`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from homonym.evaluation.conventions import (
    PROBES,
    RECORDED_TIES,
    Conventions,
    list_probe_outcomes,
)
from homonym.evaluation.recorded_metrics import Computes
from homonym.records.outcomes import Outcome
from homonym.reference.variants import Variant


@dataclass(frozen=True)
class OpenConvention:
    """What a library's metric does by its record, which is one of several outcomes, and
    the one that was taken."""

    metric: str
    probe: str
    recorded: str
    taken: str

    def __str__(self) -> str:
        return f"{self.metric}: {self.probe} {self.recorded}; {self.taken} is taken"


def list_open_definitions(
    metrics: Iterable[Computes], evaluated: Container[Variant]
) -> dict[str, tuple[Variant, ...]]:
    """Of metrics that may be one of several definitions, by name, all that their
    records leave open; evaluated: the definitions of which one is to be evaluated."""
    found: dict[str, list[Variant]] = {}
    for one in metrics:
        if one.among:
            found.setdefault(str(one), []).append(one.averaged)
    return {
        name: tuple(its)
        for name, its in found.items()
        if any(variant in evaluated for variant in its)
    }


def list_open_conventions(
    metrics: Iterable[Computes], usual: Conventions, met: Container[str]
) -> tuple[OpenConvention, ...]:
    """What records leave open of metrics' conventions, and what is taken of it; usual:
    those that were chosen; met: the keys of the faults that were found, for what no
    table brings up makes no difference."""
    found = (
        its
        for one in metrics
        for its in yield_open_conventions(one, usual)
        if PROBES.get(its.probe, its.probe) in met
    )
    return tuple(dict.fromkeys(found))


def yield_open_conventions(
    one: Computes, usual: Conventions
) -> Iterator[OpenConvention]:
    """What one record leaves open of what can be chosen."""
    mine = usual.like(dict(one.conventions))
    taken = {**mine.chosen, "ties": mine.ties}
    for probe, told in one.conventions:
        outcome = Outcome.parse(told)
        if outcome.open and {*outcome.names} & {*list_recorded_choices(probe)}:
            yield OpenConvention(str(one), probe, outcome.name, taken[probe])


def list_recorded_choices(probe: str) -> Iterable[str]:
    """What can be chosen, as records call it."""
    return RECORDED_TIES if probe == "ties" else list_probe_outcomes(probe)
