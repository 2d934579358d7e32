"""What kind of failure the words of a record tell."""

import pytest

from homonym.adapters.contract import Failed
from homonym.failures import FailureKind, classify_failure, name_failure

Kind = FailureKind


@pytest.mark.parametrize(
    ("error", "kind", "raised", "at_fault", "broke"),
    [
        ("KeyError: 'no answer in it'", Kind.RAISED, True, False, False),
        ("MemoryError", Kind.RAISED, True, False, False),
        ("NoNumber: it returned NoneType", Kind.NO_NUMBER, True, False, False),
        ("NoNumberGiven: twice", Kind.RAISED, True, False, False),
        ("SystemExit: 3", Kind.EXITED, True, True, True),
        ("SystemExit", Kind.EXITED, True, True, True),
        ("SystemExits: 3", Kind.RAISED, True, False, False),
        ("no answer in 0.2 s", Kind.HUNG, False, False, False),
        ("killed by SIGSEGV", Kind.DIED, False, False, True),
        ("the process ended with exit code 7", Kind.DIED, False, False, True),
        ("answered twice", Kind.INTERFERED, False, True, True),
        ("answered twice after m was asked", Kind.INTERFERED, False, True, True),
        ("wrote what is no answer", Kind.INTERFERED, False, True, True),
    ],
)
def test_words_tell_the_kind(error, kind, raised, at_fault, broke):
    """What gave an exception, what ended the process or was to, and what hung."""
    found = classify_failure(error)
    assert found is kind is Failed(error).kind
    assert (found.raised, found.at_fault, found.broke) == (raised, at_fault, broke)


@pytest.mark.parametrize(
    ("error", "name"),
    [("KeyError: a: b", "KeyError"), ("killed by SIGSEGV", "killed by SIGSEGV")],
)
def test_names_are_without_the_message(error, name):
    """The exception's type, or how the process ended."""
    assert name_failure(error) == name
