"""Garbage is collected in the GUI thread alone, and memory that is free goes back to the system.

Python collects in whichever thread happens to allocate. In a lane that could be the end of a widget, and Qt aborts
where a widget ends in a thread that is not its own.
"""

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS = 500
"""How often the GUI thread looks whether there is enough to collect; a young generation takes below 1 ms."""

FIRST_MS = 5000
"""When it looks first: by then the whole picture is there, which 20 ms of collecting would have delayed."""

SOON_MS = 1000
"""So long after the last panels were given back their garbage is collected: nobody turns on just then."""

_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


def give_back() -> None:
    """Let the system have what is free: glibc keeps it else. From any thread; takes 2 ms at most.

    With sixteen sources that were all looked at once it is 10 MB, and as much after their garbage was collected.
    """
    if _trim is not None:
        _trim(0)


class Collector(QObject):
    """Takes the collecting over from the moment it is made until `end`.

    Everything that is there by then (modules, the window) is left out from now on: a whole collection takes 30 to 70 ms
    with it, and 3 without (measured with one source). It is not collected before, either: that would find some five
    hundred objects, not a page of memory, and take a tenth of the start.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.freeze()
        gc.disable()
        self._beat = QTimer(self)
        self._beat.timeout.connect(self.look)
        self._beat.start(FIRST_MS)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._collect_all)

    @Slot()
    def look(self) -> None:
        """Collect the oldest generation that is due, by Python's own thresholds."""
        self._beat.setInterval(LOOK_MS)
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [n for n in range(3) if counts[n] > limits[n]]
        if due:
            gc.collect(max(due))

    @Slot()
    def look_soon(self) -> None:
        """Panels were given back: some hundreds of widgets and more are garbage, 1 MB, and would be for a minute."""
        self._soon.start()

    @Slot()
    def _collect_all(self) -> None:
        gc.collect()
        give_back()

    def end(self) -> None:
        """Leave it to Python again."""
        self._beat.stop()
        self._soon.stop()
        gc.enable()
        gc.unfreeze()
