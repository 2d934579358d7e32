"""The first draft of an adapter: start at `build_adapter_draft`.

What it is to wrap it is given as readings, which `homonym.drafting.library` finds. What
nobody could tell it leaves out of scope and says so; the maintainer edits it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from homonym.drafting.families import find_family_in_text, is_ranking_family
from homonym.drafting.shapes import (
    METRIC,
    Reading,
    collect_helper_sources,
    make_identifier,
    yield_names_in_python,
)

IMPORTS = {
    "collections.abc": ("Callable", "Iterable", "Mapping", "Sequence"),
    "itertools": ("pairwise",),
    "typing": ("Any",),
    "homonym": ("Adapter", "AnyCase", "Refuse", "Value", "functions"),
}
"""Where the names come from that a draft may need."""
BY_HAND = "each(case, lambda items, judged: $call(items[: case.k], relevant(judged)))"
"""What is returned by a metric that is written by hand, to begin with."""


@dataclass(frozen=True)
class Draft:
    """The text of an adapter, the functions it wraps, those that it leaves out, each
    with the reason, and the lines to write for the first of these."""

    text: str
    wrapped: tuple[str, ...]
    left_out: Mapping[str, str]
    by_hand: str = ""


@dataclass(frozen=True)
class Wrapped:
    """A metric of a draft: its name in the record, its family, how it is asked."""

    name: str
    claims: str
    reading: Reading


def build_adapter_draft(
    library: str,
    module: str,
    metrics: tuple[Wrapped, ...],
    left_out: Mapping[str, str],
    classes: bool = False,
) -> Draft:
    """An adapter of these metrics of a module; out of scope what is left out."""
    texts = [render_draft_metric(one, module) for one in metrics]
    own = collect_helper_sources(
        "\n".join([*texts, "each, relevant" if left_out else ""])
    )
    head = render_adapter_head(library, module, left_out, classes)
    body = "\n\n".join([head, own, *texts])
    text = Template(body).safe_substitute(imports=render_import_lines(body))
    wrapped = tuple(one.name for one in metrics)
    return Draft(
        text, wrapped, left_out, render_handwritten_metric(module, left_out, wrapped)
    )


def render_draft_metric(metric: Wrapped, module: str) -> str:
    """The text of a metric, which imports its module itself."""
    function = f"{module}.{metric.reading.function.name}"
    imports = f"    import {module}\n\n"
    return metric.reading.metric(metric.name, metric.claims, function, imports)


def render_adapter_head(
    library: str, module: str, left_out: Mapping[str, str], classes: bool
) -> str:
    """What stands above the functions, but for the imports."""
    listed = f'{module}, "{module.partition(".")[0]}"'
    out = "".join(f'\n        "{name}": {why!r},' for name, why in left_out.items())
    return Template(read_draft_stub("head")).safe_substitute(
        library=library,
        module=module,
        listed=listed + (", classes=True" if classes else ""),
        out_of_scope=f"{out}\n    " if out else "",
    )


def render_handwritten_metric(
    module: str, left_out: Mapping[str, str], wrapped: Sequence[str]
) -> str:
    """The lines of a metric, to be written by hand for the first that is left out and
    named after a family; where nothing is wrapped, for the first that is left out."""
    named = {name: find_family_in_text(name) for name in left_out}
    likely = [name for name, claims in named.items() if is_ranking_family(claims)]
    for name in likely or ([] if wrapped else [*left_out]):
        return METRIC.substitute(
            name=name,
            family=named[name] or "FAMILY",
            function=make_identifier(name),
            words="One user's items best first, and the relevant items",
            imports=f"    import {module}\n\n",
            returned=Template(BY_HAND).substitute(call=f"{module}.{name}"),
        )
    return ""


def render_import_lines(body: str) -> str:
    """The lines that import what a text names."""
    named = {*yield_names_in_python(body.replace("$imports", ""))}
    lines = {
        source: [name for name in names if name in named]
        for source, names in IMPORTS.items()
    }
    return "\n".join(
        f"from {source} import {', '.join(names)}"
        for source, names in lines.items()
        if names
    ).replace("\nfrom homonym", "\n\nfrom homonym")


def read_draft_stub(name: str) -> str:
    """A part of the draft, by its file."""
    file = files("homonym.drafting").joinpath("stubs", f"{name}.txt")
    return file.read_text(encoding="utf-8")
