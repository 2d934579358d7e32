"""Metrics of rankings: precision, recall, MAP, NDCG, AUC and their kin.

Start at `precision.py`; the case they take is in `case.py`.
"""
