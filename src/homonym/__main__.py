"""`python -m homonym`."""

from homonym.cli.app import main

main()
