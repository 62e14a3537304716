"""The parts of the inspector: the table of facts, and the text of the payload."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qmonitor.gui import text, theme
from qmonitor.gui.inspector.model import Fact
from qmonitor.payloads.text import MARKS, TextFlow
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import ItemId

SLICE = 64 * 1024
"""Bytes read at a time: turning them into text takes some 2 ms."""


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


class FactsTable(QScrollArea):
    """Names and values, each value selectable."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-facts")
        self.setAccessibleName(self.tr("Facts"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._inside = QWidget()
        theme.dress(self._inside, "surface")
        self._inside.setAutoFillBackground(True)
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, 3 * theme.GRID, 2 * theme.GRID)
        self._grid.setHorizontalSpacing(4 * theme.GRID)
        self._grid.setVerticalSpacing(theme.GRID)
        self._grid.setColumnStretch(1, 1)
        self.values: dict[str, QLabel] = {}
        self.setWidget(self._inside)

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately."""
        for value in self.values.values():
            theme.dress(value, "muted" if pale else "text")

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these; a selection inside a value that did not change stays."""
        for row, fact in enumerate(facts):
            if fact.key not in self.values:
                self._add(row, fact)
            value = self.values[fact.key]
            if value.text() != fact.value:
                value.setText(fact.value)
            value.setToolTip(text.tip(fact.tip))
        for key, value in self.values.items():
            if key not in {fact.key for fact in facts}:
                value.clear()
        self._inside.setVisible(bool(facts))

    def _add(self, row: int, fact: Fact) -> None:
        name = QLabel(fact.label, self._inside)
        name.setAlignment(Qt.AlignmentFlag.AlignTop)
        theme.dress(name, "muted")
        value = data_label(self._inside, f"inspector-fact-{fact.key}")
        value.setAccessibleDescription(fact.label)  # a name would be read in the place of the value
        value.setFont(theme.figures(value.font()))
        name.setBuddy(value)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(value, row, 1)
        self._grid.setRowStretch(row, 0)
        self._grid.setRowStretch(row + 1, 1)
        self.values[fact.key] = value


class _Marks(QSyntaxHighlighter):
    """Paints the marks muted, so that they are not taken for text."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._format = QTextCharFormat()
        theme.notifier().changed.connect(self._take_colors)
        self._take_colors()

    @Slot()
    def _take_colors(self) -> None:
        self._format.setForeground(QColor(theme.current().accent))
        self.rehighlight()

    def highlightBlock(self, line: str) -> None:  # noqa: N802 - Qt's name
        for mark in MARKS.finditer(line):
            self.setFormat(mark.start(), mark.end() - mark.start(), self._format)


class PayloadText(QWidget):
    """The payload as text, read in slices and only when it is looked at.

    Signals:
        slice_requested(id, offset, length): bytes to read, to be answered by `show_slice` or `show_error`.
    """

    slice_requested = Signal(object, object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-text")
        self._item: ItemId | None = None
        self._size = self._read = 0
        self._asked = False
        self._pictures = QFontMetrics(theme.monospace()).inFontUcs4(0x240D)
        self._flow = TextFlow(pictures=self._pictures)
        self.edit = QPlainTextEdit(self)
        self.edit.setObjectName("inspector-payload")
        self.edit.setAccessibleName(self.tr("Payload as text"))
        self.edit.setReadOnly(True)
        self.edit.setUndoRedoEnabled(False)
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.setFont(theme.monospace())
        self.edit.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.edit.document().setDocumentMargin(3 * theme.GRID)
        self._marks = _Marks(self.edit.document())
        self.more = QToolButton(self)
        self.more.setObjectName("inspector-more")
        self.more.setText(self.tr("Load more"))
        self.more.clicked.connect(self.ask)
        theme.dress(self.more, "chip")
        self.said = QLabel(self)
        self.said.setObjectName("inspector-shown")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        theme.dress(self.said, "muted")
        self._lay_out()
        self.show_nothing()

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(3 * theme.GRID, 0, theme.GRID, 0)
        foot.addWidget(self.said, 1)
        foot.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, theme.GRID)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.edit, 1)
        layout.addLayout(foot)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 80)

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately."""
        theme.dress(self.edit, "muted" if pale else "text")

    # -- which payload ---------------------------------------------------------------------------------------

    def show_nothing(self, words: str = "") -> None:
        """Empty at once, with at most a sentence."""
        self._begin(None, 0)
        self.said.setText(words)

    def begin(self, item: ItemId, size: int) -> None:
        """This payload is meant from here on; another one's bytes are gone. Nothing is asked for yet."""
        if (item, size) != (self._item, self._size):
            self._begin(item, size)

    def _begin(self, item: ItemId | None, size: int) -> None:
        self._item, self._size, self._read, self._asked = item, size, 0, False
        self._flow = TextFlow(pictures=self._pictures)
        self.edit.clear()
        self.more.hide()
        theme.dress(self.said, "muted")
        self.said.clear()

    def ask_if_empty(self) -> None:
        """Ask for the first slice, if there is none and none is under way."""
        if self._item is not None and not self._read and not self._asked:
            self.ask()

    @Slot()
    def ask(self) -> None:
        """Ask for the next slice."""
        if self._item is None or self._asked:
            return
        if self._size == 0:
            self.said.setText(self.tr("The payload is empty: 0 bytes."))
            return
        self._asked = True
        self.more.setEnabled(False)
        self.said.setText(self.tr("Reading …"))
        self.slice_requested.emit(self._item, self._read, SLICE)

    def show_slice(self, item: ItemId, offset: int, data: bytes) -> None:
        """Append a slice; one of another message, or one that is there already, is dropped."""
        if item != self._item or offset != self._read or not self._asked:
            return
        self._asked = False
        self._read += len(data)
        last = self._read >= self._size or not data
        self._append(self._flow.feed(data, last=last))
        self._say_how_much(last=last)

    def show_error(self, item: ItemId, error: QueueError) -> None:
        """A slice could not be read. Where all is there already, nothing is missing."""
        if item != self._item or self._whole:
            return
        self._asked = False
        theme.dress(self.said, "danger")
        self.said.setText(text.explain(error))
        self.more.setText(self.tr("Read again"))
        self.more.setEnabled(True)
        self.more.show()

    @property
    def _whole(self) -> bool:
        """Whether every byte has come."""
        return 0 < self._size <= self._read

    def _append(self, words: str) -> None:
        place = self.edit.verticalScrollBar().value()
        cursor = QTextCursor(self.edit.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(words)
        self.edit.verticalScrollBar().setValue(place)

    def _say_how_much(self, *, last: bool) -> None:
        theme.dress(self.said, "muted")
        amount = self.tr("{shown} of {size} · shown as {encoding}")
        shown, size = text.number(self._read), text.exact_size(self._size)
        words = amount.format(shown=shown, size=size, encoding=self._flow.encoding)
        if self._flow.undecodable:
            undecodable = self.tr("not decodable: {size}").format(size=text.exact_size(self._flow.undecodable))
            words = f"{words} · {undecodable}"
        self.said.setText(words)
        self.more.setText(self.tr("Load more"))
        self.more.setEnabled(True)
        self.more.setVisible(not last)
