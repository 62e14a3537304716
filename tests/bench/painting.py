"""Tells when parts of a window have painted what they are to show."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class Painting(QObject):
    """Calls once each of these widgets has painted while it was ready: that is known by what it is given with."""

    def __init__(self, parts: Mapping[QWidget, Callable[[], bool]], done: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._left, self._done = dict(parts), done
        for part in parts:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and watched in self._left and self._left[watched]():
            watched.removeEventFilter(self)
            del self._left[watched]
            if not self._left:
                soon = QEvent(QEvent.Type.User)
                QCoreApplication.postEvent(self, soon, Qt.EventPriority.HighEventPriority.value)  # next after the paint
        return False

    def customEvent(self, _event: QEvent) -> None:
        self._done()
