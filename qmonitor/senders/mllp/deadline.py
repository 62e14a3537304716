"""How much of an attempt's time is left."""

import time


class Deadline:
    """Runs from when it is made. Seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return max(self._end - time.monotonic(), 0.0)

    def require(self) -> float:
        """What is left. Raises `TimeoutError` where that is nothing."""
        left = self.left
        if not left:
            raise TimeoutError
        return left

    def __str__(self) -> str:
        """The whole time, as a person would write it."""
        return f"{self.seconds:g}"
