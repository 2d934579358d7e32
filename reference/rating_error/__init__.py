"""Metrics of predicted ratings: how far they are from the true ones.

Start at `rmse.py`; the case they take is in `case.py`, their axes in `errors.py`.
"""
