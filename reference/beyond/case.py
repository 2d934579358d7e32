"""What a metric of a whole run looks at: everyone's list, what was trained on, what is
relevant, all items that there are, and the groups of users and items.

Start at `RunCase.parse`: a case is one line, and the line is its id.

    ab > cd = ce ; 2: b > ce = a | abc,defg @2

Items are letters. Before `>` stand a user's training items, after it the list in rank
order, after `=` the relevant items of the test data; a number before `:` is the user's
group (1 where it is left out); `;` starts the next user; after `|` comes the catalogue
(all items of the case where it is left out), in which commas part the groups 1, 2, …
of items; `@k` is the cut-off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from homonym.reference.brief import in_brief
from homonym.reference.case import (
    CaseError,
    Id,
    Plain,
    ScoredLists,
    before_cut_off,
    check_line,
    check_made,
    falling_scores,
)
from homonym.reference.large import is_large, large_case

USER = re.compile(
    r"(?:([1-9]\d*)\s*:\s*)?(?:([a-z]*)\s*>\s*)?([a-z]*)\s*(?:=\s*([a-z]*))?"
)


@dataclass(frozen=True)
class Run:
    """What all lists of a run share.

    train and truths: the training items and the relevant items, user by user; groups:
    the items of group 1, 2, …, all of the catalogue; user_groups: each user's group.
    """

    train: tuple[str, ...]
    groups: tuple[str, ...]
    truths: tuple[str, ...]
    user_groups: tuple[int, ...]

    @cached_property
    def catalogue(self) -> str:
        """All items that there are."""
        return "".join(self.groups)

    @cached_property
    def group_of(self) -> Mapping[str, int]:
        """Each item's group."""
        return {i: n for n, items in enumerate(self.groups, start=1) for i in items}

    @cached_property
    def users_of(self) -> Mapping[str, frozenset[int]]:
        """The places of the users who have each item in training."""
        users = list(enumerate(self.train))
        return {
            item: frozenset(place for place, train in users if item in train)
            for item in self.catalogue
        }

    @cached_property
    def counts(self) -> Counter[str]:
        """How many users have each item in training."""
        return Counter("".join(self.train))

    @cached_property
    def popular(self) -> str:
        """The items of the training data, most popular first, then as catalogued."""
        known = (item for item in self.catalogue if self.counts[item])
        return "".join(sorted(known, key=lambda item: -self.counts[item]))

    @property
    def interactions(self) -> int:
        """How many training items all users have together."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class Listed:
    """One user's list, best first, training items, relevant items and group, the run
    that they belong to, and the scores by which the list is ordered."""

    items: str
    train: str
    run: Run
    truth: str = ""
    group: int = 1
    scores: tuple[float, ...] = ()


@dataclass(frozen=True)
class RunCase(Plain):
    """One evaluation problem: all lists of a run, and the cut-off k.

    Adapters read its views: `recommendations`, `expected`, `truth`, `train`,
    `catalogue`, `groups`, `user_groups`, `k`. Users are numbered from 1 as they stand;
    a is item 1, b item 2.
    """

    kind: ClassVar[str] = "all lists of a run"
    folder: ClassVar[str] = "beyond"
    users: tuple[Listed, ...]
    k: int

    def __post_init__(self) -> None:
        check_made(self.users, Listed, self.k)

    @classmethod
    def parse(cls, line: str) -> RunCase:
        """Read a case from its line.

        >>> case = RunCase.parse("ab > cd = ce ; 2: b > ce | abc,defg @2")
        >>> str(case), case.users[0].run.counts["b"]
        ('ab > cd = ce ; 2: b > ce | abc,defg @2', 2)
        >>> case.truth, case.groups[4], case.user_groups
        ({1: ((3, 1.0), (5, 1.0)), 2: ()}, 2, {1: 1, 2: 2})
        >>> RunCase.parse("ab ; c @1").users[0].run.catalogue
        'abc'

        Raises CaseError when the line is not of that form.
        """
        check_line(line, cls, "ab > cd @2")
        if is_large(line):
            return large_case(cls, line)
        body, k = before_cut_off(line, "ab > cd @2")
        body, bar, after = body.partition("|")
        texts = [_UserText.parse(text.strip(), line) for text in body.split(";")]
        known = "".join(sorted({item for text in texts for item in text.known}))
        groups = _groups(after, known, line) if bar else (known,)
        run = Run(
            tuple(text.train for text in texts),
            groups,
            tuple(text.truth for text in texts),
            tuple(text.group for text in texts),
        )
        lengths = [len(text.items) for text in texts]
        users = (
            Listed(t.items, t.train, run, t.truth, t.group, scores)
            for t, scores in zip(texts, _scores(lengths), strict=True)
        )
        return cls(tuple(users), k)

    def __str__(self) -> str:
        lists = " ; ".join(map(_user_line, self.users))
        return f"{lists} | {','.join(self.users[0].run.groups)} @{self.k}"

    @cached_property
    def id(self) -> str:
        """The line."""
        return str(self)

    @property
    def weight(self) -> tuple[int, int, int, str]:
        """What makes a case small: few users, few items, a small k, a short line."""
        return len(self.users), len(self.catalogue), self.k, self.id

    @cached_property
    def recommendations(self) -> ScoredLists:
        """user -> ((item, score), …), best first."""
        return {
            number: tuple(zip(_ids(user.items), user.scores, strict=True))
            for number, user in self._numbered()
        }

    @cached_property
    def expected(self) -> ScoredLists:
        """The same of a recommender that shows everyone what is popular in training."""
        popular = _ids(self.users[0].run.popular)
        scores = enumerate(_scores([len(popular)] * len(self.users)), start=1)
        return {user: tuple(zip(popular, row, strict=True)) for user, row in scores}

    @cached_property
    def truth(self) -> ScoredLists:
        """user -> ((item, 1.0), …): the relevant items, in the order of the ids."""
        return {
            number: tuple((item, 1.0) for item in sorted(_ids(user.truth)))
            for number, user in self._numbered()
        }

    @cached_property
    def train(self) -> Mapping[Id, tuple[Id, ...]]:
        """user -> the user's training items."""
        return {number: _ids(user.train) for number, user in self._numbered()}

    @cached_property
    def catalogue(self) -> tuple[Id, ...]:
        """Every item's id."""
        return _ids(self.users[0].run.catalogue)

    @cached_property
    def groups(self) -> Mapping[Id, int]:
        """item -> the item's group."""
        of = self.users[0].run.group_of
        return {_id(item): group for item, group in of.items()}

    @cached_property
    def user_groups(self) -> Mapping[Id, int]:
        """user -> the user's group."""
        return {number: user.group for number, user in self._numbered()}

    def _numbered(self) -> Iterator[tuple[int, Listed]]:
        return enumerate(self.users, start=1)


@dataclass(frozen=True)
class _UserText:
    """One user's part of a line, read but not yet placed in a case."""

    items: str
    train: str
    truth: str
    group: int

    @classmethod
    def parse(cls, text: str, line: str) -> _UserText:
        match = USER.fullmatch(text)
        if not match:
            raise CaseError(
                f"{in_brief(text)} in the case {in_brief(line)} is no list: write "
                "training items > list = relevant items, a letter an item, as in ab > "
                "cd = c"
            )
        group, train, items, truth = (part or "" for part in match.groups())
        once = {"training items": train, "list": items, "relevant items": truth}
        for what, letters in once.items():
            _refuse_repeats(letters, f"the {what} {in_brief(letters)}", line)
        return cls(items, train, truth, int(group or 1))

    @property
    def known(self) -> str:
        return self.items + self.train + self.truth


def _groups(text: str, known: str, line: str) -> tuple[str, ...]:
    """The groups of a catalogue, which has every item of the case."""
    groups = tuple(group.strip() for group in text.split(","))
    if not all(re.fullmatch("[a-z]+", group) for group in groups):
        raise CaseError(
            f"the catalogue {in_brief(text.strip())} of the case {in_brief(line)} must "
            "be letters, its groups parted by commas, as in abc,de"
        )
    catalogue = "".join(groups)
    _refuse_repeats(catalogue, f"the catalogue {in_brief(text.strip())}", line)
    if missing := sorted(set(known) - set(catalogue)):
        raise CaseError(
            f"{in_brief(missing[0])} of the case {in_brief(line)} is not in its "
            "catalogue: after | stand all items that there are"
        )
    return groups


def _refuse_repeats(letters: str, where: str, line: str) -> None:
    repeated = [item for item, times in Counter(letters).items() if times > 1]
    if repeated:
        raise CaseError(
            f"{in_brief(repeated[0])} stands twice in {where} of the case "
            f"{in_brief(line)}: an item may stand there once"
        )


def _scores(lengths: list[int]) -> list[tuple[float, ...]]:
    """The scores of lists of these lengths, by the rule of `Case`."""
    users, longest = len(lengths), max(lengths)
    return [falling_scores(n, at, users, longest) for at, n in enumerate(lengths)]


def _user_line(user: Listed) -> str:
    group = f"{user.group}: " if user.group != 1 else ""
    train = f"{user.train} > " if user.train else ""
    truth = f" = {user.truth}" if user.truth else ""
    return f"{group}{train}{user.items}{truth}"


def _ids(items: str) -> tuple[int, ...]:
    return tuple(map(_id, items))


def _id(item: str) -> int:
    return ord(item) - ord("a") + 1
