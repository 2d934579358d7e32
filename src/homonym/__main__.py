"""`python -m homonym`: as the command, which does not look into the folder it is run in
before it looks at what is installed."""

import sys
from pathlib import Path

if sys.path[0] in ("", str(Path.cwd())):
    sys.path.append(sys.path.pop(0))

from homonym.cli.app import main

main()
