"""How two records differ: start at `compare_records`, which yields a `Difference` for
each part that is not the same.

A difference knows which metric it is of and where in the record it stands, so that who
asks for the differences of a metric or of its conventions asks for just that; `str`
says it in a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homonym.records.outcomes import HOLDS, Outcome
from homonym.records.reading import PlainRecord
from homonym.records.store import DATA
from homonym.records.values import PER_USER
from homonym.tolerances import are_recorded_alike

NOT_COMPARED = ("version", "provenance")
"""A record is held to by its own version or by another one; both are shown."""
MOVES = (
    *(("documented", "where"), ("no_verdict", "at"), ("searched",)),
    *(("repeated", "cases"), ("large", "ran"), ("large", "of"), ("large", "refused")),
)
"""The lines of quotations and of errors move with every release of the library, the
number of variants with one of homonym, that of large and repeated cases with the time
that calls take: shown as well."""
DRAWN = (("refuted", "tried"), ("refuted", "raised"))
"""What follows from how many cases are drawn, and which."""
TIME = re.compile(r"no answer in \S+ s\b")
UNSTABLE = "unstable"
"""A metric of that status is held to that alone: its numbers move."""
OTHERS = 3
"""Since this edition of the corpus libraries are asked about other than rankings."""


@dataclass(frozen=True)
class Difference:
    """One part of a record that is not as recorded.

    metric: whose it is, None for what is no metric's own; part: the keys that lead to
    it, from the metric's entry or from the record; old, new: what stands there, None
    for nothing.

    >>> difference = Difference("map", ("core", "ran"), 48, 47)
    >>> print(difference)
    metrics.map.core.ran: recorded 48, now 47
    >>> difference.within
    'core.ran: recorded 48, now 47'
    """

    metric: str | None
    part: tuple[str, ...]
    old: Any
    new: Any

    def __str__(self) -> str:
        above = ("metrics", self.metric) if self.metric is not None else ()
        return self._told(*above, *self.part)

    @property
    def within(self) -> str:
        """The line without the metric's name, for a list of one metric's."""
        return self._told(*self.part)

    @property
    def head(self) -> str:
        """The first of the keys; nothing where the whole entry came or went."""
        return self.part[0] if self.part else ""

    @property
    def by_chance(self) -> bool:
        """Whether it may come of how many cases were drawn, or which."""
        return self.metric is not None and self.part[:2] in DRAWN

    def inside(self) -> Iterator[Difference]:
        """The differences of each key, where both sides are tables."""
        for key in {**self.old, **self.new}:
            old, new = self.old.get(key), self.new.get(key)
            if self.metric is None and self.part == ("metrics",):
                yield Difference(key, (), old, new)
            else:
                yield Difference(self.metric, (*self.part, key), old, new)

    def _told(self, *path: str) -> str:
        old, new = describe_record_part(self.old), describe_record_part(self.new)
        if isinstance(self.old, float) and isinstance(self.new, float):
            old, new = f"{self.old:.9g}", f"{self.new:.9g}"
        return f"{'.'.join(path)}: recorded {old}, now {new}"


def describe_record_part(value: Any) -> str:
    """A part of a record in a line."""
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        return (
            "; ".join(f"{k} {describe_record_part(v)}" for k, v in value.items())
            or "nothing"
        )
    return str(value)


def compare_records(old: PlainRecord, new: PlainRecord) -> Iterator[Difference]:
    """The differences of two records as plain values, provenance aside.

    What is measured on datasets is compared where both records have it, invariances
    where the old one has them, users' numbers where it kept them, and of a record made
    with edition 1 what records held then.
    """
    if timed := TIME.search(str(old)):
        new = replace_time_limit(new, timed[0])
    if read_corpus_edition(old) == 1 == read_corpus_edition(new):
        new = {
            **new,
            "metrics": {n: convert_to_edition_1(e) for n, e in new["metrics"].items()},
        }
    keep = [name for name in {**old, **new} if name not in NOT_COMPARED]
    for name in keep:
        one, other = old.get(name), new.get(name)
        if name in DATA:
            one, other = _select_common_parts(one or {}, other or {})
        if name == "inventory":
            one, other = align_inventories(old, new)
        yield from _yield_differing_parts(Difference(None, (name,), one, other))


def replace_time_limit(found: Any, timed: str) -> Any:
    """The same with that time for calls that gave no answer: how long one may take is
    said by whoever measures."""
    if isinstance(found, str):
        return TIME.sub(timed, found)
    if isinstance(found, list):
        return [replace_time_limit(one, timed) for one in found]
    if isinstance(found, dict):
        return {
            replace_time_limit(k, timed): replace_time_limit(v, timed)
            for k, v in found.items()
        }
    return found


def _select_common_parts(
    one: PlainRecord, other: PlainRecord
) -> tuple[PlainRecord, PlainRecord]:
    """The parts of two tables that both have; nothing where they are of other data."""
    if one.get("data") != other.get("data"):
        return {}, {}
    both = [name for name in one if name in other]
    return {n: one[n] for n in both}, {n: other[n] for n in both}


def align_inventories(
    old: PlainRecord, new: PlainRecord
) -> tuple[PlainRecord, PlainRecord]:
    """The public names of two records as they are compared: all of them, and what is
    made of each; before edition 3 nothing was made of metrics of other than rankings,
    and all that counts is which names there are."""
    one, other = old.get("inventory", {}), new.get("inventory", {})
    if read_corpus_edition(old) >= OTHERS or read_corpus_edition(new) >= OTHERS:
        return one, other
    return _simplify_inventory(one), _simplify_inventory(other)


def _simplify_inventory(inventory: PlainRecord) -> PlainRecord:
    known = {*inventory.get("wrapped", ()), *inventory.get("out_of_scope", {})}
    unlisted = inventory.get("unlisted", [])
    return {"wrapped": sorted(known), "unlisted": unlisted, "out_of_scope": {}}


def read_corpus_edition(record: PlainRecord) -> int:
    """The edition of the corpus that a record was made with."""
    return int(record.get("corpus", {}).get("edition", 0))


def convert_to_edition_1(entry: dict[str, Any]) -> dict[str, Any]:
    """A metric's entry as records of edition 1 held it."""
    kept = {n: v for n, v in entry.items() if n not in ("invariances", "runner_up")}
    if "nearest" in kept:
        new = ("distance", "differs_on")
        kept["nearest"] = {n: v for n, v in kept["nearest"].items() if n not in new}
    if "invariances" in entry:
        again = entry["invariances"]["after_other_calls"]
        told = "as the first" if again == HOLDS else "changed"
        kept["conventions"] = {**kept.get("conventions", {}), "second_call": told}
    return kept


def _yield_differing_parts(at: Difference) -> Iterator[Difference]:
    """The smallest parts that differ of what may."""
    if at.metric is not None and at.part in MOVES:
        return
    old, new = at.old, at.new
    if (
        at.metric is not None
        and at.part == ("large",)
        and is_large_case_unasked(old, new)
    ):
        return
    if at.metric is not None and not at.part and is_unstable(old) and new:
        if is_settled(old, new):
            yield Difference(at.metric, ("status",), UNSTABLE, new["status"])
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for one in at.inside():
            if not (at.part == ("invariances",) and one.old is None):
                yield from _yield_differing_parts(one)  # an older homonym tried fewer
    elif not (has_equal_sides(at) or differs_by_draws_alone(at)):
        yield at


def is_large_case_unasked(old: PlainRecord | None, new: PlainRecord | None) -> bool:
    """Whether one of two measurements had no time for a large case: a slow machine may
    not be a drift. What now raises where nothing was asked before is one."""
    return new is None or (old is None and not new.get("failed"))


def is_unstable(entry: Any) -> bool:
    """Whether a metric's entry says that its numbers move."""
    return isinstance(entry, dict) and entry.get("status") == UNSTABLE


def is_settled(old: PlainRecord, new: PlainRecord) -> bool:
    """Whether no call of a metric moves now that did: asked again about as many
    cases."""
    asked, again = (one.get("repeated", {}).get("cases", 0) for one in (old, new))
    return not is_unstable(new) and again >= asked


def has_equal_sides(at: Difference) -> bool:
    """Whether both sides say the same, as far as the old one says it."""
    old, new = at.old, at.new
    if isinstance(old, float) and isinstance(new, float):
        return are_recorded_alike(old, new)
    lists = isinstance(old, list) and isinstance(new, list)
    if lists and at.head == "values":
        return len(old) == len(new) and all(map(are_recorded_alike, old, new))
    return bool(old == new) or lacks_user_numbers(old, new)


def differs_by_draws_alone(at: Difference) -> bool:
    """Whether only more cases than recorded were drawn, or it raised on another number
    of them."""
    if not at.by_chance or not at.old or not at.new:
        return False
    return at.part != ("refuted", "tried") or bool(at.new > at.old)


def lacks_user_numbers(old: Any, new: Any) -> bool:
    """Whether a record was made before records kept the users' numbers, and says the
    same for the rest."""
    if old == PER_USER:
        return isinstance(new, list)
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    return old != new and old == str(Outcome.parse(new).with_users(PER_USER))
