"""Measures how late a 5 ms timer beats: in the real window on a file, or (without one) in an empty Qt window.

A program of its own, so that the two can run side by side: `python -m tests.bench.beat --seconds 60 [FILE]`.
"""

import argparse
import json
import sys
import time

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QWidget

BEAT_MS = 5


class Beat(QObject):
    """Counts, from `start` on, by how many milliseconds each beat came late; ends the program after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._late: list[float] = []
        self._last = 0.0
        self._seconds = seconds
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=BEAT_MS)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        self._last = time.perf_counter()
        self._end = self._last + self._seconds
        self._timer.start()

    @Slot()
    def _on_beat(self) -> None:
        at = time.perf_counter()
        self._late.append(max(0.0, (at - self._last) * 1000 - BEAT_MS))
        self._last = at
        if at > self._end:
            self._timer.stop()
            for window in QApplication.topLevelWidgets():
                window.close()

    def figures(self) -> str:
        late = sorted(self._late)
        return json.dumps({"beats": len(late), "p99": round(late[len(late) * 99 // 100], 2), "max": round(late[-1], 2)})


def watching(path: str, beat: Beat) -> int:
    """The program as users start it; the beat starts with the window's first event loop turn."""
    from qmonitor.gui import app, main_window

    class Watched(main_window.MainWindow):
        def showEvent(self, event: object) -> None:
            super().showEvent(event)  # type: ignore[arg-type]
            QTimer.singleShot(2000, self, beat.start)  # the import of the modules and the first painting are no stall

    app.MainWindow = Watched  # type: ignore[misc]
    return app.run([path])


def idling(beat: Beat) -> int:
    application = QApplication([])
    window = QWidget()
    window.resize(1280, 800)
    window.show()
    beat.start()
    return application.exec()


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, required=True)
    options.add_argument("path", nargs="?")
    given = options.parse_args()
    beat = Beat(given.seconds)
    code = watching(given.path, beat) if given.path else idling(beat)
    print(beat.figures())
    return code


if __name__ == "__main__":
    sys.exit(main())
