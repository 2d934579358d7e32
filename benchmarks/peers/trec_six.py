"""Six measures of pytrec_eval, of dictionaries as it takes them."""

import sys

import pandas as pd
import pytrec_eval

lists, truth = (pd.read_parquet(path) for path in sys.argv[1:3])


def as_dictionaries(table, numbers):
    """Query -> document -> number."""
    found = {}
    for user, item, number in zip(
        table["user"].astype(str), table["item"].astype(str), numbers, strict=True
    ):
        found.setdefault(user, {})[item] = number
    return found


run = as_dictionaries(lists, lists["score"].tolist())
qrels = as_dictionaries(truth, [1] * len(truth))
asked = {"P.20", "recall.20", "success.20", "recip_rank", "map_cut.20", "ndcg_cut.20"}
each = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(run).values()
for name in next(iter(each)):
    print(
        name, pytrec_eval.compute_aggregated_measure(name, [one[name] for one in each])
    )
