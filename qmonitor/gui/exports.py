"""Saving the curves that are seen as a picture or as a table, in a file that a person chose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QObject, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.files import ask_new_file
from qmonitor.gui.session import Session
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.servers import name_path
from qmonitor.queues.source import Reader

if TYPE_CHECKING:
    from qmonitor.monitor import curves


class Charts(Protocol):
    """What is asked of the charts panel."""

    def image(self, title: str = "") -> QImage: ...

    def table(self) -> curves.Table: ...


class Exports(QObject):
    """Asks where to save, has the file written in the session's browse lane, and tells how it went.

    Signals:
        told(Notice): it was saved, or why not.
    """

    told = Signal(object)

    def __init__(self, charts: Charts, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._charts, self._session, self._window = charts, session, window
        session.written.connect(self._on_written)
        session.write_failed.connect(self._on_failed)

    @Slot(str)
    def ask(self, kind: str) -> None:
        """Save as "png" or "csv"."""
        now = times.now().local()
        name = name_path(self._session.target).stem + (f" {now:%Y-%m-%d %H.%M}" if now is not None else "")
        title = self.tr("Save chart as picture") if kind == "png" else self.tr("Save chart as table")
        path = ask_new_file(self._window, title, f"{name}.{kind}", kind)
        if not path:
            return
        from qmonitor.monitor import curves  # with what writes tables: only who exports needs it

        if kind == "png":
            data = png(self._charts.image(name_path(self._session.target).name))
            self._session.write_file(path, lambda _reader, _give_way: curves.write_picture(data, path))
        else:
            self._session.write_file(path, partial(_write_table, self._charts.table(), path))

    @Slot(str)
    def _on_written(self, path: str) -> None:
        said = self.tr("The chart was saved as {file}.").format(file=text.line(path))
        self.told.emit(Notice("export", said, dismissable=True))

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        said = QCoreApplication.translate("Exports", "The chart was not saved: {error}")
        self.told.emit(Notice("export", said.format(error=text.explain(error)), "danger", dismissable=True))


def png(image: QImage) -> bytes:
    """The bytes of a PNG file; some 30 ms for two plots at twice the resolution, so in the GUI thread."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _write_table(table: curves.Table, path: str, _reader: Reader, give_way: Callable[[], None]) -> None:
    from qmonitor.monitor import curves

    curves.write_csv(table, path, give_way=give_way)
