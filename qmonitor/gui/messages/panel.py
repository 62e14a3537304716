"""The messages panel: filter bar, table, and a line below that says what is there."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QItemSelection, QModelIndex, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.messages.feed import CountFeed, PageFeed
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.gui.messages.foot import Foot
from qmonitor.gui.messages.model import Column, MessagesModel, blocks_words
from qmonitor.gui.messages.notice import Notice
from qmonitor.gui.messages.table import MessageTable
from qmonitor.monitor.window import Counted
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Depth, Destination, ItemId, Page, Query, State

REFRESH_MS = 400
"""Rows are read again at most so often, however often the source changes."""


class MessagesPanel(QWidget):
    """Shows the messages of one destination, or of all.

    Signals:
        page_requested(Query, cursor or None, token): to be answered by `show_page` or `show_error`.
        count_requested(tuple of Query, token): to be answered by `show_count`.
        item_selected(id or None): the current item; None where there is none any more.
        selection_changed(): `selected_ids` has changed.
        query_changed(): `current_query` has changed.
    """

    page_requested = Signal(object, object, int)
    count_requested = Signal(object, int)
    item_selected = Signal(object)
    selection_changed = Signal()
    query_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages")
        self._destination: Destination | None = None
        self._depth: Depth | None = None
        self._counts: dict[Query, int | None] = {}
        self._selected: dict[ItemId, None] = {}
        self._current: ItemId | None = None
        self._taking = self._begun = False
        self._unfitted = True
        self._new_above = 0
        self._kept: tuple[bool, list[ItemId]] = (True, [])
        self.model = MessagesModel(self)
        self.filters = FilterBar(self)
        self.table = MessageTable(self.model, self)
        self.foot = Foot(self)
        self.notice = Notice(self.table)
        self._pages = PageFeed(self.model, self.table.seen, self)
        self._counter = CountFeed(self)
        self._refresh = QTimer(self)
        self._refresh.setObjectName("messages-refresh")
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.filters, self.table, self.foot):
            layout.addWidget(widget)
        layout.setStretch(1, 1)
        self.setFocusProxy(self.table)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    def _connect(self) -> None:
        self.filters.changed.connect(self._begin)
        self.table.scrolled.connect(self._on_scrolled)
        self.table.escaped.connect(self.table.clearSelection)
        self.table.selectionModel().selectionChanged.connect(self._on_selection)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.foot.top_requested.connect(self._go_to_top)
        self.notice.cleared.connect(self.filters.clear)
        self.notice.retried.connect(self._retry)
        self._pages.page_requested.connect(self.page_requested)
        self._pages.about_to_take.connect(self._before_change)
        self._pages.taken.connect(self._after_change)
        self._pages.failed.connect(self.notice.show_error)
        self._counter.count_requested.connect(self.count_requested)
        self._counter.counted.connect(self._on_counted)
        self._refresh.timeout.connect(self._look_again)
        theme.notifier().changed.connect(self.table.viewport().update)

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    # -- what the window tells -------------------------------------------------------------------------------

    def set_destination(self, destination: Destination | None) -> None:
        """Show this destination's messages, or (None) those of all."""
        if destination == self._destination and self._begun:
            return
        self._destination = destination
        self.filters.set_destination(destination)
        self._begin()

    def set_depth(self, depth: Depth) -> None:
        """The heads and the counts of pending and failed, and the instant that ages count up to."""
        self._depth = depth
        self.model.set_heads(depth)
        self._show_counts()

    def data_changed(self) -> None:
        """The source may have changed: what is seen is read again soon."""
        self.model.window.go_stale()
        if not self._begun:
            self._begin()
        elif self.isVisible() and not self._refresh.isActive():
            self._refresh.start()

    @Slot()
    def recount(self) -> None:
        """Something was done to messages: read what is seen and count again at once."""
        self.model.window.go_stale()
        self._counter.forget()
        if self._begun and self.isVisible():
            self._ask()

    def settle(self) -> None:
        """Nothing more has changed: make up for what was not counted yet."""
        if self._begun and self.isVisible():
            self._counter.settle(self._to_count())

    @Slot(int, object)
    def show_page(self, token: int, page: Page) -> None:
        """The answer to `page_requested`; one to an older request is dropped."""
        self._pages.receive(token, page)

    @Slot(int, object)
    def show_count(self, token: int, counts: Sequence[int | None]) -> None:
        """The answer to `count_requested`."""
        self._counter.receive(token, counts)

    @Slot(int, object)
    def show_error(self, token: int, error: QueueError) -> None:
        """The page could not be read."""
        self._pages.fail(token, error)

    def add_context_actions(self, actions: Iterable[QAction]) -> None:
        """Offer these in the table's context menu."""
        self.table.addActions(list(actions))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def clear(self) -> None:
        """Forget everything: another source is opened. Asks for nothing until something is shown again."""
        self._destination, self._depth, self._begun = None, None, False
        self._counts.clear()
        self._counter.forget()
        self._refresh.stop()
        self.filters.set_destination(None)
        self._forget_selection()
        self._pages.begin(self.filters.query())
        self._show_counts()

    def selected_ids(self) -> tuple[ItemId, ...]:
        """The selected items, in the order in which they were selected; also those that are out of sight."""
        return tuple(self._selected)

    def current_query(self) -> Query:
        """The query whose items the table shows."""
        return self.filters.query()

    # -- asking ----------------------------------------------------------------------------------------------

    @Slot()
    def _begin(self) -> None:
        """Show another query from its first row on."""
        self._begun = True
        self._forget_selection()
        self.notice.hide()
        same = {Column.DESTINATION: self._destination, Column.STATE: self.filters.state}
        self._unfitted = True
        self.table.hide_columns(column for column, value in same.items() if value is not None)
        self._pages.begin(self.filters.query())
        self.table.scrollToTop()
        self._show_counts()
        if self.isVisible():
            self._ask()
        self.query_changed.emit()

    def _ask(self) -> None:
        self._pages.ask()
        self._counter.begin(self._to_count())

    @Slot()
    def _look_again(self) -> None:
        self._pages.ask()
        self._counter.begin_if_rested(self._to_count())

    @Slot()
    def _retry(self) -> None:
        self.notice.hide()
        self.model.window.go_stale()
        self._ask()

    @Slot()
    def _on_scrolled(self) -> None:
        if self.table.at_top():
            self._new_above = 0
        if self._begun and self.isVisible() and not self._taking:
            self._pages.ask()
        self._show_foot()

    @Slot()
    def _go_to_top(self) -> None:
        """Show the newest rows: read again from the first one on."""
        self.model.window.go_stale()
        self.table.verticalScrollBar().setValue(0)
        self._pages.ask()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._begun:
            self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        self._refresh.stop()
        super().hideEvent(event)

    # -- counts ----------------------------------------------------------------------------------------------

    def _query_of(self, state: State | None) -> Query:
        """The query of a chip, without any other filter."""
        where = self._destination
        channel, destination = (None, None) if where is None else (where.channel, where.destination)
        return Query(channel=channel, destination=destination, state=state)

    def _plain(self, query: Query) -> Query:
        """The same items without an order, as they are counted."""
        return Query(query.channel, query.destination, query.state, query.text, query.error)

    def _to_count(self) -> list[Query]:
        """All chips, and what the filters let pass."""
        return [*map(self._query_of, self.filters.chips), self._plain(self.filters.query())]

    def _known_counts(self) -> dict[Query, int | None]:
        """As counted, all of one snapshot; before that what the depth tells."""
        counts: dict[Query, int | None] = {}
        if self._depth is not None:
            rows = [row for row in self._depth.rows if self._destination in (None, row.key)]
            counts[self._query_of(State.PENDING)] = sum(row.pending for row in rows)
            counts[self._query_of(State.FAILED)] = sum(row.failed for row in rows)
        return counts | self._counts

    @Slot(object, object)
    def _on_counted(self, query: Query, count: int | None) -> None:
        self._counts[query] = count
        self._show_counts()

    def _show_counts(self) -> None:
        counts = self._known_counts()
        self.filters.show_counts({state: counts.get(self._query_of(state)) for state in self.filters.chips})
        self.model.window.set_count(counts.get(self._plain(self.filters.query())))
        self._show_foot()
        self._show_emptiness()

    def _show_foot(self) -> None:
        window = self.model.window
        exact = window.counted is Counted.COMPLETE
        count = window.count if window.count is not None else window.rows if exact else None
        shown = count if window.loaded else None
        self.foot.show_state(shown, len(self._selected), busy=self._blank_seen(), head=self._head_words())
        self.foot.show_new(self._new_above + window.unseen, more=window.unseen_more)

    def _head_words(self) -> str:
        """What waits behind the head of the one destination that is shown, as long as its head can be seen."""
        rows = self._depth.rows if self._depth is not None and self.filters.state in (State.PENDING, None) else ()
        row = next((row for row in rows if row.key == self._destination), None)
        if row is None or row.head is None or row.pending < 2:
            return ""
        return self.tr("head {id}: {blocks}").format(id=row.head.id, blocks=blocks_words(row.pending - 1))

    def _blank_seen(self) -> bool:
        top, bottom = self.table.seen()
        return any(self.model.item(row) is None for row in range(top, min(bottom, self.model.window.rows)))

    def _show_emptiness(self) -> None:
        """An empty list says which filters are set, and how much there is without them."""
        window = self.model.window
        if not window.loaded or window.rows:
            self.notice.hide_emptiness()
            return
        without = self._known_counts().get(self._query_of(None))
        self.notice.show_emptiness(self._destination, self.filters.filters(), without)

    # -- rows, selection and place ---------------------------------------------------------------------------

    @Slot()
    def _before_change(self) -> None:
        self._taking = True
        follows = self.table.at_top() and not self._selected
        self._kept = (follows, self.table.seen_ids())

    @Slot()
    def _after_change(self) -> None:
        self._settle_place()
        if self._unfitted and self.model.window.loaded:
            self._unfitted = False
            self.table.fit_columns()
        vanished, self.model.window.vanished = self.model.window.vanished, set()
        lost = [item for item in vanished if self._selected.pop(item, 0) is None]
        if self._selected or lost:
            self.table.match_selection(self._selected)
        if self._current is not None:
            row = self.model.window.row_of(self._current)
            if row is not None:
                self.table.put_current(row)
        self._taking = False
        if self._current in vanished:
            self._set_current(None)
        if lost:
            self.selection_changed.emit()
        self._show_foot()
        self._show_emptiness()

    def _settle_place(self) -> None:
        """Keep the first row that was seen and is still there where it was."""
        follows, seen = self._kept
        if follows:
            self.table.show_at_top(0)
            return
        rows = ((n, self.model.window.row_of(item)) for n, item in enumerate(seen))
        place = next((max(0, row - n) if n == 0 else row for n, row in rows if row is not None), None)
        if place is not None:
            if self.table.at_top():
                self._new_above += place
            self.table.show_at_top(place)

    @Slot(QItemSelection, QItemSelection)
    def _on_selection(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if self._taking:
            return
        if self.table.selectionModel().hasSelection():
            for item in self.table.held_in(deselected):
                self._selected.pop(item, None)
        else:
            self._selected.clear()
        self._selected.update(dict.fromkeys(self.table.held_in(selected)))
        self.selection_changed.emit()
        self._show_foot()
        if not self._selected:
            self._set_current(None)

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._taking or not current.isValid():
            return
        item = self.model.item(current.row())
        if item is not None:
            self._set_current(item.id)

    def _set_current(self, item: ItemId | None) -> None:
        if item != self._current:
            self._current = item
            self.item_selected.emit(item)

    def _forget_selection(self) -> None:
        had, self._selected = bool(self._selected), {}
        self._new_above = 0
        self._set_current(None)
        if had:
            self.selection_changed.emit()
