"""From which backlog and which age on a person wants to be alerted: the values, their words, and how they are asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.typed import age_words, read_age, write_age
from qmonitor.gui.typed import read_count as read_depth
from qmonitor.monitor.alerts.model import Measure, Rule, applying
from qmonitor.queues.model import Destination

__all__ = ["Thresholds", "ThresholdsDialog", "age_words", "lines", "read_age", "read_depth", "write_age"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A count of messages, and an age in seconds; None: none."""

    depth: int | None = None
    age: int | None = None


def lines(rules: Sequence[Rule], source: str, destination: Destination | None) -> Thresholds:
    """From where on the rules alert at a destination; None: at every one that no rule of its own is for."""
    chosen = rules
    if destination is None:
        chosen = [rule for rule in rules if (rule.channel, rule.destination) == ("*", "*")]
    holding = applying(chosen, source, destination or Destination("", ""))
    depth, age = (_first(holding, measure) for measure in (Measure.DEPTH, Measure.OLDEST_AGE))
    return Thresholds(depth, age)


def _first(holding: Sequence[Rule], measure: Measure) -> int | None:
    """The lowest limit: that of the warning, as a rule."""
    limit = min((rule.limit for rule in holding if rule.measure is measure), default=None)
    return None if limit is None else max(1, round(limit))


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
