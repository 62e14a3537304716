"""What a write lane works with: an action on one source at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qmonitor.monitor.operations import Operations
from qmonitor.queues.source import Source


class WriteTool:
    """The write lane's tool: the source alone, because each action opens and closes its own connection."""

    def __init__(self, source: Callable[[], Source]) -> None:
        self._source = source
        self._operations: Operations | None = None
        self._called_off = False

    @contextmanager
    def operations(self, *, read_only: bool) -> Iterator[Operations]:
        """In the lane: opened for one action."""
        with Operations(self._source(), read_only=read_only) as operations:
            self._operations = operations
            try:
                if self._called_off:
                    operations.interrupt()
                yield operations
            finally:
                self._operations, self._called_off = None, False

    def interrupt(self) -> None:
        """Planning and waiting end; a run ends after its batch, never inside one."""
        self._called_off = True
        operations = self._operations
        if operations is not None:
            operations.interrupt()

    def close(self) -> None:
        """Holds nothing open."""
