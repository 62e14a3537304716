"""The charts without what a person does to them: curves over a stretch of time, which follows the present or stays."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts import picture, words
from qmonitor.gui.charts.axes import AgeAxis, age_title, age_unit, depth_title
from qmonitor.gui.charts.face import Face
from qmonitor.gui.charts.hover import Hover
from qmonitor.gui.charts.scale import LINEAR, LOGARITHMIC
from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues import times
from qmonitor.queues.model import Destination
from qmonitor.queues.past import Past
from qmonitor.queues.times import NS, Instant, from_ns

if TYPE_CHECKING:
    from qmonitor.monitor import curves

FRAME_MS = 100
"""At most ten frames a second."""
QUIET_MS = 5000
"""So long after the last look time goes on in the plots by itself: what is missing since then is seen as missing."""
RANGE = 3600.0
"""Seconds seen at the start."""


class ChartsView(Face):
    """Depth and age of the oldest message over time, one curve for each destination.

    Signals:
        following_changed(bool): the plots follow the present; false once the user moved through time by hand.
        older_wanted(int, int, int): what was kept from and to an instant, thinned to a step (ns), is to be shown by
            `show_older`: it is seen, but not in memory.
    """

    following_changed = Signal(bool)
    older_wanted = Signal(object, object, object)

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent)
        self.setObjectName("charts")
        self.setAccessibleName(self.tr("Charts"))
        self._clock = clock
        self._range, self._following, self._scaled = RANGE, True, False
        self._dirty = self._told = False
        self.sides = self.drawing.sides
        self.hover = Hover(self.drawing, self)
        self._frame = self._timer("charts-frame", FRAME_MS, self.catch_up)
        self._beat = self._timer("charts-beat", QUIET_MS, self._move_on)
        for side in self.sides:
            side.plot.box.taken.connect(self._take_over)
            side.plot.box.scaled.connect(self._take_scale)
            side.plot.box.sigResized.connect(self._fit)
        self.back.clicked.connect(self.follow)
        theme.notifier().changed.connect(self._paint_anew)
        self._say_empty()

    def _timer(self, name: str, milliseconds: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setObjectName(name)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    # -- what the window tells -------------------------------------------------------------------------------

    def show_series(self, series: SeriesBook, as_of: Instant) -> None:
        """Draw these curves up to an instant. The book is read again at each frame, in this thread."""
        self.drawing.show_book(series)
        if as_of.ns is not None:
            self.drawing.now = as_of.ns / NS
        self.stale.hide()
        self._say_empty()
        if not self.legend.buttons and not self._multiples:
            self._make_room()
        self._redraw()
        self._beat.start(QUIET_MS)

    def show_older(self, past: Past | None) -> None:
        """Draw what was kept from before the curves begin, as it was asked for; None: nothing was."""
        self.drawing.older.show(past)
        self._redraw()

    def set_told(self, told: bool) -> None:
        """Whether all was told that can be of the time before the window looked: where it begins then, it begins."""
        if told != self._told:
            self._told = told
            self._redraw()

    def set_logarithmic(self, on: bool) -> None:
        """Draw values by powers of ten."""
        self.drawing.set_scale(LOGARITHMIC if on else LINEAR)
        self._scaled = False
        self._redraw()

    def select(self, destination: Destination | None) -> None:
        """Emphasise one destination's curves."""
        if destination != self.drawing.choice.selected:
            self.drawing.choice.selected = destination
            self.multiples.select()
            self._redraw()

    def set_range(self, seconds: float) -> None:
        """Show the last so many seconds, and follow the present."""
        self._range = float(seconds)
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Let the plots follow the present again, with the values scaled to fit."""
        self._scaled = False
        self._set_following(True)
        self._redraw()

    def set_stale(self, since: Instant | None) -> None:
        """Say that nothing new was seen since an instant. Time goes on, the curves end there."""
        sentence = self.tr("Stale since {time}") if since is not None else self.tr("Not read yet")
        self.stale.setText(sentence.format(time=text.short_time(since)))
        self.stale.show()
        self._move_on()

    def show_thresholds(self, limits: Thresholds) -> None:
        """Draw these lines."""
        self.drawing.set_limits(limits)
        self._redraw()

    @property
    def logarithmic(self) -> bool:
        return self.drawing.scale.logarithmic

    # -- what the window asks --------------------------------------------------------------------------------

    @property
    def following(self) -> bool:
        return self._following

    def image(self, title: str = "") -> QImage:
        """A picture of what is seen, at twice the resolution, under a title (the source's name)."""
        begin, end = (text.local_time(from_ns(int(second) * NS)) for second in self.drawing.stretch())
        stretch = self.tr("{begin} to {end}").format(begin=begin, end=end)
        if self._multiples:
            return self.multiples.image(text.line(title), stretch)
        self._draw(picture.SCALE)
        for side in self.sides:
            side.plot.mark_time(None)
        plots = [(self.depth_title.text(), self.depth_plot), (self.age_title.text(), self.age_plot)]
        made = picture.compose(text.line(title), stretch, self.drawing.entries(), plots)
        self._draw()
        return made

    def table(self) -> curves.Table:
        """The values of the curves that are seen, over the stretch of time that is seen."""
        from qmonitor.monitor import curves  # with what writes tables: only who exports needs it

        if self._dirty:
            self._draw()  # what came in since the last frame is seen as well
        choice = self.drawing.choice
        seen = self.multiples.cells.shown if self._multiples else [*choice.drawn(), *choice.behind()]
        return curves.table(((where, self.drawing.curves(where)) for where in seen), *self.depth_plot.time())

    def sizeHint(self) -> QSize:
        return QSize(160 * theme.GRID, 100 * theme.GRID)

    def minimumSizeHint(self) -> QSize:
        return QSize(80 * theme.GRID, 55 * theme.GRID)

    # -- drawing ---------------------------------------------------------------------------------------------

    def _redraw(self, *, at_once: bool = False) -> None:
        """Draw at the next frame: at once where none was drawn lately, or where it follows the hand."""
        self._dirty = True
        if at_once or not self._frame.isActive():
            self._frame.start(0)

    @Slot()
    def catch_up(self) -> None:
        """Draw what came since the last frame, which else waits for the next one."""
        if self._dirty and self.isVisible():
            self._dirty = False
            self._draw()
            self._frame.start(FRAME_MS)

    def _draw(self, ratio: float | None = None) -> None:
        self.drawing.ratio = ratio or self.devicePixelRatioF()
        if self.drawing.now is not None:
            end = self.depth_plot.present(self.drawing.now, self._range, self.drawing.ratio)
            self.depth_plot.set_present(end)
            if self._following:
                self.depth_plot.set_time(end - self._range, end)
        if self._multiples:
            self.multiples.draw()
        else:
            self._draw_curves()
        if (wish := self.drawing.wish()) is not None:
            self.older_wanted.emit(*wish)

    def _draw_curves(self) -> None:
        self.drawing.draw(scale=not self._scaled, choose=not self._chosen_by_hand())
        self.legend.show_entries(self.drawing.entries())
        self._say_unit()
        self._say_begin()
        self._say_values()
        self.hover.refresh()

    def _make_room(self) -> None:
        """Name the curves before any is drawn: the plots have their size then, and are not drawn for another first."""
        self.drawing.choose()
        self.drawing.give_looks()
        self.legend.show_entries(self.drawing.entries())

    def _chosen_by_hand(self) -> bool:
        """Whether somebody points at a name: none moves then."""
        return self.legend.underMouse()

    @Slot()
    def _move_on(self) -> None:
        """Nothing was looked at: the present goes on all the same."""
        now = self._clock().ns
        if self.drawing.now is None or now is None or not self.isVisible():
            return
        self.drawing.now = max(self.drawing.now, now / NS)
        self._redraw()
        self._beat.start(max(1000, min(QUIET_MS, int(1000 * self._range / self.depth_plot.columns()))))

    def _say_unit(self) -> None:
        scale = self.drawing.scale
        unit = None if scale.logarithmic else age_unit(AgeAxis.step(self.age_plot.top(), self.age_plot.box.height()))
        for label, title in ((self.depth_title, depth_title(scale)), (self.age_title, age_title(unit))):
            if label.text() != title:
                label.setText(title)

    def _say_values(self) -> None:
        """The newest values in words, for those who can't see the curves."""
        said = words.newest(self.drawing.book, self.drawing.choice)
        if self.depth_plot.before.sentence:
            said = f"{said}. {self.depth_plot.before.sentence}"
        for side in self.sides:
            if side.plot.accessibleDescription() != said:
                side.plot.setAccessibleDescription(said)

    def _say_begin(self) -> None:
        """Since when there are curves, that nothing of the time before is taken for missing by a fault."""
        seen = self.drawing.book.total.pending
        first = next((ns for ns, value in zip(seen.times, seen.values, strict=True) if not isnan(value)), None)
        sentence = ""
        if self._told and first is not None and not self.drawing.older.known(first - 1):
            sentence = self.tr("Curves begin at {time}: the source tells nothing of the time before.")
            sentence = sentence.format(time=text.short_time(from_ns(first)))
        self.depth_plot.before.say(sentence, (first or 0) / NS)

    def _say_empty(self) -> None:
        looked = len(self.drawing.book.total.pending) > 0
        if len(self.drawing.book):
            self.show_empty("")
        elif looked:
            self.show_empty(self.tr("No destination has been seen yet."))
        else:
            self.show_empty(self.tr("Curves begin when the window begins to look."))

    @Slot()
    def _paint_anew(self) -> None:
        for side in self.sides:
            side.plot.paint_anew()
        self._redraw()

    @Slot()
    def _take_over(self) -> None:
        self._set_following(False)
        self._redraw(at_once=True)

    @Slot()
    def _take_scale(self) -> None:
        self._scaled = True
        self.back.show()
        self._redraw(at_once=True)

    @Slot(object)
    def _fit(self, _box: object) -> None:
        """A plot has another size, of which the panel need not know: a line of the legend takes from it."""
        self._redraw(at_once=True)

    def _set_following(self, following: bool) -> None:
        self.back.setVisible(not following or self._scaled)
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._redraw()
        self._move_on()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw(at_once=True)
