"""homonym: same name, different number.

Which formula does a recommender library's metric really compute? Start at
`homonym.reference` for the definitions, at `homonym.check` for the measuring.
"""
