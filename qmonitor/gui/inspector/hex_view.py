"""The stored bytes as rows of offset, values and characters: painted where they are seen, fetched where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from qmonitor.gui import theme
from qmonitor.payloads import hexdump

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content

SLICE = 64 * 1024
"""Bytes fetched at a time where they are not held; one slice is kept."""
COVERED, COVERED_VALUE = "•", "••"
ABSENT = "··"
COPIED = 64 * 1024
"""Bytes whose rows are copied at most."""


class HexView(QAbstractScrollArea):
    """Sixteen bytes a row, or eight where there is no room for more. Protected bytes are covered.

    Signals:
        slice_wanted(offset, length): bytes to read, to be answered by `show_slice`.
        byte_chosen(offset): a person turned to a byte.
        menu_wanted(QPoint): a menu, at a place on the screen.
    """

    slice_wanted = Signal(object, object)
    byte_chosen = Signal(object)
    menu_wanted = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-hex")
        self.setAccessibleName(self.tr("Payload as bytes"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(theme.monospace())
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._content: Content | None = None
        self._start, self._slice = 0, b""
        self._asked = -1
        self._place: tuple[int, int] | None = None
        self._cursor = self._anchor = -1
        self._was = hexdump.WIDTH
        self.pale = False
        self.customContextMenuRequested.connect(self._on_menu)
        theme.notifier().changed.connect(self.viewport().update)
        self.verticalScrollBar().valueChanged.connect(self.viewport().update)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)

    # -- what is shown ---------------------------------------------------------------------------------------

    def show_content(self, content: Content | None) -> None:
        """Show a payload from its beginning."""
        before, self._content = self._content, content
        same = before is not None and content is not None and (before.item, before.view) == (content.item, content.view)
        if not same:
            self._start, self._slice, self._asked = 0, b"", -1
            self._place, self._cursor, self._anchor = None, -1, -1
            self.verticalScrollBar().setValue(0)
            self.setAccessibleDescription("")
        self._fit()
        self.viewport().update()

    def show_slice(self, offset: int, data: bytes) -> None:
        """Bytes that were asked for."""
        if offset == self._asked:
            self._start, self._slice, self._asked = offset, data, -1
            self.viewport().update()
            self._tell()

    def show_error(self) -> None:
        """They could not be read; they are asked for again when they are looked at again."""
        self._asked = -1

    def show_place(self, begin: int, end: int) -> None:
        """Mark bytes that were chosen elsewhere, and turn to them; none: nothing is marked."""
        self._place = (begin, end) if 0 <= begin <= end else None
        if self._place is not None and self._content is not None:
            self._cursor = self._anchor = min(begin, max(self._content.size - 1, 0))
            self._reveal(self._cursor)
            self._tell()
        self.viewport().update()

    def mark_place(self, begin: int, end: int) -> None:
        """Mark what a person turned to here; the cursor stays."""
        self._place = (begin, end)
        self.viewport().update()

    def _bytes(self, base: int, length: int) -> bytes | None:
        """Bytes as they may be shown; None where they have to be fetched first, which is asked for."""
        content = self._content
        if content is None:
            return b""
        stop = min(base + length, content.size)
        if stop <= len(content.raw):
            return content.raw[base:stop]
        if self._start <= base and stop <= self._start + len(self._slice):
            return self._slice[base - self._start : stop - self._start]
        if self._asked < 0:
            self._asked = base // SLICE * SLICE if base % SLICE < SLICE // 2 else base
            self.slice_wanted.emit(self._asked, min(SLICE, content.size - self._asked))
        return None

    # -- geometry --------------------------------------------------------------------------------------------

    @property
    def _unit(self) -> float:
        """Pixels that a character is wide; not a whole number with most fonts."""
        return max(1.0, QFontMetricsF(self.font()).horizontalAdvance("0" * 64) / 64)

    @property
    def _height(self) -> int:
        return QFontMetrics(self.font()).height() + theme.GRID // 2

    @property
    def per_row(self) -> int:
        """Bytes in a row."""
        return hexdump.WIDTH if self._columns(hexdump.WIDTH) * self._unit <= self._room else hexdump.WIDTH // 2

    @property
    def _room(self) -> int:
        return self.viewport().width() - 6 * theme.GRID

    @property
    def _digits(self) -> int:
        return hexdump.digits(self._content.size if self._content is not None else 0)

    def _columns(self, per_row: int) -> int:
        """Characters of a row."""
        return self._digits + 2 + hexdump.column(per_row - 1) + 2 + 2 + per_row

    def _fit(self) -> None:
        """Set the scroll bars; the first row that is seen stays."""
        size = self._content.size if self._content is not None else 0
        rows, seen = -(-size // self.per_row), max(1, self.viewport().height() // self._height)
        self.verticalScrollBar().setRange(0, max(0, rows - seen + 1) if rows > seen else 0)
        self.verticalScrollBar().setPageStep(seen)
        needed = int(self._columns(self.per_row) * self._unit)
        self.horizontalScrollBar().setRange(0, max(0, needed - self._room))
        self.horizontalScrollBar().setPageStep(max(1, self._room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        first = self.verticalScrollBar().value() * self._was
        super().resizeEvent(event)
        self._was = self.per_row
        self._fit()
        self.verticalScrollBar().setValue(first // self.per_row)

    def _left(self) -> int:
        return 3 * theme.GRID - self.horizontalScrollBar().value()

    def _values_at(self) -> float:
        return self._left() + (self._digits + 2) * self._unit

    def _characters_at(self) -> float:
        return self._values_at() + (hexdump.column(self.per_row - 1) + 4) * self._unit

    def _reveal(self, byte: int) -> None:
        bar, row = self.verticalScrollBar(), byte // self.per_row
        seen = max(1, self.viewport().height() // self._height)
        if row < bar.value():
            bar.setValue(row)
        elif row >= bar.value() + seen:
            bar.setValue(row - seen + 1)

    # -- painting --------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours = theme.current()
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        content = self._content
        if content is None or not content.size:
            return
        painter.setFont(self.font())
        per_row, first = self.per_row, self.verticalScrollBar().value()
        rows = self.viewport().height() // self._height + 1
        for n in range(rows):
            base = (first + n) * per_row
            if base >= content.size:
                break
            self._paint_row(painter, base, theme.GRID + n * self._height)

    def _paint_row(self, painter: QPainter, base: int, top: int) -> None:
        colours = theme.current()
        text = QColor(colours.muted if self.pale else colours.text)
        baseline = top + QFontMetrics(self.font()).ascent()
        painter.setPen(QColor(colours.muted))
        painter.drawText(QPointF(self._left(), baseline), f"{base:0{self._digits}x}")
        for begin, end, role in self._marked():
            self._fill(painter, base, top, begin, end, QColor(getattr(colours, role)))
        values, characters = self._row(base)
        painter.setPen(text)
        painter.drawText(QPointF(self._values_at(), baseline), values)
        painter.setPen(QColor(colours.muted) if self.pale else text)
        painter.drawText(QPointF(self._characters_at(), baseline), characters)
        if self._cursor >= 0 and base <= self._cursor < base + self.per_row and self.hasFocus():
            self._frame(painter, self._cursor - base, top)

    def _marked(self) -> list[tuple[int, int, str]]:
        found = [(*self._place, "accent_surface")] if self._place is not None else []
        if self._anchor >= 0 and self._anchor != self._cursor:
            found.append((min(self._anchor, self._cursor), max(self._anchor, self._cursor) + 1, "accent_surface"))
        return found

    def _fill(self, painter: QPainter, base: int, top: int, begin: int, end: int, colour: QColor) -> None:
        first, last = max(begin, base) - base, min(end, base + self.per_row) - base
        if first >= last:
            return
        left = self._values_at() + hexdump.column(first) * self._unit
        right = self._values_at() + (hexdump.column(last - 1) + 2) * self._unit
        painter.fillRect(QRectF(left, top, right - left, self._height), colour)
        left = self._characters_at() + first * self._unit
        painter.fillRect(QRectF(left, top, (last - first) * self._unit, self._height), colour)

    def _frame(self, painter: QPainter, byte: int, top: int) -> None:
        painter.setPen(QColor(theme.current().accent))
        left = self._values_at() + hexdump.column(byte) * self._unit
        painter.drawRect(QRectF(left - 1, top, 2 * self._unit + 1, self._height - 1))

    def _row(self, base: int) -> tuple[str, str]:
        """Values and characters of the row at an offset, covered where they are protected."""
        per_row, content = self.per_row, self._content
        assert content is not None
        wide = base // hexdump.WIDTH * hexdump.WIDTH
        data = self._bytes(base, per_row)
        if data is None:
            return ABSENT, ""
        row = (
            hexdump.row(data, wide, start=base)
            if base == wide
            else hexdump.row(b"\0" * (base - wide) + data, wide, start=wide)
        )
        at = hexdump.column(base - wide)
        values, characters = row.values[at:], row.characters[base - wide :]
        for n in range(len(data)):
            if content.hides(base + n, base + n + 1):
                here = hexdump.column(base - wide + n) - at
                values = values[:here] + COVERED_VALUE + values[here + 2 :]
                characters = characters[:n] + COVERED + characters[n + 1 :]
        return values[: hexdump.column(per_row - 1) + 2].rstrip(), characters[:per_row]

    # -- keyboard and mouse ----------------------------------------------------------------------------------

    def _go(self, byte: int, *, extend: bool) -> None:
        """A person turns to a byte; `extend`: what is between is chosen."""
        if self._content is None or not self._content.size:
            return
        self._cursor = min(max(byte, 0), self._content.size - 1)
        if not extend or self._anchor < 0:
            self._anchor = self._cursor
        self._reveal(self._cursor)
        self.viewport().update()
        self._tell()
        self.byte_chosen.emit(self._cursor)

    def _tell(self) -> None:
        """Say the row of the cursor for those who do not see it."""
        if self._content is None or self._cursor < 0:
            return
        base = self._cursor // self.per_row * self.per_row
        self.setAccessibleDescription(f"{self._cursor:0{self._digits}x}: {' '.join(self._row(base))}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        per_row, size = self.per_row, self._content.size if self._content is not None else 0
        page = per_row * max(1, self.viewport().height() // self._height - 1)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        at = max(self._cursor, 0)
        moves = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Up: at - per_row,
            Qt.Key.Key_Down: at + per_row,
            Qt.Key.Key_PageUp: at - page,
            Qt.Key.Key_PageDown: at + page,
            Qt.Key.Key_Home: 0 if control else at // per_row * per_row,
            Qt.Key.Key_End: size if control else at // per_row * per_row + per_row - 1,
        }
        wanted = moves.get(Qt.Key(event.key()))
        if wanted is None:
            super().keyPressEvent(event)
            return
        self._go(wanted, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        byte = self._at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and byte is not None:
            self._go(byte, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        byte = self._at(event.position().toPoint())
        if event.buttons() & Qt.MouseButton.LeftButton and byte is not None:
            self._go(byte, extend=True)

    def _at(self, point: QPoint) -> int | None:
        """The byte at a place on the screen."""
        if self._content is None:
            return None
        row = self.verticalScrollBar().value() + max(0, point.y() - theme.GRID) // self._height
        if point.x() >= self._characters_at() - self._unit:
            byte = int((point.x() - self._characters_at()) // self._unit)
        else:
            byte = hexdump.byte_at(int((point.x() - self._values_at()) // self._unit))
        return row * self.per_row + min(max(byte, 0), self.per_row - 1)

    @Slot(QPoint)
    def _on_menu(self, at: QPoint) -> None:
        self.menu_wanted.emit(self.viewport().mapToGlobal(at))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def copy(self) -> None:
        """Put the chosen bytes on the clipboard as they are seen: rows of offset, values and characters."""
        if self._content is None or self._cursor < 0:
            return
        first, last = sorted((self._anchor if self._anchor >= 0 else self._cursor, self._cursor))
        if first == last and self._place is not None:
            first, last = self._place[0], max(self._place[0], self._place[1] - 1)
        per_row = self.per_row
        begin, last = first // per_row * per_row, min(last, first + COPIED)
        wide = hexdump.column(per_row - 1) + 2
        rows = []
        for base in range(begin, last + 1, per_row):
            values, characters = self._row(base)
            rows.append(f"{base:0{self._digits}x}  {values:<{wide}}  {characters}".rstrip())
        QGuiApplication.clipboard().setText("\n".join(rows))
