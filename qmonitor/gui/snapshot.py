"""Waiting until the window shows everything for the first time, and saving it as a picture."""

from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QPoint, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication

from qmonitor.gui import text
from qmonitor.gui.main_window import MainWindow
from qmonitor.queues.errors import QueueError

PATIENCE_MS = 60_000
"""After that time the picture is given up: something is never answered."""

SETTLE_MS = 100
"""Between the last answer and the picture: layouts and charts are drawn by then."""


class Snapshot(QObject):
    """Watches a window's session until depth, first page, head and its payload are there.

    Signals: `ended` when the picture can be taken, or `problem` says why not.
    """

    ended = Signal()

    def __init__(self, window: MainWindow, seconds: float) -> None:
        super().__init__()
        self._window = window
        self._least_ms = int(seconds * 1000)
        self._clock = QElapsedTimer()
        self._check = QTimer(self)
        self._check.setInterval(SETTLE_MS)
        self._check.timeout.connect(self._look)
        self._arrived: set[str] = set()
        self.problem = ""

    def begin(self) -> None:
        """Start to watch (after the window was told what to open)."""
        view = self._window.view
        assert view is not None
        self._view, session = view, view.session
        session.hasty = True
        session.failed.connect(self._on_failed)
        session.page_loaded.connect(self._on_page)
        session.page_failed.connect(self._on_page_failed)
        session.item_loaded.connect(self._on_item)
        session.item_failed.connect(self._on_payload)
        session.looked_into.connect(self._on_payload)
        session.look_failed.connect(self._on_payload)
        self._clock.start()
        self._check.start()

    def save(self, out: Path) -> str:
        """Draw the window into a file; "" or what went wrong."""
        window = self._window
        image = QImage(window.size(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        window.render(painter, QPoint(0, 0))
        painter.end()
        writer = QImageWriter(str(out), b"png")
        if writer.write(image):
            return ""
        said = self.tr("The picture could not be written to {file}: {cause}.")
        return said.format(file=out, cause=writer.errorString())

    @Slot()
    def _look(self) -> None:
        elapsed = self._clock.elapsed()
        if self.problem or (self._complete() and elapsed >= self._least_ms):
            self._end()
        elif elapsed > self._least_ms + PATIENCE_MS:
            self.problem = self.tr("The source did not answer in time.")
            self._end()

    def _complete(self) -> bool:
        sample = self._view.sample
        if sample is None or not sample.depth.complete:
            return False
        if not sample.destinations:
            return True
        if not self._view.remembering.complete:
            return False
        return "page" in self._arrived and ("payload" in self._arrived or "item" not in self._wanted())

    def _wanted(self) -> set[str]:
        panels = self._view.panels
        return {"item"} if panels is not None and panels.focus.wanted is not None else set()

    def _end(self) -> None:
        self._check.stop()
        QApplication.processEvents()
        self.ended.emit()

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        self.problem = self.problem or text.explain(error)

    @Slot()
    def _on_page(self) -> None:
        self._arrived.add("page")

    @Slot(int, object)
    def _on_page_failed(self, _: int, error: QueueError) -> None:
        self._on_failed(error)

    @Slot()
    def _on_item(self) -> None:
        self._arrived.add("item")

    @Slot()
    def _on_payload(self) -> None:
        self._arrived.add("payload")
