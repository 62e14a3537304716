"""`python -m qmonitor`: the same as the command `qmonitor`.

A frozen program has no other way to start a child of itself: with one word of its own it is the process that talks to
the keyring.
"""

import gc
import sys
from types import ModuleType


def main() -> int:
    """What was asked for; the exit code."""
    if sys.argv[1:] == ["--keyring-child"]:
        from qmonitor.senders import keyring_child

        return keyring_child.main()
    code: int = load().main()
    return code


def load() -> ModuleType:
    """The command line. Nothing is garbage while modules load: to look for it takes 5 ms of each command."""
    gc.disable()
    from qmonitor import cli

    gc.freeze()  # what is there by now never is garbage
    gc.enable()
    return cli


if __name__ == "__main__":
    sys.exit(main())
