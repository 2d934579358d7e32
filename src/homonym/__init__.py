"""homonym: same name, different number.

Which formula does a recommender library's metric really compute? docs/api.md tells of
the names below, each loaded when it is first asked for; what is not among them is
private. To read the code, start at `homonym.reference` for the definitions, at
`homonym.measurement.session` for the measuring, at `homonym.gate.check` for the gate.
"""

TYPE_CHECKING = False  # as of typing, which takes its time to import

__all__ = [
    "FLOAT32",
    "FLOAT64",
    "Adapter",
    "Ambiguous",
    "AnyCase",
    "AspectCase",
    "Broken",
    "Case",
    "CaseError",
    "Comparison",
    "Documented",
    "Error",
    "Evaluation",
    "Failed",
    "Family",
    "FunctionAnswer",
    "Identifications",
    "IdentifiedValues",
    "Judged",
    "LabelCase",
    "LoggedCase",
    "RatingCase",
    "Record",
    "Refuse",
    "Refused",
    "Result",
    "RunCase",
    "TableCase",
    "UnknownName",
    "UserError",
    "Value",
    "Variant",
    "Verification",
    "answer",
    "ask",
    "check",
    "compare",
    "dissent",
    "evaluate",
    "families",
    "functions",
    "identify",
    "identify_values",
    "measure",
    "read_record",
    "value",
    "verify",
    "witness",
]

if TYPE_CHECKING:
    from homonym.adapters._shared.functions import functions
    from homonym.adapters.contract import (
        FLOAT32,
        FLOAT64,
        Adapter,
        Documented,
        Failed,
        Refuse,
        Refused,
        Value,
        answer,
    )
    from homonym.disagreement.result import Judged
    from homonym.drafting.asked_function import FunctionAnswer
    from homonym.errors import Broken, UserError
    from homonym.evaluation.result import Evaluation
    from homonym.evaluation.verification import Verification
    from homonym.explain.compare import Comparison
    from homonym.gate.check import Result
    from homonym.identification.identify import Identifications
    from homonym.identification.several_values import IdentifiedValues
    from homonym.public.definitions import compare, value, witness
    from homonym.public.libraries import ask, check, measure, read_record
    from homonym.public.tables import (
        dissent,
        evaluate,
        identify,
        identify_values,
        verify,
    )
    from homonym.records.schema import Record
    from homonym.reference.beyond.case import RunCase
    from homonym.reference.case import AnyCase, CaseError, TableCase
    from homonym.reference.chances.case import LabelCase
    from homonym.reference.diversity.case import AspectCase
    from homonym.reference.error import Error
    from homonym.reference.names import Ambiguous, UnknownName
    from homonym.reference.off_policy.case import LoggedCase
    from homonym.reference.rankings.case import Case
    from homonym.reference.rating_error.case import RatingCase
    from homonym.reference.variants import Family, Variant, families

_HOMES = {
    "adapters._shared.functions": "functions",
    "adapters.contract": (
        "FLOAT32 FLOAT64 Adapter Documented Failed Refuse Refused Value answer"
    ),
    "disagreement.result": "Judged",
    "drafting.asked_function": "FunctionAnswer",
    "errors": "Broken UserError",
    "evaluation.result": "Evaluation",
    "evaluation.verification": "Verification",
    "explain.compare": "Comparison",
    "gate.check": "Result",
    "identification.identify": "Identifications",
    "identification.several_values": "IdentifiedValues",
    "public.definitions": "compare value witness",
    "public.libraries": "ask check measure read_record",
    "public.tables": "dissent evaluate identify identify_values verify",
    "records.schema": "Record",
    "reference.beyond.case": "RunCase",
    "reference.case": "AnyCase CaseError TableCase",
    "reference.chances.case": "LabelCase",
    "reference.diversity.case": "AspectCase",
    "reference.error": "Error",
    "reference.names": "Ambiguous UnknownName",
    "reference.off_policy.case": "LoggedCase",
    "reference.rankings.case": "Case",
    "reference.rating_error.case": "RatingCase",
    "reference.variants": "Family Variant families",
}
"""Where the names stand: the imports above, each made when its name is asked for."""

if not TYPE_CHECKING:  # it would have any name, for whoever checks types

    def __getattr__(name: str) -> object:
        """Load a public name."""
        for module, names in _HOMES.items():
            if name in names.split():
                from importlib import import_module

                found = getattr(import_module(f"homonym.{module}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module 'homonym' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
