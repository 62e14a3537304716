"""What a person looks at: a destination, and one message of it in the inspector."""

from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from qmonitor.gui.actions import Selection
from qmonitor.gui.session import Session
from qmonitor.monitor.operations import STATES
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import DepthRow, Destination, Item, ItemId, Query
from qmonitor.queues.plan import Report

TAKES_AWAY = ("skip", "drain", "remove", "erase")
"""Actions after which a message is not in the line any more."""


class Table(Protocol):
    """What is asked of the table of messages."""

    def selected_ids(self) -> tuple[ItemId, ...]: ...

    def selected_query(self) -> Query | None: ...

    def selected_count(self) -> int | None: ...

    def current_query(self) -> Query: ...


class Focus(QObject):
    """Keeps the inspector on one message: the one chosen in the table, else the head of the destination.

    Signals: `item_shown` (Item, DepthRow or None) each time it was read again, both None where there is none;
    `item_lost` (id, QueueError) when it could not be, `changed` when another selection stands for actions.
    """

    item_shown = Signal(object, object)
    item_lost = Signal(object, object)
    changed = Signal()

    def __init__(self, table: Table, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._session = session
        session.item_loaded.connect(self._on_loaded)
        session.item_failed.connect(self._on_failed)
        self._item: Item | None = None
        self._moving_on = False
        self.destination: Destination | None = None
        self.wanted: ItemId | None = None
        """The id of the message that is or will be in the inspector."""

    @Slot(object)
    def look_at(self, destination: Destination | None) -> None:
        """Turn to a destination: to its head, or to nothing where it has none. None stands for all of them."""
        self.destination = destination
        row = self.depth_row(destination)
        if row is not None and row.head is not None:
            self.inspect(row.head.id)
        elif destination is not None:
            self.wanted = self._item = None
            self.item_shown.emit(None, None)
        self.changed.emit()

    @Slot(object)
    def inspect(self, item: ItemId | None) -> None:
        """Turn to a message; None leaves the one before in its place."""
        if item is None or item == self.wanted:
            return
        self.wanted, self._item, self._moving_on = item, None, False
        self.refresh()

    @Slot(object)
    def move_on(self, report: Report) -> None:
        """After an action that takes a message out of the line: turn to the new head once it is gone."""
        self._moving_on = bool(report.done) and report.action in TAKES_AWAY

    def refresh(self) -> None:
        """Read the message again."""
        if self.wanted is not None:
            self._session.request_item(self.wanted)

    def selection(self) -> Selection:
        """What actions are meant for: what is selected in the table, else the message in the inspector."""
        ids, state = self._table.selected_ids(), self._table.current_query().state
        query = self._table.selected_query()
        if not ids and query is None and self._item is not None:
            ids, state = (self._item.id,), self._item.state
        count = self._table.selected_count() if query is not None else None
        return Selection(self.destination, ids, frozenset({state} if state else ()), query, count)

    def filtered(self) -> Query | None:
        """The table's query, where it filters by more than the state."""
        query = self._table.current_query()
        return query if query.text or query.error or query.since or query.until else None

    def depth_row(self, destination: Destination | None) -> DepthRow | None:
        """The backlog of a destination in the last look."""
        sample = self._session.sample
        rows = sample.depth.rows if sample is not None else ()
        return next((row for row in rows if row.key == destination), None)

    @Slot(object, object)
    def _on_loaded(self, item_id: ItemId, item: Item) -> None:
        if item_id != self.wanted:
            return
        self._item = item
        if item.state not in STATES["skip"] and self._moves_on():
            return
        self.item_shown.emit(item, self.depth_row(Destination(item.channel, item.destination)))
        self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, item_id: ItemId, error: QueueError) -> None:
        if item_id != self.wanted:
            return
        self._item = None
        if self._moves_on():
            return
        self.item_lost.emit(item_id, error)
        self.changed.emit()

    def _moves_on(self) -> bool:
        row = self.depth_row(self.destination)
        if not self._moving_on or self._table.selected_ids() or row is None or row.head is None:
            return False
        if row.head.id == self.wanted:
            return False  # the backlog on the screen is older than the action
        self.inspect(row.head.id)
        return True
