"""Elliot: its metrics of rankings and of whole runs, by object and by evaluator.

Start at `ranking`.
"""
