"""Measures the real window on a file: when the whole picture is there, what it takes while it runs, what it holds.

A program: `python -m tests.bench.shown FILE [--seconds S] [--hidden] [--polls N] [--day]`. It tells when the picture
was whole (`painted`, the system's monotonic clock) and for how long the GUI thread had worked for it (`worked`); after
some seconds more which share of a core it took meanwhile (`share`, of which the GUI thread `gui`) and what memory it
holds; or instead, how its memory grew in so many polls, back to back. `--day` gives it a day of history to show.
"""

import argparse
import json
import sys
import time
from typing import Any

from tests.bench.watched import DAY, Hands, memory, remember_a_day, run

WARM_POLLS = 0.1
"""This share of the polls is not counted: caches fill, and curves reach their first hour."""
SETTLE_MS = 8000
"""After the first picture, before anything is counted: the past is read from the rows."""
EXACT_S = 60.0
"""For so long it is waited for that all figures are exact for the first time."""


class Measuring(Hands):
    """Counts from the moment on at which the destinations, the charts and a page of the table are there."""

    def __init__(self, seconds: float, polls: int, *, hidden: bool, day: bool) -> None:
        self._seconds, self._polls, self._hidden, self._day = seconds, polls, hidden, day
        self._done = 0
        self.told: dict[str, float] = {}

    def shown(self, window: Any) -> None:
        self._window = window
        if self._day:
            window._set_range(DAY)

    def opened(self, view: Any) -> None:
        from PySide6.QtCore import QTimer

        self._view, self._later = view, QTimer.singleShot
        if self._day:
            remember_a_day(view)
        view.session.page_loaded.connect(self._on_page)
        view.session.sampled.connect(self._on_sampled)

    def _on_page(self) -> None:
        if not self.told:
            self._later(0, self._look)

    def _look(self) -> None:
        from PySide6.QtWidgets import QApplication

        panels = self._view.panels
        if self.told or panels is None or not panels.messages.model.rowCount():
            return
        QApplication.sendPostedEvents()
        self._window.repaint()
        self.told |= {"painted": time.monotonic(), "worked": round(time.thread_time(), 3)}
        if self._hidden:
            self._window.showMinimized()
        if self._seconds or self._polls:
            self._later(SETTLE_MS, self._begin)
        else:
            self._window.close()

    def _begin(self) -> None:
        through = self._view.sample.depth.complete and self._view.remembering.complete
        if not through and time.monotonic() < self.told["painted"] + EXACT_S:
            self._later(SETTLE_MS, self._begin)
            return
        if self._polls:
            self._view.session.refresh()
            return
        self._times = time.perf_counter(), time.process_time(), time.thread_time()
        self._later(int(self._seconds * 1000), self._finish)

    def _finish(self) -> None:
        ended = time.perf_counter(), time.process_time(), time.thread_time()
        wall, process, gui = (after - before for after, before in zip(ended, self._times, strict=True))
        self.told |= {"share": round(process / wall, 4), "gui": round(gui / wall, 4), **memory()}
        self._window.close()

    def _on_sampled(self) -> None:
        """One poll after the other."""
        if not self._polls or "painted" not in self.told:
            return
        self._done += 1
        if self._done == int(self._polls * WARM_POLLS):
            self.told["warm"] = memory()["own"]
        if self._done < self._polls:
            self._later(0, self._view.session.refresh)
        else:
            self.told |= {"growth": round(memory()["own"] - self.told["warm"], 2), **memory()}
            self._window.close()


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("path")
    options.add_argument("--seconds", type=float, default=0)
    options.add_argument("--polls", type=int, default=0)
    options.add_argument("--hidden", action="store_true")
    options.add_argument("--day", action="store_true")
    given = options.parse_args()
    measuring = Measuring(given.seconds, given.polls, hidden=given.hidden, day=given.day)
    code = run([given.path], measuring)
    print(json.dumps(measuring.told))
    return code


if __name__ == "__main__":
    sys.exit(main())
