"""How much of an attempt's time is left."""

import time

_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The one of Linux; on macOS the second one goes on in sleep, which Python's `monotonic` does not."""


def _passed() -> float:
    """Seconds since some moment, those included in which the machine slept, where the system can tell."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


class Deadline:
    """Runs from when it is made, also while the machine sleeps: nothing is sent hours later. Seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = _passed() + seconds

    @property
    def left(self) -> float:
        return max(self._end - _passed(), 0.0)

    def require(self) -> float:
        """What is left. Raises `TimeoutError` where that is nothing."""
        left = self.left
        if not left:
            raise TimeoutError
        return left

    def __str__(self) -> str:
        """The whole time, as a person would write it."""
        return f"{self.seconds:g}"
