"""`python -m qmonitor.demo FILE`: the simulated engine as a process of its own."""

import sys

from qmonitor.demo.stage import engine_process

if __name__ == "__main__":
    sys.exit(engine_process(sys.argv[1:]))
