"""Six measures of ranx, of frames as it takes them."""

import sys

import pandas as pd
from ranx import Qrels, Run, evaluate

lists, truth = (pd.read_parquet(path) for path in sys.argv[1:3])
for table in (lists, truth):
    table["user"], table["item"] = table["user"].astype(str), table["item"].astype(str)
truth["grade"] = 1
run = Run.from_df(lists, q_id_col="user", doc_id_col="item", score_col="score")
qrels = Qrels.from_df(truth, q_id_col="user", doc_id_col="item", score_col="grade")
names = ["precision@20", "recall@20", "hit_rate@20", "mrr@20", "map@20", "ndcg@20"]
print(evaluate(qrels, run, names, make_comparable=True))
