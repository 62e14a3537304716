"""What a source's curves were before the window saw them: kept ones, and those that its rows tell."""

import time
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from qmonitor.gui.garbage import give_back
from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.monitor.history import Keeper
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import Remembered
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Depth
from qmonitor.queues.words import Phrase

REBUILD_MS = 1500
"""So long after the first look the rows are asked for the past: the first picture has both processors until then."""

TURN_S = 5.0
"""A source that does not answer for so long is waited for by no other one."""

AGAIN_MS = 100


class _Turn:
    """Of one source at a time the rows are asked: a million of them take 100 MB meanwhile, and eight of 40,000 rows 16.

    Used in the GUI thread.
    """

    def __init__(self) -> None:
        self._lane: Lane | None = None
        self._until = 0.0

    def take(self, lane: Lane) -> bool:
        """Whether it is this lane's turn now."""
        other = self._lane if self._lane is not lane else None
        if other is not None and not other.ended and time.monotonic() < self._until:
            return False
        self._lane, self._until = lane, time.monotonic() + TURN_S
        return True

    def leave(self, lane: Lane) -> None:
        """Let the next one have it, if it is this one's."""
        if self._lane is lane:
            self._lane = None


_turn = _Turn()


class Remembering(QObject):
    """Has every look of a session kept, and the past told: first what was kept, then what the rows tell.

    All of it in the session's history lane, so that no look ever waits for it. Lives in the GUI thread.

    Signals:
        remembered(Remembered): curves to put before what was seen, in the place of those told before.
        older(Past or None): what was kept of the stretch that was asked for last.
        told(Phrase): something is to be said about what is kept.
    """

    remembered = Signal(object)
    older = Signal(object)
    told = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._begun = self._wanted = False
        self.complete = False
        """Whether the whole past was told, as far as it can be."""
        session.exchanged.connect(self._on_exchanged)
        session.sampled.connect(self._on_sampled)
        session.failed.connect(self._on_failed)
        session.history.answered.connect(self._receive)

    @Slot()
    def _on_exchanged(self) -> None:
        """Another queue has another past."""
        self._begun = self.complete = False

    @Slot(object)
    def _on_sampled(self, sample: Sample) -> None:
        lane = self._session.history
        if not self._begun:
            self._begun = True
            lane.ask("open", partial(_open, sample.depth))
            self._have_it_rebuilt()
        lane.ask("note", partial(_note, sample.depth))

    def want(self) -> None:
        """Somebody looks at the curves: from here on the rows are asked, too.

        Sixteen sources that were all asked at once, seen or not, took 64 MB more than one.
        """
        if not self._wanted:
            self._wanted = True
            self._have_it_rebuilt()

    def _have_it_rebuilt(self) -> None:
        if self._wanted and self._begun:
            QTimer.singleShot(REBUILD_MS, self, self._rebuild)

    @Slot()
    def _rebuild(self) -> None:
        lane = self._session.history
        if _turn.take(lane):
            lane.ask("rebuild", _rebuilt)
        else:
            QTimer.singleShot(AGAIN_MS, self, self._rebuild)

    @Slot(object)
    def _on_failed(self, _error: QueueError) -> None:
        if self._begun:
            at = times.now()
            self._session.history.ask("missed", lambda keeper: keeper.missed(at))

    @Slot(object, object, object)
    def request_older(self, begin: int, end: int, step: int) -> None:
        """Have a stretch told that is longer ago (ns), in steps of so many ns; the answer comes as `older`."""
        self._session.history.ask("older", lambda keeper: keeper.older(begin, end, step))

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        if answer.key == "rebuild":
            _turn.leave(self._session.history)
            self.complete = True
        match answer.key:
            case "open" | "rebuild" if answer.error is None:
                self.remembered.emit(answer.value)
            case "note" if answer.value is not None:
                self.told.emit(answer.value)
            case "older" if answer.error is None:
                self.older.emit(answer.value)


def _open(depth: Depth, keeper: Keeper) -> Remembered:
    return keeper.open(depth).packed()


def _note(depth: Depth, keeper: Keeper) -> Phrase | None:
    return keeper.note(depth)


def _rebuilt(keeper: Keeper) -> Remembered:
    try:
        return keeper.rebuild().packed()
    finally:
        give_back()
