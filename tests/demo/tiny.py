"""A small library, as a maintainer has it before homonym comes."""

__version__ = "1.0.0"


def average_precision(ranked, relevant, k):
    """Precision at the rank of every hit, summed, over min(k, r)."""
    hits, total, r = 0, 0.0, len(relevant)
    for rank, item in enumerate(ranked[:k], start=1):
        if item in relevant:
            hits += 1
            total += hits / rank
    return total / min(k, r)


def mrr(rankings, truths, k):
    """The mean over users of one over the rank of the first hit."""
    found = [
        next((1 / n for n, i in enumerate(items[:k], 1) if i in truths[user]), 0.0)
        for user, items in rankings.items()
    ]
    return sum(found) / len(found)


def precision_at_k(ranked, relevant, k):
    """The share of hits."""
    return len([item for item in ranked[:k] if item in relevant]) / k


def shuffle(items):
    """No metric at all."""
    return items[::-1]
