"""The functions that `import homonym` offers: each thin, over the module that does it.

`homonym/__init__.py` has their names, docs/api.md tells of them. What is heavy is
imported inside the functions. Start at `definitions`.
"""
