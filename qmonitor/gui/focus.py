"""What a person looks at: a destination, and one message of it in the inspector."""

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from qmonitor.gui.actions import Selection
from qmonitor.gui.session import Session
from qmonitor.queues.errors import QueueError, UnknownItem
from qmonitor.queues.model import DepthRow, Destination, Item, ItemId, Query

REST_MS = 200
"""Another message mostly follows sooner than the inspector has to be emptied."""

TURNS = 2
"""A message is read when nothing else has waited so often since it was selected: what was to be drawn before it, as the
curves are, is drawn in the first of these turns, and painted before the next.
"""


class Table(Protocol):
    """What is asked of the table of messages."""

    def selected_ids(self) -> tuple[ItemId, ...]: ...

    def selected_query(self) -> Query | None: ...

    def selected_count(self) -> int | None: ...

    def current_query(self) -> Query: ...


class Focus(QObject):
    """Keeps the inspector on the message that is selected in the table; what actions are meant for is selected there.

    Signals: `item_shown` (Item, DepthRow or None) each time it was read again, both None where nothing is selected;
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
        self._gone: ItemId | None = None
        """The wanted message, where it is not in the queue any more: the table may not have seen that yet."""
        self._emptying = QTimer(self, singleShot=True, interval=REST_MS)
        self._emptying.setObjectName("focus-emptying")
        self._emptying.timeout.connect(self._empty)
        self._reading = QTimer(self, singleShot=True, interval=0)
        self._reading.setObjectName("focus-reading")
        self._reading.timeout.connect(self._on_turn)
        self._turns = 0
        self.destination: Destination | None = None
        self.wanted: ItemId | None = None
        """The id of the message that is or will be in the inspector; None where nothing is selected."""

    @Slot(object)
    def look_at(self, destination: Destination | None) -> None:
        """Turn to a destination. None stands for all of them."""
        self.destination = destination
        row = self.depth_row(destination)
        if destination is not None and (row is None or row.head is None):
            self.wanted = self._item = self._gone = None
            self._emptying.stop()
            self._empty()  # nothing of it will follow
        self.changed.emit()

    @Slot(object)
    def inspect(self, item: ItemId | None) -> None:
        """Turn to a selected message; None: nothing is selected any more."""
        if item == self.wanted:
            return
        self.wanted, self._item, self._gone = item, None, None
        if item is None:
            self._emptying.start()
        else:
            self._emptying.stop()
            self._turns = 0
            self._reading.start()
        self.changed.emit()

    @Slot()
    def _empty(self) -> None:
        self.item_shown.emit(None, None)

    @Slot()
    def _on_turn(self) -> None:
        self._turns += 1
        if self._turns < TURNS:
            self._reading.start()
        else:
            self.refresh()

    def refresh(self) -> None:
        """Read the message again."""
        if self.wanted is not None:
            self._session.request_item(self.wanted)

    def selection(self) -> Selection:
        """What actions are meant for: what is selected in the table, and nothing else; nothing that is known to be
        gone.
        """
        ids, query = self._table.selected_ids(), self._table.selected_query()
        ids = tuple(one for one in ids if one != self._gone) if self._gone is not None else ids
        alone = self._item is not None and ids == (self._item.id,)
        state = self._item.state if self._item is not None and alone else self._table.current_query().state
        count = self._table.selected_count() if query is not None else None
        return Selection(self.destination, ids, frozenset({state} if state else ()), query, count)

    def filtered(self) -> Query | None:
        """The table's query, where it filters by more than the state."""
        query = self._table.current_query()
        filters = (query.text, query.error, query.since, query.until, query.among)
        return query if any(one is not None for one in filters) else None

    def depth_row(self, destination: Destination | None) -> DepthRow | None:
        """The backlog of a destination in the last look."""
        sample = self._session.sample
        if sample is None or destination is None:
            return None
        channel, name = destination.channel, destination.destination
        return next((row for row in sample.depth.rows if row.destination == name and row.channel == channel), None)

    @Slot(object, object)
    def _on_loaded(self, item_id: ItemId, item: Item) -> None:
        if item_id != self.wanted:
            return
        self._item, self._gone = item, None
        self.item_shown.emit(item, self.depth_row(Destination(item.channel, item.destination)))
        self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, item_id: ItemId, error: QueueError) -> None:
        if item_id != self.wanted or item_id == self._gone:
            return
        if self._item is None:
            self._empty()  # what is seen is another one
        self._item, self._gone = None, item_id if isinstance(error, UnknownItem) else None
        self.item_lost.emit(item_id, error)
        self.changed.emit()
