"""The fields of one entry of the workers' file."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.fields import Fields
from qmonitor.gui.dialogs.frame import plain_label
from qmonitor.gui.dialogs.inputs import Values
from qmonitor.gui.dialogs.worker_settings import inputs
from qmonitor.gui.dialogs.worker_settings.drafts import Draft, Fault, fault
from qmonitor.gui.dialogs.worker_settings.inputs import WorkerInput
from qmonitor.senders.entries import BrokenEntry


class WorkerForm(QWidget):
    """Shows one draft. What is typed is checked at once, as the file is checked when it is read.

    Signals:
        changed(Draft): it says something else by now, right or not.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("worker-form")
        self._number = 0
        self._kept: dict[str, Values] = {}
        """What was typed for other ways to send: to look at them loses nothing."""
        self._source = Fields([WorkerInput("source", self.tr("Queue (its file, or its &address)"))], self, 1)
        self._names = Fields(inputs.names(), self)
        self._policy = Fields(inputs.policy(), self, 4)
        self._sender = Fields(inputs.sender("mllp"), self)
        self._senders = {"mllp": self._sender}
        self._wrong = _wrapping("worker-wrong", "danger")
        self._reach = _wrapping("worker-reach", "muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3 * theme.GRID)
        for widget in (self._source, self._names, self._reach, self._sender, self._policy, self._wrong):
            self._column.addWidget(widget)
        for fields in (self._source, self._names, self._sender, self._policy):
            fields.edited.connect(self._on_edited)

    # -- showing ---------------------------------------------------------------------------------------------

    def show_draft(self, draft: Draft | None) -> None:
        """Put it into the fields; None: there is none."""
        self.setEnabled(draft is not None)
        if draft is None:
            draft = Draft.made({}, 0)
        self._number, self._kept = draft.number, {}
        values = {"sender.type": "mllp", **draft.values}
        self._turn_to(str(values["sender.type"]))
        for fields in self._parts():
            fields.show_values(values)
            fields.setEnabled(draft.broken is None)
        self._judge(fault(draft) if self.isEnabled() else None)
        if draft.broken is not None:
            self._say_broken(draft.broken)

    def _say_broken(self, broken: BrokenEntry) -> None:
        stays = self.tr("It stays so in the file, and no worker starts, until it is corrected there or removed.")
        why = f"{text.translate(broken.error.cause)} {text.translate(broken.error.remedy)}".strip()
        self._wrong.setText(f"{why} {stays}")

    def say_reach(self, sentence: str, kind: str = "muted") -> None:
        """What its names are good for; `kind` is a text role of the theme."""
        theme.dress(self._reach, kind)
        self._reach.setText(sentence)

    def _parts(self) -> tuple[Fields, ...]:
        return self._source, self._names, self._sender, self._policy

    @property
    def _kind(self) -> str:
        """How the fields that are seen send."""
        return next(kind for kind, one in self._senders.items() if one is self._sender)

    def _turn_to(self, kind: str) -> None:
        """The fields of another way to send."""
        kind = kind if kind in ("mllp", "http", "file") else "mllp"
        if kind not in self._senders:
            made = self._senders[kind] = Fields(inputs.sender(kind), self)
            made.edited.connect(self._on_edited)
            made.hide()
            self._column.insertWidget(self._column.indexOf(self._policy), made)
            QWidget.setTabOrder(self._names, made)
        if self._senders[kind] is not self._sender:
            self._sender.hide()
            self._sender = self._senders[kind]
            self._sender.show()

    @Slot()
    def _on_edited(self) -> None:
        values = self._values()
        kind, before = str(values["sender.type"]), self._kind
        if kind != before:
            self._kept[before] = values
            self._turn_to(kind)
            self._sender.show_values(self._kept.get(kind, {}))
            values = self._values()
        for fields in self._parts():
            fields.fit(values)
        draft = Draft.made(self._values(), self._number)
        self._judge(fault(draft))
        self.changed.emit(draft)

    def _values(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for fields in self._parts():
            found |= fields.values()
        found["sender.type"] = found.get("sender.type") or "mllp"
        return found

    def _judge(self, wrong: Fault | None) -> None:
        """Say what is wrong, at the field too for those who do not see it."""
        said = "" if wrong is None else f"{text.translate(wrong.cause)} {text.translate(wrong.allowed)}".strip()
        name = ""
        for cell in (cell for fields in self._parts() for cell in fields.cells):
            here = wrong is not None and cell.input.key == wrong.key
            cell.editor.setAccessibleDescription(said if here else "")
            if here and not cell.isHidden():
                name = text.without_mnemonic(cell.input.label)
        self._wrong.setText(self.tr("{field}: {why}").format(field=name, why=said) if name else said)

    def begin(self) -> None:
        """Take the keyboard: where it is not right yet, or at the names."""
        cells = [cell for fields in self._parts() for cell in fields.cells if not cell.isHidden()]
        wanted = next((cell for cell in cells if cell.editor.accessibleDescription()), self._names.cells[0])
        wanted.editor.setFocus(Qt.FocusReason.OtherFocusReason)


def _wrapping(name: str, kind: str) -> QLabel:
    label = plain_label("")
    label.setObjectName(name)
    label.setWordWrap(True)
    theme.dress(label, kind)
    return label
