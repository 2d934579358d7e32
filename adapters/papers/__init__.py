"""The evaluation code that papers ran, a file a repository: read from clones.

Start at `ngcf.py`. What reaches its functions is mostly a row of hits a user
(`_shared/hit_rows.py`); how a file is imported that its users run as a program is in
`_shared/clones.py`. Which paper a repository belongs to stands in
reports/published/repositories.toml.
"""
