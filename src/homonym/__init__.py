"""homonym: same name, different number.

Which formula does a recommender library's metric really compute? Start at
`homonym.reference` for the definitions, at `homonym.gate.check` for the measuring.
"""
