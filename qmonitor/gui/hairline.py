"""The one separator of the window: a line of one pixel in the scheme's colour."""

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QSplitterHandle, QWidget

from qmonitor.gui import theme


class Hairline(QWidget):
    """A horizontal line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), QColor(theme.current().line))


class Splitter(QSplitter):
    """Divided by hairlines that can be dragged.

    They are painted, not styled: all that lies in a widget with a style sheet takes longer to make (9 ms at the start).
    """

    def createHandle(self) -> QSplitterHandle:  # noqa: N802 - Qt's name
        return _Handle(self.orientation(), self)


class _Handle(QSplitterHandle):
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), QColor(theme.current().line))
