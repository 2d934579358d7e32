"""LightGCN-PyTorch: functions of a matrix of hits, sums over the users of a batch.

`AUC` takes the scores of one user, of all items: train items are those below 0, so that
a score of the case is asked for only where none is.
"""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

from homonym.adapters._shared.clones import functions_alone
from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.lightgcn_functions import NAMES, register
from homonym.adapters._shared.neurec_evaluators import columns, items
from homonym.adapters._shared.score_matrix import whole_matrix
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Refuse, Value
from homonym.reference.case import AnyCase

adapter = register(
    Adapter(
        library="lightgcn-pytorch",
        module="utils",
        title="LightGCN-PyTorch",
        homepage="https://github.com/gusye1234/LightGCN-PyTorch",
        names=lambda: [*functions(import_module("utils"))],
        files=("code/utils.py",),
        checkout=True,
        load=functions_alone(
            "code/utils.py",
            (*NAMES, "AUC"),
            ("import numpy as np", "from sklearn.metrics import roc_auc_score"),
        ),
        loaded="its functions alone: utils.py reads the program's arguments",
        out_of_scope={"getLabel": "makes the matrix that the metrics take"},
    )
)


@adapter.metric("AUC", "auc", entry="function alone", full=True)
def auc(case: AnyCase) -> Value:
    """A call a user, with a score for every item of the catalogue."""
    import numpy as np

    function = import_module("utils").AUC
    if any(score < 0 for row in case.recommendations.values() for _, score in row):
        raise Refuse("an item with a score below 0 is one to leave out: none is")
    dataset, truth = SimpleNamespace(m_items=len(columns(case))), items(case)
    users = of_truth(case)
    scores = whole_matrix(case)
    scores = np.where(np.isinf(scores), -1024.0, scores)
    return Value(
        None,
        tuple(
            float(function(row, dataset, truth[user]))
            for user, row in zip(users, scores, strict=True)
        ),
    )
