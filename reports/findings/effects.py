"""Where numpy or pandas change what a library returns: `read_effects`.

The data is `published/effects.toml`; each effect says between which versions it was
run, and when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from homonym.errors import UserError
from homonym.reports.findings.data import read_data
from homonym.versions import make_version_key

FILE = "published/effects.toml"


@dataclass(frozen=True)
class Effect:
    """One effect, in the words of its file; ran: nothing where it was only read."""

    library: str
    versions: tuple[str, ...]
    package: str
    before_version: str
    after_version: str
    metrics: tuple[str, ...]
    before: str
    after: str
    silent: bool
    why: str
    ran: str = ""

    def lies_between(self, one: Mapping[str, str], other: Mapping[str, str]) -> bool:
        """Whether two environments, as packages and versions, stand on either side."""
        if self.package not in one or self.package not in other:
            return False
        low, high = sorted(make_version_key(env[self.package]) for env in (one, other))
        before, after = map(make_version_key, (self.before_version, self.after_version))
        return low <= before and after <= high


RENAMED = {"before_version": "from", "after_version": "to"}


def read_effects() -> tuple[Effect, ...]:
    """Every effect; UserError where the file lacks something."""
    found = read_data(FILE, "list of effects")["effect"]
    return tuple(parse_effect(one, FILE) for one in found)


def parse_effect(given: dict[str, object], file: str) -> Effect:
    """One effect, from its table."""
    values = {
        f.name: given.get(RENAMED.get(f.name, f.name), "") for f in fields(Effect)
    }
    lacking = [name for name, value in values.items() if value == "" and name != "ran"]
    if lacking:
        raise UserError(f"{file}: an effect of {given} lacks {', '.join(lacking)}")
    told = {n: tuple(v) if isinstance(v, list) else v for n, v in values.items()}
    return Effect(**{**told, "ran": str(values["ran"])})  # type: ignore[arg-type]


def list_library_effects(library: str) -> list[Effect]:
    """The effects on one library, silent ones first."""
    mine = [one for one in read_effects() if one.library == library]
    return sorted(mine, key=lambda one: not one.silent)


def explain_environment_cause(
    library: str,
    metric: str,
    versions: tuple[str, str],
    packages: tuple[Mapping[str, str], Mapping[str, str]],
) -> str:
    """What in the environment explains that a metric differs between two records.

    Only an effect that was found with both versions of the library does; else nothing.
    """
    for one in list_library_effects(library):
        mine = metric in one.metrics and {*versions} <= {*one.versions}
        if mine and one.lies_between(*packages):
            old, new = (environment[one.package] for environment in packages)
            return f"measured with {one.package} {old}, then {new}: {one.why}"
    return ""
