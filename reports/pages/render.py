"""Templates to pages: the jinja environment, numbers and formulas.

Start at `build_jinja_environment`. Everything that is put into a page is escaped; only
MathML that is made here from homonym's own formulas is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from homonym.cases.kinds import find_case_kind
from homonym.errors import UserError
from homonym.records.outcomes import Outcome
from homonym.reports.evidence.describe import (
    describe_boxes_aloud,
    is_drawn_as_boxes,
    list_box_rows,
    list_case_marks,
)
from homonym.reports.findings import addresses
from homonym.reports.findings.finding import join_names
from homonym.reports.findings.ids import shorten_variant_id
from homonym.reports.findings.numbers import (
    format_all_digits,
    format_count,
    format_page_number,
    format_published_number,
)

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket

WORDS = re.compile(r"(\\text\{[^{}]*\}|\\[A-Za-z]+)|([A-Za-z]{2,}(?:,? [A-Za-z]+)*)")
"""In LaTeX: commands and texts, and words of several letters with what follows in
words."""
REVERSE_SOLIDUS, SET_MINUS = "&#x029F5;", "&#x2216;"
"""What a difference of sets becomes, which few fonts have, and what more have."""
MINUS = re.compile(r"(?<!\w)-|-(?!\w)")
"""A hyphen that is none: between words it is one."""
PROSE = re.compile(r"[A-Za-z]{2,}")


def build_jinja_environment() -> Environment:
    """Jinja with our templates: undefined names are errors, everything is escaped."""
    check_extras()
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(
        loader=FunctionLoader(read_template_text),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=make_bytecode_cache(),
    )
    made.tests["boxed"] = is_drawn_as_boxes
    made.filters.update(list_template_filters())
    return made


def list_template_filters() -> dict[str, Callable[..., Any]]:
    """What templates may ask of a value, by the word that they write for it."""
    return {
        "library_page": addresses.name_library_page,
        "edges_page": addresses.name_edges_page,
        "cases_page": addresses.name_cases_page,
        "cite_page": addresses.name_cite_page,
        "family_page": addresses.name_family_page,
        "variant_page": addresses.name_variant_page,
        "variant_anchor": addresses.name_variant_anchor,
        "metric_anchor": addresses.name_metric_anchor,
        "number": format_page_number,
        "printed": format_published_number,
        "exact": format_all_digits,
        "counted": format_count,
        "mathml": render_mathml,
        "soft": insert_line_breaks,
        "ticked": render_backticks,
        "upstream": keep_web_address,
        "kind_of": find_case_kind,
        "aloud": describe_boxes_aloud,
        "boxes": list_box_rows,
        "legend": list_case_marks,
        "label": shorten_variant_id,
        "listed": join_names,
        "slug": addresses.make_slug,
        "outcome": Outcome.parse,
    }


@cache
def make_bytecode_cache() -> BytecodeCache:
    """The code of our templates, compiled once a process."""
    from jinja2 import BytecodeCache

    class Compiled(BytecodeCache):
        known: ClassVar[dict[str, bytes]] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            if bucket.key in self.known:
                bucket.bytecode_from_string(self.known[bucket.key])

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.known[bucket.key] = bucket.bytecode_to_string()

    return Compiled()


def check_extras() -> None:
    """Raises UserError where what draws pages is not installed."""
    if not all(find_spec(name) for name in ("jinja2", "latex2mathml", "PIL")):
        raise UserError(
            "the report needs jinja2, latex2mathml and pillow",
            'pip install "homonym[report]"',
        )


def read_template_text(name: str) -> str:
    """The text of a template."""
    file = files("homonym.reports").joinpath("templates", name)
    return file.read_text(encoding="utf-8")


@lru_cache(maxsize=16_384)
def insert_line_breaks(text: str) -> Any:
    """A name that may be broken after its signs, escaped."""
    from markupsafe import Markup, escape

    pieces = re.split(r"(?<=[=,(/.])(?=\w)|(?<=_)(?=[a-z]{4})|(?<=\w)(?=\[)", text)
    return Markup("<wbr>").join(escape(piece) for piece in pieces)


def render_backticks(text: str) -> Any:
    """Prose, escaped, with what stands in backticks as code."""
    from markupsafe import Markup, escape

    pieces = [escape(piece) for piece in text.split("`")]
    return Markup().join(
        Markup("<code>{}</code>").format(piece) if place % 2 else piece
        for place, piece in enumerate(pieces)
    )


def keep_web_address(address: str) -> str:
    """An address that may be linked to; nothing for any other scheme."""
    return address if address.startswith(("https://", "http://")) else ""


def render_mathml(formula: str) -> Any:
    """A formula as MathML; as escaped text where it is prose or cannot be read."""
    from markupsafe import Markup, escape

    if is_prose(formula):
        return Markup('<span class="prose">{}</span>').format(MINUS.sub("–", formula))
    try:
        return Markup(convert_latex_to_mathml(formula))  # noqa: S704  (made from our own formulas)
    except UserError:
        raise
    except Exception:
        return escape(formula)


def is_prose(formula: str) -> bool:
    """Whether a formula is words rather than LaTeX."""
    words = PROSE.findall(formula)
    return formula == "-" or (not re.search(r"[\\^_]", formula) and len(words) > 2)


def select_latex_formulas(formulas: Iterable[str]) -> list[str]:
    """Those that are formulas, and not words."""
    return [one for one in formulas if not is_prose(one)]


@lru_cache(maxsize=1024)
def convert_latex_to_mathml(formula: str) -> str:
    """LaTeX as MathML: words of several letters are upright, as names are set."""
    from latex2mathml.converter import convert

    text = WORDS.sub(
        lambda found: found[1] or rf"\text{{{found[2]}}}",
        formula.replace("…", r"\ldots ").replace(r"\arg\max", r"\argmax"),
    )
    made: str = convert(text)
    return made.replace(f"<mi>{REVERSE_SOLIDUS}</mi>", f"<mo>{SET_MINUS}</mo>")


def split_docstring(doc: str) -> list[tuple[str, Sequence[str]]]:
    """A docstring as (kind, lines): `text` joined to one line, or `formula` lines.

    Doctests, and what is said to those who read the source, are left out.
    """
    found: list[tuple[str, Sequence[str]]] = []
    for block in re.split(r"\n\s*\n", doc.strip()):
        if block.startswith("    "):
            lines = [line.strip() for line in block.splitlines()]
            found.append(("formula", lines))
        else:
            text = re.sub(r"\s*Start at `.*", "", " ".join(block.split()))
            found += [("text", [text])] if text else []
    return found
