"""An interruption waits until what is begun can be ended."""

import os
import signal
from threading import Thread

import pytest

from homonym.measurement.interrupts import ASKED, defer_interrupts


@pytest.mark.parametrize("asked", ASKED)
def test_an_interruption_waits_for_the_end_of_the_block(asked: signal.Signals) -> None:
    before = signal.signal(asked, signal.default_int_handler)
    done = []
    try:
        with pytest.raises(KeyboardInterrupt), defer_interrupts():
            os.kill(os.getpid(), asked)
            done.append("all of it")
        assert signal.getsignal(asked) is signal.default_int_handler
    finally:
        signal.signal(asked, before)
    assert done == ["all of it"]


def test_what_the_caller_does_about_it_is_done_then() -> None:
    """Also where the block itself ends in an error."""
    told: list[str] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: told.append("stop"))
    try:
        with pytest.raises(OSError, match="disk"), defer_interrupts():
            os.kill(os.getpid(), signal.SIGTERM)
            told.append("begun")
            raise OSError("disk")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert told == ["begun", "stop"]


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with defer_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_error_goes_on_and_nothing_is_held_any_more() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(OSError, match="disk"), defer_interrupts():
        raise OSError("disk")
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_goes_its_way() -> None:
    """Signals come to the main thread alone, and only it may say what they do."""
    done = []

    def begin() -> None:
        with defer_interrupts():
            done.append("begun")

    thread = Thread(target=begin)
    thread.start()
    thread.join()
    assert done == ["begun"]
