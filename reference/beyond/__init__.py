"""Metrics beyond accuracy: which items the lists show, and how popular those are.

Start at `gini.py` for a metric of the whole run, at `average_popularity.py` for one of
each list; the case they take is in `case.py`, popularity in `popularity.py`, how alike
two items are in `likeness.py`.

core.txt holds the cases that libraries are asked about. They are well formed: two users
or more, k of 2 or more (one item is no pair), lists of k items or more, and for each
user training items and relevant items, which are others. What is listed is not trained
on, but in the last two cases: without these the share of a list that is new to its user
would always be 1.
"""
