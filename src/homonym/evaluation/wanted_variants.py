"""Which definitions are evaluated: start at `choose_variants`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from homonym.equivalence.callers import replace_caller_by_mean
from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.kinds import NEEDS, find_missing_input, is_evaluated_by_default
from homonym.evaluation.recorded_metrics import (
    Computes,
    find_library_metrics,
    group_metrics_by_variant,
    list_open_metrics,
)
from homonym.records.lookup import find_metric_in_records, require_explained_metric
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.names import Ambiguous, choices
from homonym.reference.variants import Variant

BETWEEN = re.compile(r",(?![^(\[]*[)\]])")
"""Commas but those in brackets."""


def choose_variants(metrics: Iterable[str], beside: Sequence[str]) -> list[Variant]:
    """The definitions that are named, in order; without a name every one that a
    recorded metric computes and that needs nothing that is not there.

    metrics: ids, aliases, `LIBRARY.METRIC`; a name of several definitions stands for
    those of them that recorded metrics compute, as far as they need nothing that is not
    there (`explain_left_names` has the others), and where none does raises Ambiguous.
    Raises UserError for any other, and where none is left of a name.
    """
    named = [one for text in metrics for one in choose_named_variants(text, beside)]
    if named:
        return list(dict.fromkeys(named))
    return [
        one
        for one in group_metrics_by_variant()
        if is_evaluated_by_default(one, beside)
    ]


def choose_named_variants(text: str, beside: Sequence[str]) -> list[Variant]:
    """The definitions that a text names and that need nothing that is not there;
    UserError where there is none."""
    meant = find_meant_variants(text)
    if usable := [one for one in meant if not find_missing_input(one, beside)]:
        return usable
    why, remedy = NEEDS[find_missing_input(meant[0], beside)]
    raise UserError(f"{meant[0]} {why}", remedy)


def explain_left_names(
    metrics: Iterable[str], beside: Sequence[str]
) -> Mapping[str, Sequence[Variant]]:
    """The definitions of names of several that need what is not there, by the
    reason."""
    found: dict[str, dict[Variant, None]] = {}
    for one in (one for text in metrics for one in find_meant_variants(text)):
        if need := find_missing_input(one, beside):
            found.setdefault(NEEDS[need][0], {})[one] = None
    return {why: tuple(its) for why, its in found.items()}


def find_meant_variants(
    text: str, among: Iterable[Variant] | None = None
) -> list[Variant]:
    """The definitions that a text names; raises as `choose_variants` does.

    among: of which a name of several definitions stands for its own, those that
    recorded metrics compute where it is None.
    """
    check_name_alone(text)
    return find_recorded_variants(text) or find_variants_by_name(text, among)


def check_name_alone(text: str) -> None:
    """UserError for a name with its cut-off, and for several names in one text."""
    name, k = split_cut_off(text)
    if k is not None:
        with suppress(Ambiguous):
            find_meant_variants(name)
        raise UserError(
            f"{in_brief(text)} is a name with its cut-off: write the name alone, "
            f"{name}, and {render_option('k', str(k))}"
        )
    names = [one.strip() for one in BETWEEN.split(text) if one.strip()]
    if len(names) > 1 and text.count("(") == text.count(")"):
        repeated = " --metric ".join(map(shlex.quote, names))
        raise UserError(
            f"{in_brief(text)} is several names in one: write "
            + render_option("metric", repeated, f"metrics={names}")
        )


def split_cut_off(name: str) -> tuple[str, int | None]:
    """A metric's name without its cut-off, and that; None where it has none.

    >>> split_cut_off("NDCG@20"), split_cut_off("map")
    (('NDCG', 20), ('map', None))
    """
    found = re.fullmatch(r"(.+?)\s*@\s*(\d{1,9})", name)
    return (found[1], int(found[2])) if found else (name, None)


def find_recorded_variants(text: str) -> list[Variant]:
    """The definition of all users that `LIBRARY.METRIC` computes, or each of those that
    its record leaves open; none for a text that begins with no library's name,
    UserError for a metric that no definition explains."""
    if not (found := find_metric_in_records(text)):
        return []
    variants = require_explained_metric(*found).entry.variants
    return list(
        dict.fromkeys(replace_caller_by_mean(Variant.parse(v)) for v in variants)
    )


def find_open_metrics(text: str) -> list[Computes]:
    """`LIBRARY.METRIC` with each of the definitions that its record leaves open; none
    for a metric without such, and for other texts."""
    if not (found := find_metric_in_records(text)):
        return []
    where = found[0].library, found[0].version, found[1]
    every = list_open_metrics()
    return [one for one in every if (one.library, one.version, one.metric) == where]


def find_variants_by_name(
    text: str, among: Iterable[Variant] | None = None
) -> list[Variant]:
    """The one definition of that name, or those of its family that are recorded (or
    are among these) and make the choices that it writes; Ambiguous where none does, for
    nobody chose."""
    with explain_unknown_names(text):
        try:
            return [Variant.parse(text)]
        except Ambiguous as error:
            several = error
    usual, written = Variant.with_defaults(text), choices(text)
    if known := [
        one
        for one in (group_metrics_by_variant() if among is None else among)
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
