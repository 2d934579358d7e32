"""Metrics of diversity with relevance: lists of items that have aspects.

Start at `alpha_beta_ndcg.py`, which follows the equations of Parapar and Radlinski
(2021); the case it takes is in `case.py`, what all these metrics share in `cascade.py`.
"""
