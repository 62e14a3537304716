"""All curves of a plot as one item, drawn pixel by pixel.

An item of pyqtgraph for each curve costs more than the curve itself, and a line of one pixel of the screen is drawn
smoothly ten times as fast as one of another width (60 µs instead of 600 for 1,200 points, measured): wider ones are
made of several of those.
"""

from collections.abc import Mapping

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from qmonitor.gui.charts.model import Curve, Span
from qmonitor.gui.charts.scale import Scale
from qmonitor.queues.model import Destination
from qmonitor.values import dataclass

WIDEST = 3
"""Pixels of the screen: from here on a line is drawn as wide as it is in one piece, and not smoothed."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A curve and its pen; the width of the pen is in Qt's pixels."""

    curve: Curve
    pen: QPen


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen: a stretch of time, `columns` pixels of the screen wide, and values up to a height."""

    span: Span
    top: float
    rows: int
    scale: Scale

    def place(self, curve: Curve) -> tuple[np.ndarray, np.ndarray]:
        """The points of a curve in pixels of the screen from the upper left corner, whole ones; NaN stays."""
        x = np.rint((curve.x - self.span.begin) / self.span.pixel)
        y = np.rint((self.rows - 1) * (1 - self.scale.heights(curve.y) / self.top))
        return x, y


class Lines(QGraphicsItem):
    """Lies over the inside of a plot, in its pixels."""

    def __init__(self, box: QGraphicsItem) -> None:
        """`box`: the inside of the plot (a pyqtgraph ViewBox), of which it becomes a part."""
        super().__init__(box)
        self._box = box
        self.strokes: dict[Destination | None, Stroke] = {}
        self._paths: list[tuple[QPainterPath, QPen]] = []
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsToShape)

    def show_strokes(self, strokes: Mapping[Destination | None, Stroke], frame: Frame) -> None:
        """Draw these and no others: under None the others together, behind all, and wide ones in front."""
        self.strokes = dict(strokes)
        ordered = sorted(strokes.items(), key=lambda one: (one[0] is not None, one[1].pen.widthF()))
        paths = [(path_of(stroke.curve, frame), stroke.pen) for _, stroke in ordered if stroke.curve.x.size]
        if paths != self._paths:
            self._paths = paths
            self.update()

    def boundingRect(self) -> QRectF:
        return self._box.rect()  # type: ignore[attr-defined]

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self.boundingRect())
        return path

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        for path, pen in self._paths:
            draw_path(painter, path, pen)


def path_of(curve: Curve, frame: Frame) -> QPainterPath:
    """A curve as a path in pixels of the screen, broken where it has a gap."""
    x, y = frame.place(curve)
    return pg.functions.arrayToQPath(x, y, connect="finite")


def draw_path(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    """Draw a path of `path_of` at the painter's origin."""
    painter.save()
    device = painter.deviceTransform()
    ratio = device.m11()
    corner = device.map(QPointF(0, 0))
    painter.scale(1 / ratio, 1 / ratio)
    # To the middle of a pixel of the screen: there a line of one pixel is sharp.
    shift = QPointF(round(corner.x()) - corner.x() + 0.5, round(corner.y()) - corner.y() + 0.5)
    painter.translate(shift)
    width = max(1, round(pen.widthF() * ratio))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, width < WIDEST)
    made = QPen(pen)
    made.setCosmetic(True)
    made.setWidthF(1 if width < WIDEST else width)
    if pattern := pen.dashPattern():
        made.setDashPattern([length * pen.widthF() * ratio / made.widthF() for length in pattern])
    painter.setPen(made)
    painter.drawPath(path)
    if width == 2:
        painter.translate(1, 0)
        painter.drawPath(path)
        painter.translate(-1, 1)
        painter.drawPath(path)
    painter.restore()
