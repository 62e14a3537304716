"""The inside of a plot: what the mouse does to time and to values."""

import pyqtgraph as pg
from PySide6.QtCore import Signal

from qmonitor.gui.charts.scale import LINEAR, Scale

SHORTEST = 10.0
"""Seconds: nobody can zoom in further."""
LONGEST = 400 * 86_400.0
"""A year of kept history, and a little beside it."""


class TimeBox(pg.ViewBox):
    """The mouse moves through time; over the left axis the wheel scales the values. Its values are heights (`Scale`).

    Signals:
        taken(): the user chose a range of time by hand.
        scaled(): the user chose a range of values by hand.
    """

    taken = Signal()
    scaled = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0)
        self.setMouseEnabled(x=True, y=False)
        self.setLimits(yMin=0, minXRange=SHORTEST, maxXRange=LONGEST, minYRange=LINEAR.least)
        self.disableAutoRange()

    def set_scale(self, scale: Scale) -> None:
        """Let nobody zoom in further than makes sense on this scale."""
        self.setLimits(minYRange=scale.least)

    def wheelEvent(self, event: object, axis: int | None = None) -> None:
        """Zoom through time, or with `axis` 1 (the left one) the values."""
        if axis == 1:
            self.setMouseEnabled(x=True, y=True)
            super().wheelEvent(event, axis=1)
            self.setMouseEnabled(x=True, y=False)
            self.scaled.emit()
        else:
            super().wheelEvent(event, axis=0)
            self.taken.emit()

    def mouseDragEvent(self, event: object, axis: int | None = None) -> None:
        """Move through time."""
        if axis != 1:
            super().mouseDragEvent(event, axis=0)
            self.taken.emit()
