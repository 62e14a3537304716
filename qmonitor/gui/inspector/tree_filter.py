"""The line over the tree in which a person types what fields are to be seen, and how many of them are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from qmonitor.gui import text, theme

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.filtering import Filtered

LONGEST = 200
"""Characters that can be typed."""


class FilterField(QLineEdit):
    """Escape clears it, and leaves it where it is empty; Enter and the arrow down lead to what it has left.

    Signals:
        left(): the keyboard is wanted in the tree.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class TreeFilter(QWidget):
    """The field with its button to clear it, and beside it "12 of 57 fields shown" while something is typed.

    Signals:
        changed(): `typed` is another text.
        left(): the keyboard is wanted in the tree.
    """

    changed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-tree-filter")
        self.field = FilterField(self)
        self.field.setObjectName("inspector-filter")
        self.field.setPlaceholderText(self.tr("Filter by path, name or value"))
        self.field.setAccessibleName(self.tr("Filter the fields by path, name or value"))
        self.field.setMaxLength(LONGEST)
        self.field.setClearButtonEnabled(True)
        theme.dress(self.field, "field")
        self.said = QLabel(self)
        self.said.setObjectName("inspector-filter-said")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setFont(theme.figures(self.said.font()))
        theme.dress(self.said, "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * theme.GRID, theme.GRID, 3 * theme.GRID, 0)
        layout.setSpacing(2 * theme.GRID)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.said)
        self.field.textChanged.connect(self._on_typed)
        self.field.left.connect(self.left)
        self.show_count(None)

    @property
    def typed(self) -> str:
        """What is looked for; empty: all is shown."""
        return self.field.text().strip()

    def clear(self) -> None:
        """Let everything be seen."""
        self.field.clear()

    def show_count(self, found: Filtered | None) -> None:
        """How many fields are left; None: all are."""
        words = ""
        if found is not None:
            words = self.tr("{shown} of {all} fields shown")
            words = words.format(shown=text.number(found.shown), all=text.number(found.all))
        self.said.setText(words)
        self.said.setVisible(bool(words))
        self.field.setAccessibleDescription(words)
        cut = found.cut if found is not None else 0
        long = self.tr("Of {count} long values the beginning alone was compared.").format(count=text.number(cut))
        self.said.setToolTip(text.tip(long) if cut else "")

    @Slot()
    def _on_typed(self) -> None:
        self.changed.emit()
