"""Tells when parts of a window have painted what they are to show."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QTimer
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
                QTimer.singleShot(0, self._done)  # after it is painted, as the toy does
        return False
