"""How the threads of a window share what the process has. To be set before there are any."""

import ctypes
import sys
from contextlib import suppress

M_ARENA_MAX = -8
"""From glibc's malloc.h."""

SWITCH_SECONDS = 0.0005
"""How soon a lane that computes lets the GUI thread in (Python's own 5 ms: p99 of the beat 7 ms, with this 3)."""


def share() -> None:
    """Have all threads take their memory from one arena (glibc), and none keep the interpreter for long.

    Else each lane keeps some megabytes for itself: eight sources take 24 MB more than one so, and 45 MB otherwise.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
    sys.setswitchinterval(SWITCH_SECONDS)
