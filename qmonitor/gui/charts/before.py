"""Says in the empty part of a plot since when there are curves, where nothing is told of the time before."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from qmonitor.gui import theme

WRAPPED = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)


class Before(QGraphicsItem):
    """Lies behind the curves, in the pixels of the inside of a plot; drawn only where the whole sentence has room."""

    def __init__(self, box: QGraphicsItem, font: QFont) -> None:
        """`box`: the inside of the plot (a pyqtgraph ViewBox), of which it becomes a part."""
        super().__init__(box)
        self._box = box
        self._font = font
        self._second = 0.0
        self.sentence = ""
        self.setZValue(-40)
        self.hide()

    def say(self, sentence: str, second: float) -> None:
        """Say this left of an instant (seconds since 1970), or nothing."""
        if (sentence, second) != (self.sentence, self._second):
            self.sentence, self._second = sentence, second
            self.setVisible(bool(sentence))
        self.update()

    def place(self) -> QRectF:
        """Where it is drawn, in the pixels of the box; empty where it is not."""
        inside = self.boundingRect()
        edge = float(self._box.mapFromView(QPointF(self._second, 0)).x())  # type: ignore[attr-defined]
        room = QRectF(inside.left(), inside.top(), edge - inside.left(), inside.height()).intersected(inside)
        room.adjust(theme.GRID, theme.GRID, -theme.GRID, -theme.GRID)
        needed = QFontMetricsF(self._font).boundingRect(room, WRAPPED, self.sentence)
        return room if self.isVisible() and room.isValid() and room.contains(needed) else QRectF()

    def boundingRect(self) -> QRectF:
        return self._box.rect()  # type: ignore[attr-defined]

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        place = self.place()
        if not place.isEmpty():
            painter.setFont(self._font)
            painter.setPen(QColor(theme.current().muted))
            painter.drawText(place, WRAPPED, self.sentence)
