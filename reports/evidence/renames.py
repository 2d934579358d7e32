"""Metrics that have another name, or are called in another way, from one version to the
next: start at `find_renamed_metrics`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from homonym.reports.evidence.contrast import find_contrast_case
from homonym.reports.evidence.version_change import (
    NOT_OFFERED,
    VersionChange,
    add_change_effect,
    describe_computed_formula,
)
from homonym.reports.findings.finding import (
    Finding,
    FindingGroups,
    find_shared_entry_points,
)
from homonym.reports.findings.ids import shorten_variant_id


def find_renamed_metrics(
    before: Mapping[str, Finding], after: Mapping[str, Finding]
) -> Iterator[VersionChange]:
    """Metrics that came or went, by their public names.

    Where only the way to call it is another (a backend, an option) the public name
    stays, and what its metrics compute is compared instead. Where the names are others
    (the whole interface was replaced) see `match_names_by_stem`.
    """
    went = [f for name, f in before.items() if name not in after]
    came = [f for name, f in after.items() if name not in before]
    yield from yield_call_changes(went, came)
    names = [{f.public_name for f in found.values()} for found in (before, after)]
    gone = [f for f in went if f.public_name not in names[1]]
    new = [f for f in came if f.public_name not in names[0]]
    for family in dict.fromkeys(f.claims for f in (*gone, *new)):
        old, now = ([f for f in found if f.claims == family] for found in (gone, new))
        yield from match_names_by_stem(group_by_name_stem(old), group_by_name_stem(now))


def match_names_by_stem(
    old: FindingGroups, new: FindingGroups
) -> Iterator[VersionChange]:
    """Names of one family that only one of two versions has.

    Names of one stem are one metric renamed (`map_at_k`, `MAP`), and so are the last
    two without such a partner; others went or came.
    """
    pairs = {stem: stem for stem in old if stem in new}
    left, right = ([s for s in some if s not in pairs] for some in (old, new))
    if len(left) == len(right) == 1:
        pairs[left.pop()] = right.pop()
    for one, other in pairs.items():
        yield from yield_renamed_changes(old[one], new[other])
    for name, mine in group_by_public_name(
        f for stem in left for f in old[stem]
    ).items():
        yield VersionChange((name,), tell_meanings(mine), NOT_OFFERED)
    for name, mine in group_by_public_name(
        f for stem in right for f in new[stem]
    ).items():
        yield VersionChange((name,), NOT_OFFERED, tell_meanings(mine))


def yield_renamed_changes(
    old: Sequence[Finding], new: Sequence[Finding]
) -> Iterator[VersionChange]:
    """What a metric became under its new name, for each way to call that.

    The old name without options stands for it. A way through a door that gives nothing
    has nothing to compare: it came.
    """
    plain = [f for f in old if f.metric == f.public_name] or old
    for way, mine in group_by_public_name(new).items():
        if way != mine[0].public_name and all(f.reason for f in mine):
            yield VersionChange((way,), NOT_OFFERED, tell_meanings(mine))
        elif not are_meanings_equal(plain, mine):
            names, found = (plain[0].public_name, way), find_contrast_case(plain, mine)
            words = tell_meanings(plain), tell_meanings(mine)
            made = VersionChange(names, *words, witness=found, renamed=True)
            yield add_change_effect(made, plain, mine)


def group_by_name_stem(found: Iterable[Finding]) -> FindingGroups:
    """Metrics by their names without what only says how they are called.

    >>> stem_metric_name("map_at_k"), stem_metric_name("MAP"), stem_metric_name("map_")
    ('map', 'map', 'map')
    """
    groups: FindingGroups = {}
    for finding in found:
        groups.setdefault(stem_metric_name(finding.name), []).append(finding)
    return groups


def stem_metric_name(name: str) -> str:
    """A metric's name without what versions write differently."""
    return name.lower().removesuffix("_at_k").replace("_", "")


def group_by_public_name(found: Iterable[Finding]) -> FindingGroups:
    """Metrics by their public names; one that others share keeps its argument."""
    groups: FindingGroups = {}
    for f in found:
        way = (
            f.metric
            if f.public_name in find_shared_entry_points(f.library)
            else f.public_name
        )
        groups.setdefault(way, []).append(f)
    return groups


def yield_call_changes(
    went: Sequence[Finding], came: Sequence[Finding]
) -> Iterator[VersionChange]:
    """Public names of which both versions have metrics that the other has not."""
    for name in dict.fromkeys(f.public_name for f in went):
        old, new = ([f for f in some if f.public_name == name] for some in (went, came))
        one, other = tell_meanings(old), tell_meanings(new)
        if new and not are_meanings_equal(old, new):
            witness = find_contrast_case(old, new)
            made = VersionChange((name,), one, other, witness=witness)
            yield add_change_effect(made, old, new)


def are_meanings_equal(old: Iterable[Finding], new: Iterable[Finding]) -> bool:
    """Whether they have the same meanings; without any, whether they tell the same."""
    one, other = ({f.meaning for f in found if f.meaning} for found in (old, new))
    return one == other if one or other else tell_meanings(old) == tell_meanings(new)


def tell_meanings(found: Iterable[Finding]) -> str:
    """What these metrics compute, each meaning once; per-user numbers as their mean."""
    labels = (
        shorten_variant_id(f.meaning, f.claims)
        if f.meaning
        else describe_computed_formula(f)
        for f in found
    )
    return "; ".join(dict.fromkeys(labels)) or NOT_OFFERED
