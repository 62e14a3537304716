"""The small table beside the pointer: what every curve shows at that instant."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from qmonitor.gui import theme

PAD = 2 * theme.GRID
NAME_WIDTH = 180
SWATCH = 12


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table, as it is written."""

    name: str
    pending: str
    oldest: str
    pen: QPen


class Readout(QWidget):
    """Floats over the plots and lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("charts-readout")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title = ""
        self._lines: Sequence[Line] = ()
        self.hide()

    def show_lines(self, title: str, lines: Sequence[Line], pointer: QPoint) -> None:
        """Show a table next to a place in the parent, on whichever side there is room."""
        self._title, self._lines = title, lines
        self.resize(self._size())
        x = pointer.x() + 4 * theme.GRID
        if x + self.width() > self._over.width():
            x = pointer.x() - 4 * theme.GRID - self.width()
        y = min(pointer.y() + 4 * theme.GRID, self._over.height() - self.height())
        self.move(max(0, x), max(0, y))
        self.show()
        self.raise_()
        self.update()

    def text(self) -> str:
        """What it shows, in words."""
        return "\n".join([self._title, *(f"{line.name}: {line.pending}, {line.oldest}" for line in self._lines)])

    def _widths(self) -> tuple[int, int, int]:
        metrics = QFontMetrics(theme.figures(self.font()))
        name = max((metrics.horizontalAdvance(line.name) for line in self._lines), default=0)
        pending = max((metrics.horizontalAdvance(line.pending) for line in self._lines), default=0)
        oldest = max((metrics.horizontalAdvance(line.oldest) for line in self._lines), default=0)
        return min(name + 2, NAME_WIDTH), pending, oldest

    def _size(self) -> QSize:
        metrics = QFontMetrics(theme.bold(self.font()))
        table = SWATCH + PAD + sum(self._widths()) + 2 * 2 * PAD
        width = max(metrics.horizontalAdvance(self._title), table) + 2 * PAD
        return QSize(width, metrics.height() * (len(self._lines) + 1) + 2 * PAD)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.current()
        painter.fillRect(self.rect(), QColor(colors.window))
        painter.setPen(QColor(colors.field_line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.setFont(theme.bold(self.font()))
        painter.setPen(QColor(colors.text))
        height = painter.fontMetrics().height()
        painter.drawText(PAD, PAD, self.width(), height, Qt.AlignmentFlag.AlignLeft, self._title)
        painter.setFont(theme.figures(self.font()))
        for n, line in enumerate(self._lines):
            self._paint_line(painter, line, QRect(PAD, PAD + (n + 1) * height, self.width() - 2 * PAD, height))
        painter.end()

    def _paint_line(self, painter: QPainter, line: Line, box: QRect) -> None:
        name_width, pending_width, oldest_width = self._widths()
        middle = box.center().y()
        painter.setPen(line.pen)
        painter.drawLine(box.x(), middle, box.x() + SWATCH, middle)
        painter.setPen(QColor(theme.current().text))
        name = painter.fontMetrics().elidedText(line.name, Qt.TextElideMode.ElideMiddle, name_width)
        left = box.x() + SWATCH + PAD
        painter.drawText(left, box.y(), name_width, box.height(), Qt.AlignmentFlag.AlignLeft, name)
        right = Qt.AlignmentFlag.AlignRight
        oldest = box.right() + 1 - oldest_width
        painter.drawText(oldest, box.y(), oldest_width, box.height(), right, line.oldest)
        painter.drawText(oldest - 2 * PAD - pending_width, box.y(), pending_width, box.height(), right, line.pending)
