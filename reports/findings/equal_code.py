"""Families of equal code: repositories whose functions have equal syntax trees.

Start at `find_equal_code_families`. Equal is what `homonym scan` calls a copy: the tree
without names of variables, formatting and documentation (`homonym.scanning.shape`),
kept as a hash. That is undirected: equal trees do not show who copied from whom.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from string import ascii_lowercase

from homonym.reports.findings.repositories import (
    is_paper_repository,
    read_paper_repositories,
)
from homonym.reports.findings.survey import Survey
from homonym.scanning.known_shapes import KnownShape, read_known_shapes


@dataclass(frozen=True)
class EqualRow:
    """A function by the names that it has; letters: for each member of the family the
    trees that it has of it, equal ones by the same letter."""

    names: tuple[str, ...]
    letters: tuple[tuple[str, ...], ...]

    @property
    def trees(self) -> int:
        """How many different trees there are."""
        return len({letter for one in self.letters for letter in one})


@dataclass(frozen=True)
class EqualFamily:
    """Members by the day of the first commit of their file, those without one last."""

    members: tuple[str, ...]
    rows: tuple[EqualRow, ...]


def find_equal_code_families(survey: Survey) -> list[EqualFamily]:
    """Those with a repository of a paper in them, the largest first."""
    newest = {one.name: one.newest.version for one in survey.everyone.libraries}
    mine = [
        one
        for one in read_known_shapes()
        if newest.get(one.library, "") in one.versions
    ]
    groups = group_connected_shapes(
        mine, lambda one: [one.library], lambda one: [one.shape.whole]
    )
    found = [build_equal_code_family(group) for group in groups if has_paper(group)]
    return sorted(found, key=lambda one: (-len(one.members), one.members))


def has_paper(group: Collection[KnownShape]) -> bool:
    """Whether they are of several, one of which is a paper's repository."""
    owners = {one.library for one in group}
    return has_several_members(group) and any(map(is_paper_repository, owners))


def build_equal_code_family(group: Collection[KnownShape]) -> EqualFamily:
    """One family, with the functions that at least two of its members have: those
    that share a name, and those whose trees are equal whatever their names."""
    members = sorted(
        {one.library for one in group}, key=lambda o: (find_first_commit_day(o), o)
    )
    rows = group_connected_shapes(
        group, lambda one: [one.metric], lambda one: [one.shape.whole]
    )
    made = [
        build_equal_code_row(mine, members)
        for mine in rows
        if has_several_members(mine)
    ]
    return EqualFamily(
        tuple(members), tuple(sorted(made, key=lambda one: one.names[0].casefold()))
    )


def has_several_members(group: Iterable[KnownShape]) -> bool:
    """Whether it is a function of several members."""
    return len({one.library for one in group}) > 1


def build_equal_code_row(
    group: Collection[KnownShape], members: Iterable[str]
) -> EqualRow:
    """One function: its trees lettered in the order of the members."""
    given: dict[str, str] = {}
    letters = []
    for member in members:
        trees = dict.fromkeys(o.shape.whole for o in group if o.library == member)
        letters.append(tuple(assign_tree_letter(given, tree) for tree in trees))
    names = sorted({one.metric for one in group}, key=lambda n: (n.casefold(), n))
    return EqualRow(tuple(names), tuple(letters))


def assign_tree_letter(given: dict[str, str], tree: str) -> str:
    """The letter of a tree, the next where it has none yet."""
    return given.setdefault(tree, ascii_lowercase[len(given) % len(ascii_lowercase)])


def find_first_commit_day(library: str) -> str:
    """When the first of its measured files was first committed; `9` where nobody
    knows, which comes after all days."""
    found = read_paper_repositories().get(library)
    return min(found.first_commits.values(), default="9") if found else "9"


def group_connected_shapes(
    shapes: Iterable[KnownShape],
    *ties: Callable[[KnownShape], Iterable[Hashable]],
) -> list[list[KnownShape]]:
    """The functions in groups: two that share what one of the ties says of them are in
    one group."""
    groups: list[tuple[set[Hashable], list[KnownShape]]] = []
    for one in shapes:
        marks = {(place, mark) for place, tie in enumerate(ties) for mark in tie(one)}
        near = [group for group in groups if group[0] & marks]
        groups = [group for group in groups if not group[0] & marks]
        joined = marks.union(*(group[0] for group in near))
        groups.append((joined, [*(o for group in near for o in group[1]), one]))
    return [found for _, found in groups]
