"""`homonym explain`: what a variant computes, where it comes from, who computes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from homonym.cases.few import few, in_words
from homonym.equivalence.counterexamples import broken, declared
from homonym.errors import UserError
from homonym.gate.formats import computes
from homonym.records import store
from homonym.records.lookup import on_record
from homonym.reference.properties import properties, relations
from homonym.reference.rankings.case import Case
from homonym.reference.variants import UnknownName, Variant
from homonym.trace.plain_text import plain

NONE = {"computed by": "none recorded", "relations": "none known"}
"""What stands below a heading that has nothing below it."""


def run(name: str, as_json: bool) -> None:
    """Explain a variant, an alias or a library's metric."""
    told = metric(name) or variant(name)
    if as_json:
        print(json.dumps(told, indent=2))
        return
    for key, value in told.items():
        if isinstance(value, list):
            print(f"\n{key}")
            print(
                "\n".join(f"  {line}" for line in value) or f"  {NONE.get(key, 'none')}"
            )
        else:
            print(f"{key:<10} {value}")


def metric(name: str) -> dict[str, Any] | None:
    """What the records say of `library.metric`, or of `library==version.metric`, and
    what its variant is; None for other names."""
    found = on_record(name)
    if not found:
        return None
    record, wanted = found
    entry = record["metrics"][wanted]
    told = recorded(record, wanted, entry)
    variants = entry.get("variants", ())
    if len(variants) == 1:
        told |= variant(variants[0])
    return dict(sorted(told.items(), key=lambda one: isinstance(one[1], list)))


def recorded(
    record: store.Record, wanted: str, entry: dict[str, Any]
) -> dict[str, Any]:
    """A metric's verdict in every record of its library, and one record's details."""
    library, version = record["library"], record["version"]
    mine = {
        r["version"]: r["metrics"] for r in store.every() if r["library"] == library
    }
    told: dict[str, Any] = {"metric": f"{library}.{wanted}", "claims": entry["claims"]}
    told["computes"] = [
        f"{v}: {computes(metrics[wanted])}"
        for v, metrics in mine.items()
        if wanted in metrics
    ]
    if promised := entry.get("documented"):
        told[f"documented at {version}"] = [
            promised["variant"],
            f"“{promised['quote']}” ({promised['where']})",
        ]
    conventions = entry.get("conventions", {}).items()
    told[f"conventions at {version}"] = [
        f"{n}: {outcome}" for n, outcome in conventions
    ]
    return told


def variant(name: str) -> dict[str, Any]:
    """A variant's choices with their formulas and sources, its class and its users."""
    try:
        found = Variant.parse(name)
    except UnknownName as error:
        raise UserError(str(error)) from None
    home, canonical = found.home, found.canonical()
    told: dict[str, Any] = {"variant": str(found), "family": home.title}
    if canonical != found:
        told["equals"] = f"{canonical}, because {'; '.join(home.reasons(found))}"
    told["choices"] = [
        line(axis, home.axes[axis].choices[choice]) for axis, choice in found.choices
    ]
    told["properties"] = list(table(found))
    if home.takes is Case:
        told["relations"] = list(related(canonical))
    told["computed by"] = [
        f"{r['library']} {r['version']}: {name}"
        for r in store.every()
        for name, entry in r["metrics"].items()
        if str(canonical) in entry.get("variants", [])
    ]
    return told


def table(variant: Variant) -> Iterator[str]:
    """What holds of a variant, and what does not, with a case."""
    home = variant.home
    otherwise = "yes"
    if not declared(variant):
        number, which = len(few(home.takes)), in_words(home.takes)
        otherwise = f"no counterexample among {number:,} small cases ({which})"
    for name, case in broken(variant):
        said = properties(home.takes)[name].said(home)
        yield f"{said}: {f'no, see {case}' if case else otherwise}"


def related(variant: Variant) -> Iterator[str]:
    """The inequalities that hold between it and other variants, on any case."""
    for relation in relations():
        if variant in [one.canonical() for one in relation.rising]:
            yield f"{' ≤ '.join(map(str, relation.rising))}, because {relation.because}"


def line(axis: str, choice: Any) -> str:
    source = f" [{choice.source}]" if choice.source else ""
    return f"{axis} = {choice.name}: {choice.doc} {plain(choice.formula)}{source}"
