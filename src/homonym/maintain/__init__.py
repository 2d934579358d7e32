"""Programs for whoever extends homonym: run as `python -m homonym.maintain.NAME`.

Start at `extend_corpus` for a new variant, at `draft_adapter` for a new library.
"""
