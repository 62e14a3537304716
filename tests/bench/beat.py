"""Measures how late a 5 ms timer beats: in the real window on files, or (without any) in an empty Qt window.

A program of its own, so that the two can run side by side: `python -m tests.bench.beat --seconds 60 [FILE…]`.
With several files every one is in front once before the measuring begins. At the end it tells how many of them
are fresh, how many can't be read, and how much memory (MB) the process has.
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path

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
        self.told: dict[str, float] = {}

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
            self.told |= {"rss": memory()}
            for window in QApplication.topLevelWidgets():
                window.close()

    def figures(self) -> str:
        late = sorted(self._late)
        found = {"beats": len(late), "p99": round(late[len(late) * 99 // 100], 2), "max": round(late[-1], 2)}
        return json.dumps(found | self.told)


def memory() -> float:
    """What this process holds by itself, without what it shares with others, in MB."""
    status = Path("/proc/self/status").read_text()
    found = re.search(r"RssAnon:\s+(\d+) kB", status)
    return round(int(found[1]) / 1024, 1) if found else 0.0


def watching(paths: list[str], beat: Beat) -> int:
    """The program as users start it; the beat starts with the window's first event loop turn."""
    from qmonitor.gui import app, main_window

    class Watched(main_window.MainWindow):
        def showEvent(self, event: object) -> None:
            super().showEvent(event)  # type: ignore[arg-type]
            QTimer.singleShot(
                2000, self, self.go_round
            )  # the import of the modules and the first painting are no stall

        def go_round(self) -> None:
            """Every source in front once, then measure."""
            self._left = len(self.views)
            self._round = QTimer(self, interval=200)
            self._round.timeout.connect(self._turn)
            self._round.start()

        def _turn(self) -> None:
            self._left -= 1
            if self._left < 0:
                self._round.stop()
                QTimer.singleShot(2000, self, beat.start)  # a source that comes in front is drawn first
            else:
                self._turn_by(1)

        def closeEvent(self, event: object) -> None:
            seen = [view.session for view in self.views]
            beat.told["fresh"] = sum(one.sample is not None and not one._stale and one.fault is None for one in seen)
            beat.told["faults"] = sum(one.fault is not None for one in seen)
            super().closeEvent(event)  # type: ignore[arg-type]

    app.MainWindow = Watched  # type: ignore[misc]
    return app.run(paths)


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
    options.add_argument("paths", nargs="*")
    given = options.parse_args()
    beat = Beat(given.seconds)
    code = watching(given.paths, beat) if given.paths else idling(beat)
    print(beat.figures())
    return code


if __name__ == "__main__":
    sys.exit(main())
