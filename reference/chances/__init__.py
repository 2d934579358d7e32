"""Metrics of predicted chances: how well they foretell labels of 0 or 1.

Start at `log_loss.py`; the case it takes is in `case.py`.
"""
