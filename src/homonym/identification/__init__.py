"""Which definition gives a printed number: start at `identify.identify_inputs`."""
