"""When what went wrong is read: only while it is looked at, and so that reading takes a tenth of the time."""

import time
from collections.abc import Callable
from itertools import count

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from qmonitor.monitor.failures import Gathering, Groups
from qmonitor.monitor.spacing import Spacing
from qmonitor.queues.errors import QueueError

INTERVAL = 2.0
"""Seconds from the begin of one reading to that of the next, at least."""

AFTER_FAULT = 10.0
"""Seconds until it is tried again where it could not be read."""


class Reading(QObject):
    """Asks for one step after the other until all is read, and again once the source has changed.

    Signals:
        requested(call, token): `call` is to be run with a reader in a lane, and answered by `receive` or `fail`.
        found(Groups), failed(QueueError)
    """

    requested = Signal(object, int)
    found = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._spacing = Spacing(INTERVAL)
        self._tokens = count(1)
        self._asked = 0
        self._gathering: Gathering | None = None
        self._outdated = True
        self._seen = False
        self._not_before = 0.0
        self._next = QTimer(self, singleShot=True)
        self._next.setObjectName("errors-next")
        self._next.timeout.connect(self._begin)

    @property
    def under_way(self) -> bool:
        """Whether an answer is still to come."""
        return self._asked != 0

    @property
    def _unfinished(self) -> bool:
        return self._gathering is not None and not self._gathering.done

    def set_seen(self, seen: bool) -> None:
        """Whether anybody looks. A reading that was left goes on where it was, if nothing has changed since."""
        self._seen = seen
        if not seen:
            self._next.stop()
        elif self._unfinished and not self._outdated:
            self._go_on()
        else:
            if self._unfinished and not self.under_way:
                self._gathering = None  # half of what was
            self._wait()

    def data_changed(self) -> None:
        """The source may have changed."""
        self._outdated = True
        self._wait()

    def begin_anew(self) -> None:
        """Nothing that was read holds any more, nor what is just being read."""
        self._next.stop()
        self._asked, self._gathering, self._not_before, self._outdated = 0, None, 0.0, True
        self._wait()

    def receive(self, token: int, groups: Groups) -> None:
        """The answer to `requested`; one to an older request is dropped."""
        if token != self._asked:
            return
        self._asked = 0
        if groups.complete:
            self._spacing.took(groups.seconds)
            self._not_before = self._clock() + self._spacing.rest
        self.found.emit(groups)
        if not groups.complete and self._seen:
            self._go_on()
        else:
            self._wait()

    def fail(self, token: int, error: QueueError) -> None:
        """It could not be read."""
        if token != self._asked:
            return
        self._asked, self._gathering, self._outdated = 0, None, True
        self._not_before = self._clock() + AFTER_FAULT
        self.failed.emit(error)
        self._wait()

    def _wait(self) -> None:
        """For the next reading, where one is due; one that is under way is read to its end before."""
        reading = self.under_way or self._unfinished
        if self._seen and self._outdated and not reading and not self._next.isActive():
            self._next.start(max(0, round(1000 * (self._not_before - self._clock()))))

    @Slot()
    def _begin(self) -> None:
        self._gathering, self._outdated = Gathering(), False
        self._go_on()

    def _go_on(self) -> None:
        if not self.under_way and self._gathering is not None:
            self._asked = next(self._tokens)
            self.requested.emit(self._gathering.step, self._asked)
