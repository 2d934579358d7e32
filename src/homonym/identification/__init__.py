"""Which definition gives a printed number: start at `several_values`."""
