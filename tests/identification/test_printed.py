"""What may have been printed as a number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homonym import UserError
from homonym.identification.printed import read_printed


@pytest.mark.parametrize(
    ("text", "number", "how"),
    [
        ("0.0317", 0.03174, "rounded"),
        ("0.0317", 0.03166, "rounded"),
        ("0.0317", 0.03178, "truncated"),
        ("0.0317", 0.03181, ""),
        ("0.0317", 0.03164, ""),
        ("0.50", 0.504, "rounded"),
        ("0.50", 0.51, ""),
        (".5", 0.46, "rounded"),
        ("3.17", 0.0317, "as a percentage"),
        ("3.17%", 0.03174, "as a percentage"),
        ("3.17%", 3.17, ""),
        ("3.17", 3.168, "rounded"),
        ("0.9", None, ""),
        ("0.9", float("nan"), ""),
    ],
)
def test_a_number_is_read_as_it_was_printed(
    text: str, number: float | None, how: str
) -> None:
    assert read_printed(text).made_by(number) == how


@given(st.floats(0, 1), st.integers(1, 8))
def test_what_is_rounded_is_found_again(number: float, digits: int) -> None:
    assert read_printed(f"{number:.{digits}f}").made_by(number) == "rounded"


@pytest.mark.parametrize("text", ["", "one", ".", "0,5", "1e-3", "--1", "nan", "0.5.1"])
def test_what_is_no_number_is_one_sentence(text: str) -> None:
    with pytest.raises(UserError, match="is no printed number"):
        read_printed(text)
