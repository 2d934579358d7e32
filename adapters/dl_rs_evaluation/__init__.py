"""DL RS Evaluation: its metrics of rankings and those of whole runs.

Start at `ranking`.
"""
