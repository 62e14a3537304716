"""The charts panel: two plots over one axis of time, a legend, and a table beside the pointer."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts import model
from qmonitor.gui.charts.axes import AgeAxis, CountAxis
from qmonitor.gui.charts.legend import Legend
from qmonitor.gui.charts.model import Curve, Span
from qmonitor.gui.charts.plot import Plot
from qmonitor.gui.charts.readout import Line, Readout
from qmonitor.monitor.series import Series, SeriesBook, Track
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS, Instant, from_ns

FRAME_MS = 100
"""At most ten frames a second."""
RANGE = 3600.0
"""Seconds seen at the start."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two plots: which figure of a destination it shows."""

    plot: Plot
    track: Callable[[Series], Track]


class ChartsPanel(QWidget):
    """Depth and age of the oldest message over time, one curve for each destination.

    Signals:
        destination_selected(Destination): a curve or its name was clicked.
        following_changed(bool): the plots follow the present; false once the user moved through time by hand.
    """

    destination_selected = Signal(object)
    following_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("charts")
        self._book = SeriesBook()
        self._now: float | None = None
        self._selected: Destination | None = None
        self._range, self._following, self._scaled = RANGE, True, False
        self._shown: list[Destination] = []
        self._dirty = False
        self._frame = QTimer(self)
        self._frame.setObjectName("charts-frame")
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self._draw_if_needed)
        self._make_plots()
        self._lay_out()
        self._readout = Readout(self)
        theme.notifier().changed.connect(self._paint_anew)

    # -- what the window tells -------------------------------------------------------------------------------

    def show_series(self, series: SeriesBook, as_of: Instant) -> None:
        """Draw these curves up to an instant. The book is read again at each frame, in this thread."""
        self._book = series
        if as_of.ns is not None:
            self._now = as_of.ns / NS
        self._stale.hide()
        self._redraw()

    def select(self, destination: Destination | None) -> None:
        """Emphasise one destination's curves."""
        if destination != self._selected:
            self._selected = destination
            self._redraw()

    def set_range(self, seconds: float) -> None:
        """Show the last so many seconds, and follow the present."""
        self._range = float(seconds)
        self.follow()

    def follow(self) -> None:
        """Let the plots follow the present again, with the values scaled to fit."""
        self._scaled = False
        self._set_following(True)
        self._redraw()

    def set_stale(self, since: Instant | None) -> None:
        """Say that nothing new was seen since an instant."""
        words = self.tr("Stale since {time}") if since is not None else self.tr("Not read yet")
        self._stale.setText(words.format(time=text.short_time(since)))
        self._stale.show()

    def clear(self) -> None:
        """Forget all curves: another source is opened."""
        self._book, self._now, self._selected = SeriesBook(), None, None
        self._stale.hide()
        self._redraw()

    @property
    def following(self) -> bool:
        return self._following

    def sizeHint(self) -> QSize:
        return QSize(640, 400)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 220)

    # -- building --------------------------------------------------------------------------------------------

    def _make_plots(self) -> None:
        depth = Plot(CountAxis(), self, labels=False)
        depth.setObjectName("charts-depth")
        depth.setAccessibleName(self.tr("Depth over time"))
        age = Plot(AgeAxis(), self, labels=True)
        age.setObjectName("charts-age")
        age.setAccessibleName(self.tr("Age of the oldest message over time"))
        age.setXLink(depth)
        self.sides = (Side(depth, lambda series: series.pending), Side(age, lambda series: series.oldest))
        for side in self.sides:
            side.plot.box.taken.connect(self._take_over)
            side.plot.box.scaled.connect(self._take_scale)
            side.plot.pointed.connect(self._point)
        depth.picked.connect(self._pick_depth)
        age.picked.connect(self._pick_age)

    def _lay_out(self) -> None:
        self.legend = Legend(self)
        self.legend.destination_selected.connect(self.destination_selected)
        self._stale = QLabel(self)
        self._stale.setObjectName("charts-stale")
        self._stale.setTextFormat(Qt.TextFormat.PlainText)
        theme.dress(self._stale, "warning")
        self._stale.hide()
        self.back = QToolButton(self)
        self.back.setObjectName("charts-follow")
        self.back.setText(self.tr("Back to now"))
        self.back.setToolTip(self.tr("Follow the present again"))
        self.back.clicked.connect(self.follow)
        theme.dress(self.back, "chip")
        self.back.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.GRID, theme.GRID, 0)
        layout.setSpacing(0)
        layout.addLayout(self._head(self.tr("Depth: messages pending"), self.back, self.legend))
        layout.addWidget(self.sides[0].plot, 1)
        layout.addLayout(self._head(self.tr("Age of the oldest message"), self._stale))
        layout.addWidget(self.sides[1].plot, 1)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    def _head(self, words: str, *others: QWidget) -> QHBoxLayout:
        title = QLabel(words, self)
        title.setFont(theme.bold(self.font()))
        title.setContentsMargins(2 * theme.GRID, 0, 2 * theme.GRID, 0)
        title.setAlignment(Qt.AlignmentFlag.AlignTop)
        title.setMargin(3)
        theme.dress(title, "muted")
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(title)
        for widget in others:
            row.addWidget(widget, 1 if isinstance(widget, Legend) else 0, Qt.AlignmentFlag.AlignTop)
        if not any(isinstance(widget, Legend) for widget in others):
            row.addStretch(1)
        return row

    # -- drawing ---------------------------------------------------------------------------------------------

    def _redraw(self) -> None:
        """Draw at the next frame: at once where none was drawn lately."""
        self._dirty = True
        if not self._frame.isActive():
            self._frame.start(0)

    @Slot()
    def _draw_if_needed(self) -> None:
        if self._dirty and self.isVisible():
            self._dirty = False
            self._draw()
            self._frame.start(FRAME_MS)

    def _draw(self) -> None:
        if self._following and self._now is not None:
            self.sides[0].plot.set_time(self._now - self._range, self._now)
        self._shown, rest = model.pick(self._book, self._selected)
        begin, end = self.sides[0].plot.time()
        span = Span(begin, end, self.sides[0].plot.columns())
        for side in self.sides:
            self._draw_side(side, span, rest)
        pens = {where: self._pen(where) for where in self._shown}
        self.legend.show_entries([(where, pens[where], where == self._selected) for where in self._shown])
        self._say_values()

    def _draw_side(self, side: Side, span: Span, rest: list[Destination]) -> None:
        own = {where: model.curve(side.track(self._book[where]), span) for where in self._shown}
        others = [model.curve(side.track(self._book[where]), span) for where in rest]
        drawn: dict[Destination | None, tuple[Curve, QPen]] = {w: (c, self._pen(w)) for w, c in own.items()}
        if others:
            drawn[None] = (model.joined(others), QPen(QColor(theme.current().rest_curve)))
        side.plot.draw(drawn)
        if not self._scaled:
            side.plot.set_top(model.highest([*own.values(), *others]))

    def _pen(self, where: Destination) -> QPen:
        return theme.curve_pen(self._book[where].index, 2.0 if where == self._selected else 1.0)

    def _say_values(self) -> None:
        """The newest values in words, for those who can't see the curves."""
        words = self.tr("{name}: {pending} pending, oldest {oldest}")
        said = []
        for where in self._shown:
            pending, oldest = model.last_values(self._book[where])
            said.append(words.format(name=where, pending=_count(pending), oldest=_age(oldest)))
        for side in self.sides:
            if side.plot.accessibleDescription() != (together := "; ".join(said)):
                side.plot.setAccessibleDescription(together)

    @Slot()
    def _paint_anew(self) -> None:
        for side in self.sides:
            side.plot.paint_anew()
        self._redraw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw()

    # -- what the user does ----------------------------------------------------------------------------------

    @Slot()
    def _take_over(self) -> None:
        self._set_following(False)
        self._redraw()

    @Slot()
    def _take_scale(self) -> None:
        self._scaled = True
        self.back.show()

    def _set_following(self, following: bool) -> None:
        self.back.setVisible(not following or self._scaled)
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)

    @Slot(object)
    def _point(self, second: float | None) -> None:
        for side in self.sides:
            side.plot.mark_time(second)
        if second is None or not self._shown:
            self._readout.hide()
            return
        title = text.local_time(from_ns(int(second) * NS))
        if all(model.value_at(self._book[where].pending, second) is None for where in self._shown):
            title = self.tr("{time}: nothing was seen").format(time=title)
            self._readout.show_lines(title, (), self._pointer())
            return
        self._readout.show_lines(title, [self._line(where, second) for where in self._shown], self._pointer())

    def _pointer(self) -> QPoint:
        return self.mapFromGlobal(self.cursor().pos())

    def _line(self, where: Destination, second: float) -> Line:
        series = self._book[where]
        pending, oldest = (model.value_at(track, second) for track in (series.pending, series.oldest))
        return Line(str(where), _count(pending), _age(oldest), self._pen(where))

    @Slot(float, float)
    def _pick_depth(self, second: float, value: float) -> None:
        self._pick(self.sides[0], second, value)

    @Slot(float, float)
    def _pick_age(self, second: float, value: float) -> None:
        self._pick(self.sides[1], second, value)

    def _pick(self, side: Side, second: float, value: float) -> None:
        """Select the curve that is nearest to a click, if one is near."""
        near = 0.06 * (side.plot.box.viewRange()[1][1] or 1)
        found = {w: model.value_at(side.track(self._book[w]), second) for w in self._shown}
        away = {w: abs(known - value) for w, known in found.items() if known is not None}
        nearest = min(away, key=lambda w: away[w], default=None)
        if nearest is not None and away[nearest] <= near:
            self.destination_selected.emit(nearest)


def _count(value: float | None) -> str:
    return text.number(None if value is None else int(value))


def _age(seconds: float | None) -> str:
    return text.age(None if seconds is None else timedelta(seconds=seconds))
