"""The command line: for scripts, for support over ssh, and the way in to the window.

Knows no Qt: the window's package is imported only when a window (or a picture of it) is asked for.
"""

from qmonitor.cli.app import main

__all__ = ["main"]
