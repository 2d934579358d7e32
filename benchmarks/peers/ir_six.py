"""Six measures of ir-measures, of frames as it takes them."""

import sys

import ir_measures
import pandas as pd
from ir_measures import AP, RR, P, R, Success, nDCG

lists, truth = (pd.read_parquet(path) for path in sys.argv[1:3])
run = pd.DataFrame(
    {
        "query_id": lists["user"].astype(str),
        "doc_id": lists["item"].astype(str),
        "score": lists["score"],
    }
)
qrels = pd.DataFrame(
    {
        "query_id": truth["user"].astype(str),
        "doc_id": truth["item"].astype(str),
        "relevance": 1,
    }
)
print(
    ir_measures.calc_aggregate(
        [P @ 20, R @ 20, Success @ 20, RR @ 20, AP @ 20, nDCG @ 20], qrels, run
    )
)
