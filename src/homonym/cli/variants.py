"""`homonym variants`: the families, or one family's axes and choices."""

from __future__ import annotations

import json

from homonym.cli.common import make_console
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.variants import Family, Variant, every_family


def list_variants(name: str, as_json: bool) -> None:
    """List all families, or show one."""
    found = [find_family_by_alias(name)] if name else list(every_family().values())
    if as_json:
        print(json.dumps([build_family_data(family) for family in found], indent=2))
    elif name:
        show_family(found[0])
    else:
        show_families(found)


def find_family_by_alias(name: str) -> Family:
    """The family of a name or alias."""
    with explain_unknown_names(name):
        return Variant.with_defaults(name).home


def show_families(found: list[Family]) -> None:
    """One line a family."""
    from rich.table import Table

    table = Table("family", "also called", "variants", "axes", box=None, pad_edge=False)
    for family in sorted(found, key=lambda family: family.name):
        also = ", ".join(list_default_aliases(family))
        table.add_row(
            family.name, also, str(len(family.variants)), ", ".join(family.axes)
        )
    make_console().print(table)
    print("\nhomonym variants FAMILY shows the choices on each axis")


def list_default_aliases(family: Family) -> list[str]:
    """The aliases of a family's default variant."""
    its = family.also.items()
    return [name for name, chosen in its if family.variant(**chosen) == family.default]


def show_family(family: Family) -> None:
    """What a family is, and each axis with its choices."""
    print(family.about)
    for axis, its in family.axes.items():
        print(f"\n{axis}: {its.asks}")
        for place, choice in enumerate(its.choices.values()):
            print(
                f"  {choice.name:<22} {choice.doc}{' (default)' if not place else ''}"
            )
    named = {alias: family.variant(**names) for alias, names in family.also.items()}
    if named:
        print("\nalso called")
        for alias, variant in named.items():
            print(f"  {alias:<22} {variant}")


def build_family_data(family: Family) -> dict[str, object]:
    """A family for a machine."""
    return {
        "family": family.name,
        "title": family.title,
        "variants": len(family.variants),
        "parameters": family.parameters,
        "axes": {
            axis: [
                {
                    "choice": c.name,
                    "formula": c.formula,
                    "source": c.source,
                    "says": c.doc,
                }
                for c in its.choices.values()
            ]
            for axis, its in family.axes.items()
        },
        "also": {a: str(family.variant(**names)) for a, names in family.also.items()},
    }
