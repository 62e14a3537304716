"""The audit tab."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from qmonitor.gui import text, theme
from qmonitor.gui.audit.model import AuditModel, in_full
from qmonitor.gui.audit.table import ActsTable
from qmonitor.gui.hairline import Hairline
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import QueueError


class AuditPanel(QWidget):
    """Recorded acts, newest first, read only while the tab is seen; and a button that verifies the chain.

    Signals: `entries_requested` (the id below which, or None; how many), `verification_requested`.
    """

    entries_requested = Signal(object, int)
    verification_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("audit-panel")
        self._outdated = True
        self._active = False
        self.model = AuditModel(self)
        self.model.more_wanted.connect(self.entries_requested)
        self._said = self._make_said()
        self._said_of = ""
        self._verified: int | None = None
        self._verify = QPushButton(self.tr("Verif&y"))
        self._verify.setObjectName("verify")
        self._verify.setToolTip(self.tr("Recompute the chain of hashes that ties the entries together"))
        self._verify.clicked.connect(self._on_verify)
        self._count = _plain_label("audit-count")
        self._table = self.first = ActsTable(self.model)  # see MessagesPanel: no focus proxy below tabs
        self._entry = self._make_entry()
        self._table.selectionModel().currentRowChanged.connect(self._show_entry)
        self.model.modelReset.connect(self._show_entry)  # no row is the current one then, and nothing else tells so
        self._lay_out()

    def set_active(self, active: bool) -> None:
        """Whether there is a source to ask."""
        self._active = active
        self._verify.setEnabled(active)

    def set_masked(self, masked: bool) -> None:
        """Whether what tells of persons is masked."""
        self.model.set_masked(masked)

    @Slot()
    def data_changed(self) -> None:
        """Something may have been recorded: look again, now or when the tab is seen next."""
        self._outdated = True
        if self.isVisible():
            self._refresh()

    def show_entries(self, before: int | None, entries: tuple[AuditEntry, ...]) -> None:
        self.model.take(before, entries)
        self._show_count()
        self._drop_verdict()
        if not self.model.rowCount():
            self._say("empty", self.tr("Nobody has acted on this source through qmonitor."), "muted")
        elif self._said_of in ("empty", "entries"):
            self._say("", "", "muted")

    def show_verification(self, found: Verification) -> None:
        self._verify.setEnabled(True)
        self._verified = self.model.newest
        self._say("intact" if found.intact else "broken", verdict(self, found), "good" if found.intact else "danger")

    def show_error(self, error: QueueError) -> None:
        """What was asked for could not be read. Entries are asked for again when the tab is seen next, or before."""
        verifying = self._active and not self._verify.isEnabled()
        self.model.failed()
        self._outdated = True
        self._verify.setEnabled(True)
        self._say("verification" if verifying else "entries", text.explain(error), "danger")

    def _drop_verdict(self) -> None:
        """It was about fewer entries than there are now. That a chain is broken stays true."""
        if self._said_of == "intact" and self._verified != self.model.newest:
            self._say("", "", "muted")

    def _say(self, of: str, words: str, role: str) -> None:
        """`of`: what it is about, and goes away with."""
        self._said_of = of
        self._said.setText(words)
        theme.dress(self._said, role)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _refresh(self) -> None:
        if self._outdated and self._active:
            self._outdated = False
            self.model.refresh()

    @Slot()
    def _on_verify(self) -> None:
        self._verify.setEnabled(False)
        self._say("verification", self.tr("Verifying…"), "muted")
        self.verification_requested.emit()

    def _show_count(self) -> None:
        count = self.model.rowCount()
        words = self.tr("1 entry") if count == 1 else self.tr("{count} entries")
        if self.model.has_more:
            words = self.tr("the newest {count} entries")
        self._count.setText(words.format(count=text.number(count)) if count else "")

    @Slot()
    def _show_entry(self) -> None:
        """The whole of the current row, the ids of its messages too."""
        index = self._table.currentIndex()
        self._entry.setPlainText(in_full(self.model.entry(index.row())) if index.isValid() else "")
        self._entry.setVisible(index.isValid())

    @Slot()
    def _fit_entry(self) -> None:
        """As high as its text, but never more than half of the tab."""
        lines = self._entry.document().size().height()  # of a plain text in lines
        needed = round(lines * QFontMetrics(self._entry.font()).lineSpacing()) + 5 * theme.GRID
        self._entry.setFixedHeight(min(needed, self.height() // 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_entry()

    def _make_said(self) -> QLabel:
        said = _plain_label("audit-said")
        said.setWordWrap(True)
        said.setAccessibleDescription(self.tr("Result"))
        return said

    def _make_entry(self) -> QPlainTextEdit:
        entry = QPlainTextEdit()
        entry.setObjectName("audit-entry")
        entry.setAccessibleName(self.tr("The selected act in full"))
        entry.setReadOnly(True)
        entry.setTabChangesFocus(True)
        entry.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        entry.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        entry.document().setDocumentMargin(2 * theme.GRID)
        entry.document().documentLayout().documentSizeChanged.connect(self._fit_entry)
        entry.hide()
        return entry

    def _lay_out(self) -> None:
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        bar = QHBoxLayout()
        bar.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        bar.setSpacing(3 * theme.GRID)
        bar.addWidget(self._said, 1)
        bar.addWidget(self._count)
        bar.addWidget(self._verify)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._table, 1)
        layout.addWidget(Hairline())
        layout.addWidget(self._entry)


def _plain_label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    theme.dress(label, "muted")
    return label


def verdict(panel: AuditPanel, found: Verification) -> str:
    """A verification in words."""
    if not found.intact:
        said = panel.tr("The chain is broken at entry {id}: it, or one before it, is not as it was written.")
        return said.format(id=found.broken_at)
    if not found.rows:
        return panel.tr("There is nothing to verify: no act is recorded.")
    if found.rows == 1:
        return panel.tr("The one entry is as it was written. Entries cut off at the end can't be noticed.")
    said = panel.tr("All {count} entries are as they were written. Entries cut off at the end can't be noticed.")
    return said.format(count=text.number(found.rows))
