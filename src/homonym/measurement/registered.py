"""What an adapter registered, looked at before its library is asked: `check_claims` and
`check_offered`."""

from __future__ import annotations

from collections.abc import Collection

from homonym.adapters import adapters
from homonym.adapters.contract import Adapter
from homonym.errors import Broken, UserError, in_brief
from homonym.reference.names import Ambiguous, UnknownName, unknown
from homonym.reference.variants import Variant, every_family

SEVERAL = "write the one that the quoted words say; also=(…) takes others that they fit"


def check_claims(adapter: Adapter) -> None:
    """Raise UserError for a metric that claims to be of a family that there is not, or
    whose documentation is said to promise a variant that there is not, or a name of
    several."""
    for name, metric in adapter.metrics.items():
        if metric.claims not in every_family():
            told = unknown("family", metric.claims, every_family())
            raise UserError(
                f"the metric {name!r} of {adapter.library} claims an {told}"
            )
        if promised := metric.documented:
            for id in (promised.variant, *promised.also):
                check_promised(id, f"the metric {name!r} of {adapter.library}")


def check_promised(id: str, metric: str) -> None:
    """Raise UserError for what is the id of no variant, or a name of several."""
    try:
        Variant.parse(id)
    except UnknownName as error:
        several = isinstance(error, Ambiguous)
        raise UserError(
            f"{metric} is said to be documented as {in_brief(id)}: {error}",
            SEVERAL if several else "",
        ) from error


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
                f"the metric {name!r} is registered, and is none of the names that "
                f"names() of {adapter.library} gives: {known}",
                "take it out, correct its name, or say several_versions=True where "
                "another version has it",
            )
