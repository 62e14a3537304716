"""Measures how late a 5 ms timer beats: in the real window on files, or (without any) in an empty Qt window.

A program of its own, so that the two can run side by side: `python -m tests.bench.beat --seconds 60 [FILE…]`.
With several files every one is in front once before the measuring begins; with `--day` each has a day of history.
What the thread waited for a processor that others had is no lateness of ours (`p99`, `max`); with it they are `p99_all`
and `max_all`. At the end it tells how many of them are fresh, how many can't be read, and how much memory (MB) the
process has.
"""

import argparse
import json
import sys
import time
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QWidget

from tests.bench.waiting import waited_ms
from tests.bench.watched import DAY, Hands, memory, remember_a_day, run

BEAT_MS = 5
SETTLE_S, AGAIN_MS = 6.0, 250
"""What is done once is no stall: modules are imported, the window is painted, the past is read from the rows. When all
that is done, or after so many seconds, the round begins.
"""


class Beat(QObject):
    """Counts, from `start` on, by how many milliseconds each beat came late; ends the program after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._late: list[float] = []
        self._all: list[float] = []
        self._last = self._waited = 0.0
        self._seconds = seconds
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=BEAT_MS)
        self._timer.timeout.connect(self._on_beat)
        self.told: dict[str, float] = {}

    def start(self) -> None:
        self._last, self._waited = time.perf_counter(), waited_ms()
        self._end = self._last + self._seconds
        self._timer.start()

    @Slot()
    def _on_beat(self) -> None:
        at, waited = time.perf_counter(), waited_ms()
        late = (at - self._last) * 1000 - BEAT_MS
        self._all.append(max(0.0, late))
        self._late.append(max(0.0, late - (waited - self._waited)))
        self._last, self._waited = at, waited
        if at > self._end:
            self._timer.stop()
            self.told["rss"] = memory()["own"]
            for window in QApplication.topLevelWidgets():
                window.close()

    def figures(self) -> str:
        found: dict[str, float] = {"beats": len(self._late)}
        for end, spans in (("", self._late), ("_all", self._all)):
            late = sorted(spans)
            found |= {f"p99{end}": round(late[len(late) * 99 // 100], 2), f"max{end}": round(late[-1], 2)}
        return json.dumps(found | self.told)


class Rounds(Hands):
    """Has every source in front once, then measures."""

    def __init__(self, beat: Beat, *, day: bool) -> None:
        self._beat, self._day = beat, day

    def shown(self, window: Any) -> None:
        self._window = window
        if self._day:
            window._set_range(DAY)
        self._until = time.monotonic() + SETTLE_S
        self._wait()

    def opened(self, view: Any) -> None:
        if self._day:
            remember_a_day(view)

    def _wait(self) -> None:
        """Until every source was looked at, or was found broken, and the one in front knows its past."""
        window, front = self._window, getattr(self._window, "view", None)
        seen = all(view.session.sample or view.session.fault for view in window.views)
        told = front is not None and (front.session.fault or front.remembering.complete)
        if (seen and told) or time.monotonic() > self._until:
            self._go_round()
        else:
            QTimer.singleShot(AGAIN_MS, self._wait)

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
