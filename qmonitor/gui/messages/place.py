"""Keeps what is read in its place while the rows change around it, and says where that is."""

from PySide6.QtCore import QObject, Signal, Slot

from qmonitor.gui import text
from qmonitor.gui.messages.cells import blocks_words
from qmonitor.gui.messages.chosen import Chosen
from qmonitor.gui.messages.model import MessagesModel
from qmonitor.gui.messages.table import MessageTable
from qmonitor.monitor.window import Counted
from qmonitor.queues.model import Depth, Destination, ItemId, State
from qmonitor.queues.times import Instant


class Place(QObject):
    """What a person sees of the table, and the current message.

    Signals:
        current_changed(id or None): another message is the current one.
    """

    current_changed = Signal(object)

    def __init__(self, table: MessageTable, model: MessagesModel, chosen: Chosen) -> None:
        super().__init__(table)
        self._table, self._model, self._chosen = table, model, chosen
        self._current: ItemId | None = None
        self._above = 0
        self._kept: tuple[bool, list[ItemId]] = (True, [])
        self._row_wanted: int | None = None
        self._unfitted = True
        self.taking = False
        """Whether the rows are being changed just now: what the table tells is nobody's wish."""

    def forget(self) -> None:
        """Another list."""
        self._above, self._unfitted, self._row_wanted = 0, True, None
        self.set_current(None)

    def set_current(self, item: ItemId | None) -> None:
        if item != self._current:
            self._current = item
            self.current_changed.emit(item)

    @property
    def new_above(self) -> int:
        """How many new rows are above those that are seen."""
        return self._above + self._model.window.unseen

    def on_scrolled(self) -> None:
        if self._table.at_top():
            self._above = 0
        if not self.taking:
            self._row_wanted = None

    def choose_row(self, row: int) -> None:
        """Make this row the current one, at once or when it is read; anything else that is done is left alone."""
        if 0 <= row < self._model.rowCount() and self._model.item(row) is not None:
            self._row_wanted = None
            self._table.setCurrentIndex(self._model.index(row, 0))
        else:
            self._row_wanted = row

    # -- around every change of the rows ---------------------------------------------------------------------

    @Slot()
    def note(self) -> None:
        """The rows will change: note what is seen."""
        self.taking = True
        follows = self._table.at_top() and not self._chosen.any
        self._kept = (follows, self._table.seen_ids())

    @Slot()
    def settle(self) -> None:
        """The rows have changed: have what is seen in its place, and what is selected selected."""
        self._keep_place()
        window = self._model.window
        if self._unfitted and window.loaded:
            self._unfitted = False
            self._table.fit_columns()
        vanished, window.vanished = window.vanished, set()
        row = window.row_of(self._current) if self._current is not None else None
        if row is not None:
            self._table.put_current(row)
        self._chosen.lose(vanished)
        self.taking = False
        if self._current in vanished:
            self.set_current(None)
        if self._row_wanted is not None and window.loaded:
            self.choose_row(min(self._row_wanted, self._model.rowCount() - 1))

    def _keep_place(self) -> None:
        """Keep the first row that was seen and is still there where it was."""
        follows, seen = self._kept
        if follows:
            self._table.show_at_top(0)
            return
        rows = ((n, self._model.window.row_of(item)) for n, item in enumerate(seen))
        place = next((max(0, row - n) if n == 0 else row for n, row in rows if row is not None), None)
        if place is not None:
            if self._table.at_top():
                self._above += place
            self._table.show_at_top(place)

    # -- words -----------------------------------------------------------------------------------------------

    def count(self, matching: int | None, counted_at: Instant | None) -> tuple[int | None, Instant | None]:
        """How many rows there are, and when that was counted where it was apart from the rows."""
        window = self._model.window
        if matching is not None:
            return matching, counted_at
        return (window.rows if window.counted is Counted.COMPLETE else None), None

    def reading_words(self) -> str:
        """Whether rows that are seen are being read, or it is not known how far down they are."""
        top, bottom = self._table.seen()
        if any(self._model.item(row) is None for row in range(top, min(bottom, self._model.window.rows))):
            return self.tr("reading …")
        return "" if self._model.window.placed else self.tr("place in the list not counted")

    def copied_words(self, copied: int, whole: int | None) -> str:
        """How many rows are on the clipboard."""
        if copied == whole:
            words = self.tr("1 row copied") if copied == 1 else self.tr("{count} rows copied")
        else:
            words = self.tr("{count} rows copied, only those already read")
        return words.format(count=text.number(copied))

    def head_words(self, depth: Depth | None, destination: Destination | None, state: State | None) -> str:
        """What waits behind the head of the one destination that is shown, as long as its head can be seen."""
        rows = depth.rows if depth is not None and state in (State.PENDING, None) else ()
        row = next((row for row in rows if row.key == destination), None)
        if row is None or row.head is None or row.pending < 2:
            return ""
        return self.tr("head {id}: {blocks}").format(id=row.head.id, blocks=blocks_words(row.pending - 1))
