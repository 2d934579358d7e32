"""Definitions of logged rewards, over a table of a log: start at
`evaluate.evaluate_log`."""
