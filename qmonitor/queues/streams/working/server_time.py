"""The server's time without asking for it each time: asked now and then, and counted on from there."""

import time
from collections.abc import Callable


class ServerTime:
    """What this machine's clock says plays no part, nor that it may be set. For any thread."""

    def __init__(self, ask: Callable[[], int], passed: Callable[[], float] = time.monotonic) -> None:
        """`ask`: the server's time (Unix ms). Raises what that raises."""
        self._ask, self._passed = ask, passed
        self._since = self._look()

    def look(self) -> None:
        """Ask anew. Raises what asking raises; then it is counted on from before."""
        self._since = self._look()

    def _look(self) -> float:
        """The time (Unix s) by the server at which this machine began to count."""
        return self._ask() / 1000 - self._passed()

    def seconds(self) -> float:
        """Unix seconds."""
        return self._since + self._passed()
