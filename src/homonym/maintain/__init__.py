"""Programs for whoever extends homonym: each is run by `python -m`.

Start at `extend_corpus` for a new variant, at `draft_adapter` for a new library.
"""
