"""Measures how late a 5 ms timer beats: in the real window on files, or (without any) in an empty Qt window.

A program of its own, so that the two can run side by side: `python -m tests.bench.beat --seconds 60 [FILE…]`.
With several files every one is in front once before the measuring begins; with `--day` each has a day of history.
At the end it tells how many of them are fresh, how many can't be read, and how much memory (MB) the process has.
"""

import argparse
import json
import sys
import time
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QWidget

from tests.bench.watched import DAY, Hands, memory, remember_a_day, run

BEAT_MS = 5
SETTLE_MS = 6000
"""What is done once is no stall: modules are imported, the window is painted, the past is read from the rows."""


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
            self.told["rss"] = memory()["own"]
            for window in QApplication.topLevelWidgets():
                window.close()

    def figures(self) -> str:
        late = sorted(self._late)
        found = {"beats": len(late), "p99": round(late[len(late) * 99 // 100], 2), "max": round(late[-1], 2)}
        return json.dumps(found | self.told)


class Rounds(Hands):
    """Has every source in front once, then measures."""

    def __init__(self, beat: Beat, *, day: bool) -> None:
        self._beat, self._day = beat, day

    def shown(self, window: Any) -> None:
        self._window = window
        if self._day:
            window._set_range(DAY)
        QTimer.singleShot(SETTLE_MS, self._go_round)

    def opened(self, view: Any) -> None:
        if self._day:
            remember_a_day(view)

    def _go_round(self) -> None:
        self._left = len(self._window.views)
        self._round = QTimer(self._window, interval=200)
        self._round.timeout.connect(self._turn)
        self._round.start()

    def _turn(self) -> None:
        self._left -= 1
        if self._left < 0:
            self._round.stop()
            QTimer.singleShot(2000, self._beat.start)  # a source that comes in front is drawn first
        else:
            self._window._turn_by(1)

    def closing(self, window: Any) -> None:
        seen = [view.session for view in window.views]
        if seen:
            fresh = sum(one.sample is not None and not one._stale and one.fault is None for one in seen)
            self._beat.told |= {"fresh": fresh, "faults": sum(one.fault is not None for one in seen)}


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
    options.add_argument("--day", action="store_true")
    options.add_argument("paths", nargs="*")
    given = options.parse_args()
    beat = Beat(given.seconds)
    code = run(given.paths, Rounds(beat, day=given.day)) if given.paths else idling(beat)
    print(beat.figures())
    return code


if __name__ == "__main__":
    sys.exit(main())
