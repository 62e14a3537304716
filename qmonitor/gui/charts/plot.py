"""One plot: curves of the destinations over local time."""

from collections.abc import Mapping

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QFrame, QWidget

from qmonitor.gui import theme
from qmonitor.gui.charts.axes import EDGE, TimeAxis
from qmonitor.gui.charts.model import Curve
from qmonitor.queues.model import Destination

SHORTEST = 10.0
"""Seconds: nobody can zoom in further."""
LONGEST = 14 * 86_400.0
HEADROOM = 1.08


class TimeBox(pg.ViewBox):
    """The inside of a plot: the mouse moves through time; over the left axis the wheel scales the values.

    Signals:
        taken(): the user chose a range of time by hand.
        scaled(): the user chose a range of values by hand.
    """

    taken = Signal()
    scaled = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0)
        self.setMouseEnabled(x=True, y=False)
        self.setLimits(yMin=0, minXRange=SHORTEST, maxXRange=LONGEST, minYRange=1)
        self.disableAutoRange()

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


class Plot(pg.PlotWidget):
    """A plot with one left axis and the time below it.

    Signals:
        pointed(second or None): the pointer is over an instant, or has left.
        picked(x, y): the user clicked there, in the plot's values.
    """

    pointed = Signal(object)
    picked = Signal(float, float)

    def __init__(self, left: pg.AxisItem, parent: QWidget | None = None, *, labels: bool) -> None:
        """`labels`: whether the times are written below it."""
        self.box = TimeBox()
        super().__init__(parent, viewBox=self.box, axisItems={"left": left, "bottom": TimeAxis()})
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # no key does anything here; the values stand in the list in words
        self.setMenuEnabled(False)
        self.hideButtons()
        self._curves: dict[Destination | None, pg.PlotCurveItem] = {}
        self._line = pg.InfiniteLine(angle=90, movable=False)
        self._line.setZValue(100)
        self._line.hide()
        self.addItem(self._line)
        bottom = self.getAxis("bottom")
        bottom.setStyle(showValues=labels, tickLength=-4 if labels else 0)
        bottom.setHeight(None if labels else EDGE)
        self.scene().sigMouseMoved.connect(self._point)
        self.scene().sigMouseClicked.connect(self._pick)
        self.paint_anew()

    # -- what is drawn ---------------------------------------------------------------------------------------

    def draw(self, curves: Mapping[Destination | None, tuple[Curve, QPen]]) -> None:
        """Show these curves and no others; under None the rest in one."""
        for gone in self._curves.keys() - curves.keys():
            self.removeItem(self._curves.pop(gone))
        for where, (curve, pen) in curves.items():
            item = self._curves.get(where)
            if item is None:
                item = self._curves[where] = pg.PlotCurveItem(connect="finite", antialias=False)
                self.addItem(item)
            item.setData(curve.x, curve.y, pen=pen)
            item.setZValue(-1 if where is None else pen.widthF())

    def set_time(self, begin: float, end: float) -> None:
        self.box.setXRange(begin, end, padding=0)

    def set_top(self, highest: float) -> None:
        """Scale the values so that the highest one fits; the axis begins at zero."""
        self.box.setYRange(0, max(1.0, highest) * HEADROOM, padding=0)

    def time(self) -> tuple[float, float]:
        """The stretch of time that is seen."""
        begin, end = self.box.viewRange()[0]
        return float(begin), float(end)

    def columns(self) -> int:
        """How many pixels wide the inside of the plot is."""
        return max(100, int(self.box.width()))

    def mark_time(self, second: float | None) -> None:
        """Show the hover line at an instant, or hide it."""
        if second is not None:
            self._line.setPos(second)
        self._line.setVisible(second is not None)

    def paint_anew(self) -> None:
        """Take the colours from the theme."""
        colors = theme.current()
        self.setBackground(QColor(colors.surface))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setTextPen(QColor(colors.muted))
            axis.setPen(QColor(colors.line))
            axis.setTickFont(theme.figures(self.font()))
        self.getAxis("left").setGrid(110)
        self._line.setPen(pg.mkPen(QColor(colors.muted), width=1))

    # -- what the pointer does -------------------------------------------------------------------------------

    def _point(self, place: QPointF) -> None:
        inside = self.box.sceneBoundingRect().contains(place)
        self.pointed.emit(float(self.box.mapSceneToView(place).x()) if inside else None)

    def _pick(self, event: object) -> None:
        place = event.scenePos()  # type: ignore[attr-defined]
        if event.button() == Qt.MouseButton.LeftButton and self.box.sceneBoundingRect().contains(place):  # type: ignore[attr-defined]
            at = self.box.mapSceneToView(place)
            self.picked.emit(float(at.x()), float(at.y()))

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def inside(self) -> QRectF:
        """Where the inside of the plot lies in this widget."""
        return self.mapFromScene(self.box.sceneBoundingRect()).boundingRect().toRectF()
