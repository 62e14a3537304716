"""Who is next at a line: first come, first served, each for a limited time."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from qmonitor.senders.deadline import Deadline


class NoTurn(Exception):
    """None came in time, or there will be no more."""


class Turns:
    """A lock that is fair (the standard library's are not), and waited for until a deadline."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._taken = False
        self._ended = False
        self._waiting: deque[threading.Event] = deque()

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._mutex:
            return len(self._waiting)

    @contextmanager
    def turn(self, deadline: Deadline) -> Iterator[None]:
        """Raises `NoTurn`."""
        self._take(deadline)
        try:
            yield
        finally:
            self._pass_on()

    def end(self) -> None:
        """Whoever waits, or comes later, gets none; who has one goes on."""
        with self._mutex:
            self._ended = True
            for waiting in self._waiting:
                waiting.set()

    def _take(self, deadline: Deadline) -> None:
        with self._mutex:
            if self._ended:
                raise NoTurn
            if not self._taken:
                self._taken = True
                return
            mine = threading.Event()
            self._waiting.append(mine)
        mine.wait(deadline.left)
        with self._mutex:
            if mine in self._waiting:  # out of time, or the end
                self._waiting.remove(mine)
                raise NoTurn

    def _pass_on(self) -> None:
        with self._mutex:
            if self._waiting and not self._ended:
                self._waiting.popleft().set()
            else:
                self._taken = False
