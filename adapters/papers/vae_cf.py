"""Mult-VAE: the two functions of its notebook, of scores and of the held-out items."""

from __future__ import annotations

from importlib import import_module

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.vae_functions import of_scores
from homonym.adapters.contract import Adapter

NOTEBOOK = "VAE_ML20M_WWW2018.ipynb"
METRICS = {"NDCG_binary_at_k_batch": "ndcg", "Recall_at_k_batch": "recall"}
"""The functions, and the families they claim."""

adapter = Adapter(
    library="vae-cf",
    module="vae_notebook",
    title="Mult-VAE",
    homepage="https://github.com/dawenl/vae_cf",
    names=lambda: [*functions(import_module("vae_notebook"))],
    files=(NOTEBOOK,),
    checkout=True,
    load=functions_alone(
        NOTEBOOK, METRICS, ("import bottleneck as bn", "import numpy as np")
    ),
    loaded="the two cells of its notebook alone, the rest being Python 2",
)

for name, claims in METRICS.items():
    adapter.metric(name, claims, entry="function alone")(
        of_scores("vae_notebook", name)
    )
