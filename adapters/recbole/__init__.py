"""RecBole: its metric classes, functions before 1.0, and its pipeline.

Start at `ranking`.
"""
