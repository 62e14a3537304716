"""`python -m qmonitor`: the same as the command `qmonitor`."""

import sys

from qmonitor.cli import main

if __name__ == "__main__":
    sys.exit(main())
