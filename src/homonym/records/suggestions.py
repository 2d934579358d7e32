"""What somebody may have meant by a name that names nothing.

Start at `explain_unknown_names`, with which every command reads the names of
definitions. A metric of a library that is not recorded is told by what metrics of its
name often compute; words that are no name by the definitions whose names they come near
to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from homonym.adapters import find_near_library, spelled, spellings
from homonym.errors import UserError, in_brief
from homonym.records import store
from homonym.records.schema import Record
from homonym.reference.names import UnknownName
from homonym.reference.variants import Variant, aliases

OF_LIBRARY = re.compile(r"([\w-]+)(==[\w.+-]+)?\.(\w.*)")
FILLERS = frozenset(["at", "k", "the", "of", "score", "metric", "under", "n"])
"""Words that tell no two metrics apart."""
SAID = {"ratio": "rate", "hits": "hit", "normalised": "normalized"}
"""Words that people say for those in names."""
ENOUGH = 0.5
"""So much of two names' words must be common."""
SHOWN = 3
"""So many definitions, or metrics, are named."""
OWN = "homonym libraries lists those on record; homonym init records your own"


@contextmanager
def explain_unknown_names(text: str, option: str = "") -> Iterator[None]:
    """Where the text is read as the name of a definition: what it names not is told by
    what it may mean, as a UserError. option: where it stood, if not alone."""
    try:
        yield
    except UnknownName as error:
        told = make_suggestion_error(text) or UserError(str(error))
        at = f"{option}: " if option else ""
        raise UserError(f"{at}{told.message}", told.remedy) from None


def make_suggestion_error(text: str) -> UserError | None:
    """What to say instead of all names there are; nothing where nothing comes near."""
    found = OF_LIBRARY.fullmatch(text)
    if found and spelled(found[1]) in spellings().values():
        return UserError(
            f"{in_brief(text)} is a library's metric, and a definition is asked for",
            f"homonym explain {text} says which one it computes",
        )
    if found:
        return make_unrecorded_error(found[1], found[3])
    near = [] if "(" in text else list(find_variants_by_words(text))
    if not near:
        return None
    families = " or ".join(dict.fromkeys(variant.family for variant in near))
    return UserError(
        f"{in_brief(text)} names no definition; the nearest is "
        f"{' or '.join(map(str, near))}",
        f"homonym variants {families.partition(' ')[0]} lists what else it may be",
    )


def name_first_metrics(names: Sequence[str]) -> str:
    """The first of several, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def make_unrecorded_error(library: str, metric: str) -> UserError:
    """That a library has no record: the nearest that has one, or else what metrics of
    that name most often compute, and how to have this one recorded."""
    if meant := find_near_library(library):
        return UserError(
            f"{in_brief(library)} is not on record; did you mean {meant}?", OWN
        )
    return UserError(
        f"{in_brief(library)} is not on record; {describe_usual_variant(metric)}", OWN
    )


def describe_usual_variant(metric: str) -> str:
    """What the metrics of that name on record most often compute, in words."""
    often = Counter(find_same_named_variants(metric))
    if not often:
        return f"no library on record has a metric called {in_brief(metric)}"
    (variant, count), *_ = often.most_common(1)
    of = sum(often.values())
    called = f"of {of} metrics called {in_brief(metric)} on record"
    return f"{called}, {count} compute {variant}"


def find_same_named_variants(metric: str) -> Iterator[str]:
    """What the metrics of that name compute, in the newest record of each library."""
    newest = {file.parent.name: file for file in store.list_all_record_files()}
    for file in newest.values():
        yield from find_variants_in_record(metric, store.read_record_in_place(file))


def find_variants_in_record(metric: str, record: Record) -> Iterator[str]:
    """The same in one record: of those with one formula, each formula once."""
    found = (
        entry.variants[0]
        for name, entry in record.metrics.items()
        if strip_metric_name(name) == strip_metric_name(metric)
        and len(entry.variants) == 1
    )
    yield from dict.fromkeys(found)


def strip_metric_name(metric: str) -> str:
    """A metric's name without what libraries write otherwise.

    >>> strip_metric_name("NDCG_at_k(score_type=raw)"), strip_metric_name("ndcg@10")
    ('ndcg', 'ndcg')
    """
    letters = re.sub(r"[^a-z0-9@]", "", re.split(r"[(\[]", metric.lower())[0])
    return re.sub(r"(atk|@\d*k?)$", "", letters)


def find_variants_by_words(text: str) -> Iterator[Variant]:
    """The definitions whose names have most words in common with a text, or are made of
    the first letters of its words; the nearest first.

    >>> str(next(find_variants_by_words("mean average precision at k")))
    'average_precision(divisor=min_k_r)'
    """
    words = split_name_words(text)
    initials = {
        "".join(word[0] for word in some)
        for some in (words, text.lower().split())
        if len(some) > 1
    }
    scores: dict[Variant, float] = {}
    for name, variant in aliases().items():
        near = (
            1.0
            if name in initials
            else compute_word_overlap(words, split_name_words(name))
        )
        scores[variant] = max(near, scores.get(variant, 0.0))
    best = max(scores.values(), default=0.0)
    if best >= ENOUGH:
        yield from [v for v, near in scores.items() if near == best][:SHOWN]


def split_name_words(text: str) -> list[str]:
    """The words of a name that tell something.

    >>> split_name_words("Hit Ratio @ k")
    ['hit', 'rate']
    """
    words = re.findall(r"[^\W_]+", text.lower())
    return [SAID.get(word, word) for word in words if word not in FILLERS]


def compute_word_overlap(one: list[str], other: list[str]) -> float:
    """The share of the words of two names that both have."""
    both = {*one, *other}
    return len({*one} & {*other}) / len(both) if both else 0.0
