"""Exporting messages: asks how and where, has it done in a lane, and tells how it went."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.actions import Selection
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.files import ask_new_file, ask_new_folder
from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Answer, Progressed
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.servers import name_path
from qmonitor.queues.source import Reader

if TYPE_CHECKING:
    from qmonitor.gui.dialogs.progress import ProgressDialog
    from qmonitor.monitor.export.exporting import Exported, Exporting
    from qmonitor.monitor.export.writers import Form

KEY = "export"


class MessageExports(QObject):
    """Leads one export at a time through its dialogs.

    Signals:
        told(Notice): how it went.
    """

    told = Signal(object)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._progress: ProgressDialog | None = None
        session.search.answered.connect(self._receive)
        session.search.progressed.connect(self._on_progressed)

    def ask(self, selection: Selection, *, masked: bool, assumed: str = "") -> None:
        """Export what is selected; `assumed` is the encoding of messages that do not say theirs."""
        # not before somebody exports: they load what reads payloads
        from qmonitor.gui.dialogs.export import ExportDialog
        from qmonitor.monitor.export.exporting import Exporting
        from qmonitor.monitor.export.writers import Order
        from qmonitor.payloads.model import Hint

        what = selection.query or selection.ids
        if not what or self._progress is not None:
            return
        count = selection.count if selection.query is not None else len(selection.ids)
        seen = self._session.sample.depth.mark if self._session.sample is not None else ""
        chosen = ExportDialog.ask(count, masked=masked, parent=self._window)
        if chosen is None:
            return
        path = self._ask_path(chosen.form)
        if path:
            hint = Hint(assumed=assumed)
            order = Order(chosen.form, what, Path(path), self._session.target, masked, chosen.paths, hint, seen)
            self._start(Exporting(order))

    def _ask_path(self, form: Form) -> str:
        now = times.now().local()
        name = name_path(self._session.target).stem + (f" {now:%Y-%m-%d %H.%M}" if now is not None else "")
        title = self.tr("Export messages")
        from qmonitor.monitor.export.writers import Form

        if form is Form.FILES:
            return ask_new_folder(self._window, title, name)
        return ask_new_file(self._window, title, f"{name}.{form}", str(form), replaces=False)

    def _start(self, exporting: Exporting) -> None:
        lane = self._session.search
        from qmonitor.gui.dialogs.progress import ProgressDialog

        self._progress = ProgressDialog(self.tr("Exporting messages"), self._window)
        self._progress.stop_requested.connect(self._on_stop)
        self._progress.begin()
        lane.ask(KEY, partial(_export, exporting, lane.progress, lane.give_way), background=True)

    @Slot()
    def _on_stop(self) -> None:
        self._session.search.halt(KEY)

    @Slot(object)
    def _on_progressed(self, progressed: Progressed) -> None:
        if progressed.key == KEY and self._progress is not None:
            self._progress.show_progress(progressed.done, progressed.total)

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        if answer.key != KEY:
            return
        if self._progress is not None:
            self._progress.finish()
            self._progress = None
        self.told.emit(about(answer.value) if answer.error is None else about_failure(answer.error))


def _export(
    exporting: Exporting, progress: Callable[[int, int], bool], give_way: Callable[[], None], reader: Reader
) -> Exported:
    """In the lane."""
    return exporting.run(reader, progress, give_way)


def about(done: Exported) -> Notice:
    """How an export went, and what is missing in it."""
    words = QCoreApplication.translate("MessageExports", "{count} messages were exported as {path}.")
    if done.written == 1:
        words = QCoreApplication.translate("MessageExports", "1 message was exported as {path}.")
    said = [words.format(count=text.number(done.written), path=text.line(str(done.path)))]
    if done.gone:
        gone = QCoreApplication.translate("MessageExports", "{count} were gone by then; the export names them.")
        if len(done.gone) == 1:
            gone = QCoreApplication.translate("MessageExports", "1 was gone by then; the export names it.")
        said.append(gone.format(count=text.number(len(done.gone))))
    if done.refused:
        left = QCoreApplication.translate(
            "MessageExports", "{count} could not be masked and are not in it; the export names them."
        )
        if len(done.refused) == 1:
            left = QCoreApplication.translate(
                "MessageExports", "1 could not be masked and is not in it; the export names it."
            )
        said.append(left.format(count=text.number(len(done.refused))))
    level = "warning" if done.gone or done.refused else "info"
    return Notice(KEY, " ".join(said), level, dismissable=True)


def about_failure(error: QueueError) -> Notice:
    """That nothing was exported, and why."""
    words = QCoreApplication.translate("MessageExports", "Nothing was exported: {error}")
    return Notice(KEY, words.format(error=text.explain(error)), "danger", dismissable=True)
