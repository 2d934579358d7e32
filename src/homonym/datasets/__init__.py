"""People's tables, MovieLens and the example data: start at `tables`."""
