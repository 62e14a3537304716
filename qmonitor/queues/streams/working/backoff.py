"""How long a retry waits."""

import random
from collections.abc import Callable

from qmonitor.values import dataclass

_DOUBLINGS = 64
"""More change nothing: whatever the base, the limit is reached long before."""


@dataclass(frozen=True, slots=True)
class BackoffPolicy:
    """Doubled from `base` with each attempt, up to `limit` (seconds): half of it fixed, half by chance.

    The chance keeps what failed together from coming back together. `chance` gives numbers from 0 up to 1.
    """

    base: float = 10.0
    limit: float = 300.0
    chance: Callable[[], float] = random.random

    def __post_init__(self) -> None:
        """Raises ValueError where a value can't be meant."""
        if not 0 < self.base <= self.limit < float("inf"):
            raise ValueError("a back-off begins above 0, and its limit is no less")

    def delay(self, attempt: int) -> float:
        """Seconds before the `attempt`-th execution (1 is the first retry)."""
        whole = min(self.base * 2.0 ** min(max(attempt - 1, 0), _DOUBLINGS), self.limit)
        return whole / 2 + whole / 2 * self.chance()
