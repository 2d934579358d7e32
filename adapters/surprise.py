"""Surprise: errors of predicted ratings, and an example with precision and recall at k.

Its package has no ranking metric. The function `precision_recall_at_k` that its
documentation answers the question with stands in a script among its examples, which are
no part of the installed package: name the folder `examples` of its source distribution
or of a clone, `--checkout scikit-surprise=PATH`. Below the function the script loads
MovieLens and trains a model: only what stands above is run.

The function takes predictions: user, item, true rating, estimate. An item that nobody
judged has a true rating of 0 here, as `build_anti_testset(fill=0)` gives it. Only items
with an estimate are predictions: lists are full rankings. One threshold decides which
ratings are relevant and which estimates recommended: at 0.5 about half of the estimates
are, as at the default 3.5 of ratings from 1 to 5; at 0.01 all of them. It gives numbers
by user, of those who have predictions.

The accuracy module's functions take the same predictions, of the rated pairs alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homonym.adapters._shared.functions import functions
from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import Adapter, Documented, Refuse, Value
from homonym.reference.case import AnyCase, Id

EXAMPLE = "precision_recall_at_k"


def names() -> list[str]:
    """The public functions of the accuracy module, and the example's."""
    from surprise import accuracy

    return [*functions(accuracy), EXAMPLE]


def script() -> str:
    """The file of the example; nothing where the folder of examples is not named."""
    from importlib.util import find_spec

    spec = find_spec(EXAMPLE)
    return str(spec.origin) if spec else ""


def absent() -> dict[str, str]:
    """The example's metrics, where it is not here."""
    if script():
        return {}
    why = (
        "the function is an example outside the installed package: name the folder "
        "examples of its source distribution or of a clone"
    )
    return {n: why for n, m in adapter.metrics.items() if m.public_name == EXAMPLE}


adapter = Adapter(
    library="scikit-surprise",
    module="surprise",
    title="Surprise",
    homepage="https://github.com/NicolasHug/Surprise",
    names=names,
    absent=absent,
    sources=("accuracy.py",),
    files=("accuracy.py",),
)


def example() -> Callable[..., Any]:
    """The function of the example, without the experiment that follows it."""
    import ast
    from pathlib import Path

    file = script()
    tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
    kept = (ast.Import, ast.ImportFrom, ast.FunctionDef)
    tree.body = [part for part in tree.body if isinstance(part, kept)]
    names: dict[str, Any] = {}
    exec(compile(tree, file, "exec"), names)  # noqa: S102
    found: Callable[..., Any] = names[EXAMPLE]
    return found


def ratings(case: AnyCase, user: Id) -> dict[Id, float]:
    """The true rating of every item that the user's list has an estimate for."""
    pairs, listed = case.truth.get(user, ()), case.recommendations[user]
    grades = dict(pairs)
    if len(grades) < len(pairs):
        raise Refuse("a prediction has one true rating: no pair has two")
    if {*case.catalogue} - {*case.train.get(user, ())} - {*dict(listed)}:
        raise Refuse("an item without an estimate is no prediction")
    return {item: float(grades.get(item, 0)) for item, _ in listed}


def predictions(case: AnyCase) -> list[Any]:
    """A prediction of every candidate for every user with a list, in its order."""
    from surprise import Prediction

    found = []
    for user in with_lists(case):
        rated, listed = ratings(case, user), case.recommendations[user]
        found += [Prediction(user, item, rated[item], s, {}) for item, s in listed]
    return found


def metric(place: int, threshold: float) -> Callable[[AnyCase], Value]:
    """Precision (place 0) or recall (1) of every user with predictions."""

    def call(case: AnyCase) -> Value:
        found = example()(predictions(case), k=case.k, threshold=threshold)[place]
        return Value(None, tuple(float(value) for value in found.values()))

    return call


FOUND = "the items among the first k whose estimate and whose rating are 0.5 or more"
FORMULAS = {
    ("precision", 0.5): f"{FOUND}, divided by how many of the first k have such an "
    "estimate, 0 where none has; each user's number",
    (
        "recall",
        0.5,
    ): f"{FOUND}, divided by the relevant items, 0 where there are none; each "
    "user's number",
}
"""What is computed where no variant is that."""

for threshold in (0.5, 0.01):
    for place, claims in enumerate(("precision", "recall")):
        name = f"{EXAMPLE}(threshold={threshold})[{claims}]"
        formula = FORMULAS.get((claims, threshold), "")
        register = adapter.metric(name, claims, full=True, formula=formula)
        register(metric(place, threshold))


def estimates(case: AnyCase) -> list[Any]:
    """A prediction of every rated pair, in the order of the truth."""
    from surprise import Prediction

    found = []
    for user in {**case.truth, **case.recommendations}:
        rated, listed = case.truth.get(user, ()), case.recommendations.get(user, ())
        known = dict(listed)
        if {*known} != {item for item, _ in rated} or len(known) < len(listed):
            raise Refuse("a prediction has one true rating and one estimate")
        found += [Prediction(user, i, rating, known[i], {}) for i, rating in rated]
    return found


def error(name: str) -> Callable[[AnyCase], float]:
    """A call of the accuracy function of that name."""

    def call(case: AnyCase) -> float:
        from surprise import accuracy

        return float(getattr(accuracy, name)(estimates(case), verbose=False))

    return call


SQUARES = (
    r"\\frac{1}{|\\hat{R}|} \\sum_{\\hat{r}_{ui} \\in \\hat{R}}"
    r"(r_{ui} - \\hat{r}_{ui})^2"
)
PROMISED = {
    "rmse": Documented(
        "rmse(missing=dropped)", rf"\\text{{RMSE}} = \\sqrt{{{SQUARES}}}"
    ),
    "mse": Documented("mse(missing=dropped)", rf"\\text{{MSE}} = {SQUARES}"),
    "mae": Documented(
        "mae(missing=dropped)",
        r"\\text{MAE} = \\frac{1}{|\\hat{R}|} \\sum_{\\hat{r}_{ui} \\in \\hat{R}}"
        r"|r_{ui} - \\hat{r}_{ui}|",
    ),
}
"""Of predictions: what is not predicted is none."""

for name in ("rmse", "mse", "mae", "fcp"):
    adapter.metric(name, name, PROMISED.get(name))(error(name))
