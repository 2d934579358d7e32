"""Programs for whoever extends homonym."""
