"""Interruptions, held back while something is begun that has to be ended again."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ASKED = (signal.SIGINT, signal.SIGTERM)
"""What asks a command to stop."""


@contextmanager
def held_back() -> Iterator[None]:
    """Let an interruption wait for the end of this block, so that a folder or a process
    that is begun in it is known to whoever ends it. Signals that raise nothing stay as
    they are, and so do those of other threads than the main one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    held = {one: signal.getsignal(one) for one in ASKED}
    held = {one: found for one, found in held.items() if callable(found)}
    try:
        for one in held:
            signal.signal(one, lambda number, _: came.append(number))
        yield
    finally:
        for one, found in held.items():
            signal.signal(one, found)
    if came:
        raise KeyboardInterrupt
