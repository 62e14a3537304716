"""A threshold in a plot: a dashed line with its value, or an arrow at the top where it lies above what is seen."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from qmonitor.gui import theme
from qmonitor.gui.charts.scale import LINEAR

NEAR = 0.5
"""The scale reaches up to a threshold once a value is above this part of it: a far one would flatten the curves."""


class Mark(QGraphicsItem):
    """Lies over the inside of a plot, in its pixels. Red where something is above it now, and then says how many."""

    def __init__(self, box: QGraphicsItem, font: QFont) -> None:
        """`box`: the inside of the plot (a pyqtgraph ViewBox), of which it becomes a part."""
        super().__init__(box)
        self._box = box
        self._font = font
        self.value: float | None = None
        self.label = ""
        self.above = False
        self.scaling = LINEAR
        self.setZValue(50)
        self.hide()

    def show_value(self, value: float | None, label: str, *, above: bool) -> None:
        """Draw it at this value, with these words; None: not at all."""
        self.prepareGeometryChange()
        self.value, self.label, self.above = value, label, above
        self.setVisible(value is not None)
        self.update()

    @property
    def out_of_sight(self) -> bool:
        """Whether it lies above the scale."""
        return self.value is not None and self._y() < 0

    def words(self) -> str:
        """The label as it is drawn."""
        return f"▲ {self.label}" if self.out_of_sight else self.label

    def boundingRect(self) -> QRectF:
        return self._box.rect()  # type: ignore[attr-defined]

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        colors = theme.current()
        color = QColor(colors.danger if self.above else colors.muted)
        area, y = self.boundingRect(), self._y()
        far = self.out_of_sight
        if not far:
            pen = QPen(color, 1.0, Qt.PenStyle.CustomDashLine)
            pen.setDashPattern([4, 3])
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setFont(self._font)
        words = self.words()
        metrics = QFontMetricsF(self._font)
        size = metrics.horizontalAdvance(words) + 2 * theme.GRID
        top = 0.0 if far else y - metrics.height()
        if top < 0:
            top = y  # below the line, where there is no room above it
        label = QRectF(area.left() + theme.GRID, top, size, metrics.height())  # over the oldest, not over the newest
        ground = QColor(colors.surface)
        ground.setAlphaF(0.8)
        painter.fillRect(label, ground)
        painter.setPen(color)
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, words)

    def _y(self) -> float:
        """Pixels below the top of the plot."""
        if self.value is None:
            return -1.0
        return float(self._box.mapFromView(QPointF(0, self.scaling.up(self.value))).y())  # type: ignore[attr-defined]
