"""`python -m qmonitor`: the same as the command `qmonitor`.

A frozen program has no other way to start a child of itself: with one word of its own it is the process that talks to
the keyring.
"""

import sys


def main() -> int:
    """What was asked for; the exit code."""
    if sys.argv[1:] == ["--keyring-child"]:
        from qmonitor.senders import keyring_child

        return keyring_child.main()
    from qmonitor import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
