"""What it costs to look at a message: a huge one holds up nobody, and its beginning is there at once."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer

from qmonitor.gui import tasks
from qmonitor.gui.inspector import InspectorPanel
from qmonitor.gui.session import Session
from qmonitor.monitor.opening import Opener
from qmonitor.queues.model import Item
from tests.bench.conftest import Tell
from tests.helpers import files

BEAT_MS = 5
LATE_MS = 100
"""How late a beat may be at most, or twice as late as while nothing is shown."""
FIRST = 1.0
"""Seconds until something of 20 MB is seen."""

HEADER = b"MSH|^~\\&|HIS|W|LIS|L|20261126173104||ORU^R01|M1|P|2.5.1\rPID|1||1\rOBX|1|ED|R||^^PDF^Base64^"
HUGE = HEADER + b"JVBERi0xLjQK" * 1_700_000 + b"\r"
SMALL = HEADER + b"JVBERi0xLjQK" * 20 + b"\r"


class Beats:
    """How late a timer of 5 ms beats."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._last = 0.0
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=BEAT_MS)
        self._timer.timeout.connect(self._on_beat)

    def _on_beat(self) -> None:
        at = time.perf_counter()
        if self._last:
            self.late.append((at - self._last) * 1000 - BEAT_MS)
        self._last = at

    def during(self, run: "QEventLoop", ms: int) -> float:
        """The worst within so many milliseconds."""
        self.late, self._last = [], 0.0
        self._timer.start()
        QTimer.singleShot(ms, run.quit)
        run.exec()
        self._timer.stop()
        return max(self.late)


@pytest.mark.parametrize("masked", [False, True])
def test_a_huge_message_is_seen_at_once_and_nobody_waits(qapp, qtbot, tmp_path: Path, tell: Tell, masked: bool) -> None:
    path = files.queue(tmp_path / "queue.db", [{"raw": SMALL}, {"raw": HUGE}])
    session = Session(Opener(str(path)), interval_ms=60_000)
    panel = InspectorPanel()
    panel.work_requested.connect(session.request_insight)
    session.looked_into.connect(panel.take)
    panel.set_masked(masked)
    qtbot.addWidget(panel)
    panel.resize(460, 760)
    panel.show()
    seen: list[float] = []
    try:
        _show(panel, session, qtbot, 1)
        qtbot.waitUntil(lambda: panel.looking.content is not None, timeout=20_000)
        loop = QEventLoop()
        idle = Beats().during(loop, 500)
        began = time.perf_counter()
        panel.looking.changed.connect(lambda: panel.looking.content and seen.append(time.perf_counter() - began))
        worst: list[float] = []
        while not worst or (len(worst) < 3 and min(worst) >= max(LATE_MS, 2 * idle)):
            seen.clear()
            began = time.perf_counter()
            _show(panel, session, qtbot, 2)
            worst.append(Beats().during(loop, 1500))
            assert panel.looking.content is not None
            assert panel.looking.content.whole
            assert seen[0] < FIRST
            _show(panel, session, qtbot, 1)
        tell(
            f"{'masked' if masked else 'plain'}: of {len(HUGE):,} bytes the first after {seen[0] * 1000:.0f} ms, all"
            f" after {seen[1] * 1000:.0f} ms; a beat {min(worst):.0f} ms late at most, idle {idle:.0f} ms"
        )
        assert min(worst) < max(LATE_MS, 2 * idle)
    finally:
        session.retire()
        assert tasks.stop(session.lanes)


def _show(panel: InspectorPanel, session: Session, qtbot, number: int) -> None:
    with qtbot.waitSignal(session.item_loaded) as told:
        session.request_item(number)
    item: Item = told.args[1]
    panel.show_item(item, None)
