"""What may have been printed as a number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homonym import UserError
from homonym.identification.printed_values import read_printed


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
        ("5", 5.4, "rounded"),
        ("3.2e-05", 0.0000323, "rounded"),
        ("3.2E-5", 0.0000331, ""),
        ("5", 5.6, "truncated"),
        ("+0.5", 0.52, "rounded"),
        ("-3.17", -0.0317, "as a percentage"),
    ],
)
def test_a_number_is_read_as_it_was_printed(
    text: str, number: float | None, how: str
) -> None:
    assert read_printed(text).made_by(number) == how


@given(st.floats(0, 1), st.integers(1, 8))
def test_what_is_rounded_is_found_again(number: float, digits: int) -> None:
    assert read_printed(f"{number:.{digits}f}").made_by(number) == "rounded"


def test_what_lies_on_the_border_is_rounded() -> None:
    """Half a unit away, whichever way its last bits were rounded."""
    halves = [(n + half) / 10 for n in range(1, 10) for half in (-0.5, 0.5)]
    texts = [f"0.{n}" for n in range(1, 10) for _ in range(2)]
    for text, half in zip(texts, halves, strict=True):
        assert read_printed(text).made_by(half) == "rounded", (text, half)


@pytest.mark.parametrize(
    ("text", "ways"), [("0.99", 2), ("1.00", 2), ("1.01", 4), ("-1.5", 4), ("0.5%", 2)]
)
def test_only_what_is_above_1_may_be_a_percentage(text: str, ways: int) -> None:
    """Without the sign; with it that is all it can be. Both may be truncated."""
    assert len(read_printed(text).readings) == ways


@pytest.mark.parametrize("text", ["23.97", "23.97%"])
def test_a_percentage_may_be_truncated(text: str) -> None:
    assert read_printed(text).made_by(0.239798) == "as a truncated percentage"
    assert read_printed("23.98").made_by(0.239798) == "as a percentage"


@pytest.mark.parametrize(
    ("text", "number", "distance"),
    [
        ("0.0317", 0.0327, 0.001),
        ("3.17%", 0.0327, 0.001),
        ("3.17", 0.0327, 0.001),
        ("3.17", 3.0, 0.17),
        ("0.5", None, None),
        ("0.5", float("inf"), None),
    ],
)
def test_the_distance_is_that_of_the_nearest_reading(
    text: str, number: float | None, distance: float | None
) -> None:
    """What is no number is no distance away."""
    assert read_printed(text).distance(number) == pytest.approx(distance)


def test_the_last_digit_of_a_percentage_is_worth_a_hundredth() -> None:
    """Of what it is worth as it stands."""
    printed = read_printed("3.17")
    assert printed.unit_of("rounded") == pytest.approx(0.01)
    assert printed.unit_of("as a percentage") == pytest.approx(0.0001)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one",
        ".",
        "+",
        "-.",
        "%",
        "0,5",
        "e-3",
        "1e",
        "1e-300",
        "--1",
        "nan",
        "0.5.1",
    ],
)
def test_what_is_no_number_is_one_sentence(text: str) -> None:
    with pytest.raises(UserError, match="is no printed number"):
        read_printed(text)
