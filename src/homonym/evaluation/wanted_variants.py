"""Which definitions are evaluated: start at `choose_variants`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from homonym.errors import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.kinds import NEEDS, find_missing_input, is_evaluated_by_default
from homonym.evaluation.recorded_metrics import (
    Computes,
    find_library_metrics,
    group_metrics_by_variant,
)
from homonym.records.lookup import find_identified_metric, find_metric_in_records
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.names import Ambiguous, choices
from homonym.reference.variants import Variant


def choose_variants(metrics: Iterable[str], beside: Sequence[str]) -> list[Variant]:
    """The definitions that are named, in order; without a name every one that a
    recorded metric computes and that needs nothing that is not there.

    metrics: ids, aliases, `LIBRARY.METRIC`; a name of several definitions stands for
    those of them that recorded metrics compute, and where none does raises Ambiguous.
    Raises UserError for any other.
    """
    named = [variant for text in metrics for variant in find_meant_variants(text)]
    for variant in named:
        if need := find_missing_input(variant, beside):
            why, remedy = NEEDS[need]
            raise UserError(f"{variant} {why}", remedy)
    if named:
        return list(dict.fromkeys(named))
    return [
        one
        for one in group_metrics_by_variant()
        if is_evaluated_by_default(one, beside)
    ]


def find_meant_variants(text: str) -> list[Variant]:
    """The definitions that a text names; raises as `choose_variants` does."""
    recorded = find_recorded_variant(text)
    return [recorded] if recorded else find_variants_by_name(text)


def find_recorded_variant(text: str) -> Variant | None:
    """The definition that `LIBRARY.METRIC` computes; None for a text that begins with
    no library's name, UserError for a metric without one definition."""
    if not find_metric_in_records(text):
        return None
    return Variant.parse(find_identified_metric(text).entry.variants[0])


def find_variants_by_name(text: str) -> list[Variant]:
    """The one definition of that name, or those of its family that are recorded and
    make the choices that it writes; Ambiguous where none does, for nobody chose."""
    with explain_unknown_names(text):
        try:
            return [Variant.parse(text)]
        except Ambiguous as error:
            several = error
    usual, written = Variant.with_defaults(text), choices(text)
    if known := [
        one
        for one in group_metrics_by_variant()
        if are_alike_on_axes(one, usual, written)
    ]:
        return known
    raise several


def are_alike_on_axes(one: Variant, other: Variant, axes: Iterable[str]) -> bool:
    """Whether two definitions of one family make the same choices on these axes."""
    mine, its = ({**of.names, **dict(of.parameters)} for of in (one, other))
    same = all(mine.get(axis) == its.get(axis) for axis in axes)
    return same and one.family == other.family


@dataclass(frozen=True)
class LibraryVariant:
    """A definition of a library that was asked for, by the conventions it keeps."""

    library: str
    conventions: Conventions
    variant: Variant


def list_library_variants(
    libraries: Iterable[str], metrics: Iterable[str], usual: Conventions
) -> list[LibraryVariant]:
    """The definitions of libraries' metrics, of those that are named where some are,
    library by library, each once for each set of conventions."""
    return list(
        dict.fromkeys(
            make_library_variant(text, one, usual)
            for text, one in list_library_metrics(libraries, metrics)
        )
    )


def list_library_metrics(
    libraries: Iterable[str], metrics: Iterable[str]
) -> list[tuple[str, Computes]]:
    """The metrics of libraries, of those that compute a definition that is named where
    some are, each with the library as it was asked for."""
    wanted = {one for text in metrics for one in find_meant_variants(text)}
    return [
        (text, one)
        for text in libraries
        for one in find_library_metrics(text)
        if not wanted or wanted & {one.variant, one.averaged}
    ]


def make_library_variant(
    library: str, one: Computes, usual: Conventions
) -> LibraryVariant:
    """The definition of a library's metric, by the conventions of its record."""
    return LibraryVariant(library, usual.like(dict(one.conventions)), one.averaged)


class ByConventions(Protocol):
    """A definition with the conventions that it is evaluated by."""

    @property
    def conventions(self) -> Conventions: ...

    @property
    def variant(self) -> Variant: ...


def group_by_conventions(
    asked: Iterable[ByConventions],
) -> dict[Conventions, list[Variant]]:
    """The definitions, each once, by the conventions that they are evaluated by."""
    found: dict[Conventions, dict[Variant, None]] = {}
    for one in asked:
        found.setdefault(one.conventions, {})[one.variant] = None
    return {mine: list(its) for mine, its in found.items()}
