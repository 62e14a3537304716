"""One source as the alerts see it: what its session finds is judged, for as long as the session lives."""

from PySide6.QtCore import QObject, Slot

from qmonitor.gui.alerting import Alerting
from qmonitor.gui.session import Session
from qmonitor.gui.settings import place
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import QueueError
from qmonitor.queues.times import Instant


class Watched(QObject):
    """Hands every look of a session on, seen or not. Made after whoever adds looks to the `book` is connected."""

    def __init__(self, session: Session, book: SeriesBook, alerting: Alerting) -> None:
        super().__init__(session)
        self.setObjectName("watched")
        self.target = place(session.target)
        self._session, self._book, self._alerting = session, book, alerting
        session.sampled.connect(self._on_sampled)
        session.failed.connect(self._on_failed)
        session.went_stale.connect(self._on_stale)
        alerting.start()

    def end(self) -> None:
        """The source is looked at no more."""
        self._alerting.close(self.target)

    @Slot(object)
    def _on_sampled(self, sample: Sample) -> None:
        self._alerting.look(self.target, sample, self._book)

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        self._alerting.fail(self.target, error)

    @Slot(object)
    def _on_stale(self, _since: Instant | None) -> None:
        """It does not answer; where it failed, the failure is told by itself, and where it is paused nobody asks."""
        if self._session.fault is None:
            self._alerting.miss(self.target, self._is_asked)

    def _is_asked(self) -> bool:
        return not self._session.paused
