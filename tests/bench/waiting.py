"""What a thread waits for because others have the processors: that is the machine's doing, not the program's."""

import time


def waited_ms() -> float:
    """How long this thread has been ready to run so far, and did not; 0 where the system does not tell."""
    try:
        with open("/proc/thread-self/schedstat", encoding="ascii") as told:
            return int(told.read().split()[1]) / 1e6
    except (OSError, IndexError):
        return 0.0


def clock_ms() -> float:
    """A clock that stands still meanwhile."""
    return time.perf_counter() * 1000 - waited_ms()
