"""The names of the curves beside their colours: a click selects, a click with Ctrl switches off and on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts.entry import Entry, EntryButton
from qmonitor.queues.model import Destination

NAME_WIDTH = 33 * theme.GRID
"""Pixels that a name may take; longer ones are elided in the middle."""
LINES = 2
"""Lines that the legend may take; what does not fit is found by its name."""


class Legend(QWidget):
    """Wraps its entries from the right; takes at most `LINES` lines.

    Signals:
        destination_selected(Destination): its entry was clicked.
        switched(Destination or None): its curve is to be hidden or shown; None: those of the others.
        entered(Destination or None): the pointer is over it; None: over the others.
        left(): the pointer is over none.
        entry_menu_requested(Destination or None, QPoint): the menu of one entry, at a place of the screen.
        menu_requested(QPoint): the list of all of them.
    """

    destination_selected = Signal(object)
    switched = Signal(object)
    entered = Signal(object)
    left = Signal()
    entry_menu_requested = Signal(object, QPoint)
    menu_requested = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("charts-legend")
        theme.dress(self, "legend")
        self.buttons: dict[Destination | None, EntryButton] = {}
        self._entries: Sequence[Entry] = ()
        self._more = EntryButton(self)
        self._more.setObjectName("charts-legend-more")
        self._more.setCheckable(False)
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._more.setToolTip(self.tr("All curves, to switch them off and on"))
        self._more.clicked.connect(self._ask_for_all)
        self._say_more(0)
        self._more.hide()
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setHorizontalPolicy(policy.Policy.Expanding)
        self.setSizePolicy(policy)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Name these, in this order."""
        changed = [(e.where, e.name) for e in entries] != [(e.where, e.name) for e in self._entries]
        self._entries = entries
        if changed:
            wanted = {entry.where for entry in entries}
            for gone in self.buttons.keys() - wanted:
                self._drop(self.buttons.pop(gone))
            self.buttons = {e.where: self.buttons.get(e.where) or self._make_button() for e in entries}
        for entry in entries:
            hint = self.tr("Ctrl+click shows it again") if entry.hidden else self.tr("Ctrl+click hides it")
            self.buttons[entry.where].show_entry(entry, hint)
        if changed:
            self._say_more(len(entries))  # as wide as it can get, to be measured
            self._name()
            self._place(self.rect(), move=True)
            self.updateGeometry()
        elif any(self.buttons[where].isHidden() for where in self._needed() if where in self.buttons):
            self._place(self.rect(), move=True)

    def _drop(self, button: EntryButton) -> None:
        button.hide()
        button.deleteLater()

    def _make_button(self) -> EntryButton:
        button = EntryButton(self)
        button.clicked.connect(self._on_clicked)
        button.switched.connect(self._on_switched)
        button.entered.connect(self._on_entered)
        button.left.connect(self.left)
        button.asked.connect(self._on_asked)
        button.show()
        return button

    def _sender(self) -> Destination | None:
        button = self.sender()
        return button.where if isinstance(button, EntryButton) else None

    @Slot()
    def _on_clicked(self) -> None:
        if (where := self._sender()) is not None:
            self.destination_selected.emit(where)
        else:
            self.switched.emit(None)

    @Slot()
    def _on_switched(self) -> None:
        self.switched.emit(self._sender())

    @Slot()
    def _on_entered(self) -> None:
        self.entered.emit(self._sender())

    @Slot(QPoint)
    def _on_asked(self, place: QPoint) -> None:
        self.entry_menu_requested.emit(self._sender(), place)

    @Slot()
    def _ask_for_all(self) -> None:
        self.menu_requested.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))

    # -- names -----------------------------------------------------------------------------------------------

    def _name(self) -> None:
        """Channel and destination where that takes no more lines, else the channel only where it tells two apart."""
        own = [entry.where for entry in self._entries if entry.where is not None]
        alike = Counter(where.destination for where in own)
        names: dict[Destination | None, str] = {entry.where: entry.name for entry in self._entries}
        short: dict[Destination | None, str] = {
            w: text.line(w.destination) if alike[w.destination] == 1 else names[w] for w in own
        }
        self._write({**names, **short})
        lines = len(self._broken(self._all(), self.width()))
        self._write(names)
        if len(self._broken(self._all(), self.width())) > lines:
            self._write({**names, **short})

    def _write(self, names: Mapping[Destination | None, str]) -> None:
        metrics = QFontMetrics(self.font())
        for where, button in self.buttons.items():
            elided = metrics.elidedText(names[where], Qt.TextElideMode.ElideMiddle, NAME_WIDTH)
            button.setText(elided.replace("&", "&&"))

    # -- places ----------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        return QSize(60 * theme.GRID, self.heightForWidth(max(60 * theme.GRID, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._name()
        self._place(self.rect(), move=True)

    def _all(self) -> list[EntryButton]:
        return list(self.buttons.values())

    def _broken(self, buttons: Iterable[EntryButton], width: int) -> list[list[EntryButton]]:
        """Entries in lines that are no wider than that."""
        lines: list[list[EntryButton]] = [[]]
        used = 0
        for button in buttons:
            size = button.sizeHint()
            if lines[-1] and used + size.width() > width:
                lines.append([])
                used = 0
            lines[-1].append(button)
            used += size.width()
        return lines

    def _needed(self) -> set[Destination | None]:
        """Those that are not left out."""
        return {entry.where for entry in self._entries if entry.selected or entry.highlighted or entry.where is None}

    def _fitting(self, width: int) -> tuple[list[list[EntryButton]], int]:
        """As many as there is room for, among them the others and what is selected or looked at; how many are not."""
        kept, left_out = self._all(), 0
        lines = self._broken(kept, width)
        needed = self._needed()
        while len(lines) > LINES:
            out = next((button for button in reversed(kept) if button.where not in needed), None)
            if out is None:
                return lines[:LINES], left_out
            kept.remove(out)
            left_out += 1
            at = len(kept) - (1 if kept and kept[-1].where is None else 0)
            lines = self._broken([*kept[:at], self._more, *kept[at:]], width)
        return lines, left_out

    def _place(self, box: QRect, *, move: bool) -> int:
        """Lay the entries out in lines that end at the right; the height that they take."""
        lines, left_out = self._fitting(box.width())
        height = max((button.sizeHint().height() for button in self._all()), default=0)
        if move:
            self._say_more(left_out or len(self.buttons))
            shown = [button for line in lines for button in line]
            for button in [*self._all(), self._more]:
                button.setVisible(button in shown)
            for n, line in enumerate(lines):
                self._place_line(line, box, n * height)
        return len(lines) * height

    def _say_more(self, count: int) -> None:
        words = self.tr("+{count} more").format(count=text.number(count))
        if self._more.text() != words:
            self._more.setText(words)
            self._more.setAccessibleName(words)

    def _place_line(self, line: Sequence[EntryButton], box: QRect, top: int) -> None:
        left = box.width() - sum(button.sizeHint().width() for button in line)
        for button in line:
            button.setGeometry(QRect(QPoint(max(0, left), top), button.sizeHint()))
            left += button.width()
