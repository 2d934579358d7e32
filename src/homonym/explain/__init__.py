"""Two definitions side by side: start at `compare`."""
