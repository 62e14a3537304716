"""The threads that workers run in where there is no window. (The window makes all of its threads in one place.)"""

import threading
from collections.abc import Callable
from typing import Protocol


class Thread(Protocol):
    """A thread that was started."""

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end, or for so many seconds."""
        ...

    def is_alive(self) -> bool: ...


Spawn = Callable[[str, Callable[[], None]], Thread]
"""Starts a thread of this name that does this, and must not keep the program from ending."""


def spawn(name: str, work: Callable[[], None]) -> Thread:
    """A plain thread; the program may end while it still waits for a receiver."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread
