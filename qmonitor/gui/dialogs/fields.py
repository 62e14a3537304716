"""Fields of a form, each below its label, side by side as far as they have a meaning."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs import inputs
from qmonitor.gui.dialogs.frame import outline, plain_label
from qmonitor.gui.dialogs.inputs import Input, Kind

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
