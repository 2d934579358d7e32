"""A library held to its record: start at `check`."""
