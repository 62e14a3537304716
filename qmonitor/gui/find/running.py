"""A search under way: one step after the other, until all is searched or somebody stops it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qmonitor.queues.errors import QueueError

if TYPE_CHECKING:
    from qmonitor.monitor.search.scan import Search, Step


class Running(QObject):
    """Asks for the steps of a search in a lane.

    Signals:
        requested(call, token): `call` is to be run with a reader in a lane, and answered by `receive` or `fail`.
        stepped(Step), failed(QueueError)
        changed(): whether it goes on is otherwise now.
    """

    requested = Signal(object, int)
    stepped = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tokens = count(1)
        self._asked = 0
        self._stopping = False
        self.search: Search | None = None

    @property
    def going(self) -> bool:
        """Whether it is searching."""
        return self._asked != 0

    @property
    def can_go_on(self) -> bool:
        """Whether it was stopped before its end."""
        return self.search is not None and not self.going and not self.search.done

    def begin(self, search: Search) -> None:
        """Another search, in the place of any that is under way."""
        self.forget()
        self.search = search
        self.go_on()

    def go_on(self) -> None:
        """Search on from where it was stopped, if there is more to search."""
        self._stopping = False
        if self.search is not None and not self.search.done and not self.going:
            self._ask(self.search.step)
            self.changed.emit()

    def stop(self) -> None:
        """Go no further than the step that is under way."""
        self._stopping = True

    def forget(self) -> None:
        """End it for good."""
        self._asked = 0
        if self.search is not None:
            self.search.close()
        self.search = None
        self.changed.emit()

    def receive(self, token: int, step: Step) -> None:
        """The answer to `requested`; one to an older request is dropped."""
        if token != self._asked or self.search is None:
            return
        self._asked = 0
        self.stepped.emit(step)
        if self.can_go_on and not self._stopping:
            self.go_on()
        else:
            self.changed.emit()

    def fail(self, token: int, error: QueueError) -> None:
        """A step could not be done; it can be gone on with."""
        if token == self._asked:
            self._asked = 0
            self.changed.emit()
            self.failed.emit(error)

    def _ask(self, call: Callable[..., Step]) -> None:
        self._asked = next(self._tokens)
        self.requested.emit(call, self._asked)
