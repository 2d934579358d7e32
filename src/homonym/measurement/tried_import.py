"""A module imported in another process first: start at `find_importable_adapter`.

Whoever asks a library imports its adapter too, to know its metrics. A module may end
the process that imports it, with 0 even, and then nobody would be told.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from secrets import token_hex

from homonym.adapters import find_adapter
from homonym.adapters.contract import Adapter
from homonym.errors import Broken
from homonym.measurement.child_process import (
    PRINTED,
    append_last_words,
    decode_last_lines,
    describe_exit_code,
)
from homonym.measurement.module_process import START_SECONDS, run_apart
from homonym.measurement.own_folder import find_adapter_module, look_here


def find_importable_adapter(name: str) -> Adapter:
    """The adapter of that name, as `find_adapter` gives it; Broken also where whoever
    imports its module is ended."""
    module = find_adapter_module(name)
    if module and (fails := import_failure(module)):
        raise Broken(f"the adapter {name} fails: {fails}")
    return find_adapter(name)


def import_failure(module: str) -> str:
    """How the process ends that imports a module; nothing where it goes on, whatever
    the module raises."""
    if module in sys.modules or sys.platform == "win32":  # where no library is asked
        return ""
    gone_on = f"imported {token_hex()}"
    done = run_apart("-m", "homonym.measurement.tried_import", module, gone_on)
    if gone_on.encode() in done.printed:
        return ""
    if done.code is None:
        return f"it is not imported in {START_SECONDS:g} s"
    said = decode_last_lines((done.printed + done.complained)[-PRINTED:])
    return append_last_words(describe_exit_code(done.code), said)


def import_once(module: str, gone_on: str) -> None:
    """Import the module, print that it could go on, and end."""
    look_here(module)
    with suppress(BaseException):  # whoever imports it next is told
        importlib.import_module(module)
    os.write(1, gone_on.encode())
    os._exit(0)


if __name__ == "__main__":
    import_once(*sys.argv[1:])
