"""The small table beside the pointer: what every curve shows at that instant."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts.entry import SWATCH, draw_swatch
from qmonitor.values import dataclass

PAD = 2 * theme.GRID
AWAY = 4 * theme.GRID
"""Pixels between the pointer and the table."""
NAME_WIDTH = 45 * theme.GRID


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table, as it is written."""

    name: str
    pending: str
    oldest: str
    pen: QPen


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of an instant: a title, and a row for each curve; `missing` says why there are none."""

    title: str
    lines: Sequence[Line] = ()
    missing: str = ""

    def words(self) -> str:
        """The same to be read aloud."""
        rows = [f"{line.name}: {line.pending}, {line.oldest}" for line in self.lines]
        return "\n".join([self.title, *([self.missing] if self.missing else []), *rows])


class Readout(QWidget):
    """Floats over the plots and lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("charts-readout")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._reading = Reading("")
        self._shown = 0
        self.hide()

    def show_reading(self, reading: Reading, pointer: QPoint) -> None:
        """Show a table next to a place in the parent, on whichever side there is room; what does not fit is counted."""
        self._reading = reading
        lines = (self._over.height() - 2 * PAD) // self._line_height() - self._heads()
        count = len(reading.lines)
        self._shown = count if count <= lines else max(0, lines - 1)
        self.setGeometry(self._place(self._size(), pointer))
        self.show()
        self.raise_()
        self.update()

    def text(self) -> str:
        """What it shows, in words."""
        return self._reading.words()

    @property
    def left_out(self) -> int:
        """How many curves are only counted."""
        return len(self._reading.lines) - self._shown

    def _place(self, size: QSize, pointer: QPoint) -> QRect:
        """Right of the pointer, else left, where there is more room: never over it."""
        room = self._over.width()
        y = max(0, min(pointer.y() + AWAY, self._over.height() - size.height()))
        right, left = pointer.x() + AWAY, pointer.x() - AWAY
        if right + size.width() <= room:
            return QRect(QPoint(right, y), size)
        if size.width() <= left:
            return QRect(QPoint(left - size.width(), y), size)
        if room - right > left:
            return QRect(right, y, room - right, size.height())
        return QRect(0, y, left, size.height())

    # -- how it looks ----------------------------------------------------------------------------------------

    def _line_height(self) -> int:
        return QFontMetrics(theme.bold(self.font())).height()

    def _heads(self) -> int:
        """Lines above the rows: the title, and the names of the columns or what is missing."""
        return 2 if self._reading.lines or self._reading.missing else 1

    def _rows(self) -> Sequence[Line]:
        return self._reading.lines[: self._shown]

    def _more(self) -> str:
        if self.left_out == 1:
            return self.tr("… and 1 more")
        return self.tr("… and {count} more").format(count=text.number(self.left_out))

    def _columns(self) -> tuple[str, str]:
        return self.tr("pending"), self.tr("oldest")

    def _widths(self) -> tuple[int, int, int]:
        metrics = QFontMetrics(theme.figures(self.font()))
        pending, oldest = self._columns()
        names = [line.name for line in self._rows()] + ([self._more()] if self.left_out else [])
        name = max((metrics.horizontalAdvance(one) for one in names), default=0)
        first = max(map(metrics.horizontalAdvance, [pending, *(line.pending for line in self._rows())]))
        second = max(map(metrics.horizontalAdvance, [oldest, *(line.oldest for line in self._rows())]))
        return min(name + 2, NAME_WIDTH), first, second

    def _size(self) -> QSize:
        metrics = QFontMetrics(theme.bold(self.font()))
        table = SWATCH.width() + PAD + sum(self._widths()) + 2 * 2 * PAD if self._reading.lines else 0
        heads = (metrics.horizontalAdvance(self._reading.title), metrics.horizontalAdvance(self._reading.missing))
        lines = self._heads() + self._shown + (1 if self.left_out else 0)
        return QSize(max(*heads, table) + 2 * PAD, self._line_height() * lines + 2 * PAD)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.current()
        painter.fillRect(self.rect(), QColor(colors.window))
        painter.setPen(QColor(colors.field_line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        height = self._line_height()
        box = QRect(PAD, PAD, self.width() - 2 * PAD, height)
        painter.setFont(theme.bold(self.font()))
        painter.setPen(QColor(colors.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, self._reading.title)
        painter.setFont(theme.figures(self.font()))
        painter.setPen(QColor(colors.muted))
        box.translate(0, height)
        if self._reading.missing:
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, self._reading.missing)
        elif self._reading.lines:
            self._paint_cells(painter, "", *self._columns(), box)
        for line in self._rows():
            box.translate(0, height)
            self._paint_line(painter, line, box)
        if self.left_out:
            painter.setPen(QColor(colors.muted))
            self._paint_cells(painter, self._more(), "", "", box.translated(0, height))
        painter.end()

    def _paint_line(self, painter: QPainter, line: Line, box: QRect) -> None:
        draw_swatch(painter, QRect(box.x(), box.y(), SWATCH.width(), box.height()), line.pen)
        painter.setPen(QColor(theme.current().text))
        self._paint_cells(painter, line.name, line.pending, line.oldest, box)

    def _paint_cells(self, painter: QPainter, name: str, pending: str, oldest: str, box: QRect) -> None:
        _, first, second = self._widths()
        left = box.x() + SWATCH.width() + PAD
        second_left = box.right() + 1 - second
        first_left = second_left - 2 * PAD - first
        room = first_left - PAD - left
        elided = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(left, box.y(), room, box.height(), Qt.AlignmentFlag.AlignLeft, elided)
        right = Qt.AlignmentFlag.AlignRight
        painter.drawText(first_left, box.y(), first, box.height(), right, pending)
        painter.drawText(second_left, box.y(), second, box.height(), right, oldest)
