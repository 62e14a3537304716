"""What our window is compared with: PySide6 and pyqtgraph with 20 curves of 3,600 points, and nothing else.

A program: tells when it was painted (`painted`, the system's monotonic clock) and how long it had
worked for it (`worked`), what memory it holds, and (with
`--seconds`) what share of a core it takes while nothing happens.
"""

import argparse
import json
import sys
import time

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from tests.bench.watched import memory

CURVES, POINTS = 20, 3600


class Plot(pg.PlotWidget):
    """Tells once that it was painted."""

    painted = worked = 0.0

    def paintEvent(self, event: object) -> None:
        super().paintEvent(event)
        QTimer.singleShot(0, self._note)

    def _note(self) -> None:
        self.painted = self.painted or time.monotonic()
        self.worked = self.worked or time.thread_time()


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=0.3)
    seconds = options.parse_args().seconds
    application = QApplication([])
    window, plot = QMainWindow(), Plot()
    window.setCentralWidget(plot)
    window.resize(1440, 860)
    x = np.arange(POINTS, dtype=float)
    for n in range(CURVES):
        plot.plot(x, np.random.default_rng(n).random(POINTS).cumsum(), pen=pg.intColor(n, CURVES))
    window.show()
    QTimer.singleShot(int(seconds * 1000), application.quit)
    application.exec()
    print(json.dumps({"painted": plot.painted, "worked": round(plot.worked, 3), **memory()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
