"""Has a person look for a destination, and keeps what was chosen in step with the list."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui.charts.drawing import Drawing
from qmonitor.gui.charts.finder import Finder
from qmonitor.queues.model import Destination


class Finding(QObject):
    """Opens the finder over the charts.

    Signals:
        chosen(): other curves are to be drawn, at once.
        found(Destination): one was looked for, and has a curve that is seen now.
    """

    chosen = Signal()
    found = Signal(object)

    def __init__(self, drawing: Drawing, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("charts-finding")
        self._drawing = drawing
        self.finder = Finder(over)
        self.finder.found.connect(self._show)
        self.finder.toggled.connect(self._pick)
        self.finder.reset.connect(self._reset)

    def open_below(self, widget: QWidget) -> None:
        """List all destinations under a button: those with curves of their own first, then the worst."""
        newest, own = self._drawing.newest, self._drawing.choice.own
        if newest.order:
            self._tick()
            shown = set(own)
            self.finder.open_below(widget, [*own, *(where for where in newest.worst_first() if where not in shown)])

    def _tick(self) -> None:
        choice = self._drawing.choice
        ticked = {where: self._drawing.look(where) for where in choice.own if where not in choice.hidden}
        self.finder.show_ticks(ticked, chosen=bool(choice.hidden or choice.picked))

    @Slot(object)
    def _show(self, where: Destination) -> None:
        self._drawing.choice.show(where)
        self.chosen.emit()
        self.found.emit(where)

    @Slot(object)
    def _pick(self, where: Destination) -> None:
        """Have its curve drawn, or not any more."""
        self._drawing.choice.pick(where)
        self.chosen.emit()
        self._tick()

    @Slot()
    def _reset(self) -> None:
        self._drawing.choice.reset()
        self.chosen.emit()
        self._tick()
