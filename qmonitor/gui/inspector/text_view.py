"""The payload as text: everything visible, read in slices, linked with its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QTextEdit, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.monitor.inspecting.lines import Lines, Written
from qmonitor.payloads.text import MARKS
from qmonitor.queues.errors import QueueError

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content

SLICE = 64 * 1024
"""Bytes shown at a time: turning them into text takes some 3 ms."""
FOLLOWED = 512 * 1024
"""So far a place that is not shown yet is followed."""


class _Marks(QSyntaxHighlighter):
    """Paints the marks in another colour, so that they are not taken for text."""

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
    """The text, as far as it was read, with what is missing said below.

    Signals:
        slice_wanted(offset, length): bytes to read, to be answered by `show_slice` or `show_error`.
        again_wanted(): the payload could not be read; a person wants another try.
        byte_chosen(offset): a person put the cursor somewhere else.
        menu_wanted(QPoint): a menu, at a place on the screen.
    """

    slice_wanted = Signal(object, object)
    again_wanted = Signal()
    byte_chosen = Signal(object)
    menu_wanted = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-text")
        self._content: Content | None = None
        self._waits = self._failed = False
        self._told = True
        self._place: tuple[int, int] | None = None
        self._pictures = QFontMetrics(theme.monospace()).inFontUcs4(0x240D)
        self._lines: Lines | Written = Lines("")
        self.edit = self.first = self._make_edit()
        self._marks = _Marks(self.edit.document())
        self.more = QToolButton(self)
        self.more.setObjectName("inspector-more")
        self.more.setText(self.tr("Load more"))
        self.more.clicked.connect(self._on_more)
        theme.dress(self.more, "chip")
        self.said = QLabel(self)
        self.said.setObjectName("inspector-shown")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        theme.dress(self.said, "muted")
        self._lay_out()
        theme.notifier().changed.connect(self._mark)
        self.edit.cursorPositionChanged.connect(self._on_cursor)
        self.edit.customContextMenuRequested.connect(self._on_menu)
        self.show_content(None)

    def _make_edit(self) -> QPlainTextEdit:
        edit = QPlainTextEdit(self)
        edit.setObjectName("inspector-payload")
        edit.setAccessibleName(self.tr("Payload as text"))
        edit.setReadOnly(True)
        edit.setUndoRedoEnabled(False)
        edit.setTabChangesFocus(True)
        edit.setFrameShape(QFrame.Shape.NoFrame)
        edit.setFont(theme.monospace())
        edit.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        edit.document().setDocumentMargin(3 * theme.GRID)
        edit.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        return edit

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

    def show_content(self, content: Content | None) -> None:
        """Show a payload from its beginning. The rest of one that is shown already changes nothing that is seen."""
        before, self._content = self._content, content
        if before is not None and content is not None and _alike(before, content):
            self._say_how_much()
            return
        self._waits = self._failed = False
        self._place = None
        self._told = False
        self.edit.clear()
        self.edit.setExtraSelections([])
        self._told = True
        self.more.hide()
        theme.dress(self.said, "muted")
        self.said.clear()
        if content is not None and content.notation is not None:
            self._lines = Written(content.notation)
            self._append(b"")
        elif content is not None:
            self._lines = Lines(content.document.codec, pictures=self._pictures, protected=content.spans)
            self._go_on()

    def show_reading(self) -> None:
        """Say that it is read, while nothing is there."""
        if self._content is None:
            theme.dress(self.said, "muted")
            self.said.setText(self.tr("Reading …"))
            self.more.hide()

    def show_slice(self, offset: int, data: bytes) -> None:
        """Append a slice that was asked for."""
        if self._waits and offset == self._lines.fed:
            self._waits = False
            self._append(data)

    def show_error(self, error: QueueError) -> None:
        """The payload, or a slice, could not be read. Where all is there already, nothing is missing."""
        if self._content is not None and self._lines.fed >= self._content.size:
            return
        self._waits, self._failed = False, True
        theme.dress(self.said, "danger")
        self.said.setText(text.explain(error))
        self.more.setText(self.tr("Read again"))
        self.more.setEnabled(True)
        self.more.show()

    @Slot()
    def _on_more(self) -> None:
        if self._content is None:
            self.again_wanted.emit()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Show the next slice, if it is there; else ask for it."""
        content, begin = self._content, self._lines.fed
        if content is None or self._waits:
            return
        if content.size == 0:
            self.said.setText(self.tr("The payload is empty: 0 bytes."))
            return
        stop = min(begin + SLICE, content.known)
        if stop <= len(content.raw) or content.held:
            self._append(content.raw[begin:stop])
            return
        self._waits = True
        self.more.setEnabled(False)
        self.said.setText(self.tr("Reading …"))
        self.slice_wanted.emit(begin, stop - begin)

    def _append(self, data: bytes) -> None:
        assert self._content is not None
        if isinstance(self._lines, Written):
            words = self._lines.text
        else:
            words = self._lines.feed(data, last=self._lines.fed + len(data) >= self._content.size)
        place = self.edit.verticalScrollBar().value()
        self._told = False
        cursor = QTextCursor(self.edit.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(words)
        self.edit.verticalScrollBar().setValue(place)
        self._told = True
        self._failed = False
        self._say_how_much()

    def _say_how_much(self) -> None:
        content = self._content
        if content is None or content.size == 0 or self._waits or self._failed:
            return
        theme.dress(self.said, "muted")
        if isinstance(self._lines, Written):
            self._say_written(content)
            return
        amount = self.tr("{shown} of {size} · shown as {encoding}")
        encoding = content.document.encoding or self.tr("single bytes")
        shown, size = text.number(self._lines.fed), text.exact_size(content.size)
        words = amount.format(shown=shown, size=size, encoding=encoding)
        if self._lines.undecodable:
            undecodable = self.tr("not decodable: {size}").format(size=text.exact_size(self._lines.undecodable))
            words = f"{words} · {undecodable}"
        self.said.setText(words)
        self.more.setText(self.tr("Load more"))
        self.more.setEnabled(self._lines.fed < content.known)
        self.more.setVisible(self._lines.fed < content.size)

    def _say_written(self, content: Content) -> None:
        """How much of CBOR its notation says; all the bytes are in the hex."""
        shown, size = text.number(min(self._lines.fed, content.size)), text.exact_size(content.size)
        words = self.tr("{shown} of {size} · CBOR in diagnostic notation")
        if content.size > self._lines.fed:
            words = self.tr("{shown} of {size} · CBOR in diagnostic notation · the hex view has all of it")
        self.said.setText(words.format(shown=shown, size=size))
        self.more.hide()

    # -- places ----------------------------------------------------------------------------------------------

    def show_place(self, begin: int, end: int) -> None:
        """Turn to bytes that were chosen elsewhere, and mark them; none: nothing is marked."""
        content = self._content
        if content is None:
            return
        self._place = (begin, end) if end >= begin >= 0 else None
        reach = min(content.known, len(content.raw))
        written = isinstance(self._lines, Written)
        while not written and self._place and self._lines.fed <= end and self._lines.fed < min(reach, FOLLOWED):
            self._go_on()
        if self._place and begin <= self._lines.fed:
            self._told = False
            self.edit.setTextCursor(self._cursor(begin))
            self.edit.ensureCursorVisible()
            self._told = True
        self._mark()

    def mark_place(self, begin: int, end: int) -> None:
        """Mark what a person turned to here; the cursor stays."""
        self._place = (begin, end)
        self._mark()

    def _cursor(self, byte: int) -> QTextCursor:
        """A cursor before the character of a byte."""
        line, column = self._lines.place_of(byte)
        block = self.edit.document().findBlockByNumber(line)
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(block.position() + _units(block.text()[:column]))
        return cursor

    def _end(self, begin: int, end: int) -> QTextCursor:
        """A cursor after bytes; of CBOR after the line on which they are written."""
        if not isinstance(self._lines, Written):
            return self._cursor(end)
        cursor = self._cursor(max(begin, end - 1))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        return cursor

    @Slot()
    def _mark(self) -> None:
        marked = []
        if self._place and self._content is not None and self._place[0] < self._lines.fed:
            one = QTextEdit.ExtraSelection()
            one.cursor = self._cursor(self._place[0])
            one.cursor.setPosition(self._end(*self._place).position(), QTextCursor.MoveMode.KeepAnchor)
            one.format.setBackground(QColor(theme.current().accent_surface))
            marked.append(one)
        self.edit.setExtraSelections(marked)

    @Slot(QPoint)
    def _on_menu(self, at: QPoint) -> None:
        self.menu_wanted.emit(self.edit.viewport().mapToGlobal(at))

    @Slot()
    def _on_cursor(self) -> None:
        if self._told and self._content is not None and self._content.size:
            cursor = self.edit.textCursor()
            before = cursor.block().text().encode("utf-16-le", "surrogatepass")[: 2 * cursor.positionInBlock()]
            column = len(before.decode("utf-16-le", "surrogatepass"))
            self.byte_chosen.emit(self._lines.byte_at(cursor.blockNumber(), column))


def _alike(before: Content, after: Content) -> bool:
    """Whether what is shown of one is shown of the other in the same way."""
    same = (before.item, before.size, before.view) == (after.item, after.size, after.view)
    same = same and before.notation == after.notation
    return same and not after.view.masked and before.document.codec == after.document.codec


def _units(words: str) -> int:
    """How many positions a text takes in a Qt document."""
    return len(words.encode("utf-16-le", "surrogatepass")) // 2
