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
        self.stretches: tuple[tuple[float, float], ...] = ()
        self.setZValue(-50)
        self.hide()

    def show_stretches(self, stretches: tuple[tuple[float, float], ...]) -> None:
        """Mark these stretches of time, in seconds since 1970."""
        if stretches != self.stretches:
            self.stretches = stretches
            self.setVisible(bool(stretches))
            self.update()
            self.word.update()

    @staticmethod
    def words() -> str:
        """What is written on it."""
        return QCoreApplication.translate("charts", "reconstructed")

    def areas(self) -> list[QRectF]:
        """What of the stretches is seen, in the pixels of the box."""
        inside, found = self.boundingRect(), []
        for stretch in self.stretches:
            left, right = (
                float(self._box.mapFromView(QPointF(second, 0)).x())  # type: ignore[attr-defined]
                for second in stretch
            )
            found.append(QRectF(left, inside.top(), right - left, inside.height()).intersected(inside))
        return [area for area in found if area.width() >= 1]

    def area(self) -> QRectF:
        """The widest of them: there the word is written."""
        return max(self.areas(), key=QRectF.width, default=QRectF())

    def boundingRect(self) -> QRectF:
        return self._box.rect()  # type: ignore[attr-defined]

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        for area in self.areas():
            paint_tint(painter, area)


class Word(QGraphicsItem):
    """What is written on a tint: at its right, because what thresholds say is at the left, on a ground of its own.

    A stretch that is too narrow for it has it at its left; where there is no room either, none is drawn.
    """

    def __init__(self, tint: Tint, box: QGraphicsItem, font: QFont) -> None:
        super().__init__(box)
        self._tint = tint
        self._font = font
        self.setZValue(49)

    def boundingRect(self) -> QRectF:
        return self._tint.boundingRect()

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        label, colors = self.place(), theme.current()
        if label.isEmpty():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(colors.line), 0))
        painter.setBrush(QColor(colors.surface))
        painter.drawRect(label)
        painter.setFont(self._font)
        painter.setPen(QColor(colors.muted))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, self._tint.words())

    def place(self) -> QRectF:
        """Where it is drawn, in the pixels of the box; empty where it is not."""
        area, metrics = self._tint.area(), QFontMetricsF(self._font)
        if not self._tint.isVisible() or area.width() < 1:
            return QRectF()
        width = metrics.horizontalAdvance(self._tint.words()) + 2 * theme.GRID
        right = area.right() if area.width() > width + 2 else area.left()
        label = QRectF(round(right - width - 2), area.top() + 1, width, metrics.height())
        return label if label.left() >= self.boundingRect().left() else QRectF()
