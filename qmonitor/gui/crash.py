"""What happens when something of ours breaks: one report that can be copied, and the window lives on."""

import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from qmonitor import __version__, logs
from qmonitor.gui import theme
from qmonitor.gui.dialogs.frame import dress_buttons, plain_label
from qmonitor.monitor.failures.report import report as reported

log = logs.subject("window")


class CrashDialog(QDialog):
    """Says that qmonitor itself is at fault, with the report as text."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crash-dialog")
        self.setWindowTitle(self.tr("A fault in qmonitor"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 400)
        said = plain_label(self.tr("Something in qmonitor went wrong. The queue is not affected. This report helps:"))
        said.setWordWrap(True)
        shown = QPlainTextEdit(report)
        shown.setObjectName("report")
        shown.setAccessibleName(self.tr("Report"))
        shown.setReadOnly(True)
        shown.setFont(theme.monospace())
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = box.addButton(self.tr("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.setObjectName("copy")
        box.button(QDialogButtonBox.StandardButton.Close).setObjectName("close")
        dress_buttons(box)
        copy.clicked.connect(shown.selectAll)
        copy.clicked.connect(shown.copy)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(said)
        layout.addWidget(shown)
        layout.addWidget(box)


class CrashHandler(QObject):
    """Takes the place of `sys.excepthook` while the window runs. The same fault is shown once."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seen: set[str] = set()
        self._shown: list[CrashDialog] = []
        self._before = sys.excepthook

    def install(self) -> None:
        sys.excepthook = self.handle

    def remove(self) -> None:
        sys.excepthook = self._before

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log it, and show it if it is new. A keyboard interrupt ends the program as anywhere."""
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        report = reported(error.with_traceback(trace))
        if report in self._seen:
            return
        self._seen.add(report)
        # Without the error's own words: they may quote what it stumbled over, and logs hold no data.
        log.critical("a fault of ours, %s:\n%s", kind.__name__, "".join(traceback.format_tb(trace)))
        dialog = CrashDialog(f"qmonitor {__version__}\n\n{report}", QApplication.activeWindow())
        self._shown.append(dialog)  # without a window before it nobody else holds it
        dialog.open()
