"""DCG as an estimate of online reward from logged data (Jeunen et al. 2024).

Start at `off_policy_dcg.py`; the case it takes is in `case.py`, exposure by Eq. 6 in
`exposure.py`.
"""
