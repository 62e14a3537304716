"""From which backlog and which age on a person wants to be alerted: the values, their words, and how they are asked."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from qmonitor.gui import text, theme

_SPAN = re.compile(r"(\d{1,9}) ?([smhd])", re.ASCII)
_UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
MOST_DEPTH = 1_000_000_000
MOST_AGE = 3650 * 86_400


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A count of messages, and an age in seconds; None: none."""

    depth: int | None = None
    age: int | None = None


def read_depth(written: str) -> int | None:
    """The count that was typed; None for nothing. Raises ValueError."""
    written = re.sub(r"[\s.,'’]", "", written)
    if not written:
        return None
    if not written.isascii() or not written.isdigit() or not 0 < int(written[:12]) <= MOST_DEPTH:
        raise ValueError("no such count")
    return int(written)


def read_age(written: str) -> int | None:
    """The seconds of an age that was typed, `15m`, `4h` or `1d 12h`; None for nothing. Raises ValueError."""
    written = written.strip().lower()
    if not written:
        return None
    seconds = sum(int(count) * _UNITS[unit] for count, unit in _SPAN.findall(written))
    if _SPAN.sub("", written).strip() or not 0 < seconds <= MOST_AGE:
        raise ValueError("no such age")
    return seconds


def write_age(seconds: int | None) -> str:
    """An age as it is typed."""
    if seconds is None:
        return ""
    unit = next(letter for letter, size in _UNITS.items() if seconds % size == 0)
    return f"{seconds // _UNITS[unit]}{unit}"


def age_words(seconds: int) -> str:
    """An age to the second, in the largest unit of which it is a whole number: `15 min`, `4 h`."""
    if seconds % 86_400 == 0:
        return QCoreApplication.translate("charts", "{count} d").format(count=text.number(seconds // 86_400))
    if seconds % 3600 == 0:
        return QCoreApplication.translate("charts", "{count} h").format(count=text.number(seconds // 3600))
    if seconds % 60 == 0:
        return QCoreApplication.translate("charts", "{count} min").format(count=text.number(seconds // 60))
    return QCoreApplication.translate("charts", "{count} s").format(count=text.number(seconds))


class ThresholdsDialog(QDialog):
    """Asks for both, each may be left empty. Opened without waiting for it; deletes itself.

    Signals:
        chosen(Thresholds): a person confirmed these.
    """

    chosen = Signal(object)

    def __init__(self, present: Thresholds, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("charts-thresholds")
        self.setWindowTitle(self.tr("Thresholds"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._depth = self._field("thresholds-depth", self.tr("Line at a depth of"))
        self._depth.setText("" if present.depth is None else str(present.depth))
        self._depth.setPlaceholderText(self.tr("none"))
        self._age = self._field("thresholds-age", self.tr("Line at an age of"))
        self._age.setText(write_age(present.age))
        self._age.setPlaceholderText(self.tr("none, or 15m, 4h, 2d"))
        self._wrong = QLabel(self)
        self._wrong.setObjectName("thresholds-wrong")
        self._wrong.setTextFormat(Qt.TextFormat.PlainText)
        self._wrong.setWordWrap(True)
        theme.dress(self._wrong, "danger")
        self._lay_out()

    def _field(self, name: str, meaning: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setAccessibleName(meaning)
        theme.dress(field, "field")
        return field

    def _lay_out(self) -> None:
        note = QLabel(self.tr("Only a line: nobody is notified."), self)
        theme.dress(note, "muted")
        form = QFormLayout()
        form.setHorizontalSpacing(4 * theme.GRID)
        form.setVerticalSpacing(2 * theme.GRID)
        for field in (self._depth, self._age):
            label = QLabel(field.accessibleName(), self)
            label.setBuddy(field)
            form.addRow(label, field)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        for button in self.buttons.buttons():
            button.setObjectName("thresholds-button")
            button.setIcon(QIcon())
            theme.dress(button, "button")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5 * theme.GRID, 5 * theme.GRID, 5 * theme.GRID, 4 * theme.GRID)
        layout.setSpacing(3 * theme.GRID)
        layout.addLayout(form)
        layout.addWidget(self._wrong)
        layout.addWidget(note)
        layout.addWidget(self.buttons)
        self._wrong.setVisible(False)

    @Slot()
    def accept(self) -> None:
        """Close with what was typed, where it can be read; else say what can."""
        try:
            depth = read_depth(self._depth.text())
        except ValueError:
            self._complain(self._depth, self.tr("Write a whole number of messages, such as 500, or leave it empty."))
            return
        try:
            age = read_age(self._age.text())
        except ValueError:
            self._complain(self._age, self.tr("Write an age such as 90s, 15m, 4h, 2d or 1d 12h, or leave it empty."))
            return
        self.chosen.emit(Thresholds(depth, age))
        super().accept()

    def _complain(self, field: QLineEdit, sentence: str) -> None:
        self._wrong.setText(sentence)
        self._wrong.setVisible(True)
        field.setAccessibleDescription(sentence)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()
