"""Programs for whoever extends homonym: the command `homonym-maintain`.

Start at `app`; `new_choice` goes through all that a new choice needs.
"""
