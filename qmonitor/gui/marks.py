"""The small shapes that tell states apart without colour."""

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from qmonitor.monitor.status import Kind

ROLES = {
    Kind.STUCK: "danger",
    Kind.OVERDUE: "notice",
    Kind.GROWING: "warning",
    Kind.DRAINING: "good",
    Kind.STEADY: "good",
    Kind.WAITING: "neutral",
    Kind.IDLE: "neutral",
    Kind.UNKNOWN: "neutral",
}
"""The role in the theme that each state is painted in."""

SIDE = 10
"""Pixels of a shape's square, in tables as in the list of destinations."""

_SCALE = 3
"""An icon is drawn for a screen of 300 % and scaled down from there."""

_POLYGONS = {
    Kind.STUCK: ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),
    Kind.OVERDUE: ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    Kind.GROWING: ((0.5, 0.06), (1, 0.94), (0, 0.94)),
    Kind.DRAINING: ((0, 0.06), (1, 0.06), (0.5, 0.94)),
    Kind.STEADY: ((0, 0.3), (0.5, 0.3), (0.5, 0.05), (1, 0.5), (0.5, 0.95), (0.5, 0.7), (0, 0.7)),
}


def paint_mark(painter: QPainter, box: QRectF, kind: Kind, color: QColor) -> None:
    """Paint a state's shape into a square.

    Stuck is a square, overdue a diamond, growing points up, draining down, steady ahead; waiting is a disc,
    idle a ring, unknown a broken ring.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if kind in _POLYGONS:
        points = [QPointF(box.x() + x * box.width(), box.y() + y * box.height()) for x, y in _POLYGONS[kind]]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF(points))
    elif kind is Kind.WAITING:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
    else:
        pen = QPen(color, 1.5)
        if kind is Kind.UNKNOWN:
            pen.setDashPattern([1.5, 1.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(box.adjusted(1, 1, -1, -1))
    painter.restore()


@cache
def mark_icon(kind: Kind, ink: str) -> QIcon:
    """The shape of a state as an icon for a table, in a colour by its name (`#aabbcc`)."""
    picture = QPixmap(_SCALE * SIDE, _SCALE * SIDE)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.scale(_SCALE, _SCALE)
    paint_mark(painter, QRectF(0, 0, SIDE, SIDE), kind, QColor(ink))
    painter.end()
    return QIcon(picture)
