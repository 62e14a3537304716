"""Measures the real window on a file: when the whole picture is there, what it takes while it runs, what it holds.

A program: `python -m tests.bench.shown FILE [--seconds S] [--hidden] [--polls N] [--day] [--patience S]`. It tells when
the picture was whole (`painted`, the system's monotonic clock) and for how long the GUI thread had worked for it
(`worked`); after some seconds more which share of a core it took meanwhile (`share`, of which the GUI thread `gui`) and
what memory it holds, and with `--hidden` the shares once it was minimised (`hidden_share`, `hidden_gui`), and whether
it knew of that (`hidden`); or instead, how its memory grew in so many polls, back to back, and how many it came to
(`looks`). `--day` gives it a day of history to show.
All that begins when its figures are exact, or after so many seconds of patience.
"""

import argparse
import json
import sys
import time
from typing import Any

from tests.bench.watched import DAY, LOOK, Hands, memory, remember_a_day, run

FULL = 1
"""So many seconds apart an hour holds as many looks as are kept: looks back to back add none to the curves then."""
WARM_POLLS = 0.1
"""This share of the polls is not counted: caches fill, and curves reach their first hour."""
SETTLE_MS, DRAWN_MS = 3000, 2000
"""After the first picture, and after all figures were exact and the past was read from the rows: before anything is
counted.
"""
PATIENCE_S = 60.0
"""For so long it is waited for that all figures are exact for the first time, if nothing else is said: looks that go on
with what the last one left undone are paced, and the slower the machine the longer that takes.
"""
AGAIN_MS, HIDE_MS, LOOK_MS = 500, 500, 200
"""Between two questions whether they are; for how long a window is minimised before anything is counted; what a look
gets to be shown.
"""


class Measuring(Hands):
    """Counts from the moment on at which the destinations, the charts and a page of the table are there.

    Its share of a core is that of whole periods: from after a look until after the first look that is so long later.
    """

    def __init__(self, seconds: float, polls: int, patience: float, *, hidden: bool, day: bool) -> None:
        self._seconds, self._polls, self._patience, self._hidden, self._day = seconds, polls, patience, hidden, day
        self._done, self._minimised = 0, False
        self._exact = False
        self._painting: Any = None
        self._times: tuple[float, ...] | None = None
        self.told: dict[str, float] = {}

    def shown(self, window: Any) -> None:
        self._window = window
        if self._day:
            window._set_range(DAY)

    def opened(self, view: Any) -> None:
        from PySide6.QtCore import QTimer

        self._view, self._later = view, QTimer.singleShot
        if self._day:
            remember_a_day(view, FULL if self._polls else LOOK)
        view.session.sampled.connect(self._on_sampled)

    def closing(self, window: Any) -> None:
        if self._polls:
            self.told["looks"] = self._done

    def _watch(self) -> None:
        """What is painted from now on has the figures; the rows come later, and curves are drawn at the next frame."""
        from tests.bench.painting import Painting

        panels = self._view.panels
        drawn = lambda: not panels.charts._dirty  # noqa: E731
        parts = {
            panels.destinations.view.viewport(): lambda: True,
            panels.charts.depth_plot.viewport(): drawn,
            panels.charts.age_plot.viewport(): drawn,
            panels.messages.table.viewport(): lambda: panels.messages.model.rowCount() > 0,
        }
        self._painting = Painting(parts, self._painted, self._window)

    def _painted(self) -> None:
        self.told |= {"painted": time.monotonic(), "worked": round(time.thread_time(), 3)}
        if self._seconds or self._polls:
            self._later(SETTLE_MS, self._when_exact)
        else:
            self._window.close()

    def _when_exact(self) -> None:
        sample = self._view.sample
        through = sample is not None and sample.depth.complete and self._view.remembering.complete
        if not through and time.monotonic() < self.told["painted"] + self._patience:
            self._later(AGAIN_MS, self._when_exact)
        else:
            self._later(DRAWN_MS, self._settled)

    def _settled(self) -> None:
        self._exact = True
        if self._polls:
            self._view.session.refresh()

    def _minimise(self) -> None:
        self._minimised, self._times = True, None
        self._window.showMinimized()
        self._later(HIDE_MS, self._count)

    def _count(self) -> None:
        """From the first look on; where nobody sees it a look has just been, and its rest is the longest part."""
        now = time.perf_counter(), time.process_time(), time.thread_time()
        if self._times is None:
            self._times = now
        elif now[0] - self._times[0] > self._seconds:
            wall, process, gui = (after - before for after, before in zip(now, self._times, strict=True))
            shares = {"share": round(process / wall, 4), "gui": round(gui / wall, 4)}
            if self._minimised:
                self.told |= {f"hidden_{name}": share for name, share in shares.items()}
                self.told["hidden"] = self._view.session._spacing.hidden
            else:
                self.told |= {**shares, **memory()}
            if self._hidden and not self._minimised:
                self._minimise()
            else:
                self._window.close()

    def _on_sampled(self) -> None:
        if self._painting is None and self._view.panels is not None:
            self._watch()
        if self._seconds and self._exact and (self._times or not self._minimised):
            self._later(LOOK_MS, self._count)
        if self._polls and "painted" in self.told:
            self._next_poll()

    def _next_poll(self) -> None:
        """One after the other."""
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
    options.add_argument("--patience", type=float, default=PATIENCE_S)
    options.add_argument("--hidden", action="store_true")
    options.add_argument("--day", action="store_true")
    given = options.parse_args()
    measuring = Measuring(given.seconds, given.polls, given.patience, hidden=given.hidden, day=given.day)
    code = run([given.path], measuring)
    print(json.dumps(measuring.told))
    return code


if __name__ == "__main__":
    sys.exit(main())
