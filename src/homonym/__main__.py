"""`python -m homonym`."""

from homonym.cli import main

main()
