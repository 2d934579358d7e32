"""RecVAE: Mult-VAE's functions of a matrix of scores and one of the held-out items."""

from __future__ import annotations

from importlib import import_module

from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.vae_functions import of_scores
from homonym.adapters.contract import Adapter

DATA = "reads data: not a metric"

adapter = Adapter(
    library="recvae",
    module="utils",
    title="RecVAE",
    homepage="https://github.com/ilya-shenbin/RecVAE",
    names=lambda: [*functions(import_module("utils"))],
    files=("utils.py",),
    checkout=True,
    load=in_folder("."),
    out_of_scope={
        **dict.fromkeys(["load_train_data", "load_tr_te_data", "get_data"], DATA),
        "implicit_slim": "a step of the model: not a metric",
    },
)

adapter.metric("ndcg", "ndcg")(of_scores("utils", "ndcg"))
adapter.metric("recall", "recall")(of_scores("utils", "recall"))
