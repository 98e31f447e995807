"""`python -m piazzetta`: the same as the command `piazzetta`."""

import sys

from piazzetta.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
