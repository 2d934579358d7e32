"""Where the adapters that `homonym init` wrote look for `functions`."""

from homonym.adapters._shared.functions import functions

__all__ = ["functions"]
