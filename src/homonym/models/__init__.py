"""Recommenders in closed form, and their lists on MovieLens: start at `grid`.

`homonym.models.written` puts their lists into a folder.
"""
