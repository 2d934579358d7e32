"""What a command ends with. A sentence instead of a result brings its own code.

See `homonym.errors`: wrong use or input 2, a broken library or adapter 3.
"""

from __future__ import annotations

from homonym.errors import Broken, UserError

HOLDS = 0
"""Every record holds; the command did what was asked."""
DRIFT = 1
"""A library differs from its record, and nothing else."""
WRONG_USE = UserError.exit_code
BROKEN = Broken.exit_code
NOTHING_RAN = 5
"""No metric returned a value."""
