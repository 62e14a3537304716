"""How long entries are kept, and the trimming that keeps to it."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.interfaces import Trimmer
from qmonitor.values import dataclass

HOUR = 3_600_000
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Hours; 0 keeps for ever. `others`: the dead letters and the outcomes."""

    main: float = 72.0
    others: float = 7 * 24.0

    def __post_init__(self) -> None:
        """Raises ValueError where a value can't be meant."""
        if not 0 <= self.main < float("inf") or not 0 <= self.others < float("inf"):
            raise ValueError("a retention is a number of hours, or 0 for ever")

    def trim(self, trimmer: Trimmer, now: int, others: Iterable[str]) -> int:
        """Drop what is past it at `now` (Unix ms); how many entries went. Goes through all before it raises."""
        gone, hindrance = 0, None
        for step in self._steps(trimmer, now, others):
            try:
                gone += step()
            except QueueError as error:
                hindrance = error
        if hindrance is not None:
            raise hindrance
        return gone

    def _steps(self, trimmer: Trimmer, now: int, others: Iterable[str]) -> Iterator[Callable[[], int]]:
        if self.main:
            yield partial(trimmer.trim_main, now - round(self.main * HOUR))
        for stream in others if self.others else ():
            yield partial(trimmer.trim_stream, stream, now - round(self.others * HOUR))
