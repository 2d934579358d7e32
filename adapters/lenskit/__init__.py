"""LensKit: before 2025 an analysis of tables, since then one of collections of lists.

Start at `library`, where both have their adapter.
"""
