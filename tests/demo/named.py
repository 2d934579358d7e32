"""A small library whose metrics are classes, and names that one function takes."""

__version__ = "1.0.0"


class Recall:
    """The share of the relevant items that are in the first k."""

    def __init__(self, k=10):
        self.k = k

    def __call__(self, predicted, actual):
        return len({*predicted[: self.k]} & {*actual}) / len(actual)


class HitRate:
    """Whether there is a hit."""

    def __init__(self, topk):
        self.topk = topk

    def compute(self, predictions, targets):
        """Of all users, the share with a hit."""
        hits = [
            any(item in targets[user] for item in items[: self.topk])
            for user, items in predictions.items()
        ]
        return sum(hits) / len(hits)


class Trainer:
    """No metric at all."""


def average_precision(expected_ids: list[int], retrieved_ids: list[int]) -> float:
    """Of the ids that were retrieved, over all that are expected."""
    hits, total = 0, 0.0
    for rank, item in enumerate(retrieved_ids, start=1):
        if item in expected_ids:
            hits += 1
            total += hits / rank
    return total / len(expected_ids)


def evaluate(qrels, run, metrics):
    """Means by the names of the metrics, as in `["precision@10", "mrr@10"]`.

    Args:
        qrels: user -> document -> grade
        run: user -> document -> score
        metrics: their names
    """
    known = {"precision": precision_of, "mrr": rr_of}
    found = {}
    for metric in metrics:
        name, _, k = metric.partition("@")
        lists = {u: sorted(its, key=lambda d: -its[d]) for u, its in run.items()}
        values = [known[name](lists[u][: int(k)], qrels[u], int(k)) for u in qrels]
        found[metric] = sum(values) / len(values)
    return found


def precision_of(ranked, judged, k):
    """The share of hits."""
    return len([item for item in ranked if item in judged]) / k


def rr_of(ranked, judged, k):
    """One over the rank of the first hit."""
    return next((1 / n for n, item in enumerate(ranked, 1) if item in judged), 0.0)


def logged(function):
    """A function that says its name when it is called, and has another."""

    def wrap(recommended, relevant, k):
        return function(recommended, relevant, k)

    return wrap


@logged
def precision_at_k(recommended, relevant, k):
    """The share of hits."""
    return len({*recommended[:k]} & {*relevant}) / k


def rmse(y_true, y_pred):
    """Of ratings."""
    errors = [(t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True)]
    return (sum(errors) / len(errors)) ** 0.5


def coverage(recommended, catalogue):
    """Of the whole run: no rankings."""
    return 0.5


def ndcg_of_models(model, loader, device, k):
    """Takes what nobody can guess."""
    return 0.0
