"""Interruptions, held back while something is begun that has to be ended again."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ASKED = (signal.SIGINT, signal.SIGTERM)
"""What asks a command to stop."""


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Let an interruption wait for the end of this block, so that a folder or a process
    that is begun in it is known to whoever ends it. What the signal does, it does then;
    one that is ignored, or ends the process at once, stays as it is, and only the main
    thread holds any."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[signal.Signals] = []
    found = {number: signal.getsignal(number) for number in ASKED}
    held = {number: one for number, one in found.items() if callable(one)}
    try:
        for number in held:
            signal.signal(number, lambda number, _: came.append(signal.Signals(number)))
        yield
    finally:
        for number, one in held.items():
            signal.signal(number, one)
        for asked in came:
            held[asked](asked, None)
