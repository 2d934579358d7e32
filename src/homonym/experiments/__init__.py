"""The experiments of the source papers, tried again.

Start at `axioms` (Parapar and Radlinski 2021, which axioms hold), `diversity` (the same
paper's experiments 1 to 3) or `off_policy` (Jeunen et al. 2024).
"""
