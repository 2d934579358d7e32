"""Recommenders (Microsoft's): in pandas, on Spark, and DeepRec's own.

Start at `ranking`.
"""
