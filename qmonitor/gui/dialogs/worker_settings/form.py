"""The fields of one entry of the workers' file."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import outline, plain_label
from qmonitor.gui.dialogs.worker_settings import inputs
from qmonitor.gui.dialogs.worker_settings.drafts import Draft, Fault, fault
from qmonitor.gui.dialogs.worker_settings.inputs import Input, Kind

ACROSS = 3
"""Fields side by side."""


class Cell(QWidget):
    """One field below its label.

    Signals: `edited` when a person has changed it.
    """

    edited = Signal()

    def __init__(self, made: Input, parent: QWidget) -> None:
        super().__init__(parent)
        self.input = made
        self._put: tuple[str, Any] = ("", None)
        """What was written into a text field last, and the value that this stood for."""
        self.editor = self._make()
        self.editor.setObjectName(f"worker-{made.key}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        if made.kind is Kind.SWITCH:
            column.addWidget(plain_label(""))
        else:
            title = plain_label(made.label)
            title.setBuddy(self.editor)
            column.addWidget(title)
        self.editor.setAccessibleName(text.without_mnemonic(made.label))
        column.addWidget(self.editor)

    def _make(self) -> QWidget:
        if self.input.kind is Kind.SWITCH:
            box = QCheckBox(self.input.label)
            outline(box)
            box.toggled.connect(self.edited)
            return box
        if self.input.kind is Kind.CHOICE:
            choice = QComboBox()
            for value, label in self.input.choices:
                choice.addItem(label, value)
            choice.activated.connect(self.edited)
            return choice
        field = QLineEdit()
        field.setPlaceholderText(inputs.written(self.input.kind, self.input.default))
        field.textEdited.connect(self.edited)
        theme.dress(field, "field")
        return field

    def show_value(self, value: Any) -> None:
        """Put a value into it; None: none is set."""
        editor = self.editor
        editor.blockSignals(True)
        if isinstance(editor, QCheckBox):
            editor.setChecked(value is True)
        elif isinstance(editor, QComboBox):
            found = editor.findData(self.input.default if value is None else value)
            editor.setCurrentIndex(max(0, found))
        elif isinstance(editor, QLineEdit) and self.value() != value:  # what is being typed stays as it is typed
            editor.setText(inputs.written(self.input.kind, value))
            self._put = editor.text(), value
        editor.blockSignals(False)

    def value(self) -> Any:
        """What stands in it; None for what holds by itself.

        What nobody has changed is as it was, also where a line of text can't show it exactly.
        """
        editor = self.editor
        if isinstance(editor, QCheckBox):
            found: Any = editor.isChecked()
        elif isinstance(editor, QComboBox):
            found = editor.currentData()
        else:
            assert isinstance(editor, QLineEdit)
            typed, value = editor.text(), self._put[1]
            return value if typed == self._put[0] else inputs.read(self.input.kind, typed)
        return None if found == self.input.default else found


class Fields(QWidget):
    """Some cells in rows; those that have no meaning now leave no gap.

    Signals: `edited`.
    """

    edited = Signal()

    def __init__(self, made: Sequence[Input], parent: QWidget, across: int = ACROSS) -> None:
        super().__init__(parent)
        self._across = across
        self.cells = [Cell(one, self) for one in made]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4 * theme.GRID)
        self._grid.setVerticalSpacing(2 * theme.GRID)
        for column in range(across):
            self._grid.setColumnStretch(column, 1)
        for cell in self.cells:
            cell.edited.connect(self.edited)
        self._flow(self.cells)

    def _flow(self, seen: Sequence[Cell]) -> None:
        for cell in self.cells:
            self._grid.removeWidget(cell)
            cell.setVisible(cell in seen)
        place = 0
        for cell in seen:
            span = 2 if cell.input.wide else 1
            row, column = divmod(place, self._across)
            self._grid.addWidget(cell, 2 * row, column, 1, span, Qt.AlignmentFlag.AlignTop)
            place += span

    def put_below(self, key: str, widget: QWidget) -> bool:
        """Show a widget below the row of the field with this key; whether that field is shown."""
        cell = next((cell for cell in self.cells if cell.input.key == key and not cell.isHidden()), None)
        if cell is None:
            return False
        row = self._grid.getItemPosition(self._grid.indexOf(cell))[0]  # type: ignore[index]
        self._grid.addWidget(widget, row + 1, 0, 1, self._across)
        return True

    def show_values(self, values: inputs.Values) -> None:
        for cell in self.cells:
            cell.show_value(values.get(cell.input.key))
        self.fit(values)

    def fit(self, values: inputs.Values) -> None:
        """Leave out what means nothing beside these values."""
        seen = [cell for cell in self.cells if cell.input.shown(values)]
        if seen != [cell for cell in self.cells if not cell.isHidden()]:
            self._flow(seen)

    def values(self) -> dict[str, Any]:
        """Of the cells that mean something."""
        return {cell.input.key: cell.value() for cell in self.cells if not cell.isHidden()}


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
        self._kept: dict[str, inputs.Values] = {}
        """What was typed for other ways to send: to look at them loses nothing."""
        self._source = Fields([Input("source", self.tr("Queue (its file, or its &address)"))], self, 1)
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
        self._judge(fault(draft) if self.isEnabled() else None)

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
