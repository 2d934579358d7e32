"""What is now otherwise than a metric card says, in words: start at
`describe_card_differences`."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from homonym.evaluation.card_schema import Card, CardMean, CardNumber, Evaluated
from homonym.evaluation.evaluated_number import name_group_metric
from homonym.tolerances import are_numbers_close

NEAR = 1e-9
"""Numbers that are closer are the same: sums differ in their last digits from one
processor to the next."""
HEAD = 12
"""So much of a hash is shown."""


def describe_card_differences(card: Card, now: Card) -> Iterator[str]:
    """The files, then the numbers of each run, then their means."""
    yield from find_differing_files(card, now)
    again = {one.by: one for one in now.evaluated}
    for one in card.evaluated:
        if one.by in again:
            yield from describe_changed_numbers(one, again[one.by])
            yield from find_differing_counts(one, again[one.by])
        else:
            of = f" of {one.run}" if one.run else ""
            yield f"the numbers{of} by its conventions are not computed any more"
    means = {one.by: one for one in now.means}
    for mean in card.means:
        called = (
            f"the mean of {name_group_metric(mean.metric, mean.group)} at k = {mean.k}"
        )
        if mean.by in means:
            yield from find_differing_mean(called, mean, means[mean.by])
        else:
            yield f"{called} is not computed any more"


def find_differing_files(card: Card, now: Card) -> Iterator[str]:
    """The files that are others, gone or new, and a catalogue of another size."""
    if card.items is not None and now.items not in (None, card.items):
        yield f"items of the catalogue: {now.items:,}, and {card.items:,} on the card"
    for name in {**card.sha256, **now.sha256}:
        found, was = now.sha256.get(name, ""), card.sha256.get(name, "")
        kind, _slash, run = name.partition("/")
        called = "/".join(part for part in (now.files.get(kind, kind), run) if part)
        if not found:
            yield f"{called} is on the card, and is not there"
        elif not was:
            yield f"{called} is there, and is not on the card"
        elif found != was:
            yield (
                f"{called} is another file: its SHA-256 begins with {found[:HEAD]}, "
                f"and with {was[:HEAD]} on the card"
            )


def describe_changed_numbers(card: Evaluated, now: Evaluated) -> Iterator[str]:
    """The numbers that differ, and by how much."""
    again = {(one.metric, one.group, one.k): one for one in now.numbers}
    for one in card.numbers:
        called = f"{name_group_metric(one.metric, one.group)} at k = {one.k}"
        found = again.get((one.metric, one.group, one.k))
        if found is None:
            yield f"{called} is not computed any more"
            continue
        if not are_card_numbers_close(found.value, one.value):
            yield f"{called} is {describe_number_change(found.value, one.value)}"
            continue
        yield from find_differing_ends(called, one, found)
        if found.left_out != one.left_out:
            yield (
                f"{called} leaves out {found.left_out} users, and {one.left_out} on "
                "the card"
            )


def find_differing_mean(called: str, card: CardMean, now: CardMean) -> Iterator[str]:
    """What differs of a mean over runs."""
    if not are_card_numbers_close(now.mean, card.mean):
        yield f"{called} is {describe_number_change(now.mean, card.mean)}"
        return
    if not are_card_numbers_close(now.standard_deviation, card.standard_deviation):
        apart = describe_number_change(now.standard_deviation, card.standard_deviation)
        yield f"the standard deviation of {called} is {apart}"
    yield from find_differing_ends(called, card, now)
    if now.runs != card.runs:
        yield f"{called} is over {now.runs} runs, and over {card.runs} on the card"


def find_differing_ends(
    called: str, card: CardNumber | CardMean, now: CardNumber | CardMean
) -> Iterator[str]:
    """The ends of an interval that differ."""
    for end in ("lower", "upper"):
        its, was = getattr(now, end), getattr(card, end)
        if not are_card_numbers_close(its, was):
            yield f"the {end} end of {called} is {describe_number_change(its, was)}"


def are_card_numbers_close(now: float | None, was: float | None) -> bool:
    """Whether a number is as on the card; NaN and what is infinite stand on none."""
    return are_numbers_close(now, was, NEAR) and (was is None or isfinite(was))


def describe_number_change(now: float | None, was: float | None) -> str:
    """A number, and by how much it is off."""
    if was is not None and not isfinite(was):
        its = "undefined" if now is None else f"{now:.10g}"
        return f"{its}, and {was} on the card, which is no number"
    if now is None or was is None:
        its, other = (
            "undefined" if one is None else f"{one:.10g}" for one in (now, was)
        )
        return f"{its}, and {other} on the card"
    more = "more" if now > was else "less"
    return f"{now:.10g}, {abs(now - was):.3g} {more} than on the card"


def find_differing_counts(card: Evaluated, now: Evaluated) -> Iterator[str]:
    """Counts of users, rows and faults that differ."""
    for what, its, was in (
        ("users evaluated", now.users.evaluated, card.users.evaluated),
        ("users left out", now.users.left_out, card.users.left_out),
        *pair_row_counts(card, now),
        *pair_fault_counts(card, now),
    ):
        if its != was:
            yield f"{what}: {its:,}, and {was:,} on the card"


def pair_row_counts(card: Evaluated, now: Evaluated) -> Iterator[tuple[str, int, int]]:
    """Each table with its rows, now and on the card."""
    for kind in {**card.rows, **now.rows}:
        called = f"rows of {kind.replace('_', ' ')}"
        yield called, now.rows.get(kind, 0), card.rows.get(kind, 0)


def pair_fault_counts(
    card: Evaluated, now: Evaluated
) -> Iterator[tuple[str, int, int]]:
    """Each fault with its counts, now and on the card."""
    its, was = ({one.fault: one.count for one in of.faults} for of in (now, card))
    for fault in {**was, **its}:
        yield f"the fault {fault}", its.get(fault, 0), was.get(fault, 0)
