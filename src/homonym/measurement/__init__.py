"""A library in its child process, measured: start at `session`."""
