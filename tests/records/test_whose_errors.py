"""Whose errors the records tell of."""

from __future__ import annotations

from homonym.adapters.contract import Failed
from homonym.failures import NO_NUMBER
from homonym.records import store

COMPILED = "it is raised in compiled code, which no traceback has a line of"
BESIDE = "it is raised beside the module that is named, in the evaluator that was built"
WHEN_MEASURED_AGAIN = "the adapter reads what the answer has not: to be refused there"
PLACELESS = {
    ("implicit", "ZeroDivisionError"): COMPILED,
    ("sgl", "IndexError"): BESIDE,
    ("sgl", "ValueError"): BESIDE,
    ("mmrec", "IndexError"): WHEN_MEASURED_AGAIN,
    ("recommenders-spark", "TypeError"): WHEN_MEASURED_AGAIN,
}
"""Library and error: why no line of the library stands beside it. None is added."""


def test_an_error_on_record_was_raised_in_the_library() -> None:
    """Else an adapter's own mistake is told as what the library does."""
    found = set()
    for file in store.list_all_record_files():
        for metric, case, measured in store.read_tsv(store.locate_raw_file(file)):
            if not isinstance(measured, Failed) or measured.where:
                continue
            kind = measured.error.partition(":")[0]
            if measured.kind.raised and kind != NO_NUMBER:
                key = file.parent.name, kind
                assert key in PLACELESS, (key, metric, case, measured.error)
                found.add(key)
    assert found == set(PLACELESS)
