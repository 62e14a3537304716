"""The details of a message: a table of facts, and below it what happened to it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.inspector.model import Fact


def data_label(parent: QWidget, name: str) -> QLabel:
    """A label for data: plain text, wrapped, selectable with mouse and keyboard."""
    label = QLabel(parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


class Facts(QWidget):
    """Names and values, each value selectable."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4 * theme.GRID)
        self._grid.setVerticalSpacing(theme.GRID)
        self._grid.setColumnStretch(1, 1)
        self._names: dict[str, QLabel] = {}
        self.values: dict[str, QLabel] = {}

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately."""
        for value in self.values.values():
            theme.dress(value, "muted" if pale else "text")

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these; a selection inside a value that did not change stays."""
        for row, fact in enumerate(facts):
            if fact.key not in self.values:
                self._add(row, fact)
            self._names[fact.key].setText(fact.label)
            value = self.values[fact.key]
            value.setAccessibleDescription(fact.label)  # a name would be read in the place of the value
            if value.text() != fact.value:
                value.setText(fact.value)
            value.setToolTip(text.tip(fact.tip))
        shown = {fact.key for fact in facts}
        for key, value in self.values.items():
            if key not in shown:
                value.clear()
                value.setToolTip("")
            for label in (value, self._names[key]):
                label.setVisible(key in shown)
        self.setVisible(bool(facts))

    def _add(self, row: int, fact: Fact) -> None:
        name = QLabel(fact.label, self)
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setAlignment(Qt.AlignmentFlag.AlignTop)
        name.setFont(theme.figures(name.font()))
        theme.dress(name, "muted")
        value = data_label(self, f"inspector-fact-{fact.key}")
        value.setFont(theme.figures(value.font()))
        name.setBuddy(value)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(value, row, 1)
        self._names[fact.key], self.values[fact.key] = name, value


class Details(QScrollArea):
    """What is known of a message, and what happened to it, the newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-facts")
        self.setAccessibleName(self.tr("Facts"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        inside = QWidget()
        theme.dress(inside, "surface")
        inside.setAutoFillBackground(True)
        self.facts = Facts(inside)
        self._heading = QLabel(self.tr("What happened to it"), inside)
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self._heading.setFont(theme.bold(self._heading.font()))
        self.past = Facts(inside)
        self.said = data_label(inside, "inspector-past-said")
        theme.dress(self.said, "muted")
        column = QVBoxLayout(inside)
        column.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, 3 * theme.GRID, 2 * theme.GRID)
        column.setSpacing(theme.GRID)
        column.addWidget(self.facts)
        column.addSpacing(3 * theme.GRID)
        column.addWidget(self._heading)
        column.addWidget(self.past)
        column.addWidget(self.said)
        column.addStretch(1)
        self.setWidget(inside)

    @property
    def values(self) -> dict[str, QLabel]:
        """The values of the facts, by their keys."""
        return self.facts.values

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately."""
        for part in (self.facts, self.past):
            part.set_pale(pale)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """What is known."""
        self.facts.show_facts(facts)
        self._heading.setVisible(bool(facts))

    def show_past(self, events: Sequence[Fact], said: str = "") -> None:
        """What happened; `said` is what is to be known of this list."""
        self.past.show_facts(events)
        self.said.setText(said)
        self.said.setVisible(bool(said))
