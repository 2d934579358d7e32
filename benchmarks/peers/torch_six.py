"""Six retrieval metrics of torchmetrics, of tensors as it takes them."""

import sys

import pandas as pd
import torch
from torchmetrics.retrieval import (
    RetrievalHitRate,
    RetrievalMAP,
    RetrievalMRR,
    RetrievalNormalizedDCG,
    RetrievalPrecision,
    RetrievalRecall,
)

lists, truth = (pd.read_parquet(path) for path in sys.argv[1:3])
judged = lists.merge(truth.assign(grade=1), on=["user", "item"], how="left")
scores = torch.tensor(judged["score"].to_numpy())
target = torch.tensor(judged["grade"].fillna(0).to_numpy()).long()
users = torch.tensor(judged["user"].to_numpy())
for metric in (
    RetrievalPrecision,
    RetrievalRecall,
    RetrievalHitRate,
    RetrievalMRR,
    RetrievalMAP,
    RetrievalNormalizedDCG,
):
    print(metric.__name__, float(metric(top_k=20)(scores, target, indexes=users)))
