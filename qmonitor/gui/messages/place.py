"""Keeps what is read in its place while the rows change around it, and says where that is."""

from PySide6.QtCore import QModelIndex, QObject, Signal, Slot

from qmonitor.gui.messages.chosen import Chosen
from qmonitor.gui.messages.model import MessagesModel
from qmonitor.gui.messages.table import MessageTable
from qmonitor.monitor.window import Window
from qmonitor.queues.model import ItemId, Query, State

LAST = 2**31
"""A row to wish for: the last one, whichever that is when it is read."""


class Place(QObject):
    """What a person sees of the table, and which message is looked into: always a selected one.

    Signals:
        looked_at(id or None): another message is looked into; None where nothing is selected.
        inspect_requested(id): the user wants to look into the current one.
    """

    looked_at = Signal(object)
    inspect_requested = Signal(object)

    def __init__(self, table: MessageTable, model: MessagesModel, chosen: Chosen) -> None:
        super().__init__(table)
        self._table, self._model, self.chosen = table, model, chosen
        self._current: ItemId | None = None
        self._shown: ItemId | None = None
        self._leads = False
        self._above = 0
        self._kept: tuple[bool, list[ItemId]] = (True, [])
        self._row_wanted: int | None = None
        self._unfitted = True
        self.taking = False
        """Whether the rows are being changed just now: what the table tells is nobody's wish."""
        table.selectionModel().currentRowChanged.connect(self._on_current)
        table.entered.connect(self._on_entered)
        table.doubleClicked.connect(self._on_entered)
        chosen.changed.connect(self._tell)

    @property
    def window(self) -> Window:
        """The rows."""
        return self._model.window

    def begin(self, query: Query) -> None:
        """Another list. Where it is a whole line in the order of delivery, its first row is the head."""
        line = Query(query.channel, query.destination, State.PENDING, limit=query.limit, head_first=True)
        self._leads = query == line and query.destination is not None
        self._above, self._unfitted, self._row_wanted, self._current = 0, True, None, None
        self.chosen.begin()

    def is_head(self, item: ItemId) -> bool:
        """Whether this message is the head of the line, by the rows that were read last."""
        first = self.window.first if self._leads else None
        return first is not None and first.id == item

    @Slot()
    def _tell(self) -> None:
        """Look into the current message if it is selected, else into the one that was selected last."""
        ids = self.chosen.ids
        shown = self._current if self.chosen.holds(self._current) else ids[-1] if ids else None
        if shown != self._shown:
            self._shown = shown
            self.looked_at.emit(shown)

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        item = self._model.item(current.row()) if current.isValid() else None
        if item is not None and not self.taking:
            self._current = item.id
            self._tell()

    @Slot()
    def _on_entered(self) -> None:
        """A message that is looked into is selected first."""
        row = self._table.currentIndex().row()
        item = self._model.item(row)
        if item is not None:
            if not self.chosen.holds(item.id):
                self._table.select_only(row)
            self.inspect_requested.emit(item.id)

    @property
    def new_above(self) -> int:
        """How many new rows are above those that are seen."""
        return self._above + self._model.window.unseen

    def on_scrolled(self) -> None:
        if self._table.at_top():
            self._above = 0
        if not self.taking:
            self._row_wanted = None

    def wish(self, row: int) -> None:
        """Have this row the current one as soon as the rows are read; anything else that is done is left alone."""
        self._row_wanted = row

    def fulfil(self) -> None:
        """Make the row that was wished the current one, if it is read."""
        if self._row_wanted is None:
            return
        row = min(self._row_wanted, self._model.rowCount() - 1)
        if self._model.item(row) is not None:
            self._row_wanted = None
            self._table.select_only(row)

    @Slot(object)
    def lose(self, item: ItemId) -> None:
        """A selected message that is out of memory is not in the list any more."""
        if item == self._current:
            self._current = None
        self.chosen.lose([item])
        self._follow()

    # -- around every change of the rows ---------------------------------------------------------------------

    @Slot()
    def note(self) -> None:
        """The rows will change: note what is seen."""
        self.taking = self.chosen.resting = True
        self._table.setAutoScroll(False)  # else Qt goes where the current row is, or the next one when it is removed
        follows = self._table.at_top() and not self.chosen.any
        self._kept = (follows, self._table.seen_ids())

    @Slot()
    def settle(self) -> None:
        """The rows have changed: have what is seen in its place, and what is selected selected."""
        self._keep_place()
        window = self._model.window
        if self._unfitted and window.loaded:
            self._unfitted = False
            self._table.fit_columns()
        vanished = window.take_vanished()
        if self._current in vanished:
            self._current = None
        self.chosen.lose(vanished)
        self._follow()
        self._put_current()
        self._table.setAutoScroll(True)
        self.taking = self.chosen.resting = False
        self.fulfil()

    def _follow(self) -> None:
        """Select the head while a person has selected nothing. One out of memory stays until it is known to be gone."""
        first, before = self.window.first if self._leads else None, self.chosen.head
        if first is not None:
            self.chosen.follow(first.id)
        elif not self._leads or not self.window.rows:
            self.chosen.follow(None)
        if self.chosen.head not in (None, before):
            self._current = self.chosen.head

    def _put_current(self) -> None:
        row = self.window.row_of(self._current) if self._current is not None else None
        if row is not None:
            self._table.put_current(row)

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

    def words(self) -> str:
        """Whether rows that are seen are being read, or it is not known how far down they are."""
        top, bottom = self._table.seen()
        if any(self._model.item(row) is None for row in range(top, min(bottom, self._model.window.rows))):
            return self.tr("reading …")
        return "" if self._model.window.placed else self.tr("place in the list not counted")
