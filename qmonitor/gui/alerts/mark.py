"""The small shapes before alerts: a square where it is critical, a triangle for a warning, a ring once it is solved."""

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from qmonitor.gui import theme
from qmonitor.gui.marks import paint_mark
from qmonitor.monitor.alerts.model import Alert, Level
from qmonitor.monitor.status import Kind

SIDE = 10
"""Pixels of a shape's square, as in the list of destinations."""
SCALE = 3
"""It is drawn for a screen of 300 % and scaled down from there."""


def mark(alert: Alert) -> QIcon:
    """The shape of an alert; pale once somebody has taken it."""
    if alert.solved is not None:
        return _drawn(Kind.IDLE, theme.current().muted)
    critical = alert.level is Level.CRITICAL
    strong = "danger" if critical else "warning"
    ink = "muted" if alert.silent else strong
    return _drawn(Kind.STUCK if critical else Kind.GROWING, getattr(theme.current(), ink))


@cache
def _drawn(kind: Kind, ink: str) -> QIcon:
    picture = QPixmap(SCALE * SIDE, SCALE * SIDE)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.scale(SCALE, SCALE)
    paint_mark(painter, QRectF(0, 0, SIDE, SIDE), kind, QColor(ink))
    painter.end()
    return QIcon(picture)
