"""Has a place painted once what it is to show is there, instead of empty first."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui.press import guard

MOST_MS = 200
"""So long it stays down at most: whoever waits longer shall see what is there so far."""

PRESSES_PASS_BY = Qt.WidgetAttribute.WA_TransparentForMouseEvents


class Curtain(QObject):
    """In front of a widget, which keeps on the screen what it showed before until this is up again.

    Plots, rows and headings without content take as long to paint as with it, and then they are painted again. What is
    not seen can't be pressed, so that nobody needs to watch the thousand events until then (20 ms).

    Signals: `rising` before anything is painted again: the moment to draw what was put off.
    """

    rising = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._end = QTimer(self, singleShot=True)
        self._end.setObjectName("curtain")
        self._end.timeout.connect(self._rise)

    def drop(self) -> None:
        """Have nothing painted from now on."""
        self._widget.setUpdatesEnabled(False)
        self._widget.setAttribute(PRESSES_PASS_BY)
        if (watching := guard()) is not None:
            watching.rest(MOST_MS)
        self._end.start(MOST_MS)

    @Slot()
    def lift(self) -> None:
        """What it waits for is there: paint it after all that is under way because of that, a new layout say."""
        if self._end.isActive():
            self._end.start(0)

    @Slot()
    def _rise(self) -> None:
        self.rising.emit()
        self._widget.setAttribute(PRESSES_PASS_BY, False)
        if (watching := guard()) is not None:
            watching.watch()
        self._widget.setUpdatesEnabled(True)
        self._widget.repaint()  # what comes in before Qt would paint would have the same painted twice
