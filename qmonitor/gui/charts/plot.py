"""One plot: curves of the destinations over local time."""

import math
from collections.abc import Mapping

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsItem, QSizePolicy, QWidget

from qmonitor.gui import theme
from qmonitor.gui.charts.axes import EDGE, LeftAxis
from qmonitor.gui.charts.before import Before
from qmonitor.gui.charts.box import LONGEST, SHORTEST, TimeBox
from qmonitor.gui.charts.lines import Frame, Lines, Stroke
from qmonitor.gui.charts.mark import NEAR, Mark
from qmonitor.gui.charts.model import Span
from qmonitor.gui.charts.scale import LINEAR, Scale
from qmonitor.gui.charts.timeline import TimeAxis
from qmonitor.gui.charts.tint import Tint
from qmonitor.queues.model import Destination

GRID_ALPHA = 110
LOWEST, HIGHEST = 0.85, 1.04
"""A scale is kept while the one that fits best is so many times as high."""


class _Inside(pg.GraphicsWidget):
    """The box with an axis at its left and one below. pyqtgraph's own has two more, and a menu of 40 widgets."""

    def __init__(self, box: TimeBox, left: LeftAxis, bottom: TimeAxis) -> None:
        super().__init__()
        self._places = places = QGraphicsGridLayout()
        places.setContentsMargins(1, 1, 1, 1)
        places.setSpacing(0)
        places.addItem(left, 0, 0)
        places.addItem(box, 0, 1)
        places.addItem(bottom, 1, 1)
        places.setRowStretchFactor(0, 1)
        places.setColumnStretchFactor(1, 1)
        self.setLayout(places)
        for axis in (left, bottom):
            axis.linkToView(box)
            axis.setZValue(0.5)  # above the curves
            axis.setFlag(QGraphicsItem.GraphicsItemFlag.ItemNegativeZStacksBehindParent)


class Plot(pg.GraphicsView):
    """A plot with one left axis and the time below it.

    Signals:
        pointed(second or None): the pointer is over an instant, or has left.
        picked(x, y): the user clicked there: the second since 1970, and the value.
    """

    pointed = Signal(object)
    picked = Signal(float, float)

    def __init__(self, left: LeftAxis, parent: QWidget | None = None, *, labels: bool) -> None:
        """`labels`: whether the times are written below it."""
        self.box = TimeBox()
        self.left = left
        self._bottom = TimeAxis()
        self._pointer: QPointF | None = None
        super().__init__(parent)
        self._inside = _Inside(self.box, left, self._bottom)
        self.setCentralItem(self._inside)
        self.enableMouse(False)  # the box has it
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panel takes the keys for both plots
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # and has the menu
        self.scaling = LINEAR
        self.lines = Lines(self.box)
        self.tint = Tint(self.box, theme.figures(self.font()))
        self.before = Before(self.box, self.font())
        self._line = pg.InfiniteLine(angle=90, movable=False)
        self._line.setZValue(100)
        self._line.hide()
        self.box.addItem(self._line)
        self.mark = Mark(self.box, theme.figures(self.font()))
        self._bottom.setStyle(
            showValues=labels, tickLength=-theme.GRID if labels else 0, tickAlpha=None if labels else 0
        )
        for axis in (left, self._bottom):
            axis.setCacheMode(axis.CacheMode.DeviceCoordinateCache)
        left.setZValue(-1)  # the grid lies behind the curves
        self._bottom.setHeight(None if labels else EDGE)
        self.scene().sigMouseMoved.connect(self._point)
        self.scene().sigMouseClicked.connect(self._pick)
        self.paint_anew()

    # -- what is drawn ---------------------------------------------------------------------------------------

    def draw(self, strokes: Mapping[Destination | None, Stroke], ratio: float = 1.0) -> None:
        """Show these curves and no others; under None the rest in one.

        `ratio`: the screen's pixels for each of Qt's.
        """
        rows = max(1, round(self.box.height() * ratio))
        height = float(self.box.viewRange()[1][1])
        self.lines.show_strokes(strokes, Frame(self.span(ratio), height, rows, self.scaling))

    def span(self, ratio: float = 1.0) -> Span:
        """What is seen, in pixels of the screen."""
        return Span(*self.time(), round(self.columns() * ratio))

    def set_scale(self, scale: Scale) -> None:
        """Let values be drawn so."""
        self.scaling = self.left.scaling = self.mark.scaling = scale
        self.box.set_scale(scale)
        self.left.picture = None
        self.left.update()

    def set_time(self, begin: float, end: float) -> None:
        self.box.setXRange(begin, end, padding=0)

    def present(self, now: float, seconds: float, ratio: float) -> float:
        """The end of the pixel of the screen in which an instant lies, where so many seconds are seen.

        So time goes on by whole pixels: curves don't shimmer, and the axes are drawn anew only when it does.
        """
        pixel = seconds / round(self.columns() * ratio)
        return math.ceil(now / pixel) * pixel

    def set_present(self, now: float) -> None:
        """Let nobody move into the future."""
        self.box.setLimits(xMax=now)

    def set_top(self, highest: float) -> None:
        """Scale the values so that the highest one fits; the axis begins at zero.

        A threshold belongs to the scale once a value comes near it. The scale stays while it fits well enough: nothing
        shall move for a message more or less.
        """
        limit = self.mark.value
        if limit is not None and highest > NEAR * limit:
            highest = max(highest, limit)
        wanted, present = self.scaling.top(highest), float(self.box.viewRange()[1][1])
        if not LOWEST * present <= wanted <= HIGHEST * present:
            self.box.setYRange(0, wanted, padding=0)

    def pan(self, part: float) -> None:
        """Move through time by a part of what is seen: forwards above zero."""
        begin, end = self.time()
        self.set_time(begin + part * (end - begin), end + part * (end - begin))
        self.box.taken.emit()

    def zoom(self, factor: float, around: float) -> None:
        """See so many times as long a stretch; an instant stays where it is."""
        begin, end = self.time()
        factor = min(max(factor, SHORTEST / (end - begin)), LONGEST / (end - begin))
        self.set_time(around - factor * (around - begin), around + factor * (end - around))
        self.box.taken.emit()

    def time(self) -> tuple[float, float]:
        """The stretch of time that is seen."""
        begin, end = self.box.viewRange()[0]
        return float(begin), float(end)

    def top(self) -> float:
        """The value at the upper end of the scale."""
        return self.scaling.down(float(self.box.viewRange()[1][1]))

    def columns(self) -> int:
        """How many pixels wide the inside of the plot is."""
        return max(100, int(self.box.width()))

    def mark_time(self, second: float | None) -> None:
        """Show the hover line at an instant, or hide it."""
        if second is not None:
            self._line.setPos(second)
        self._line.setVisible(second is not None)

    def paint_anew(self) -> None:
        """Take the colours and the font from the theme."""
        colors = theme.current()
        self.setBackground(QColor(colors.surface))
        font = theme.figures(self.font())
        for axis in (self.left, self._bottom):
            axis.setTextPen(QColor(colors.muted))
            axis.setPen(QColor(colors.line))
            axis.setTickFont(font)
            axis.fit(font)
        self.left.setGrid(GRID_ALPHA)
        self._line.setPen(pg.mkPen(QColor(colors.muted), width=1))
        self.mark.update()
        self.tint.update()
        self.tint.word.update()
        self.before.update()

    # -- what the pointer does -------------------------------------------------------------------------------

    def pointed_at(self) -> float | None:
        """The instant that is under the pointer now; None where it is elsewhere."""
        if self._pointer is None or not self.box.sceneBoundingRect().contains(self._pointer):
            return None
        return float(self.box.mapSceneToView(self._pointer).x())

    def _point(self, place: QPointF) -> None:
        self._pointer = place
        self.pointed.emit(self.pointed_at())

    def _pick(self, event: object) -> None:
        place = event.scenePos()  # type: ignore[attr-defined]
        if event.button() == Qt.MouseButton.LeftButton and self.box.sceneBoundingRect().contains(place):  # type: ignore[attr-defined]
            at = self.box.mapSceneToView(place)
            self.picked.emit(float(at.x()), self.scaling.down(float(at.y())))

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self.pointed.emit(None)
        super().leaveEvent(event)

    def inside(self) -> QRectF:
        """Where the inside of the plot lies in this widget."""
        return self.mapFromScene(self.box.sceneBoundingRect()).boundingRect().toRectF()

    def place_of(self, second: float) -> QPoint:
        """Where an instant lies in this widget, at half the height of the plot."""
        inside = self.inside()
        begin, end = self.time()
        return QPointF(inside.left() + (second - begin) / (end - begin) * inside.width(), inside.center().y()).toPoint()
