"""What was found out about libraries, kept as data.

Start at `schema`, the types of a record; `reading` validates one, `store` says where
they are, `differences` compares two.
"""
