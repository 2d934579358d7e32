"""The command line, one module a command: start at `app`."""
