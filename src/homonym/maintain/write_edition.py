"""Add the edition that the corpus has grown into to `reference/editions.toml`.

For whoever appends core or edge cases: `homonym-maintain edition WHY`. It counts the
lines and entries of every type of case, and hashes them; where nothing was appended it
writes nothing. Start at `find_grown_edition`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from homonym.errors import UserError
from homonym.maintain.appended_cases import check_appended_cases
from homonym.reference import corpus
from homonym.reference.corpus import Edition
from homonym.reference.large import rules_of
from homonym.reference.rankings.case import Case
from homonym.reference.variants import every_family


def write_next_edition(why: str) -> str:
    """Write the edition, and say what it holds; why: what was appended, and what for,
    in a sentence."""
    file = Path(str(files("homonym.reference").joinpath("editions.toml")))
    found = find_grown_edition()
    if found is None:
        return "nothing was appended since the last edition"
    text = file.read_text("utf-8")
    file.write_text(text + render_edition_toml(found, why), encoding="utf-8")
    return (
        f"edition {found.edition}, sha256 {found.sha256}, written to {file.resolve()}"
    )


def find_grown_edition() -> Edition | None:
    """The edition of all that stands in the files; None where the last one has it.

    UserError where what an edition holds was changed, not appended to.
    """
    last = corpus.editions()[-1]
    if corpus.digest(last) != last.sha256:
        told = f"cases of edition {last.edition} have changed: the corpus only grows"
        raise UserError(told)
    found = build_next_edition()
    return None if count_edition_cases(found) == count_edition_cases(last) else found


def count_edition_cases(edition: Edition) -> tuple[Any, ...]:
    """How many cases of every kind an edition holds."""
    return edition.core, edition.edge, edition.others, edition.large


def build_next_edition() -> Edition:
    """The edition of all that stands in the files, as the one after the last; UserError
    where something that was appended cannot be held."""
    last = corpus.editions()[-1]
    check_appended_cases(last)
    found = build_counted_edition(last)
    return replace(found, sha256=corpus.digest(found))


def build_counted_edition(last: Edition) -> Edition:
    """The next edition by its counts, types of case in the order of the last one."""
    sizes = count_cases_in_files()
    core, edge = sizes.pop(Case.folder)
    order = {**dict.fromkeys(last.others), **dict.fromkeys(sizes)}
    others = {folder: sizes[folder] for folder in order}
    large = {folder: len(rules_of(folder)) for folder in (Case.folder, *order)}
    return Edition(last.edition + 1, core, edge, "", others, large)


def count_cases_in_files() -> dict[str, Any]:
    """How many core and edge cases the files of each type of case hold."""
    types = {home.takes.folder: home.takes for home in every_family().values()}
    cores = {name: len(corpus.core(takes)) for name, takes in types.items()}
    return {name: [cores[name], len(corpus.edge(t))] for name, t in types.items()}


def render_edition_toml(edition: Edition, why: str) -> str:
    """An edition as it stands in the file."""
    head = textwrap.fill(why, 88, initial_indent="# ", subsequent_indent="# ")
    return (
        f"\n{head}\n[[edition]]\nedition = {edition.edition}\n"
        f'core = {edition.core}\nedge = {edition.edge}\nsha256 = "{edition.sha256}"\n'
        f"\n[edition.others]\n{render_case_counts(edition.others)}"
        f"\n[edition.large]\n{render_case_counts(edition.large)}"
    )


def render_case_counts(counts: Mapping[str, Any]) -> str:
    """The counts of types of case: core and edge of each, or how many large ones."""
    return "".join(f"{name} = {of}\n" for name, of in counts.items())
