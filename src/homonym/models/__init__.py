"""Recommenders in closed form, and their lists on MovieLens: start at `grid`.

`homonym.models.run_folder` puts their lists into a folder.
"""
