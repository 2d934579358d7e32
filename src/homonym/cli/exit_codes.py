"""What a command ends with: the table is `MEANINGS`.

A sentence instead of a result brings its own code, see `homonym.errors` and
`homonym.running`.
"""

from __future__ import annotations

from homonym.errors import Broken, UserError
from homonym.running import STOPPED

HOLDS = 0
DRIFT = 1
WRONG_USE = UserError.exit_code
BROKEN = Broken.exit_code
NOTHING_RAN = 5

MEANINGS = {
    HOLDS: "every record was held; the command did what was asked",
    DRIFT: "drift and nothing else: a metric differs from its record, a public name "
    "is neither measured nor out of scope, there is no record yet, or a metric card "
    "differs",
    WRONG_USE: "the input cannot be used: an option, a record, a table, the family "
    "that a metric claims, or a file that cannot be written",
    BROKEN: "the library or its adapter is broken (it cannot be imported, it ends its "
    "process), the disk is full, or something unforeseen happened",
    NOTHING_RAN: "nothing ran: no metric returned a number",
    STOPPED: "interrupted",
}
"""What each code means, of every command."""
