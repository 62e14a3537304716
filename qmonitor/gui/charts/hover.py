"""The hover line through both plots and the table beside it, moved by the mouse or by keys, and read aloud."""

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QCursor
from PySide6.QtWidgets import QWidget

from qmonitor.gui.charts.drawing import Drawing
from qmonitor.gui.charts.readout import Readout

STEP = 1 / 60
"""Of the time that is seen: so far a key moves the line."""


class Hover(QObject):
    """Looks at one instant. Where the mouse chose it, it stays under the mouse; where keys did, it stays in time."""

    def __init__(self, drawing: Drawing, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("charts-hover")
        self.second: float | None = None
        self._drawing = drawing
        self._over = over
        self._by_keys = False
        self.readout = Readout(over)
        for side in drawing.sides:
            side.plot.pointed.connect(self._on_pointed)

    @Slot(object)
    def _on_pointed(self, second: float | None) -> None:
        if second is None and self._by_keys:
            return  # the mouse is elsewhere: what keys have chosen stays
        self._by_keys = False
        self._look(second)

    def step(self, steps: int) -> None:
        """Move the line by keys; it begins at the right end of what is seen."""
        begin, end = self._drawing.sides[0].plot.time()
        at = self.second + steps * STEP * (end - begin) if self.second is not None else end
        self._by_keys = True
        self._look(min(max(at, begin), self._last(end)))
        self._announce()

    def _last(self, end: float) -> float:
        """Not beyond the newest look: there is nothing to be read."""
        seen = self._drawing.book.total.pending.times
        return min(end, seen[-1] / 1e9) if seen else end

    def leave(self) -> None:
        """Look at nothing."""
        self._by_keys = False
        self._look(None)

    def refresh(self) -> None:
        """The curves or the time that is seen have changed."""
        if self.second is None:
            return
        if not self._by_keys:
            found = [side.plot.pointed_at() for side in self._drawing.sides]
            self._look(next((second for second in found if second is not None), None))
            return
        begin, end = self._drawing.sides[0].plot.time()
        self._look(self.second if begin <= self.second <= end else None)

    def _look(self, second: float | None) -> None:
        second = self.second = None if second is None else self._drawing.past(second)
        for side in self._drawing.sides:
            side.plot.mark_time(second)
        if second is None or not self._drawing.choice.own:
            self.readout.hide()
        else:
            self.readout.show_reading(self._drawing.reading(second), self._place(second))

    def _place(self, second: float) -> QPoint:
        if not self._by_keys:
            return self._over.mapFromGlobal(QCursor.pos())
        plot = self._drawing.sides[0].plot
        return self._over.mapFromGlobal(plot.mapToGlobal(plot.place_of(second)))

    def _announce(self) -> None:
        """Have it read aloud, and leave it where it can be read again."""
        if self.second is None:
            return
        said = self.readout.text()
        self._over.setAccessibleDescription(said)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._over, said))
