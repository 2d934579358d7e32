"""Ids as people's files write them: integers or texts, alike in all files or not.

Start at `read_ids`, which makes ids of texts; `check_ids_alike` tells where two files
write the same id differently, as pandas makes 1.0 of 1 in a column with a gap.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

from homonym.errors import UserError
from homonym.reference.case import Id

INTEGER = re.compile(r"0|-?[1-9]\d{0,17}", re.ASCII)
NUMBER = re.compile(r"(-?)0*(\d+)(?:\.0*)?", re.ASCII)
"""A whole number however it is written: 7, 007, 7.0."""

Written = tuple[Path, Collection[str]]
"""A file, and the ids of one column as they stand there."""


def read_ids(texts: Iterable[str]) -> dict[str, Id]:
    """Each text's id: integers when all are, else the texts (007 is no integer)."""
    distinct = dict.fromkeys(texts)
    if all(INTEGER.fullmatch(text) for text in distinct):
        return {text: int(text) for text in distinct}
    return {text: text for text in distinct}


def check_ids_alike(role: str, one: Written, other: Written) -> str:
    """A sentence where ids of one file are in the other but written differently;
    nothing where none are. UserError where for that reason none is in both.

    role: what they are ids of, `user` or `item`.
    """
    (path, ids), (its_path, its_ids) = one, other
    alike = set(ids) & set(its_ids)
    pairs = match_respelled_ids(ids, its_ids, alike)
    if not alike and (pairs or find_id_kinds(ids) != find_id_kinds(its_ids)):
        mine, its = pairs[0] if pairs else (next(iter(ids)), next(iter(its_ids)))
        raise make_disjoint_ids_error(role, path, its_path, mine, its)
    if not pairs:
        return ""
    count = f"1 {role} of {path} stands" if len(pairs) == 1 else ""
    count = count or f"{len(pairs):,} {role}s of {path} stand"
    return (
        f"{count} otherwise in {its_path}, as {pairs[0][0]} and {pairs[0][1]}: what is "
        "written differently matches nothing"
    )


def make_disjoint_ids_error(
    role: str, path: Path, its_path: Path, mine: str, its: str
) -> UserError:
    """What to raise where two files have no id of a role in common."""
    return UserError(
        f"{path} and {its_path} have no {role} in common: {role}s are written "
        f"{mine} in the first and {its} in the second",
        f"write the {role}s alike in both files",
    )


def match_respelled_ids(
    ids: Collection[str], others: Collection[str], alike: Collection[str]
) -> list[tuple[str, str]]:
    """(id, the same written otherwise), of those that match nothing as they stand."""
    forms = {normalise_written_id(text): text for text in ids if text not in alike}
    left = ((normalise_written_id(text), text) for text in others if text not in alike)
    return [(forms[form], text) for form, text in left if form in forms]


def normalise_written_id(text: str) -> str:
    """The id without what a way of writing adds: zeros of a number, capitals."""
    found = NUMBER.fullmatch(text)
    return found[1] + found[2] if found else text.casefold()


def find_id_kinds(ids: Collection[str]) -> set[bool]:
    """Whether there are whole numbers among the ids, and whether other texts."""
    return {bool(NUMBER.fullmatch(text)) for text in ids}
