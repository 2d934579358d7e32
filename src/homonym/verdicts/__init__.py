"""From measurements to a verdict: start at `formula`."""
