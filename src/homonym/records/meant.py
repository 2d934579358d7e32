"""What somebody may have meant by a name that names nothing: start at `meant_sentence`.

A metric of a library that is not recorded is told by what metrics of its name often
compute; words that are no name by the definitions whose names they come near to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from homonym.records import store
from homonym.records.schema import Record
from homonym.reference.variants import Variant, aliases

OF_LIBRARY = re.compile(r"([\w-]+)(==[\w.+-]+)?\.(\w.*)")
FILLERS = frozenset(["at", "k", "the", "of", "score", "metric", "under", "n"])
"""Words that tell no two metrics apart."""
SAID = {"ratio": "rate", "hits": "hit", "normalised": "normalized"}
"""Words that people say for those in names."""
ENOUGH = 0.5
"""So much of two names' words must be common."""
NEAR = 0.75
"""So alike are the names of a library that is meant and of one that is recorded."""
SHOWN = 3
"""So many definitions are named."""


def meant_sentence(text: str) -> str:
    """What to say instead of all names there are; nothing where nothing comes near."""
    found = OF_LIBRARY.fullmatch(text)
    if found:
        return unrecorded_library(found[1], found[3])
    near = [] if "(" in text else list(nearest_by_words(text))
    if not near:
        return ""
    families = " or ".join(dict.fromkeys(variant.family for variant in near))
    return (
        f"{text!r} is no name here; nearest is {' or '.join(map(str, near))}: homonym "
        f"variants {families.partition(' ')[0]} lists what else it may be"
    )


def unrecorded_library(library: str, metric: str) -> str:
    """That a library has no record, and what metrics of that name often compute."""
    told = f"{library} is not recorded: {instead_of(library)}"
    often = Counter(of_that_name(metric))
    if not often:
        return f"{told}; no library on record has a metric called {metric!r}"
    (variant, count), *_ = often.most_common(1)
    of = sum(often.values())
    return f"{told}; {metric!r} is often {variant} ({count} of {of} on record)"


def instead_of(library: str) -> str:
    """The recorded library whose name comes near, or how to have this one recorded."""
    known = {file.parent.name for file in store.every_file()}
    near = get_close_matches(library.lower(), known, n=1, cutoff=NEAR)
    asked = "homonym init asks it in five minutes"
    return f"did you mean {near[0]}? Else {asked}" if near else asked


def of_that_name(metric: str) -> Iterator[str]:
    """What the metrics of that name compute, in the newest record of each library."""
    newest = {file.parent.name: file for file in store.every_file()}
    for file in newest.values():
        yield from of_that_name_in(metric, store.expectation(file))


def of_that_name_in(metric: str, record: Record) -> Iterator[str]:
    """The same in one record: of those with one formula, each formula once."""
    found = (
        entry.variants[0]
        for name, entry in record.metrics.items()
        if bare_name(name) == bare_name(metric) and len(entry.variants) == 1
    )
    yield from dict.fromkeys(found)


def bare_name(metric: str) -> str:
    """A metric's name without what libraries write otherwise.

    >>> bare_name("NDCG_at_k(score_type=raw)"), bare_name("ndcg@10")
    ('ndcg', 'ndcg')
    """
    letters = re.sub(r"[^a-z0-9@]", "", re.split(r"[(\[]", metric.lower())[0])
    return re.sub(r"(atk|@\d*k?)$", "", letters)


def nearest_by_words(text: str) -> Iterator[Variant]:
    """The definitions whose names have most words in common with a text, or are made of
    the first letters of its words; the nearest first.

    >>> str(next(nearest_by_words("mean average precision at k")))
    'average_precision(divisor=min_k_r)'
    """
    words = words_of(text)
    initials = {
        "".join(word[0] for word in some) for some in (words, text.lower().split())
    }
    scores: dict[Variant, float] = {}
    for name, variant in aliases().items():
        near = 1.0 if name in initials else common(words, words_of(name))
        scores[variant] = max(near, scores.get(variant, 0.0))
    best = max(scores.values(), default=0.0)
    if best >= ENOUGH:
        yield from [v for v, near in scores.items() if near == best][:SHOWN]


def words_of(text: str) -> list[str]:
    """The words of a name that tell something.

    >>> words_of("Hit Ratio @ k")
    ['hit', 'rate']
    """
    words = re.findall(r"[^\W_]+", text.lower())
    return [SAID.get(word, word) for word in words if word not in FILLERS]


def common(one: list[str], other: list[str]) -> float:
    """The share of the words of two names that both have."""
    both = {*one, *other}
    return len({*one} & {*other}) / len(both) if both else 0.0
