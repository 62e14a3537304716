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
    """Lies behind the curves, in the pixels of the inside of a plot; its word lies over them."""

    def __init__(self, box: QGraphicsItem, font: QFont) -> None:
        """`box`: the inside of the plot (a pyqtgraph ViewBox), of which it becomes a part."""
        super().__init__(box)
        self._box = box
        self.word = Word(self, box, font)
        self.stretch: tuple[float, float] | None = None
        self.setZValue(-50)
        self.hide()

    def show_stretch(self, stretch: tuple[float, float] | None) -> None:
        """Mark this stretch of time, in seconds since 1970; None: none."""
        if stretch != self.stretch:
            self.stretch = stretch
            self.setVisible(stretch is not None)
            self.update()
            self.word.update()

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
        if area.width() >= 1:
            paint_tint(painter, area)


class Word(QGraphicsItem):
    """What is written on a tint: over the curves, at its right, because what thresholds say is at the left."""

    def __init__(self, tint: Tint, box: QGraphicsItem, font: QFont) -> None:
        super().__init__(box)
        self._tint = tint
        self._font = font
        self.setZValue(49)

    def boundingRect(self) -> QRectF:
        return self._tint.boundingRect()

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        area, metrics = self._tint.area(), QFontMetricsF(self._font)
        words = metrics.elidedText(self._tint.words(), Qt.TextElideMode.ElideRight, area.width() - 2 * theme.GRID)
        if not words or not self._tint.isVisible():
            return
        width = metrics.horizontalAdvance(words) + 2 * theme.GRID
        label = QRectF(area.right() - width - 1, area.top(), width, metrics.height())
        ground = QColor(theme.current().hover)
        ground.setAlphaF(0.8)
        painter.fillRect(label, ground)
        painter.setFont(self._font)
        painter.setPen(QColor(theme.current().muted))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, words)
