"""Where a definition comes from: sources as choices name them, as BibTeX.

Start at `find_entry_names`, which reads a choice's `source`; the entries stand in
`reference/sources.toml`, each under the text that a source begins with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from homonym.reference.corpus import text
from homonym.reference.variants import Variant

SourceEntry = Mapping[str, str | int]


@cache
def read_source_entries() -> dict[str, SourceEntry]:
    """Every entry by the text that sources begin with."""
    found: dict[str, SourceEntry] = tomllib.loads(text("sources.toml"))["sources"]
    return found


def split_sources(source: str) -> list[str]:
    """The single sources that a choice names.

    >>> split_sources("Burges et al. 2005; Tamm et al. 2021, WNDCG")
    ['Burges et al. 2005', 'Tamm et al. 2021, WNDCG']
    """
    return [part.strip() for part in source.split(";") if part.strip()]


@cache
def find_entry_names(source: str) -> tuple[str, ...]:
    """The names of the entries that a choice's source means."""
    return tuple(
        n
        for part in split_sources(source)
        for n in read_source_entries()
        if begins_with_entry_name(part, n)
    )


def begins_with_entry_name(part: str, name: str) -> bool:
    """Whether a source begins with the name as with words of its own."""
    return part == name or part.startswith((f"{name} ", f"{name},", f"{name}:"))


def list_variant_entries(variant: Variant) -> list[str]:
    """The names of the entries of every choice that a variant makes."""
    axes = variant.home.axes
    sources = (axes[axis].choices[name].source for axis, name in variant.choices)
    return list(
        dict.fromkeys(name for source in sources for name in find_entry_names(source))
    )


def render_bibtex(names: Iterable[str]) -> str:
    """Entries as BibTeX.

    >>> print(render_bibtex(["implicit"]))
    @software{implicit,
      author = {{The implicit developers}},
      title = {implicit},
      url = {https://github.com/benfred/implicit},
    }
    """
    return "\n\n".join(
        map(format_bibtex_entry, (read_source_entries()[name] for name in names))
    )


def format_bibtex_entry(entry: SourceEntry) -> str:
    """One entry."""
    fields = {name: v for name, v in entry.items() if name not in ("key", "type")}
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{entry['type']}{{{entry['key']},", *lines, "}"])
