"""What adapters of several libraries share; nothing here is an adapter.

Start at `frames` for tables of a case, at `inventory` for how names are enumerated.
"""
