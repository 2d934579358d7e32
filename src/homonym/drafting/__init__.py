"""An adapter drafted for functions that homonym does not know, and what it finds out.

Start at `asked_function.ask_target`. A function is read (`signature`), its arguments
are given their parts (`roles`), the shapes that data have stand in a table (`shapes`),
and what arranges a case so in `arranged`; `library` does it with a whole module.
"""
