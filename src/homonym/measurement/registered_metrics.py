"""What an adapter registered, looked at before its library is asked: `check_claims` and
`check_offered`."""

from __future__ import annotations

from collections.abc import Collection

from homonym.adapters import adapters
from homonym.adapters.contract import Adapter, Documented, Metric
from homonym.errors import Broken, UserError, in_brief
from homonym.reference.names import Ambiguous, UnknownName, unknown
from homonym.reference.variants import Family, Variant, every_family

SEVERAL = "write the one that the quoted words say; also=(…) takes others that they fit"


def check_claims(adapter: Adapter) -> None:
    """Raise UserError for a metric that claims to be of a family that there is not, or
    whose documentation is said to promise a variant that there is not, or a name of
    several, or of another type of case; for a part of a metric that is of another
    type."""
    for name, metric in adapter.metrics.items():
        check_texts(name, metric, adapter.library)
        if metric.claims not in every_family():
            told = describe_unknown_family(metric.claims)
            raise UserError(
                f"the metric {in_brief(name)} of {adapter.library} claims an {told}"
            )
        if promised := metric.documented:
            for id in (promised.variant, *promised.also):
                check_promised(
                    id,
                    f"the metric {in_brief(name)} of {adapter.library}",
                    every_family()[metric.claims],
                )


def describe_unknown_family(claims: str) -> str:
    """What to say of a claim that names no family: the one that it is an alias of, or
    the closest."""
    try:
        family = Variant.with_defaults(claims).family
    except (UnknownName, Ambiguous):
        return str(unknown("family", claims, every_family()))
    return f"unknown family: {in_brief(claims)}; write {family}"


def check_texts(name: str, metric: Metric, library: str) -> None:
    """Raise UserError for a precision, a claim or a promise that is none, but something
    else."""
    given, said = f"the metric {in_brief(name)} of {library}", metric.documented
    if not isinstance(metric.precision, int | float) or not metric.precision > 0:
        raise UserError(
            f"{given} has precision={in_brief(metric.precision)}: give a number above 0"
        )
    if not isinstance(metric.claims, str):
        raise UserError(
            f"{given} claims {in_brief(metric.claims)}: give the name of a family"
        )
    if said is None:
        return
    if not isinstance(said, Documented):
        raise UserError(f"{given} has documented={in_brief(said)}: give a Documented")
    for part in ("variant", "quote", "where", "file"):
        if not isinstance(found := getattr(said, part), str):
            raise UserError(f"{given} has {part}={in_brief(found)}: give a text")
    for part in ("more", "also"):
        several = getattr(said, part)
        listed = several if isinstance(several, tuple | list) else [None]
        if not all(isinstance(one, str) for one in listed):
            raise UserError(
                f"{given} has {part}={in_brief(several)}: give a tuple of texts"
            )


def check_promised(id: str, metric: str, claimed: Family) -> None:
    """Raise UserError for what is the id of no variant, or a name of several, or of
    another type of case than the family takes that the metric claims."""
    try:
        takes = Variant.parse(id).home.takes
    except UnknownName as error:
        several = isinstance(error, Ambiguous)
        raise UserError(
            f"{metric} is said to be documented as {in_brief(id)}: {error}",
            SEVERAL if several else "",
        ) from error
    if takes is not claimed.takes:
        raise UserError(
            f"{metric} is said to be documented as {in_brief(id)}, which takes "
            f"{takes.kind}; {claimed.name}, which it claims, takes "
            f"{claimed.takes.kind}: give a variant of those"
        )


def check_offered(
    adapter: Adapter, names: Collection[str], recorded: Collection[str]
) -> None:
    """Raise Broken for a metric that is registered under a name that the library does
    not have, and never had on record. Adapters of several versions register those of
    all."""
    if adapter.several_versions or adapter in adapters().values():
        return
    offered = adapter.offered(names)
    for name in adapter.metrics:
        if name not in offered and name not in recorded:
            known = ", ".join(sorted(names)) or "nothing"
            raise Broken(
                f"the metric {in_brief(name)} is registered, and is none of the names "
                f"that names() of {adapter.library} gives: {known}",
                "take it out, correct its name, or say several_versions=True where "
                "another version has it",
            )
