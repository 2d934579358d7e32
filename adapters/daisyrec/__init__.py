"""DaisyRec: its evaluator, and the functions of version 1: start at `ranking`."""
