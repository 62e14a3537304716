"""Marks a stretch of a plot whose values were not seen but worked out from the table: a tint, an edge and a word."""

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from qmonitor.gui import theme


def paint_tint(painter: QPainter, area: QRectF) -> None:
    """The tint alone, with a dashed edge on both sides."""
    colors = theme.current()
    painter.fillRect(area, QColor(colors.hover))
    pen = QPen(QColor(colors.field_line), 1.0)
    pen.setCosmetic(True)
    pen.setDashPattern([1, 3])
    painter.setPen(pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for x in (area.left(), area.right()):
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))


class Tint(QGraphicsItem):
    """Lies behind the curves, in the pixels of the inside of a plot."""

    def __init__(self, box: QGraphicsItem, font: QFont) -> None:
        """`box`: the inside of the plot (a pyqtgraph ViewBox), of which it becomes a part."""
        super().__init__(box)
        self._box = box
        self._font = font
        self.stretch: tuple[float, float] | None = None
        self.setZValue(-50)
        self.hide()

    def show_stretch(self, stretch: tuple[float, float] | None) -> None:
        """Mark this stretch of time, in seconds since 1970; None: none."""
        if stretch != self.stretch:
            self.stretch = stretch
            self.setVisible(stretch is not None)
            self.update()

    @staticmethod
    def words() -> str:
        """What is written on it."""
        return QCoreApplication.translate("charts", "reconstructed")

    def area(self) -> QRectF:
        """What of the stretch is seen, in the pixels of the box."""
        inside = self.boundingRect()
        if self.stretch is None:
            return QRectF()
        left, right = (
            float(self._box.mapFromView(QPointF(second, 0)).x())  # type: ignore[attr-defined]
            for second in self.stretch
        )
        return QRectF(left, inside.top(), right - left, inside.height()).intersected(inside)

    def boundingRect(self) -> QRectF:
        return self._box.rect()  # type: ignore[attr-defined]

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        area = self.area()
        if area.width() < 1:
            return
        paint_tint(painter, area)
        metrics = QFontMetricsF(self._font)
        room = area.adjusted(theme.GRID, 0, -theme.GRID, -theme.GRID / 2)
        words = metrics.elidedText(self.words(), Qt.TextElideMode.ElideRight, room.width())
        painter.setFont(self._font)
        painter.setPen(QColor(theme.current().muted))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, words)  # thresholds are left
