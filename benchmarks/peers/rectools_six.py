"""Six metrics of RecTools, of whole lists or (with `cut`) of lists cut by hand."""

import sys

import pandas as pd
from rectools.metrics import MAP, MRR, NDCG, HitRate, Precision, Recall, calc_metrics

lists, truth, cut = sys.argv[1], sys.argv[2], sys.argv[3:] == ["cut"]
k = 20
names = {"user": "user_id", "item": "item_id"}
reco, interactions = (
    pd.read_parquet(path).rename(columns=names) for path in (lists, truth)
)
reco["rank"] = reco.groupby("user_id").cumcount() + 1
if cut:
    reco = reco[reco["rank"] <= k]
every = {one.__name__: one(k=k) for one in (Precision, Recall, HitRate, MRR, MAP, NDCG)}
print(calc_metrics(every, reco, interactions))
