"""A case of any type for people, line by line: each user's part, and what all share.

Start at `case_lines`. Rankings are drawn, the others told in words; scores, and the
items that stand in no list, are told where a value depends on them (`scores_matter`,
`others_matter`). Pages draw rankings as boxes, and need what is `beside` them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from homonym.equivalence.witness import differ
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.case import written
from homonym.reference.chances.case import LabelCase
from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.off_policy.case import Impression, Logged, LoggedCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant
from homonym.reports.evidence.cases import drawn
from homonym.trace.rankings import spelled

Told = Callable[[Any, bool], Iterator[str]]


def case_lines(case: Any, variants: Iterable[Variant] = ()) -> list[str]:
    """What stands in the case, a line a user, with scores where one of the variants
    depends on them; nothing of a type that has no words.

    >>> case_lines(RunCase.parse("a > bc = c | abc @1"))
    ['user 1: trained on a; shown b up to rank 1, then c; relevant c', 'items: a, b, c']
    """
    if isinstance(case, Case):
        return [*lists(case), *beside(case, variants)]
    return beside(case, variants)


def beside(case: Any, variants: Iterable[Variant] = ()) -> list[str]:
    """The same without the lists of a ranking.

    >>> beside(Case.parse(". 1 ; 1 . @1"), [Variant.parse("SAUC")])
    ['scores  user 1: 0.666667, 0.166667; user 2: 0.833333, 0.333333']
    """
    words, looked = WORDS.get(type(case)), tuple(variants)
    scores = any(scores_matter(variant, case) for variant in looked)
    told = list(words(case, scores)) if words else []
    if any(others_matter(variant, case) for variant in looked):
        told.append(others(case))
    return told


CHANGES: tuple[Callable[[float, int], float], ...] = (
    lambda score, n: score + n,
    lambda score, n: score - n,
    lambda score, n: (score - 0.5) * 10**n,
    lambda score, n: (score - 0.5) / 10**n,
)
"""What is done to the scores of the nth user: the users' lists are parted, or put into
one another; the order of each stays as it is."""


def scores_matter(variant: Variant, case: Any) -> bool:
    """Whether the value depends on more of the scores than the order of each list.

    >>> case = Case.parse(". 1 ; 1 . @1")
    >>> [scores_matter(Variant.parse(name), case) for name in ("SAUC", "GAUC")]
    [True, False]
    """
    one_list = isinstance(case, Case) and len(case.users) == 1
    if one_list or not isinstance(case, Case | RunCase):
        return False
    own = variant.value(case)
    return any(differ(own, variant.value(changed(case, by))) for by in CHANGES)


def changed(case: Any, change: Callable[[float, int], float]) -> Any:
    """The case with the scores of every user changed."""
    users = (
        replace(user, scores=tuple(change(score, n) for score in user.scores))
        for n, user in enumerate(case.users, start=1)
    )
    return replace(case, users=tuple(users))


def others_matter(variant: Variant, case: Any) -> bool:
    """Whether the value depends on how many items stand neither in a list nor in the
    truth: candidates that were not listed, or items of training.

    >>> case = Case.parse(". 1 | @2")
    >>> whole = Variant.parse("auc(positives=recommended, negatives=catalogue)")
    >>> variant = Variant.parse("MAP(divisor=min_k_r)")
    >>> [others_matter(variant, case) for variant in (whole, variant)]
    [True, False]
    """
    if not isinstance(case, Case):
        return False
    own = variant.value(case)
    more = (
        tuple(replace(user, unranked=user.unranked + 1) for user in case.users),
        tuple(replace(user, train=user.train + 1) for user in case.users),
    )
    values = (variant.value(replace(case, users=users)) for users in more)
    return any(differ(own, value) for value in values)


def others(case: Case) -> str:
    """How many items there are, and which of them neither list nor truth has."""
    many = len(case.users) > 1
    told = []
    for place, user in enumerate(case.users, start=1):
        kinds = (
            (user.unranked, "neither listed nor relevant"),
            (user.train, "of training, no candidate"),
        )
        parts = " and ".join(f"{count} {what}" for count, what in kinds if count)
        told.append(f"{f'user {place}: ' if many else ''}{parts or 'no other'}")
    user = case.users[0]
    size = len(user.grades) + len(user.missed) + user.unranked + user.train
    return f"items  {size} in all; {'; '.join(told)}"


def lists(case: Case) -> Iterator[str]:
    """Each user's list in marks."""
    many = len(case.users) > 1
    for place, row in enumerate(drawn(case), start=1):
        cells = [f"[{i.mark}]" if i.relevant else f" {i.mark} " for i in row.items]
        cells.insert(case.k, "¦")
        cells += ["|", *(f"[{mark}]" for mark in row.missed)] if row.missed else []
        yield f"{f'user {place}' if many else 'list'}  {' '.join(cells)}".rstrip()


def rankings(case: Case, scores: bool) -> Iterator[str]:
    """The scores by rank."""
    if scores:
        told = (
            f"user {n}: {listed(map(spelled, user.scores))}"
            for n, user in enumerate(case.users, start=1)
        )
        yield f"scores  {'; '.join(told)}"


def run(case: RunCase, scores: bool) -> Iterator[str]:
    """What each user was trained on, is shown and finds relevant; all items."""
    grouped = len({user.group for user in case.users}) > 1
    for place, user in enumerate(case.users, start=1):
        who = f"user {place}{f', of group {user.group}' if grouped else ''}"
        known = f"trained on {listed(user.train)}"
        relevant = f"relevant {listed(user.truth)}"
        yield f"{who}: {known}; {shown(user, case.k, scores)}; {relevant}"
    groups = case.users[0].run.groups
    named = (f"{listed(items)} in group {n}" for n, items in enumerate(groups, 1))
    yield f"items: {listed(groups[0]) if len(groups) == 1 else '; '.join(named)}"


def shown(user: Listed, k: int, scores: bool) -> str:
    """A user's list, up to rank k and beyond."""
    told = [
        f"{item} (score {spelled(score)})" if scores else item
        for item, score in zip(user.items, user.scores, strict=True)
    ]
    then = f", then {listed(told[k:])}" if told[k:] else ""
    return f"shown {listed(told[:k])} up to rank {k}{then}"


def ratings(case: RatingCase, scores: bool) -> Iterator[str]:
    """Each true rating with its prediction, and the scale."""
    yield from paired(case, "rating", "predicted", "not predicted")
    if case.scale:
        low, high = map(written, case.scale)
        yield f"scale: {low} to {high}"


def labels(case: LabelCase, scores: bool) -> Iterator[str]:
    """Each label with the chance that it is 1."""
    return paired(case, "label", "chance", "no chance")


def paired(case: RatingCase, true: str, made: str, none: str) -> Iterator[str]:
    """Each user's pairs, in these words."""
    for place, user in enumerate(case.users, start=1):
        pairs = (
            f"item {n}: {true} {written(r)}, "
            f"{none if p is None else f'{made} {written(p)}'}"
            for n, (r, p) in enumerate(user.pairs, start=1)
        )
        yield f"user {place}: {'; '.join(pairs) or 'nothing'}"


def aspects(case: AspectCase, scores: bool) -> Iterator[str]:
    """Each user's items with their ratings and aspects: by rank, then the others."""
    for place, user in enumerate(case.users, start=1):
        yield f"user {place}: {'; '.join(parts(user, case.k))}"


def parts(user: User, k: int) -> Iterator[str]:
    for rank, item in enumerate(user.ranked, start=1):
        yield f"rank {rank}{' (after k)' if rank > k else ''}: {rated(item)}"
    named = (
        ("not listed", user.unlisted),
        ("in training", user.profile),
        ("the ideal that was given", user.ideal or ()),
    )
    for name, items in named:
        if items:
            yield f"{name}: {' and '.join(map(rated, items))}"


def rated(item: Item) -> str:
    """An item by its aspects, and its rating."""
    rating = "not rated" if item.rating is None else f"rated {written(item.rating)}"
    return f"{'+'.join(item.aspects)} {rating}"


def log(case: LoggedCase, scores: bool) -> Iterator[str]:
    """What each trajectory showed, what it earned, and where the other policy has it;
    the chance that each rank is viewed."""
    for place, user in enumerate(case.users, start=1):
        yield f"trajectory {place}: {'; '.join(impressions(user))}"
    if bias := case.users[0].bias:
        yield f"chance that a rank is viewed: {listed(map(written, bias))}"


def impressions(user: Logged) -> Iterator[str]:
    for rank, one in enumerate(user.impressions, start=1):
        if one.reward is None:
            yield f"never shown, {other_policy(one)}"
        else:
            yield f"rank {rank} earned {written(one.reward)}, {other_policy(one)}"


def other_policy(one: Impression) -> str:
    """Where the policy that is evaluated shows the item, or how often both do."""
    if one.logged is not None and one.target is not None:
        logged, target = written(one.logged), written(one.target)
        return f"exposed {logged} by the logging policy and {target} by the other"
    return (
        f"the other policy has it at rank {one.rank}"
        if one.rank
        else ("the other policy has it nowhere")
    )


def listed(things: Iterable[str] | Sequence[str]) -> str:
    return ", ".join(things) or "nothing"


WORDS: dict[type[Any], Told] = {
    Case: rankings,
    RunCase: run,
    RatingCase: ratings,
    LabelCase: labels,
    AspectCase: aspects,
    LoggedCase: log,
}
