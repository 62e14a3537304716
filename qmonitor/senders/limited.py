"""Calls that nothing can interrupt (a name look-up, a file on a dead mount), waited for only so long.

The call goes on in a thread of its own when its time is up, and is never started a second time beside itself: a
write that hangs must not be followed by a second one that overtakes it.

The thread ends by itself once the call does, and keeps no process from ending (it is a daemon). So there is at most one
for each thing that hangs, however often it is asked for: one of each sender that delivers, which keeps its call, and
one of each name in a `Together` for what anybody may want at any time. What such a thread does when the interpreter
ends is cut off as by a kill; so nothing is called like this that a kill could leave half done.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class StillRunning(Exception):
    """The call has not come back in its time; it goes on."""


class Limited(Generic[Result]):
    """One call, begun at once. Waited for by whoever likes, as often as they like."""

    def __init__(self, call: Callable[[], Result], name: str) -> None:
        self._call = call
        self._done = threading.Event()
        self._result: Result | None = None
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def result(self, seconds: float) -> Result:
        """What the call returns, or raises, within so many seconds. Raises `StillRunning` otherwise."""
        if not self._done.wait(max(seconds, 0.0)):
            raise StillRunning
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]  # done without an error: it is what was returned

    @property
    def running(self) -> bool:
        return not self._done.is_set()

    def _run(self) -> None:
        try:
            self._result = self._call()
        except BaseException as error:  # noqa: BLE001 - handed over to whoever waits
            self._error = error
        finally:
            self._done.set()


class Together(Generic[Result]):
    """Calls by name: whoever wants one that is on its way waits for that. Used by any thread."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._running: dict[Hashable, Limited[Result]] = {}

    def call(self, name: Hashable, call: Callable[[], Result], thread: str) -> Limited[Result]:
        """The call of that name that is on its way, or this one."""
        with self._mutex:
            for key in [key for key, one in self._running.items() if not one.running]:
                del self._running[key]
            if name not in self._running:
                self._running[name] = Limited(call, thread)
            return self._running[name]
