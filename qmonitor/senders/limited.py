"""Calls that nothing can interrupt (a name look-up, a file on a dead mount), waited for only so long.

The call goes on in a thread of its own when its time is up, and is never started a second time beside itself: a
write that hangs must not be followed by a second one that overtakes it. The thread ends by itself once the call
does, and keeps no process from ending.
"""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class StillRunning(Exception):
    """The call has not come back in its time; it goes on."""


class Limited(Generic[Result]):
    """One call, begun at once. Waited for by one thread, as often as it likes."""

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
